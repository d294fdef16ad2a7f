"""One send of this session: the run, with what the form held when it was sent."""

from dataclasses import dataclass, field
from functools import cached_property

from playground.client.run import Run
from playground.model.jsontext import Json
from playground.model.run import Result
from playground.model.task import PAUSED, TERMINAL
from playground.protocol.combination import Combination
from playground.ui import tree
from playground.ui.feed import Feed


@dataclass
class Sent:
    """Kept as long as the session; `number` counts from 1."""

    number: int
    run: Run
    feed: Feed
    combination: Combination
    draft: dict[str, Json] = field(repr=False)
    """The draft as it was sent; ids that it asked to be made are in the run's request only."""
    origin: str
    """What the target is told by: the sandbox, or scheme, host and port."""

    def result(self) -> Result:
        """All that is known of the run; the same value again once it has ended."""
        return self.run.result() if self.run.running else self._final

    @cached_property
    def _final(self) -> Result:
        return self.run.result()

    @property
    def target(self) -> str:
        """Where it went, in a few words: `sandbox · agt_1`, the host and the agent, or the whole A2A URL."""
        target = self.draft.get("target") or {}
        if target.get("a2aUrl") is not None:
            return str(target["a2aUrl"])
        return f"{self.origin.partition('://')[2] or self.origin} · {target.get('agentId') or ''}"

    @property
    def text(self) -> str:
        """What was said: the message's texts."""
        parts = tree.get(self.draft, "message.parts")
        said = [part.get("text") for part in parts if isinstance(part, dict)] if isinstance(parts, list) else []
        return "\n".join(text for text in said if isinstance(text, str))

    @property
    def attachments(self) -> int:
        """How many parts of the message are no text."""
        parts = tree.get(self.draft, "message.parts")
        return sum(part.get("type") != "text" for part in parts if isinstance(part, dict)) if parts else 0

    @property
    def context_id(self) -> str | None:
        """The conversation that it belongs to: what the server says, else what was sent."""
        task = self.result().task
        if task is not None and task.context_id:
            return task.context_id
        message = next((e.update.message for e in self.result().events if e.update.message is not None), None)
        if message is not None and message.context_id:
            return message.context_id
        sent = tree.get(self.draft, "message.contextId")
        return sent if isinstance(sent, str) and sent else None

    @property
    def task_id(self) -> str | None:
        """The task that answered."""
        task = self.result().task
        return task.id if task is not None else None

    @property
    def waits(self) -> bool:
        """Whether its task waits for an answer."""
        return self.result().outcome in PAUSED

    @property
    def finished(self) -> bool:
        """Whether its task takes no more messages."""
        task = self.result().task
        return task is not None and task.state in TERMINAL


def conversation(runs: list[Sent], shown: Sent) -> list[Sent]:
    """The turns of the conversation that `shown` belongs to, in order: same target, same context."""
    context = shown.context_id
    if context is None:
        return [shown]
    return [one for one in runs if one is shown or (one.origin == shown.origin and one.context_id == context)]
