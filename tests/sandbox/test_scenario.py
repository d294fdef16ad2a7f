"""What the agents say, without a server."""

import pytest

from playground.sandbox.memory import Memory, memory_of
from playground.sandbox.scenario import SCENARIOS, Ask, Fail, Report, Say, Turn, fragments, memory_sentence, play

JANE = Memory(actor_id="act_user_jane", read_write_project_id="proj_def456", read_only_project_ids=("proj_shared_kb",))


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        ("Hello", [Say]),
        ("", [Say]),
        ("Could you ask me something?", [Ask]),
        ("ASK ME", [Ask]),
        ("Do not mask me", [Say]),
        ("Write a report", [Say, Report]),
        ("Reports, please", [Say, Report]),
        ("A reporter called", [Say]),
        ("Please fail", [Say, Fail]),
        ("It failed", [Say, Fail]),
        ("The failover works", [Say]),
        ("Ask me for the report", [Ask]),
    ],
)
def test_words_choose_the_scenario(text, steps):
    assert [type(step) for step in play(Turn(text))] == steps


@pytest.mark.parametrize("text", ["Please fail", "Write a report", "ask me", "proj_1", ""])
def test_an_answer_always_completes(text):
    assert [type(step) for step in play(Turn(text, answers_question=True))] == [Say]


def test_the_same_turn_gets_the_same_answer():
    for scenario in SCENARIOS:
        for example in scenario.examples:
            assert play(Turn(example, memory=JANE)) == play(Turn(example, memory=JANE))


@pytest.mark.parametrize(
    "text", ["Hello", "How do I configure two-factor authentication?", "Summarize our last meeting notes"]
)
def test_a_reply_has_about_forty_words(text):
    (reply,) = play(Turn(text, memory=JANE))
    assert 35 <= len(fragments(reply.text)) <= 60


@pytest.mark.parametrize(
    ("extension", "sentence"),
    [
        (None, "Without metadata.memorylake I run without memory."),
        ({}, "Your metadata.memorylake names no actor and no project, so there is no memory to use."),
        ({"actorId": "act_1"}, "With this memory context I would keep facts about act_1."),
        (
            {"actorId": "act_1", "skipMemory": True},
            "With this memory context I would recall act_1 without keeping anything.",
        ),
        ({"readOnlyProjectIds": ["p1", "p2", "p3"]}, "With this memory context I would search p1, p2 and p3."),
        (
            {"readWriteProjectId": "p1", "overrides": {"model": "m", "maxTurns": 5}},
            "With this memory context I would read and write p1. Overrides received: maxTurns and model.",
        ),
    ],
)
def test_the_memory_context_is_told(extension, sentence):
    assert memory_sentence(memory_of({} if extension is None else {"memorylake": extension})) == sentence


def test_a_meeting_without_a_project_has_no_notes():
    (reply,) = play(Turn("Summarize our last meeting notes"))
    assert reply.text.startswith("I have no meeting notes to summarize: name their project in readOnlyProjectIds.")


@pytest.mark.parametrize("text", ["one two", "  leading", "trailing  ", "a\n\nb", "世界 🙂"])
def test_fragments_lose_nothing(text):
    assert "".join(fragments(text)) == text
