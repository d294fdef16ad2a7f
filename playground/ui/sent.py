"""One send of this session: the run, with what the form held when it was sent."""

from dataclasses import dataclass, field
from functools import cached_property

from playground.client.run import Run
from playground.model import jsontext
from playground.model.jsontext import Json, JsonError
from playground.model.run import Result
from playground.model.task import PAUSED, TERMINAL
from playground.protocol.combination import Combination
from playground.ui import tree
from playground.ui.feed import Feed

_UNKNOWN_TASK = "TASK_NOT_FOUND"
"""The finding of an answer that says that the server does not have the task (any more)."""


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
    """Where it went: the sandbox, or scheme, host and port."""

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
    def destination(self) -> tuple[str, ...]:
        """What tells it from runs that went elsewhere, as `destination` does for a draft."""
        return destination(self.draft, self.origin)

    @property
    def by_hand(self) -> bool:
        """Whether its body was typed by hand: then the form's message was not sent."""
        return by_hand(self.draft)

    @property
    def text(self) -> str:
        """What was said: the message's texts; a body typed by hand as it stands, empty where it is no text."""
        if self.by_hand:
            return self.run.request.body_text or ""
        parts = tree.get(self.draft, "message.parts")
        said = [part.get("text") for part in parts if isinstance(part, dict)] if isinstance(parts, list) else []
        return "\n".join(text for text in said if isinstance(text, str))

    @property
    def attachments(self) -> int:
        """How many parts of the message are no text."""
        parts = None if self.by_hand else tree.get(self.draft, "message.parts")
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
        return self._sent_id("contextId")

    def _sent_id(self, name: str) -> str | None:
        sent = self._message.get(name)
        return sent if isinstance(sent, str) and sent else None

    @cached_property
    def _message(self) -> dict[str, Json]:
        """The message as it was sent: what the form says does not count where the body was typed by hand."""
        return message_in(self.run.request.body_text) if self.by_hand else self.draft.get("message") or {}

    @property
    def task_id(self) -> str | None:
        """The task that answered."""
        task = self.result().task
        return task.id if task is not None else None

    @property
    def waits(self) -> bool:
        """Whether its task, as it was last seen here, waits for an answer."""
        task = self.result().task
        return task is not None and task.state in PAUSED

    @property
    def asks(self) -> str:
        """What its task said when it paused."""
        task = self.result().task
        message = task.status_message if task is not None and self.waits else None
        return message.text if message is not None else ""

    @property
    def lost_task(self) -> str | None:
        """The task that it was sent to and that the server does not know."""
        codes = {found.code for found in self.result().findings}
        return self._sent_id("taskId") if _UNKNOWN_TASK in codes else None

    @property
    def finished(self) -> bool:
        """Whether its task takes no more messages."""
        task = self.result().task
        return task is not None and task.state in TERMINAL


def by_hand(draft: dict[str, Json]) -> bool:
    """Whether the body is typed by hand, so that the form's message does not count (null: none is sent)."""
    raw = draft.get("raw") or {}
    return "body" in raw or raw.get("bodyBase64") is not None


def destination(draft: dict[str, Json], origin: str) -> tuple[str, ...]:
    """Where a draft goes: the URL typed by hand, or the A2A URL, or origin, workspace and agent.

    Tasks and contexts belong to one agent, whatever profile and headers it is asked with.
    """
    target, raw = draft.get("target") or {}, draft.get("raw") or {}
    whole = raw.get("url") if raw.get("url") is not None else target.get("a2aUrl")
    if whole is not None:
        return (str(whole),)
    return (origin, str(target.get("workspaceId") or ""), str(target.get("agentId") or ""))


def message_in(body: str | None) -> dict[str, Json]:
    """The message of a request's body: JSON-RPC has it under `params`, REST at the top, in 1.0 and 0.3 alike.

    Empty where there is none (A2A 1.0: `SendMessageRequest`; A2A 0.3: `MessageSendParams`).
    """
    try:
        data = jsontext.loads(body or "", unique_keys=False)
    except JsonError:
        return {}
    params = data.get("params", data) if isinstance(data, dict) else None
    message = params.get("message") if isinstance(params, dict) else None
    return message if isinstance(message, dict) else {}
