"""What an agent can do in one turn, step by step."""

import re
from dataclasses import dataclass, field
from typing import Literal

from playground.sandbox.extension import Extension
from playground.sandbox.facts import Reading
from playground.sandbox.recollection import Recollection


@dataclass(frozen=True)
class Turn:
    """One message as an agent sees it, and what the memory did with it."""

    text: str
    attachments: tuple[str, ...] = ()
    extension: Extension | None = None
    done: Recollection = field(default_factory=lambda: Recollection(Reading()))
    answers_question: bool = False


@dataclass(frozen=True)
class Say:
    """Text of the reply, streamed in fragments: at the agent's own pace, or so many a second (0: as fast as can be)."""

    text: str
    rate: float | None = None


@dataclass(frozen=True)
class File:
    """A file in an artifact."""

    filename: str
    media_type: str
    content: bytes


Content = str | File | dict[str, object]


@dataclass(frozen=True)
class Chunk:
    """One piece of an artifact beside the reply. What is not appended is the artifact's beginning, or replaces it."""

    name: str
    content: Content
    append: bool = False
    last: bool = False


@dataclass(frozen=True)
class Wait:
    """Nothing happens for so many seconds. As the first step it delays even the task."""

    seconds: float


@dataclass(frozen=True)
class End:
    """Ends the turn in another state than completed, with a message."""

    state: Literal["input-required", "auth-required", "failed", "rejected"]
    text: str


@dataclass(frozen=True)
class Break:
    """The agent breaks down: a send gets an error, a stream an error frame."""

    reason: str


@dataclass(frozen=True)
class Speak:
    """The whole answer is one message; there is no task."""

    text: str


Step = Say | Chunk | Wait | End | Break | Speak


def fragments(text: str) -> list[str]:
    """Cuts a text into the pieces in which it is streamed: words with the space around them, nothing lost."""
    return re.findall(r"\s*\S+\s*", text)


def chunks(name: str, *contents: Content) -> list[Step]:
    """An artifact that comes in pieces: each is appended to the first."""
    return [
        Chunk(name, content, append=number > 1, last=number == len(contents))
        for number, content in enumerate(contents, start=1)
    ]
