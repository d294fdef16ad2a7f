"""The draft: all that a user filled in. Its JSON is a public file format (camelCase, the API's own names).

Absent or null means "not sent"; `[]`, `{}`, `""`, `0` and `false` are sent as they stand. Keys that these models
do not know are kept (`extra="allow"`) and sent. A field whose text cannot be parsed yet stands beside its value
as `<name>Text` (`dataText`, `modelParamsText`, ...); while one is there the draft is not sent.
"""

from collections.abc import Iterator
from typing import Annotated, Any, Literal, Self

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    ModelWrapValidatorHandler,
    PlainValidator,
    Strict,
    ValidationError,
    model_validator,
)
from pydantic.alias_generators import to_camel

from playground.model import jsontext
from playground.model.finding import Finding, error
from playground.model.jsontext import Json, JsonError, Number

Version = Literal["1.0", "0.3"]
Operation = Literal[
    "send",
    "stream",
    "get",
    "list",
    "cancel",
    "subscribe",
    "feedback",
    "push-set",
    "push-get",
    "push-list",
    "push-delete",
    "card",
    "extended-card",
]
"""The words of the file format; those that can be sent are in `playground.protocol.combination`."""
Transport = Literal["rest", "jsonrpc"]
Profile = Literal["memorylake", "a2a"]
Auth = Literal["bearer", "none"]

SANDBOX = "sandbox"
"""The `apiBase` that means the embedded server; resolved only when a request is made."""


def _number(value: Json) -> Json:
    if isinstance(value, Number) or (isinstance(value, int) and not isinstance(value, bool)):
        return value
    raise ValueError("a number is needed here")


def _text_or_number(value: Json) -> Json:
    return value if value is None or isinstance(value, str) else _number(value)


Integer = Annotated[int | Number, PlainValidator(_number)]
"""A whole number, or a number that keeps its own text (`1e3`), which is sent as it was written."""

RequestId = Annotated[str | int | Number | None, PlainValidator(_text_or_number)]
"""A JSON-RPC id."""

HeaderPair = Annotated[tuple[str, str], Strict(False)]


class Section(BaseModel):
    """One object of the draft file: reads and writes camelCase, keeps unknown keys, never coerces a type."""

    model_config = ConfigDict(
        alias_generator=to_camel, validate_by_name=True, validate_by_alias=True, extra="allow", strict=True, frozen=True
    )

    @model_validator(mode="wrap")
    @classmethod
    def _read(cls, data: Any, handler: ModelWrapValidatorHandler[Self]) -> Self:  # noqa: ANN401 - whatever a file holds
        """Null means absent also where a field has a default of its own (`version`, `parts`, `target`, ...)."""
        if not isinstance(data, dict):
            return handler(data)
        names = cls.wire_names()
        defaults = {
            names[name]
            for name, found in cls.model_fields.items()
            if found.get_default(call_default_factory=True) is not None
        }
        given = {name: value for name, value in data.items() if value is not None or name not in defaults}
        read = handler(given)
        # A misspelling (`actor_id`) that happens to be a field's Python name is an unknown key and not that field.
        for misspelt in (read.model_extra or {}).keys() & names.keys():
            if names[misspelt] not in given:
                read.__pydantic_fields_set__.discard(misspelt)
        return read

    @classmethod
    def wire_names(cls) -> dict[str, str]:
        """Field name -> name in the file and on the wire, in the order of the documents."""
        return {name: field.alias or name for name, field in cls.model_fields.items()}

    def unparsed(self) -> dict[str, str]:
        """Texts that are not parsed yet: wire name of the field -> what was typed."""
        known = set(self.wire_names().values())
        return {
            name.removesuffix("Text"): value
            for name, value in (self.model_extra or {}).items()
            if name.endswith("Text") and name.removesuffix("Text") in known and isinstance(value, str)
        }

    def unknown(self) -> dict[str, Json]:
        """Keys that this model does not know, without the unparsed texts."""
        pending = {f"{name}Text" for name in self.unparsed()}
        return {name: value for name, value in (self.model_extra or {}).items() if name not in pending}

    def was_given(self, field: str) -> bool:
        """Whether the field was written at all (null counts as written)."""
        return field in self.model_fields_set


