"""The table of the form's fields: where each stands in the draft, what it is called, what it means, how it is typed.

Meanings are those of MemoryLake's A2A document and of the A2A specification.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal

from playground.locale import _
from playground.model import jsontext
from playground.model.jsontext import Json, JsonError, Number
from playground.ui import shapes

Kind = Literal["line", "text", "number", "flag", "list", "map", "params", "json", "object", "id", "capabilities"]
"""`line` and `text` are strings (one line, many lines); `list` holds strings; `map` is an object of strings and
`params` one of any values; `flag` is not set, true or false; `id` is made, typed or left out; the others are JSON."""

TEXT_KINDS: frozenset[Kind] = frozenset({"text", "json", "object"})
"""Kinds that are typed into a text area."""


@dataclass(frozen=True)
class Field:
    """One field of the form."""

    path: str
    label: str
    help: str
    kind: Kind = "line"
    simple: bool = False
    placeholder: str = ""
    choices: tuple[str, ...] = ()
    """What a list offers beside what is typed."""

    @property
    def name(self) -> str:
        """The API's own name."""
        return self.path.rpartition(".")[2]

    def at(self, prefix: str) -> "Field":
        """The same field inside another object, such as one part of the message."""
        return replace(self, path=f"{prefix}.{self.path}")


@dataclass(frozen=True)
class Group:
    """Fields that belong together under one heading."""

    title: str
    fields: tuple[Field, ...]


_MESSAGE = (
    Field("message.messageId", _("Message ID"), _("names this message; servers use it to tell a repeat"), "id"),
    Field(
        "message.contextId",
        _("Context ID"),
        _("the conversation that the message belongs to; leave it blank to start one"),
        placeholder="ctx_…",
    ),
    Field(
        "message.taskId",
        _("Task ID"),
        _("the waiting task that this message answers; send its context ID as well"),
        placeholder="run-…",
    ),
    Field(
        "message.referenceTaskIds",
        _("Reference task IDs"),
        _("earlier tasks that the message refers to"),
        "list",
    ),
    Field("message.extensions", _("Extensions"), _("URIs of A2A extensions that the message uses"), "list"),
    Field(
        "message.metadata",
        _("Message metadata"),
        _("free JSON that belongs to the message itself"),
        "json",
        placeholder='{"key": "value"}',
    ),
)

_CONFIGURATION = (
    Field(
        "configuration.blocking",
        _("Blocking"),
        _("whether to wait until the task has finished before answering; v1.0 and v0.3"),
        "flag",
    ),
    Field(
        "configuration.historyLength",
        _("History length"),
        _("how many of the latest messages of the task's history the answer carries"),
        "number",
        placeholder="10",
    ),
    Field(
        "configuration.acceptedOutputModes",
        _("Accepted output modes"),
        _("MIME types that you can handle"),
        "list",
        placeholder="text/plain",
        choices=("text/plain", "text/markdown", "application/json", "image/png"),
    ),
)

_WEBHOOK = tuple(
    field.at("configuration.pushNotificationConfig")
    for field in (
        Field("url", _("Webhook URL"), _("called back with every update of the task"), placeholder="https://…"),
        Field("id", _("Webhook ID"), _("your name for this webhook, if the task has several")),
        Field("token", _("Webhook token"), _("sent along so that you can tell that the call is for you")),
        Field(
            "authentication.scheme",
            _("Webhook scheme"),
            _("how the server signs in at the webhook"),
            placeholder="Bearer",
        ),
        Field("authentication.credentials", _("Webhook credentials"), _("what it signs in with")),
    )
)

_MEMORY = tuple(
    field.at("memorylake")
    for field in (
        Field(
            "actorId",
            _("Actor"),
            _("the end user; facts taken from the conversation belong to this actor"),
            simple=True,
            placeholder="act_…",
        ),
        Field(
            "readWriteProjectId",
            _("Read-write project"),
            _("the agent reads it and keeps extracted facts in it"),
            simple=True,
            placeholder="proj_…",
        ),
        Field(
            "readOnlyProjectIds",
            _("Read-only projects"),
            _("further projects that the agent searches but never changes"),
            "list",
            simple=True,
            placeholder="proj_…",
        ),
        Field("skipMemory", _("Skip memory"), _("extract no memories from this exchange"), "flag"),
        Field(
            "subagentMapping",
            _("Sub-agent mapping"),
            _("names of sub-agents in the agent's configuration, each with the agent ID to call"),
            "map",
            placeholder='{"researcher": "agt_…"}',
        ),
    )
)

