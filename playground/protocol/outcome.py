"""How a run ended: the first that applies, from what is known about connection, status and events."""

from dataclasses import dataclass
from typing import Literal, cast

from playground.model.run import Outcome
from playground.protocol.fold import Fold

End = Literal["complete", "stopped", "timed-out", "no-connection", "interrupted"]
"""How the transport ended: the answer was whole, or why it was not."""


@dataclass(frozen=True)
class Answer:
    """What the transport knows about one answer."""

    end: End
    stream: bool
    """Whether the answer was an event stream."""
    status: int | None = None
    error: bool = False
    """Whether an error document or error frame came."""
    empty: bool = False
    """Whether a 2xx answer had no body and none was due (204)."""


def outcome(answer: Answer, fold: Fold) -> Outcome:
    """The outcome of a finished run: the first rule that applies, in the order of the design."""
    whole_task = not answer.stream and answer.end == "complete" and not answer.error
    rules: tuple[tuple[bool, str | None], ...] = (
        (answer.end in {"stopped", "timed-out", "no-connection"}, answer.end),
        (fold.final is not None, fold.final),
        (whole_task and fold.state in {"submitted", "working"}, fold.state),
        (answer.error or (answer.status or 0) >= 300, "refused"),
        (answer.end == "interrupted", "interrupted"),
        (answer.stream, "ended-early"),
        (answer.empty, "done"),
    )
    return cast(Outcome, next((name for applies, name in rules if applies), "not-a2a"))
