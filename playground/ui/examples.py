"""Drafts to begin with: the eight requests of MemoryLake's A2A document and the sandbox's scenarios."""

from copy import deepcopy
from dataclasses import dataclass, field

from playground.locale import _
from playground.model.jsontext import Json

_ASK = "How do I configure two-factor authentication?"
_SUMMARIZE = "Summarize our last meeting notes"


@dataclass(frozen=True)
class Example:
    """One draft with its name. It holds no target: the one that is chosen stays."""

    title: str
    draft: dict[str, Json] = field(repr=False)

    def tree(self) -> dict[str, Json]:
        """A copy to edit."""
        return deepcopy(self.draft)


def _ask(
    version: str, transport: str, message_id: str | None, request_id: str | None, *, full: bool
) -> dict[str, Json]:
    memory: dict[str, Json] = {"actorId": "act_user_jane", "readWriteProjectId": "proj_def456"}
    if full:
        memory |= {"readOnlyProjectIds": ["proj_shared_kb"], "overrides": {"model": "gpt-4o", "maxTurns": 5}}
    return _draft(version, "send", transport, message_id, request_id) | {
        "message": {
            "messageId": message_id,
            "contextId": "ctx_m4n7p2q9",
            "parts": [{"type": "text", "text": _ASK}],
        },
        "configuration": {"blocking": True, "historyLength": 10},
        "memorylake": memory,
    }


def _summarize(version: str, transport: str, message_id: str | None, request_id: str | None) -> dict[str, Json]:
    return _draft(version, "stream", transport, message_id, request_id) | {
        "message": {"messageId": message_id, "parts": [{"type": "text", "text": _SUMMARIZE}]},
        "memorylake": {"actorId": "act_user_jane", "readOnlyProjectIds": ["proj_meetings"]},
    }


def _draft(
    version: str, operation: str, transport: str, message_id: str | None, request_id: str | None
) -> dict[str, Json]:
    del message_id
    draft: dict[str, Json] = {"version": version, "operation": operation, "transport": transport}
    return draft | {"requestId": request_id} if request_id is not None else draft


def _scenario(text: str, **more: Json) -> dict[str, Json]:
    return {
        "version": "1.0",
        "operation": "stream",
        "transport": "rest",
        "message": {"parts": [{"type": "text", "text": text}]},
        "memorylake": {
            "actorId": "act_user_jane",
            "readWriteProjectId": "proj_def456",
            "readOnlyProjectIds": ["proj_meetings"],
        },
        **more,
    }


# The REST requests of the document carry no messageId: null leaves it out.
DOCUMENT: tuple[Example, ...] = (
    Example(_("1 · v1.0 send REST"), _ask("1.0", "rest", None, None, full=True)),
    Example(_("2 · v1.0 stream REST"), _summarize("1.0", "rest", None, None)),
    Example(_("3 · v0.3 send REST"), _ask("0.3", "rest", None, None, full=False)),
    Example(_("4 · v0.3 stream REST"), _summarize("0.3", "rest", None, None)),
    Example(_("5 · v1.0 send JSON-RPC"), _ask("1.0", "jsonrpc", "msg-1", "req-1", full=True)),
    Example(_("6 · v1.0 stream JSON-RPC"), _summarize("1.0", "jsonrpc", "msg-2", "req-2")),
    Example(_("7 · v0.3 send JSON-RPC"), _ask("0.3", "jsonrpc", "msg-3", "req-3", full=False)),
    Example(_("8 · v0.3 stream JSON-RPC"), _summarize("0.3", "jsonrpc", "msg-4", "req-4")),
)

# The words in these messages choose the sandbox's scenario.
SCENARIOS: tuple[Example, ...] = (
    Example(_("Reply, streamed word by word"), _scenario(_SUMMARIZE)),
    Example(_("Question back, to be answered"), _scenario("Ask me which project to use")),
    Example(_("Artifact in chunks, with a file and data"), _scenario("Write a report about last week")),
    Example(_("Failed task"), _scenario("Please fail")),
)

FIRST = SCENARIOS[0]
"""What the page opens with."""