class Target(Section):
    """Where to: MemoryLake by API base, workspace and agent, or another server by its A2A URL."""

    api_base: str | None = None
    """Up to and including `/openapi/memorylake`; `sandbox` is the embedded server; absent: the environment's."""
    workspace_id: str | None = None
    """The workspace's id, `ws_...`."""
    agent_id: str | None = None
    """The agent's id, `agt_...`."""
    a2a_url: str | None = Field(default=None, alias="a2aUrl")  # the generator would say a2AUrl
    """The A2A root of another server; REST paths are appended, JSON-RPC posts to it as it stands."""
    profile: Profile | None = None
    """`memorylake` (default with `apiBase`) or `a2a` (default with `a2aUrl`)."""
    auth: Auth | None = None
    """`bearer` (default of `memorylake`) or `none` (default of `a2a`)."""
    headers: list[HeaderPair] = Field(default_factory=list)
    """Further headers, in order; one of our names replaces ours in place."""

    @property
    def effective_profile(self) -> Profile:
        """The profile that counts when none was chosen."""
        return self.profile or ("a2a" if self.a2a_url is not None else "memorylake")

    @property
    def effective_auth(self) -> Auth:
        """The way to authenticate that counts when none was chosen."""
        return self.auth or ("bearer" if self.effective_profile == "memorylake" else "none")


class _Part(Section):
    def model_post_init(self, _context: Any, /) -> None:  # noqa: ANN401
        """A part is always written with its type, also one that was made in Python without naming it."""
        self.__pydantic_fields_set__.add("type")


class TextPart(_Part):
    """Plain text."""

    type: Literal["text"] = "text"
    text: str | None = None
    metadata: Json = None


class FilePart(_Part):
    """A file, by URL or by its bytes in base64."""

    type: Literal["file"] = "file"
    url: str | None = None
    bytes: str | None = None
    media_type: str | None = None
    filename: str | None = None
    metadata: Json = None


class DataPart(_Part):
    """Structured data: any JSON value in v1.0, an object in v0.3."""

    type: Literal["data"] = "data"
    data: Json = None
    metadata: Json = None


Part = Annotated[TextPart | FilePart | DataPart, Field(discriminator="type")]


_PART_TYPES = {"text", "file", "data"}


class Message(Section):
    """The message to send; the role is always the user's."""

    message_id: str | None = None
    """A string is sent as it is, null leaves it out, absent makes one."""
    context_id: str | None = None
    """The conversation this message belongs to."""
    task_id: str | None = None
    """The task this message answers (input-required)."""
    reference_task_ids: list[str] | None = None
    """Earlier tasks that the message refers to."""
    extensions: list[str] | None = None
    """URIs of the A2A extensions that the message uses."""
    metadata: Json = None
    """Free-form data of the message itself."""
    parts: list[Part] = Field(default_factory=list)
    """Text, files and data, in order."""


class Authentication(Section):
    """How the server authenticates at the webhook."""

    scheme: str | None = None
    credentials: str | None = None


class PushNotificationConfig(Section):
    """The webhook that is told about task updates."""

    id: str | None = None
    url: str | None = None
    token: str | None = None
    authentication: Authentication | None = None


class Configuration(Section):
    """How the server answers."""

    blocking: bool | None = None
    """Wait for the task to finish before answering."""
    history_length: Integer | None = None
    """How many of the latest history messages the answer carries."""
    accepted_output_modes: list[str] | None = None
    """MIME types that the client can handle."""
    push_notification_config: PushNotificationConfig | None = None
    """Callback for task status updates."""


class Reasoning(Section):
    """Reasoning configuration of the agent's model."""

    type: str | None = None
    budget_tokens: Integer | None = None


class Overrides(Section):
    """Run-time overrides of the agent's configuration, for this request only."""

    model: str | None = None
    system_prompt_override: str | None = None
    model_params: dict[str, Any] | None = None
    reasoning: Reasoning | None = None
    capabilities_override: Json = None
    """An array in MemoryLake's first documents, an object keyed by capability in newer ones; sent as given."""
    max_turns: Integer | None = None


class MemoryLake(Section):
    """`metadata.memorylake`: whose memory the agent uses and where it writes."""

    actor_id: str | None = None
    """The end user; facts taken from the conversation belong to this actor."""
    read_write_project_id: str | None = None
    """The project that the agent reads and writes."""
    read_only_project_ids: list[str] | None = None
    """Further projects that the agent searches but never changes."""
    skip_memory: bool | None = None
    """Extract no memories from this exchange."""
    subagent_mapping: dict[str, Any] | None = None
    """Sub-agent name -> agent id."""
    overrides: Overrides | None = None


