"""What a server says about a task, the same whatever variant said it.

Plain dataclasses, because `playground.protocol.decode` has looked at every member already, and not frozen ones,
which take three times as long to make: a long stream makes tens of thousands. Nobody changes them all the same.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

from playground.model.draft import DataPart, FilePart, TextPart
from playground.model.jsontext import Json

State = Literal[
    "submitted",
    "working",
    "input-required",
    "auth-required",
    "completed",
    "failed",
    "canceled",
    "rejected",
    "unknown",
]

TERMINAL: frozenset[State] = frozenset({"completed", "failed", "canceled", "rejected"})
"""States after which a task does not change any more (A2A 1.0, 4.1.3)."""

PAUSED: frozenset[State] = frozenset({"input-required", "auth-required"})
"""States in which the agent waits for the user."""

AnyPart = TextPart | FilePart | DataPart


def text_of(parts: Iterable[AnyPart]) -> str:
    """The texts of the parts joined with nothing between: chunks of one text come as parts of their own."""
    return "".join([part.text or "" for part in parts if isinstance(part, TextPart)])


@dataclass(slots=True)
class ReceivedMessage:
    """A message of the task's history, of a status, or the whole answer."""

    role: str | None = None
    """`user`, `agent`, or what else the server said."""
    message_id: str | None = None
    context_id: str | None = None
    task_id: str | None = None
    parts: list[AnyPart] = field(default_factory=list)
    metadata: Json = None

    @property
    def text(self) -> str:
        """All text of the message."""
        return text_of(self.parts)


@dataclass(slots=True)
class Artifact:
    """One artifact, with all the chunks that came so far."""

    id: str | None = None
    name: str | None = None
    description: str | None = None
    parts: list[AnyPart] = field(default_factory=list)
    metadata: Json = None

    @property
    def text(self) -> str:
        """All text of the artifact."""
        return text_of(self.parts)


@dataclass(slots=True)
class Status:
    """A task's state at one moment."""

    state: State = "unknown"
    raw_state: str | None = None
    """The state as the server spelt it."""
    message: ReceivedMessage | None = None
    timestamp: str | None = None


@dataclass(slots=True)
class Task:
    """A task as far as the answers told it."""

    id: str | None = None
    context_id: str | None = None
    state: State = "unknown"
    raw_state: str | None = None
    status_message: ReceivedMessage | None = None
    timestamp: str | None = None
    artifacts: list[Artifact] = field(default_factory=list)
    history: list[ReceivedMessage] = field(default_factory=list)
    metadata: Json = None
