"""The store: what is kept, who sees it, and many threads at once."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from playground.sandbox.facts import told
from playground.sandbox.memory import SIZE_AT_THE_START, Memory, Size
from playground.sandbox.seed import ACTORS, PROJECTS, Owner

JANE, OMAR = Owner("actor", "act_user_jane"), Owner("actor", "act_user_omar")
OWN, SHARED, MEETINGS = (Owner("project", name) for name in ("proj_def456", "proj_shared_kb", "proj_meetings"))
AT_THE_START = Size(facts=13, told=0, documents=11)
GREEN = told("My favourite colour is green")


@pytest.fixture
def memory():
    memory = Memory()
    yield memory
    memory.close()


def recalled(memory, text, *owners, newest=False):
    return [
        (one.title or one.text, [owner.id for owner in one.owners])
        for one in memory.recall(text, owners, newest=newest)
    ]


def test_the_seed_has_something_for_every_actor_and_project(memory):
    assert memory.size == SIZE_AT_THE_START == AT_THE_START
    owners = {fact.owner for fact in memory.facts()}
    assert owners == {Owner("actor", one.id) for one in ACTORS} | {Owner("project", one.id) for one in PROJECTS}


@pytest.mark.parametrize(
    ("text", "owners", "titles"),
    [
        ("How do I configure two-factor authentication?", [SHARED], ["Two-factor authentication"]),
        ("How can I set up 2FA?", [OWN], ["Two-factor authentication"]),
        ("如何配置双重验证？", [SHARED], ["双重验证"]),
        ("I forgot my password", [SHARED], ["Forgotten password"]),
        ("How do I create an API key?", [SHARED], ["API keys"]),
        ("What happened in the meeting of 13 November?", [MEETINGS], ["Meeting notes, 13 November"]),
        ("Summarize our meeting in two lines", [OWN, MEETINGS], ["Meeting notes, 27 November"]),
        ("How do I configure two-factor authentication?", [MEETINGS], []),
        ("When are backups deleted?", [SHARED], ["Backups are kept for thirty days"]),
        ("谁负责华东地区？", [Owner("actor", "act_user_wei")], ["负责华东地区的销售"]),
        ("", [SHARED], []),
        ("What is it?", [SHARED], []),
        ("How do I configure two-factor authentication?", [], []),
    ],
)
def test_what_the_seed_answers(memory, text, owners, titles):
    assert [title for title, _ in recalled(memory, text, *owners)] == titles


def test_the_newest_meeting_is_the_last_one(memory):
    found = recalled(memory, "Summarize our last meeting notes", MEETINGS, newest=True)
    assert found == [("Meeting notes, 27 November", ["proj_meetings"])]


def test_one_document_in_two_projects_is_one(memory):
    found = recalled(memory, "How do I configure two-factor authentication?", OWN, SHARED)
    assert found == [("Two-factor authentication", ["proj_def456", "proj_shared_kb"])]


def test_a_fact_is_seen_in_its_scopes_and_in_no_other(memory):
    kept = memory.keep(GREEN, [JANE, OWN], "act_user_jane")
    assert (kept.outcome, kept.owners) == ("kept", (JANE, OWN))
    assert memory.size == Size(facts=14, told=1, documents=11)
    assert len(memory.facts()) == 15
    question, fact = "What is my favourite colour?", "My favourite colour is green"
    assert recalled(memory, question, JANE, OWN) == [(fact, ["act_user_jane", "proj_def456"])]
    assert recalled(memory, question, OMAR, OWN) == [(fact, ["proj_def456"])]
    assert recalled(memory, question, OMAR, SHARED, MEETINGS) == []
    assert [one.told_by for one in memory.recall(question, [OWN])] == ["act_user_jane"]


def test_the_same_fact_is_stored_once(memory):
    memory.keep(GREEN, [JANE], "act_user_jane")
    again = memory.keep(told("my favourite colour is GREEN"), [JANE], "act_user_jane")
    assert again.outcome == "known"
    assert memory.size.told == 1


def test_a_new_fact_about_the_same_takes_the_place_of_the_old_one(memory):
    memory.keep(GREEN, [JANE], "act_user_jane")
    changed = memory.keep(told("My favourite colour is blue"), [JANE], "act_user_jane")
    assert (changed.outcome, changed.before) == ("changed", "My favourite colour is green")
    assert recalled(memory, "What is my favourite colour?", JANE) == [
        ("My favourite colour is blue", ["act_user_jane"])
    ]
    assert recalled(memory, "green", JANE) == []


def test_the_oldest_facts_make_room(memory, monkeypatch):
    monkeypatch.setattr("playground.sandbox.memory.MAX_TOLD", 3)
    for number in range(5):
        memory.keep(told(f"Number {number} is a number"), [JANE], "act_user_jane")
    assert [fact.text for fact in memory.facts([JANE]) if not fact.seeded] == [
        f"Number {number} is a number" for number in (2, 3, 4)
    ]
    assert recalled(memory, "0", JANE) == []
    assert memory.size == Size(facts=16, told=3, documents=11)


def test_a_fact_that_was_changed_is_new_again(memory, monkeypatch):
    monkeypatch.setattr("playground.sandbox.memory.MAX_TOLD", 2)
    memory.keep(GREEN, [JANE], "act_user_jane")
    memory.keep(told("Number 1 is a number"), [JANE], "act_user_jane")
    memory.keep(told("My favourite colour is blue"), [JANE], "act_user_jane")
    memory.keep(told("Number 2 is a number"), [JANE], "act_user_jane")
    assert [fact.text for fact in memory.facts([JANE]) if not fact.seeded] == [
        "My favourite colour is blue",
        "Number 2 is a number",
    ]


def test_a_fact_of_the_start_that_was_changed_does_not_make_room_at_once(memory, monkeypatch):
    monkeypatch.setattr("playground.sandbox.memory.MAX_TOLD", 1)
    memory.keep(told("Number 1 is a number"), [JANE], "act_user_jane")
    memory.keep(told("The portal's budget is 1 euro"), [OWN], "act_user_jane")
    assert [fact.text for fact in memory.facts() if not fact.seeded] == ["The portal's budget is 1 euro"]


def test_reset_puts_everything_back(memory):
    start = memory.facts()
    memory.keep(told("The portal's budget is 1 euro"), [OWN], "act_user_jane")
    memory.keep(GREEN, [OWN], "act_user_jane")
    memory.reset()
    assert memory.size == AT_THE_START
    assert [(one.owner, one.text) for one in memory.facts()] == [(one.owner, one.text) for one in start]
    assert recalled(memory, "What is my favourite colour?", JANE, OWN) == []
    assert recalled(memory, "budget", OWN) == [("The portal's budget is 40000 euros", ["proj_def456"])]


@settings(max_examples=100, deadline=None)
@given(st.text(min_size=1, max_size=100), st.text(max_size=100))
def test_any_fact_is_kept_as_it_is_and_any_question_answered(fact, question):
    memory = Memory()
    try:
        kept = memory.keep(told(fact), [JANE], "act_user_jane")
        assert kept.outcome == "kept"
        assert [one.text for one in memory.facts([JANE])][-1] == kept.fact
        memory.recall(question, [JANE, OWN])
    finally:
        memory.close()


def test_many_threads_tell_ask_and_reset(memory):
    """Each thread tells facts of its own actor; another resets meanwhile. No error, and no half of a reset is seen."""
    seeded = AT_THE_START.facts

    def work(number):
        owner = Owner("actor", f"act_{number}")
        for turn in range(30):
            memory.keep(told(f"Remember thing {turn}"), [owner], owner.id)
            memory.recall("which thing?", [owner, OWN])
            assert sum(fact.seeded for fact in memory.facts()) == seeded

    with ThreadPoolExecutor(6) as threads:
        working = [threads.submit(work, number) for number in range(6)]
        for _ in range(20):
            memory.reset()
    for one in working:
        one.result()
    memory.reset()
    assert memory.size == AT_THE_START
