"""What the agents do, without a server."""

import pytest

from playground.sandbox.extension import Extension, extension_of
from playground.sandbox.facts import read
from playground.sandbox.recollection import Recollection
from playground.sandbox.reply import context_sentence
from playground.sandbox.scenario import MAX_FRAGMENTS, SCENARIOS, choose, play
from playground.sandbox.steps import Break, Chunk, End, Say, Speak, Turn, Wait, fragments

JANE = Extension("act_user_jane", "proj_def456", ("proj_shared_kb",))


def turn(text, **more):
    return Turn(text, done=Recollection(read(text)), **more)


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        ("Hello", [Say]),
        ("", [Say]),
        ("Could you ask me something?", [End]),
        ("ASK ME", [End]),
        ("Do not mask me", [Say]),
        ("Write a report", [Say, *[Chunk] * 5]),
        ("Reports, please", [Say, *[Chunk] * 5]),
        ("A reporter called", [Say]),
        ("Please fail", [Say, End]),
        ("It failed", [Say, End]),
        ("Please fail late", [Say, Chunk, Chunk, End]),
        ("A late failure", [Say, Chunk, Chunk, End]),
        ("The failover works", [Say]),
        ("Ask me for the report", [End]),
        ("Remember that the report will fail", [Say]),
        ("auth required", [Say, End]),
        ("Authentication-required", [Say, End]),
        ("How do I configure two-factor authentication?", [Say]),
        ("Please reject this", [End]),
        ("Error in the stream", [Say, Break]),
        ("Message only, please", [Speak]),
        ("slow start", [Wait, Say]),
        ("wait 5 s", [Wait, Say]),
        ("wait for 5 s", [Say]),
        ("silence", [Say, Wait, Say]),
        ("several artifacts", [Say, *[Chunk] * 5, Say]),
        ("Draw an image", [Say, Chunk, Chunk]),
        ("drop the connection", [Say]),
        ("answer with 429", [Say]),
    ],
)
def test_words_choose_the_scenario(text, steps):
    assert [type(step) for step in play(turn(text))] == steps


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.id)
def test_the_examples_of_a_scenario_choose_it(scenario):
    assert [choose(text)[0].id for text in scenario.examples] == [scenario.id] * len(scenario.examples)


@pytest.mark.parametrize(
    ("text", "number", "rate"),
    [
        ("stream 600 words at 50/s", 600, 50),
        ("Stream 600 fragments at 50 per second", 600, 50),
        ("stream 600 events at 50 a second", 596, 50),
        ("stream 5 events", 1, 0),
        ("Please stream 1 word at 0.5/s.", 1, 0.5),
        ("stream 10,000 words at full speed", 10_000, 0),
        ("stream 20 000 words", 20_000, 0),
        ("stream 20004 events", 20_000, 0),
        ("long stream", 300, 50),
    ],
)
def test_a_stream_has_as_many_words_as_were_asked_for(text, number, rate):
    (say,) = play(turn(text))
    assert say.rate == rate
    words = fragments(say.text)
    assert len(words) == number
    assert [int(word.removeprefix("word")) for word in words] == list(range(1, number + 1))


@pytest.mark.parametrize("text", ["stream 0 words", "stream 4 events", "stream 20001 words", "stream 999999999 words"])
def test_a_stream_out_of_bounds_is_refused_in_words(text):
    (say,) = play(turn(text))
    assert say.text.startswith(f"I stream between 1 and {MAX_FRAGMENTS} words, that is between 5 and 20004 events;")
    assert say.rate is None


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("slow start", 3),
        ("wait 5 s", 5),
        ("Wait 0.25 seconds", 0.25),
        ("wait 999999 sec", 600),
        ("silence", 5),
        ("a silence of 20 s", 20),
        ("silence for 1.5 s", 1.5),
    ],
)
def test_a_wait_is_as_long_as_was_asked_for(text, seconds):
    assert [step.seconds for step in play(turn(text)) if isinstance(step, Wait)] == [seconds]


@pytest.mark.parametrize("text", ["Please fail", "Write a report", "ask me", "proj_1", "", "drop the connection"])
def test_an_answer_always_completes(text):
    assert [type(step) for step in play(turn(text, answers_question=True))] == [Say]


def test_the_same_turn_gets_the_same_answer():
    for scenario in SCENARIOS:
        for example in scenario.examples:
            assert play(turn(example, extension=JANE)) == play(turn(example, extension=JANE))


@pytest.mark.parametrize(
    ("extension", "sentence"),
    [
        (None, "Without metadata.memorylake I run without memory."),
        ({}, "Your metadata.memorylake names no actor and no project that I know, so there is no memory to use."),
        ({"actorId": "act_1"}, "With this memory context I would keep facts about act_1."),
        (
            {"actorId": "act_1", "readWriteProjectId": "p1", "skipMemory": True},
            "With this memory context I would recall act_1 without keeping anything and read p1.",
        ),
        ({"readOnlyProjectIds": ["p1", "p2", "p3"]}, "With this memory context I would search p1, p2 and p3."),
        (
            {"readWriteProjectId": "p1", "readOnlyProjectIds": ["p1"], "overrides": {"model": "m", "maxTurns": 5.0}},
            "With this memory context I would read and write p1. Overrides received: maxTurns and model.",
        ),
    ],
)
def test_the_memory_context_is_told(extension, sentence):
    assert context_sentence(extension_of({} if extension is None else {"memorylake": extension})) == sentence


def test_overrides_count_if_they_are_known_and_of_the_documented_type():
    known = {
        "model": "gpt-4o",
        "systemPromptOverride": "Be brief",
        "modelParams": {"temperature": 0.5},
        "reasoning": {"type": "enabled", "budgetTokens": 1024.0},
        "capabilitiesOverride": {"web_search": {}},
        "maxTurns": 5.0,
    }
    extension = extension_of({"memorylake": {"overrides": known}})
    assert extension.applied_overrides == sorted(known)
    assert extension.ignored_overrides == []
    assert repr(extension.overrides["maxTurns"]) == "5"
    assert repr(extension.overrides["reasoning"]["budgetTokens"]) == "1024"
    assert repr(extension.overrides["modelParams"]["temperature"]) == "0.5"
    wrong = {
        "model": 5,
        "maxTurns": "5",
        "capabilitiesOverride": "x",
        "other": 1,
        "reasoning": True,
        "modelParams": None,
    }
    assert extension_of({"memorylake": {"overrides": wrong}}).ignored_overrides == sorted(wrong)
    assert extension_of({"memorylake": {"overrides": {"capabilitiesOverride": []}}}).applied_overrides


@pytest.mark.parametrize("text", ["one two", "  leading", "trailing  ", "a\n\nb", "世界 🙂"])
def test_fragments_lose_nothing(text):
    assert "".join(fragments(text)) == text
