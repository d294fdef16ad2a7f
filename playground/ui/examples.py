"""Drafts to begin with: the eight requests of MemoryLake's A2A document and the sandbox's scenarios."""

from copy import deepcopy
from dataclasses import dataclass, field
from typing import NamedTuple

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


class _Ids(NamedTuple):
    """The IDs that the document gives its JSON-RPC requests."""

    message: str | None
    request: dict[str, Json]


_NO_IDS = _Ids(None, {})
_SHARED: dict[str, Json] = {"readOnlyProjectIds": ["proj_shared_kb"], "overrides": {"model": "gpt-4o", "maxTurns": 5}}


def _ids(number: int) -> _Ids:
    return _Ids(f"msg-{number}", {"requestId": f"req-{number}"})


def _message(message_id: str | None, text: str, **more: Json) -> dict[str, Json]:
    """A message as the document has it: null leaves the ID out, as its REST requests do."""
    return {"messageId": message_id, "parts": [{"type": "text", "text": text}], **more}


def _ask(version: str, transport: str, ids: _Ids = _NO_IDS, **memory: Json) -> dict[str, Json]:
    context: dict[str, Json] = {} if (version, transport) == ("0.3", "rest") else {"contextId": "ctx_m4n7p2q9"}
    return {
        "version": version,
        "operation": "send",
        "transport": transport,
        **ids.request,
        "message": _message(ids.message, _ASK, **context),
        "configuration": {"blocking": True, "historyLength": 10},
        "memorylake": {"actorId": "act_user_jane", "readWriteProjectId": "proj_def456", **memory},
    }


def _summarize(version: str, transport: str, ids: _Ids = _NO_IDS) -> dict[str, Json]:
    return {
        "version": version,
        "operation": "stream",
        "transport": transport,
        **ids.request,
        "message": _message(ids.message, _SUMMARIZE),
        "memorylake": {"actorId": "act_user_jane", "readOnlyProjectIds": ["proj_meetings"]},
    }


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


DOCUMENT: tuple[Example, ...] = (
    Example(_("1 · v1.0 send REST"), _ask("1.0", "rest", _NO_IDS, **_SHARED)),
    Example(_("2 · v1.0 stream REST"), _summarize("1.0", "rest")),
    Example(_("3 · v0.3 send REST"), _ask("0.3", "rest")),
    Example(_("4 · v0.3 stream REST"), _summarize("0.3", "rest")),
    Example(_("5 · v1.0 send JSON-RPC"), _ask("1.0", "jsonrpc", _ids(1), **_SHARED)),
    Example(_("6 · v1.0 stream JSON-RPC"), _summarize("1.0", "jsonrpc", _ids(2))),
    Example(_("7 · v0.3 send JSON-RPC"), _ask("0.3", "jsonrpc", _ids(3))),
    Example(_("8 · v0.3 stream JSON-RPC"), _summarize("0.3", "jsonrpc", _ids(4))),
)

_JANE: dict[str, Json] = {"actorId": "act_user_jane", "readWriteProjectId": "proj_def456"}
_TELL = "Remember that my two-factor authentication codes come from a YubiKey"


def _memory(text: str, **more: Json) -> dict[str, Json]:
    """A message of Jane's with her own project, so that what it tells is kept there and under her."""
    return _scenario(text, memorylake=_JANE | more)


# The words in these messages choose the sandbox's scenario. The memory's story comes first, in the order to try it.
GOOD: tuple[Example, ...] = (
    Example(_("Reply, streamed word by word"), _scenario(_SUMMARIZE)),
    Example(_("Memory: tell a fact"), _memory(_TELL)),
    Example(_("Memory: ask for it"), _memory(_ASK)),
    Example(
        _("Memory: tell with skipMemory, nothing is kept"), _memory("My favourite colour is green", skipMemory=True)
    ),
    Example(_("Memory: ask for what was not kept"), _memory("What is my favourite colour?")),
    Example(
        _("Memory: another actor sees the project only"),
        _scenario(_ASK, memorylake={"actorId": "act_user_omar", "readOnlyProjectIds": ["proj_def456"]}),
    ),
    Example(_("Memory: everything about an actor"), _memory("What do you know about me?")),
    Example(_("Memory: none, without the extension"), _scenario(_ASK, memorylake=None)),
    Example(_("Question back, to be answered"), _scenario("Ask me which project to use")),
    Example(_("Message only, no task"), _scenario("Message only, please")),
    Example(_("Artifact in chunks, with a file and data"), _scenario("Write a report about last week")),
    Example(_("Several artifacts, appended and replaced"), _scenario("Write several artifacts")),
    Example(_("Image and file in the answer"), _scenario("Draw an image")),
)

# What a client must cope with.
HARD: tuple[Example, ...] = (
    Example(_("Sign-in that is required"), _scenario("Auth required")),
    Example(_("Long stream: 600 words at 50 a second"), _scenario("Stream 600 words at 50/s")),
    Example(_("Slow start: nothing for 5 s"), _scenario("Wait 5 s")),
    Example(_("Silence of 10 s in the middle"), _scenario("A silence of 10 s")),
    Example(_("Failed task"), _scenario("Please fail")),
    Example(_("Failure late, after an artifact"), _scenario("Please fail late")),
    Example(_("Rejected task"), _scenario("Please reject this")),
    Example(_("Error inside the stream"), _scenario("Error in the stream")),
    Example(_("Dropped connection"), _scenario("Drop the connection")),
    Example(_("Refused: 401, no valid key"), _scenario("Answer with 401")),
    Example(_("Refused: 403, no permission"), _scenario("Answer with 403")),
    Example(_("Refused: 429, too many requests"), _scenario("Answer with 429")),
)

SCENARIOS = GOOD + HARD

MENUS: dict[str, tuple[str, tuple[Example, ...]]] = {
    "examples": (_("Examples"), GOOD),
    "hard": (_("Hard cases"), HARD),
    "documents": (_("Documents"), DOCUMENT),
}
"""Key -> title and examples of each menu."""

FIRST = GOOD[0]
"""What the page opens with."""
