"""A run: one send and all that came back, as it is shown, printed and saved."""

from dataclasses import dataclass, field
from typing import Literal

from playground.model import jsontext
from playground.model.finding import Finding
from playground.model.jsontext import Json, JsonError
from playground.model.request import Headers, WireRequest
from playground.model.task import Artifact, ReceivedMessage, State, Status, Task

EventKind = Literal["task", "message", "status-update", "artifact-update", "error", "unknown"]

Outcome = (
    State
    | Literal[
        "stopped",
        "timed-out",
        "no-connection",
        "message",
        "refused",
        "interrupted",
        "ended-early",
        "not-a2a",
        "done",
    ]
)


@dataclass(slots=True)
class Update:
    """What one answer or stream event says, whatever variant it came in. Not changed once it was made (see `task`).

    `kind` tells which of the members is filled: `task`, `message`, `status`, `artifact`, or `finding` (error).
    """

    kind: EventKind
    task_id: str | None = None
    context_id: str | None = None
    task: Task | None = None
    message: ReceivedMessage | None = None
    status: Status | None = None
    artifact: Artifact | None = None
    append: bool = False
    finding: Finding | None = None
    """The error, if this is one."""
    notes: tuple[Finding, ...] = ()
    """What is unusual about it."""

    @property
    def state(self) -> State | None:
        """The task state that this update reports, if any."""
        if self.status is not None:
            return self.status.state
        return self.task.state if self.task is not None else None

    @property
    def text(self) -> str:
        """The text to show for this update in one cell."""
        if self.artifact is not None:
            return self.artifact.text
        if self.message is not None:
            return self.message.text
        if self.status is not None and self.status.message is not None:
            return self.status.message.text
        if self.task is not None:
            if self.task.artifacts:
                return "\n\n".join(artifact.text for artifact in self.task.artifacts)
            if self.task.status_message is not None:
                return self.task.status_message.text
        return ""


def parsed(raw: str) -> Json:
    """What a server sent, as JSON; None where it is none. A byte order mark is no part of it."""
    try:
        return jsontext.loads(raw.removeprefix("\ufeff"), unique_keys=False)
    except JsonError:
        return None


Frame = tuple[str, str | None]
"""What stood before and behind an event's data in the stream; (all of it, None) where the data was in several lines."""


@dataclass(slots=True)
class Event:
    """One event of a run's log: the text exactly as it came, when, and what it says. Not changed once it is there."""

    seq: int
    elapsed_ms: float
    """Milliseconds since the request was sent."""
    raw: str
    """The exact `data` text of a stream event, or the whole body of an answer that is no stream."""
    update: Update
    raw_base64: str | None = None
    """The bytes as they came, where they are no UTF-8 and `raw` therefore shows replacements."""
    frame: Frame | None = None
    """None for an answer that is no stream."""

    @property
    def lines(self) -> str:
        """The event with its field names, comments and line ends as it came; an answer that is no stream is `raw`."""
        if self.frame is None:
            return self.raw
        before, after = self.frame
        return before if after is None else before + self.raw + after

    @property
    def data(self) -> Json:
        """`raw` parsed, or None where it is no JSON.

        Parsed when asked for: the values of ten thousand events would make Python's garbage collector the slowest part
        of a run.
        """
        return parsed(self.raw)

    @property
    def findings(self) -> list[Finding]:
        """The error that this event reports and the notes on its form."""
        return [*([self.update.finding] if self.update.finding else []), *self.update.notes]


@dataclass(frozen=True, slots=True)
class Response:
    """The head of the answer, and its body unless it was a stream."""

    status: int
    reason: str
    headers: Headers
    body: str | None = None
    """The exact text; None for a stream, and where the bytes are no UTF-8."""
    body_base64: str | None = None
    """The bytes of a body that is no UTF-8."""


@dataclass(frozen=True, slots=True)
class Timing:
    """Milliseconds since the request was sent; None for what did not happen."""

    first_byte_ms: float | None = None
    first_event_ms: float | None = None
    total_ms: float | None = None


@dataclass(frozen=True)
class Result:
    """All that is known of a run at one moment: what a finished run is saved as."""

    request: WireRequest
    started_at: str
    """UTC, ISO 8601."""
    sent_as_shown: bool | None
    """Whether the bytes that left equal those that were shown; None while nothing has left."""
    added_headers: Headers
    """What the HTTP library put beside our headers."""
    response: Response | None
    outcome: Outcome | None
    """None while the run goes on."""
    reply: str
    task: Task | None
    events: list[Event]
    keep_alives: int
    findings: list[Finding]
    timing: Timing
    tail: str = ""
    """What came after the last whole event of a stream."""
    states: list[tuple[State, float]] = field(default_factory=list)
    """The states that the task went through, each with the milliseconds since the request was sent."""