class TaskQuery(Section):
    """What the operations that name a task need; send and stream do not use it."""

    task_id: str | None = None
    history_length: Integer | None = None
    context_id: str | None = None
    status: str | None = None
    page_size: Integer | None = None
    page_token: str | None = None
    status_timestamp_after: str | None = None
    include_artifacts: bool | None = None
    push_notification_config_id: str | None = None
    rating: Literal["up", "down"] | None = None
    comment: str | None = None


class Raw(Section):
    """Members of the wire request that replace the built ones whole, to send exactly what somebody else sent."""

    method: str | None = None
    url: str | None = None
    headers: list[HeaderPair] | None = None
    body: str | None = None
    """Text; null sends no body."""
    body_base64: str | None = None
    """A body that is not UTF-8."""

    @property
    def replaces_body(self) -> bool:
        """Whether the built body does not count."""
        return self.was_given("body") or self.body_base64 is not None


class Draft(Section):
    """All that the user filled in."""

    target: Target = Field(default_factory=Target)
    version: Version = "1.0"
    operation: Operation = "send"
    transport: Transport = "rest"
    request_id: RequestId = None
    """JSON-RPC `id`: given as it is, null leaves it out, absent makes one."""
    message: Message = Field(default_factory=Message)
    configuration: Configuration | None = None
    memorylake: MemoryLake | None = None
    metadata: dict[str, Any] | None = None
    """Request metadata beside `memorylake`."""
    task: TaskQuery | None = None
    raw: Raw | None = None

    @classmethod
    def from_json(cls, text: str) -> tuple[Self | None, list[Finding]]:
        """Read a draft file. Returns the draft, or None with one finding for each thing that cannot be read."""
        try:
            tree = jsontext.loads(text.removeprefix("\ufeff"))
        except JsonError as problem:
            return None, [error("DRAFT_NOT_JSON", None, problem=str(problem))]
        if not isinstance(tree, dict):
            return None, [error("DRAFT_NOT_OBJECT", None)]
        return cls.from_tree(tree)

    @classmethod
    def from_tree(cls, tree: dict[str, Json]) -> tuple[Self | None, list[Finding]]:
        """As `from_json`, from the parsed value."""
        try:
            # By the file's names only: a field's Python name in a file is somebody's misspelling, and kept as such.
            return cls.model_validate(tree, by_alias=True, by_name=False), []
        except ValidationError as problem:
            return None, [
                error("DRAFT_FIELD", _path(found["loc"]), problem=_PROBLEMS.get(found["type"], found["msg"]))
                for found in problem.errors(include_url=False, include_input=False)
            ]

    def to_tree(self) -> dict[str, Json]:
        """The draft as its file says it: only what was written."""
        return self.model_dump(by_alias=True, exclude_unset=True)

    def to_json(self) -> str:
        """The draft as its file."""
        return jsontext.dumps(self.to_tree())


# pydantic's error types in the words of somebody who wrote a file.
_PROBLEMS = {
    "string_type": "a text is needed here",
    "bool_type": "true or false is needed here",
    "list_type": "a list is needed here",
    "dict_type": "an object is needed here",
    "model_type": "an object is needed here",
    "model_attributes_type": "an object is needed here",
    "tuple_type": "a pair of name and value is needed here",
    "value_error": "a number is needed here",
    "missing": "this is missing",
    "union_tag_not_found": 'it has no "type": text, file or data',
    "union_tag_invalid": 'its "type" is none of text, file and data',
}


def _path(location: tuple[int | str, ...]) -> str:
    """`message.parts[0].data` from pydantic's location (the union's tag and alternatives left out)."""
    path = ""
    for before, step in zip((None, *location), location, strict=False):
        if isinstance(step, int):
            path += f"[{step}]"
        elif not (isinstance(before, int) and step in _PART_TYPES):
            path += f".{step}" if path else step
    return path


def sections(model: BaseModel, path: str = "") -> Iterator[tuple[str, Section]]:
    """Every section of a draft with its path, the draft itself first (path "")."""
    if isinstance(model, Section):
        yield path, model
        for field, name in model.wire_names().items():
            inner = f"{path}.{name}" if path else name
            value = getattr(model, field)
            if isinstance(value, Section):
                yield from sections(value, inner)
            elif isinstance(value, list):
                for index, item in enumerate(value):
                    if isinstance(item, Section):
                        yield from sections(item, f"{inner}[{index}]")
