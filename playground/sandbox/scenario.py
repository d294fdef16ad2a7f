"""What the sandbox's agents can do: a table of scenarios, chosen by words in the message.

Pure and deterministic: a turn goes in, the steps of the answer come out. No language model is asked.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

from playground.sandbox.facts import LOOKED_AT, read
from playground.sandbox.png import bar_chart
from playground.sandbox.reply import context_sentence, counted, joined, memory_sentences
from playground.sandbox.steps import Break, Chunk, End, File, Say, Speak, Step, Turn, Wait, chunks

MAX_FRAGMENTS = 20_000
MAX_SECONDS = 600.0
# The events of a stream beside the fragments: the task, its first status, the artifact and the last status.
OTHER_EVENTS = 4

_TABLE = "day,messages\nMonday,12\nTuesday,30\n"
_NUMBER = r"\d{1,9}(?:\.\d{1,6})?"


@dataclass(frozen=True)
class Scenario:
    """One thing the agents can do; the agent card lists it as a skill with its examples."""

    id: str
    name: str
    description: str
    examples: tuple[str, ...]
    words: re.Pattern[str]
    play: Callable[[Turn, re.Match[str]], list[Step]]


def _words(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


def _context(turn: Turn) -> str:
    return context_sentence(turn.extension, turn.done.unknown)


def _hello(turn: Turn) -> str:
    said = memory_sentences(turn)
    received = counted(len(turn.text.split()), "word")
    if turn.attachments:
        received = f"{received} and {joined(turn.attachments)}"
    if turn.done.reading.told or turn.done.reading.too_long or turn.done.recalled or turn.done.reading.asks:
        if turn.attachments:
            said.append(f"I received {received}.")
        return " ".join(said)
    return " ".join(
        [
            f"Hello from the MemoryLake sandbox. I received {received}. {_context(turn)} No language "
            "model is behind this answer: the same message gets the same reply, so change it and see what differs.",
            *said,
        ]
    )


def _reply(turn: Turn, _: re.Match[str]) -> list[Step]:
    return [Say(_hello(turn))]


def _question(_turn: Turn, _: re.Match[str]) -> list[Step]:
    return [End("input-required", "Which project should I look in? Answer with the same taskId and contextId.")]


def _sign_in(_turn: Turn, _: re.Match[str]) -> list[Step]:
    return [
        Say("I need your permission first. "),
        End(
            "auth-required",
            "Sign in to the calendar at https://example.com/sign-in, then send any message with the same taskId and "
            "contextId.",
        ),
    ]


def _answered(turn: Turn) -> list[Step]:
    said = memory_sentences(turn) or [_context(turn)]
    return [Say(f"Thank you. You answered: {turn.text.strip() or 'nothing'}. {' '.join(said)}")]


def _sources(turn: Turn) -> list[str]:
    return [owner.id for owner in turn.done.searched if owner.type == "project"]


def _artifact(turn: Turn, _: re.Match[str]) -> list[Step]:
    sources = _sources(turn)
    data: dict[str, object] = {"days": ["Monday", "Tuesday"], "messages": [12, 30], "sources": sources}
    return [
        Say(f"Here is the report you asked for, in several chunks with a file and data. {_context(turn)}"),
        *chunks(
            "report",
            "# Support report\n\n",
            f"Sources: {joined(sources) if sources else 'no project'}.\n\n",
            "Tuesday was the busiest day: 30 messages against 12 on Monday.\n",
            File("messages.csv", "text/csv", _TABLE.encode()),
            data,
        ),
    ]


def _several(_turn: Turn, _: re.Match[str]) -> list[Step]:
    return [
        Say("I write two artifacts at once: the plan grows piece by piece, the figures are replaced. "),
        Chunk("plan", "1. Collect the questions.\n"),
        Chunk("figures", "Monday: 10 messages (estimated)"),
        Chunk("plan", "2. Answer them.\n", append=True),
        Chunk("figures", "Monday: 12 messages (counted)", last=True),
        Chunk("plan", "3. Write down what was learnt.\n", append=True, last=True),
        Say("Both are done."),
    ]


def _picture(_turn: Turn, _: re.Match[str]) -> list[Step]:
    return [
        Say("Here is the chart as an image, and its figures as a file."),
        *chunks(
            "chart",
            File("messages.png", "image/png", bar_chart((20, 50, 35, 60, 42))),
            File("messages.csv", "text/csv", _TABLE.encode()),
        ),
    ]


def _stream(_turn: Turn, match: re.Match[str]) -> list[Step]:
    if match["long"]:
        return [_numbered(300, 50)]
    asked = int(re.sub(r"\D", "", match["count"]))
    number = asked - OTHER_EVENTS if match["unit"].lower().startswith("event") else asked
    if not 1 <= number <= MAX_FRAGMENTS:
        return [
            Say(
                f"I stream between 1 and {MAX_FRAGMENTS} words, that is between {1 + OTHER_EVENTS} and "
                f"{MAX_FRAGMENTS + OTHER_EVENTS} events; you asked for {asked} {match['unit']}."
            )
        ]
    return [_numbered(number, float(match["rate"] or 0))]


def _numbered(number: int, rate: float) -> Say:
    """So many words, each with its number, so that one can see whether any is missing."""
    width = len(str(number))
    return Say("".join(f"word{place:0{width}} " for place in range(1, number + 1)), rate)


def _seconds(match: re.Match[str], otherwise: float) -> float:
    return min(float(next((group for group in match.groups() if group), otherwise)), MAX_SECONDS)


def _slow(turn: Turn, match: re.Match[str]) -> list[Step]:
    seconds = _seconds(match, 3)
    return [
        Wait(seconds),
        Say(f"I waited {seconds:g} s before I began. {_context(turn)}"),
    ]


def _silence(_turn: Turn, match: re.Match[str]) -> list[Step]:
    seconds = _seconds(match, 5)
    return [
        Say(f"Now I say nothing for {seconds:g} s, not even a keep-alive. "),
        Wait(seconds),
        Say("Here I am again."),
    ]


def _message_only(turn: Turn, _: re.Match[str]) -> list[Step]:
    return [Speak(f"This answer is a message; there is no task behind it. {_context(turn)}")]


def _rejection(_turn: Turn, _: re.Match[str]) -> list[Step]:
    return [End("rejected", "The sandbox rejected the task because the message asked for it.")]


def _failure(_turn: Turn, _: re.Match[str]) -> list[Step]:
    return [
        Say("I begin as usual, "),
        End("failed", "The sandbox failed because the message asked for it. Nothing is broken."),
    ]


def _late_failure(_turn: Turn, _: re.Match[str]) -> list[Step]:
    return [
        Say(
            "This looks like an answer that goes well: I read your message, I looked at last week's figures, and I am "
            "writing the summary that you asked for. It is nearly done, and then "
        ),
        *chunks("summary", "# Summary\n\n", "Tuesday was the busiest day.\n"),
        End("failed", "The sandbox failed late because the message asked for it. Nothing is broken."),
    ]


def _breakdown(_turn: Turn, _: re.Match[str]) -> list[Step]:
    return [
        Say("I begin as usual and then break down: "),
        Break("The sandbox broke down because the message asked for it"),
    ]


def _cut(_turn: Turn, _: re.Match[str]) -> list[Step]:
    return [
        Say(
            "The connection is cut in the middle of this sentence, without the last chunk; the task itself goes on and "
            "completes, so that you can get it by its ID afterwards."
        )
    ]


def _refused(_turn: Turn, match: re.Match[str]) -> list[Step]:
    return [Say(f"The gateway answers this message with {match['status']} before it reaches me.")]


# The first scenario is for every message that no other one claims; the order of the others decides between them.
SCENARIOS = (
    Scenario(
        "reply",
        "Reply with memory",
        "Answers any message in some forty words, streamed word by word: keeps what it tells, recalls what it asks.",
        (
            "How do I configure two-factor authentication?",
            "Summarize our last meeting notes",
            "Remember that I prefer window seats",
            "What do you know about me?",
            "Hello",
        ),
        _words(""),
        _reply,
    ),
    Scenario(
        "refused",
        "Refusal",
        'Is refused with the HTTP status that the message names: "answer with 401", 402, 403, 404, 429 or 500.',
        ("Answer with 401", "Answer with 403", "Answer with 429"),
        _words(r"\banswer with (?P<status>401|402|403|404|429|500)\b"),
        _refused,
    ),
    Scenario(
        "dropped",
        "Dropped connection",
        'Cuts the connection in the middle of the answer when the message says "drop the connection".',
        ("Drop the connection",),
        _words(r"\bdrop(?:s|ped)? (?:the )?connection\b"),
        _cut,
    ),
    Scenario(
        "breakdown",
        "Error inside the stream",
        'Breaks down after some events when the message says "error in the stream".',
        ("Error in the stream",),
        _words(r"\berror (?:in|inside|inside of) (?:the )?stream\b"),
        _breakdown,
    ),
    Scenario(
        "stream",
        "Long stream",
        f'Streams as many words as the message says, up to {MAX_FRAGMENTS}: "stream 600 words at 50/s"; without a rate '
        'at full speed. "Stream 600 events" counts every event. "Long stream" is 300 words at 50 a second.',
        ("Stream 600 words at 50/s", "Stream 200 events", "Long stream"),
        _words(
            r"\bstream (?P<count>\d{1,3}(?:[ ,]?\d{3}){1,2}|\d{1,9}) (?P<unit>words?|fragments?|events?)\b"
            rf"(?:\W+at (?P<rate>{_NUMBER})\s*(?:/|per\b|a\b))?|(?P<long>\blong stream\b)"
        ),
        _stream,
    ),
    Scenario(
        "slow",
        "Slow start",
        'Waits before the first event when the message says "slow start" (3 s) or "wait 5 s".',
        ("Slow start", "Wait 2 s"),
        _words(rf"\bslow start\b|\bwait ({_NUMBER}) ?s(?:ec(?:ond)?s?)?\b"),
        _slow,
    ),
    Scenario(
        "silence",
        "Silence",
        'Falls silent in the middle when the message says "silence" (5 s) or "silence of 20 s".',
        ("A silence of 2 s", "Silence"),
        _words(rf"\bsilence\b(?: (?:of|for) ({_NUMBER}) ?s(?:ec(?:ond)?s?)?\b)?"),
        _silence,
    ),
    Scenario(
        "message",
        "Message only",
        'Answers with a message and no task when the message says "message only".',
        ("Message only, please",),
        _words(r"\bmessage[- ]only\b|\bwithout a task\b"),
        _message_only,
    ),
    Scenario(
        "question",
        "Question back",
        'Asks back when the message says "ask me": the task waits in input-required until it is answered.',
        ("Ask me which project to use",),
        _words(r"\bask me\b"),
        _question,
    ),
    Scenario(
        "sign-in",
        "Sign-in",
        'Asks for a sign-in when the message says "auth required": the task waits in auth-required.',
        ("Auth required",),
        _words(r"\bauth(?:orization|entication)?[- ]required\b"),
        _sign_in,
    ),
    Scenario(
        "rejection",
        "Rejection",
        'Ends in the rejected state when the message says "reject".',
        ("Please reject this",),
        _words(r"\breject(?:s|ed|ion)?\b"),
        _rejection,
    ),
    Scenario(
        "late-failure",
        "Late failure",
        'Fails after much text and an artifact when the message says "fail late".',
        ("Please fail late",),
        _words(r"\bfail(?:s|ed|ure)? late\b|\blate failure\b"),
        _late_failure,
    ),
    Scenario(
        "several",
        "Several artifacts",
        'Writes two artifacts, one appended to and one replaced, when the message says "several artifacts".',
        ("Write several artifacts",),
        _words(r"\b(?:several|two|more) artifacts\b"),
        _several,
    ),
    Scenario(
        "picture",
        "Image and file",
        'Answers with an image and a file when the message says "image" or "picture".',
        ("Draw an image",),
        _words(r"\b(?:image|picture)s?\b"),
        _picture,
    ),
    Scenario(
        "artifact",
        "Artifact",
        'Writes an artifact in several chunks, with a file and data, when the message says "report".',
        ("Write a report about last week",),
        _words(r"\breports?\b"),
        _artifact,
    ),
    Scenario(
        "failure",
        "Failure",
        'Ends in the failed state when the message says "fail".',
        ("Please fail",),
        _words(r"\bfail(s|ed|ure)?\b"),
        _failure,
    ),
)


def choose(text: str) -> tuple[Scenario, re.Match[str]]:
    """Chooses the scenario for a message.

    In: its text. Out: the scenario, and the words that chose it. What is to be remembered chooses none.
    """
    default, *others = SCENARIOS
    if read(text).ordered:
        others = []
    found = ((one, one.words.search(text[:LOOKED_AT])) for one in others)
    chosen = next(((one, match) for one, match in found if match is not None), None)
    if chosen is not None:
        return chosen
    match = default.words.search(text)
    if match is None:
        raise ValueError("the first scenario is for every message")
    return default, match


def play(turn: Turn) -> list[Step]:
    """Plays a turn.

    In: the turn. Out: the steps of the answer, at least one; an `End`, a `Break` or a `Speak` comes last, otherwise
    the task completes. A message to a task that asked for something is taken as its answer.
    """
    if turn.answers_question:
        return _answered(turn)
    scenario, match = choose(turn.text)
    return scenario.play(turn, match)