_OVERRIDES = tuple(
    field.at("memorylake.overrides")
    for field in (
        Field("model", _("Model"), _("replaces the agent's model for this request"), placeholder="gpt-4o"),
        Field("maxTurns", _("Max turns"), _("replaces the largest number of turns"), "number", placeholder="5"),
        Field(
            "systemPromptOverride", _("System prompt"), _("replaces the agent's system prompt for this request"), "text"
        ),
        Field(
            "modelParams",
            _("Model parameters"),
            _("replaces parameters of the model; a value is JSON, a plain word is sent as text"),
            "params",
            placeholder='{"temperature": 0.2, "max_tokens": 800}',
        ),
        Field("reasoning.type", _("Reasoning type"), _("kind of reasoning")),
        Field(
            "reasoning.budgetTokens",
            _("Reasoning budget"),
            _("how many tokens reasoning may use"),
            "number",
            placeholder="1024",
        ),
        Field(
            "capabilitiesOverride",
            _("Capabilities"),
            _("replaces the agent's capabilities: an array, in newer documents an object"),
            "capabilities",
            placeholder='{"web_search": {}}',
        ),
    )
)

_REQUEST = (
    Field("requestId", _("Request ID"), _("the JSON-RPC id that the answer repeats; REST has none"), "id"),
    Field(
        "metadata",
        _("Request metadata"),
        _("JSON object that is sent beside memorylake in the request's metadata"),
        "object",
        placeholder='{"key": "value"}',
    ),
)

MESSAGE_TEXT = Field(
    "text", _("Message"), _("what you say to the agent"), "text", simple=True, placeholder=_("Ask the agent something")
)

TABS: tuple[tuple[str, tuple[Group, ...]], ...] = (
    (_("Message"), (Group("", _MESSAGE),)),
    (_("Configuration"), (Group("", _CONFIGURATION), Group(_("Push notifications"), _WEBHOOK))),
    (_("Memory"), (Group("", _MEMORY), Group(_("Overrides for this request"), _OVERRIDES))),
    (_("Request"), (Group("", _REQUEST),)),
)
"""The form with all fields: tab, groups, fields. The message's parts stand on top of the first tab."""

ALL: tuple[Field, ...] = tuple(field for _title, groups in TABS for group in groups for field in group.fields)
SIMPLE: tuple[Field, ...] = tuple(field for field in ALL if field.simple)

_MEDIA_TYPE = Field("mediaType", _("Media type"), _("the file's MIME type"), placeholder="image/png")
_FILENAME = Field("filename", _("File name"), _("the name that the agent sees"), placeholder="diagram.png")
FILE_NAMES = (_MEDIA_TYPE, _FILENAME)
"""What an uploaded file fills in beside its bytes."""
_PART_METADATA = Field("metadata", _("Part metadata"), _("free JSON that belongs to this part"), "json")

PARTS: dict[str, tuple[str, tuple[Field, ...]]] = {
    "text": (_("Text"), (Field("text", _("Text"), _("plain text"), "text"), _PART_METADATA)),
    "url": (
        _("File by URL"),
        (
            Field("url", _("File URL"), _("the agent fetches the file from here"), placeholder="https://…"),
            _MEDIA_TYPE,
            _FILENAME,
            _PART_METADATA,
        ),
    ),
    "bytes": (_("File by bytes"), (_MEDIA_TYPE, _FILENAME, _PART_METADATA)),
    "data": (
        _("Data"),
        (
            Field("data", _("Data"), _("any JSON in v1.0, an object in v0.3"), "json", placeholder='{"key": "value"}'),
            _PART_METADATA,
        ),
    ),
}
"""Kind of part -> its title and fields."""


def read_object(text: str) -> Json:
    """A JSON object. Raises JsonError."""
    value = jsontext.loads(text)
    if not isinstance(value, dict):
        raise JsonError(_("an object is needed here: it starts with { and ends with }"))
    return value


def read_number(text: str) -> Json:
    """A number that keeps its digits. Raises JsonError."""
    try:
        value = jsontext.loads(text)
    except JsonError:
        value = None
    if isinstance(value, bool) or not isinstance(value, int | Number):
        raise JsonError(_("a number is needed here"))
    return value


_READERS: dict[Kind, Callable[[str], Json]] = {
    "json": jsontext.loads,
    "object": read_object,
    "number": read_number,
    "list": shapes.read_tags,
    "map": partial(shapes.read_map, "map"),
    "params": partial(shapes.read_map, "params"),
    "capabilities": jsontext.loads,
}


def read(kind: Kind, text: str) -> Json:
    """The value that a text stands for. Raises JsonError with the reason where it stands for none."""
    return _READERS.get(kind, str)(text)


def show(kind: Kind, value: Json) -> str:
    """A value as the text that a field of that kind shows."""
    if value is None:
        return ""
    if isinstance(value, str) and kind in {"line", "text", "id"}:
        return value
    return jsontext.dumps(value)
