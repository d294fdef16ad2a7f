"""How MemoryLake's requests and answers differ from what the official SDK takes and gives.

The SDK is stricter than MemoryLake in some places and laxer in others. Everything that makes up the difference for a
message, its configuration and its extension stands here; the gateway knows only HTTP. The shapes are written down anew
and not taken from `playground.protocol`: a server that shared the client's table would share its mistakes.
"""

import base64
import uuid
from dataclasses import dataclass
from typing import Any, Literal, NoReturn

from a2a.utils.errors import InvalidParamsError

from playground.model.draft import Transport, Version


@dataclass(frozen=True)
class Variant:
    """A version over a transport, and the shape a message has there (MemoryLake's documents, "Examples")."""

    version: Version
    transport: Transport
    parts: str
    roles: tuple[str, ...]
    contents: tuple[str, ...]
    kinds: Literal["required", "refused", "ignored"] = "ignored"
    # What v0.3 nests into a file and into data.
    file_keys: tuple[str, ...] = ()
    data_keys: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"A2A v{self.version} over {'REST' if self.transport == 'rest' else 'JSON-RPC'}"


_PROTO_ROLES = ("ROLE_USER", "ROLE_AGENT")
_V1_CONTENTS = ("text", "raw", "url", "data")
_V03_CONTENTS = ("text", "file", "data")

VARIANTS: dict[tuple[Version, Transport], Variant] = {
    (variant.version, variant.transport): variant
    for variant in (
        Variant("1.0", "rest", "parts", _PROTO_ROLES, _V1_CONTENTS),
        Variant("1.0", "jsonrpc", "parts", _PROTO_ROLES, _V1_CONTENTS, "refused"),
        Variant(
            "0.3",
            "rest",
            "content",
            _PROTO_ROLES,
            _V03_CONTENTS,
            file_keys=("fileWithUri", "fileWithBytes"),
            data_keys=("data",),
        ),
        Variant("0.3", "jsonrpc", "parts", ("user", "agent"), _V03_CONTENTS, "required", file_keys=("uri", "bytes")),
    )
}
# Proto-JSON takes a field under its proto name too, and the official Python client sends those in v0.3 REST.
_JSON_NAMES = {
    "request": "message",
    "message_id": "messageId",
    "file_with_uri": "fileWithUri",
    "file_with_bytes": "fileWithBytes",
    "history_length": "historyLength",
    "return_immediately": "returnImmediately",
}
_OTHER_PARTS = {"parts": "content", "content": "parts"}

_EXTENSION_FIELDS: dict[str, type] = {
    "actorId": str,
    "readWriteProjectId": str,
    "readOnlyProjectIds": list,
    "skipMemory": bool,
    "subagentMapping": dict,
    "overrides": dict,
}
_TYPE_NAMES = {str: "a string", list: "an array", bool: "true or false", dict: "an object"}


def refuse(field: str, problem: str) -> NoReturn:
    """Refuses a request because of one field.

    In: the field's path and what is wrong with it. Raises InvalidParamsError, which the SDK's own error builders turn
    into INVALID_PARAMS with a field violation (REST) or -32602 (JSON-RPC).
    """
    raise InvalidParamsError(f"{field}: {problem}", data={"errors": [{"field": field, "message": problem}]})


def _expect(value: object, kind: type, field: str) -> None:
    if not isinstance(value, kind):
        refuse(field, f"must be {_TYPE_NAMES[kind]}")


def adapt_send(params: dict[str, Any], variant: Variant) -> None:
    """Checks the parameters of a send or stream and turns them, in place, into what the SDK understands.

    In: the REST body or the JSON-RPC ``params``, and the variant it came in. Raises InvalidParamsError for a body of
    the other version, a role or part that the variant does not have, a bad extension or configuration. Keys that
    nobody knows are left alone. The rules are those of MemoryLake's documents ("Protocol versions", "Examples").
    """
    if variant.transport == "rest":
        _use_json_names(params, "message", "request", "configuration", variant.parts, "file")
    message, configuration = params.get("message"), params.get("configuration")
    if not isinstance(message, dict):
        refuse("message", "must be an object")
    _check_message(message, variant)
    _check_extension(params.get("metadata"))
    if message.get("messageId") is None:
        message["messageId"] = f"msg-{uuid.uuid4().hex[:12]}"
    if variant.version == "0.3":
        for number, part in enumerate(message[variant.parts]):
            _adapt_bytes(part, f"message.{variant.parts}[{number}]", variant)
    if configuration is not None:
        if not isinstance(configuration, dict):
            refuse("configuration", "must be an object")
        _adapt_configuration(configuration, variant)


def _use_json_names(value: object, *inside: str) -> None:
    """Renames what goes by its proto name, in place, here and inside the fields named."""
    if isinstance(value, list):
        for item in value:
            _use_json_names(item, *inside)
    elif isinstance(value, dict):
        for key in list(value):
            if key in inside:
                _use_json_names(value[key], *inside)
            if _JSON_NAMES.get(key, key) not in value:
                value[_JSON_NAMES[key]] = value.pop(key)


