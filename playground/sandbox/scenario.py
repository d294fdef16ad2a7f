"""What the sandbox's agents say: four scenarios, chosen by words in the message.

Pure and deterministic: a turn goes in, the steps of the answer come out. No language model is asked.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

from playground.sandbox.memory import Memory


@dataclass(frozen=True)
class Turn:
    """One message as an agent sees it."""

    text: str
    attachments: tuple[str, ...] = ()
    memory: Memory | None = None
    answers_question: bool = False


@dataclass(frozen=True)
class Say:
    """Text of the reply, streamed in fragments."""

    text: str


@dataclass(frozen=True)
class File:
    """A file that goes into the report."""

    filename: str
    media_type: str
    content: bytes


@dataclass(frozen=True)
class Report:
    """An artifact beside the reply, sent in as many chunks as it has parts (text, file or data)."""

    name: str
    parts: tuple[str | File | dict[str, object], ...]


@dataclass(frozen=True)
class Ask:
    """Ends the turn with a question: the task waits in input-required."""

    question: str


@dataclass(frozen=True)
class Fail:
    """Ends the turn in the failed state."""

    reason: str


Step = Say | Report | Ask | Fail


@dataclass(frozen=True)
class Scenario:
    """One thing the agents can do; the agent card lists it as a skill with its examples."""

    id: str
    name: str
    description: str
    examples: tuple[str, ...]
    words: str
    play: Callable[[Turn], list[Step]]


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _joined(items: list[str]) -> str:
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}"


def memory_sentence(memory: Memory | None) -> str:
    """Says what the agent would do with the memory layer for this request."""
    if memory is None:
        return "Without metadata.memorylake I run without memory."
    deeds = []
    if memory.actor_id and not memory.skip_memory:
        deeds.append(f"keep facts about {memory.actor_id}")
    if memory.actor_id and memory.skip_memory:
        deeds.append(f"recall {memory.actor_id} without keeping anything")
    if memory.read_write_project_id:
        deeds.append(f"read and write {memory.read_write_project_id}")
    if memory.read_only_project_ids:
        deeds.append(f"search {_joined(list(memory.read_only_project_ids))}")
    if not deeds:
        return "Your metadata.memorylake names no actor and no project, so there is no memory to use."
    sentence = f"With this memory context I would {_joined(deeds)}."
    return f"{sentence} Overrides received: {_joined(list(memory.overrides))}." if memory.overrides else sentence


def _canned_two_factor(memory: Memory | None) -> str:
    # The documents ask this with and without a read-only project and overrides. What they have in common decides the
    # answer, so that it is the same in all four documented sends.
    kept = memory and Memory(memory.actor_id, memory.read_write_project_id, skip_memory=memory.skip_memory)
    return (
        "To configure two-factor authentication, open Settings, choose Security, then Two-factor authentication, scan "
        f"the code with an authenticator app and enter the six digits it shows. {memory_sentence(kept)}"
    )


def _canned_meeting(memory: Memory | None) -> str:
    if memory is None or not memory.project_ids:
        return (
            f"I have no meeting notes to summarize: name their project in readOnlyProjectIds. {memory_sentence(memory)}"
        )
    return (
        f"Our last meeting, according to {memory.project_ids[-1]}: the new onboarding guide ships on Friday, Jane "
        f"reviews the access rules, and billing questions wait for the next meeting. {memory_sentence(memory)}"
    )


# The two questions that MemoryLake's documents ask.
_CANNED: tuple[tuple[re.Pattern[str], Callable[[Memory | None], str]], ...] = (
    (re.compile(r"two-factor|2fa", re.IGNORECASE), _canned_two_factor),
    (re.compile(r"meeting", re.IGNORECASE), _canned_meeting),
)


def _reply(turn: Turn) -> list[Step]:
    for words, canned in _CANNED:
        if words.search(turn.text):
            return [Say(canned(turn.memory))]
    received = _counted(len(turn.text.split()), "word")
    if turn.attachments:
        received = f"{received} and {_joined(list(turn.attachments))}"
    return [
        Say(
            f"Hello from the MemoryLake sandbox. I received {received}. {memory_sentence(turn.memory)} No language "
            "model is behind this answer: the same message gets the same reply, so change it and see what differs."
        )
    ]


def _question(turn: Turn) -> list[Step]:
    if not turn.answers_question:
        return [Ask("Which project should I look in? Answer with the same taskId and contextId.")]
    return [Say(f"Thank you. You answered: {turn.text.strip() or 'nothing'}. {memory_sentence(turn.memory)}")]


def _artifact(turn: Turn) -> list[Step]:
    scope = list(turn.memory.project_ids) if turn.memory else []
    where = _joined(scope) if scope else "no project"
    table = "day,messages\nMonday,12\nTuesday,30\n"
    return [
        Say(
            f"Here is the report you asked for, in several chunks with a file and data. {memory_sentence(turn.memory)}"
        ),
        Report(
            name="report",
            parts=(
                "# Support report\n\n",
                f"Sources: {where}.\n\n",
                "Tuesday was the busiest day: 30 messages against 12 on Monday.\n",
                File("messages.csv", "text/csv", table.encode()),
                {"days": ["Monday", "Tuesday"], "messages": [12, 30], "sources": scope},
            ),
        ),
    ]


def _failure(turn: Turn) -> list[Step]:
    del turn  # it fails whatever was said
    return [Say("I begin as usual, "), Fail("The sandbox failed because the message asked for it. Nothing is broken.")]


SCENARIOS = (
    Scenario(
        "reply",
        "Reply",
        "Answers any message in about forty words, streamed word by word, and says which memory it would use.",
        ("How do I configure two-factor authentication?", "Summarize our last meeting notes", "Hello"),
        "",
        _reply,
    ),
    Scenario(
        "question",
        "Question back",
        'Asks back when the message says "ask me": the task waits in input-required until it is answered.',
        ("Ask me which project to use",),
        r"\bask me\b",
        _question,
    ),
    Scenario(
        "artifact",
        "Artifact",
        'Writes an artifact in several chunks, with a file and data, when the message says "report".',
        ("Write a report about last week",),
        r"\breports?\b",
        _artifact,
    ),
    Scenario(
        "failure",
        "Failure",
        'Ends in the failed state when the message says "fail".',
        ("Please fail",),
        r"\bfail(s|ed|ure)?\b",
        _failure,
    ),
)


def play(turn: Turn) -> list[Step]:
    """Chooses the scenario of a turn and plays it.

    In: the turn. Out: the steps of the answer, at least one; an ``Ask`` or a ``Fail`` comes last, otherwise the task
    completes. The first scenario is for every message that no other one claims.
    """
    if turn.answers_question:
        return _question(turn)
    default, *others = SCENARIOS
    chosen = next((one for one in others if re.search(one.words, turn.text, re.IGNORECASE)), default)
    return chosen.play(turn)


def fragments(text: str) -> list[str]:
    """Cuts a text into the pieces in which it is streamed: words with the space around them, nothing lost."""
    return re.findall(r"\s*\S+\s*", text)