def _check_message(message: dict[str, Any], variant: Variant) -> None:
    other = _OTHER_PARTS[variant.parts]
    if other in message and variant.parts not in message:
        refuse(f"message.{other}", f"{variant} takes message.{variant.parts}")
    if message.get("role") not in variant.roles:
        refuse("message.role", f"{variant} takes {variant.roles[0]}")
    if variant.kinds == "refused" and "kind" in message:
        refuse("message.kind", f"{variant} has no kind")
    parts = message.get(variant.parts)
    if not isinstance(parts, list) or not parts:
        refuse(f"message.{variant.parts}", "must be an array of at least one part")
    for number, part in enumerate(parts):
        _check_part(part, f"message.{variant.parts}[{number}]", variant)


def _check_part(part: object, field: str, variant: Variant) -> None:
    if not isinstance(part, dict):
        refuse(field, "must be an object")
    if variant.kinds == "refused" and "kind" in part:
        refuse(f"{field}.kind", f"{variant} has no kind")
    if variant.kinds == "required" and part.get("kind") not in variant.contents:
        refuse(f"{field}.kind", f"{variant} takes one of {', '.join(variant.contents)}")
    # JSON null is a value that data may carry; elsewhere it means absent.
    contents = [name for name in variant.contents if name in part and (part[name] is not None or name == "data")]
    if len(contents) != 1:
        refuse(field, f"must have exactly one of {', '.join(variant.contents)}")
    content = contents[0]
    if variant.kinds == "required" and part["kind"] != content:
        refuse(f"{field}.kind", f"says {part['kind']}, but the part has {content}")
    # The SDK would silently store an empty part.
    keys = {"file": variant.file_keys, "data": variant.data_keys}.get(content, ())
    value, field = part[content], f"{field}.{content}"
    if keys and (not isinstance(value, dict) or sum(value.get(key) is not None for key in keys) != 1):
        refuse(field, f"must be an object with {' or '.join(keys)}")
    if content == "data" and variant.version == "0.3":
        _expect(value["data"] if keys else value, dict, field)


def _check_extension(metadata: object) -> None:
    """Checks the types of ``metadata.memorylake``; every field is optional, unknown ones are left alone."""
    if metadata is None:
        return
    if not isinstance(metadata, dict):
        refuse("metadata", "must be an object")
    extension = metadata.get("memorylake")
    if extension is None:
        return
    if not isinstance(extension, dict):
        refuse("metadata.memorylake", "must be an object")
    for name, kind in _EXTENSION_FIELDS.items():
        if extension.get(name) is not None:
            _expect(extension[name], kind, f"metadata.memorylake.{name}")
    for number, project in enumerate(extension.get("readOnlyProjectIds") or ()):
        _expect(project, str, f"metadata.memorylake.readOnlyProjectIds[{number}]")


def _adapt_configuration(configuration: dict[str, Any], variant: Variant) -> None:
    """Makes ``blocking`` count in every version, with waiting as the default."""
    blocking = configuration.get("blocking")
    if blocking is not None:
        _expect(blocking, bool, "configuration.blocking")
    if variant.version == "1.0":
        # The protocol's own name wins where both are given.
        if blocking is not None and configuration.get("returnImmediately") is None:
            configuration["returnImmediately"] = not blocking
    elif blocking is None:
        configuration["blocking"] = True


def _adapt_bytes(part: dict[str, Any], field: str, variant: Variant) -> None:
    """Checks a file's base64 and, for REST, encodes it once more.

    The SDK's v0.3 REST wants base64 of base64 where the protocol has plain base64.
    """
    key = "fileWithBytes" if variant.transport == "rest" else "bytes"
    file = part.get("file")
    if file is None or file.get(key) is None:
        return
    field = f"{field}.file.{key}"
    _expect(file[key], str, field)
    # As for every proto-JSON bytes field, the URL-safe alphabet and missing padding are fine.
    text = file[key].replace("-", "+").replace("_", "/").rstrip("=")
    try:
        plain = base64.b64encode(base64.b64decode(text + "=" * (-len(text) % 4), validate=True))
    except ValueError:
        refuse(field, "must be base64")
    file[key] = base64.b64encode(plain).decode() if variant.transport == "rest" else plain.decode()


def adapt_answer(document: object, variant: Variant, history_length: object) -> None:
    """Turns a document or event of the SDK into MemoryLake's, in place.

    In: the parsed JSON, the variant, and the ``historyLength`` that the client asked for, or None. File bytes of v0.3
    REST get their plain base64 back; 0 means no history in v0.3 too, where the SDK reads it as "all of it".
    """
    if not isinstance(document, dict) or variant.version == "1.0":
        return
    if variant.transport == "rest":
        _unwrap_bytes(document)
    if history_length is not None and str(history_length) == "0":
        for holder in (document, document.get("task"), document.get("result")):
            if isinstance(holder, dict):
                holder.pop("history", None)


def _unwrap_bytes(document: object) -> None:
    """Undoes the SDK's double encoding; what users put into data and metadata stays as it is."""
    if isinstance(document, list):
        for item in document:
            _unwrap_bytes(item)
    elif isinstance(document, dict):
        for key, value in document.items():
            if key == "fileWithBytes" and isinstance(value, str):
                document[key] = base64.b64decode(value).decode()
            elif key not in ("data", "metadata"):
                _unwrap_bytes(value)
