"""From the text of an answer or stream event to what it says, in any dialect. Nothing that a server sends raises.

Sources: A2A 1.0 specification 4.1 and 4.2, A2A 0.3.0 specification 6 and 7, MemoryLake's production answers.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from playground.model import jsontext
from playground.model.draft import DataPart, FilePart, TextPart
from playground.model.finding import Finding, note, warning
from playground.model.jsontext import Json, JsonError
from playground.model.run import Update
from playground.model.task import AnyPart, Artifact, ReceivedMessage, State, Status, Task
from playground.protocol import refusal
from playground.protocol.combination import Dialect

Object = dict[str, Json]

_TEXT_FIELDS = set(TextPart.model_fields)


@dataclass(slots=True)
class _Reading:
    """One answer being read: the dialect that was asked for, if known, and what is unusual about it."""

    dialect: Dialect | None
    notes: list[Finding] = field(default_factory=list)


_STATES: dict[str, State] = {
    "submitted": "submitted",
    "working": "working",
    "input-required": "input-required",
    "auth-required": "auth-required",
    "completed": "completed",
    "failed": "failed",
    "canceled": "canceled",
    "cancelled": "canceled",  # v0.3's proto has two L
    "rejected": "rejected",
    "unknown": "unknown",
    "unspecified": "unknown",
}


def decode(text: str, dialect: Dialect | None = None, *, status: int | None = None) -> tuple[Json, Update]:
    """Read one stream event's data, or a whole answer with its HTTP status.

    Returns the parsed JSON (None where it is none) and the update. An HTTP status of 300 and above is an error
    whatever the body says.
    """
    refused = status is not None and status >= 300
    if not text.strip() and not refused:
        return None, Update("unknown", notes=(warning("EMPTY_ANSWER", "response"),))
    try:
        data = jsontext.loads(text.removeprefix("\ufeff"), unique_keys=False)
    except JsonError:
        if refused:
            return None, Update("error", finding=refusal.finding(None, text, status))
        return None, Update("unknown", notes=(warning("NOT_JSON", "response"),))
    if refused or refusal.is_error(data):
        return data, Update("error", finding=refusal.finding(data, text, status))
    return data, _update(_unwrapped(data), _Reading(dialect))


def _unwrapped(data: Json) -> Json:
    """The result inside a JSON-RPC answer; anything else as it is."""
    if isinstance(data, dict) and "result" in data and ("jsonrpc" in data or "id" in data):
        return data["result"]
    return data


def _update(payload: Json, reading: _Reading) -> Update:
    """Recognise by `kind` (v0.3 JSON-RPC), by the wrapper's key (the other dialects), else by its fields (bare)."""
    if isinstance(payload, dict):
        kind = payload.get("kind")
        if isinstance(kind, str) and kind in _BY_KIND:
            return _BY_KIND[kind](payload, reading)
        for key, reader in _BY_KEY.items():
            if isinstance(payload.get(key), dict):
                return reader(payload[key], reading)
        for fields, reader in _BY_FIELDS:
            if all(field in payload for field in fields):
                return reader(payload, reading)
    return Update("unknown", notes=(note("UNKNOWN_EVENT", "response"),))


def _task(value: Object, reading: _Reading) -> Update:
    status = _read_status(value.get("status"), reading)
    task = Task(
        id=_text(value.get("id")),
        context_id=_text(_either(value, "contextId", "context_id")),
        state=status.state,
        raw_state=status.raw_state,
        status_message=status.message,
        timestamp=status.timestamp,
        artifacts=[_read_artifact(item, reading) for item in _objects(value.get("artifacts"))],
        history=[_read_message(item, reading) for item in _objects(value.get("history"))],
        metadata=value.get("metadata"),
    )
    return Update("task", task_id=task.id, context_id=task.context_id, task=task, notes=tuple(reading.notes))


def _message(value: Object, reading: _Reading) -> Update:
    message = _read_message(value, reading)
    return Update(
        "message", task_id=message.task_id, context_id=message.context_id, message=message, notes=tuple(reading.notes)
    )


def _status_update(value: Object, reading: _Reading) -> Update:
    return Update(
        "status-update",
        task_id=_text(_either(value, "taskId", "task_id")),
        context_id=_text(_either(value, "contextId", "context_id")),
        status=_read_status(value.get("status"), reading),
        notes=tuple(reading.notes),
    )


def _artifact_update(value: Object, reading: _Reading) -> Update:
    artifact = value.get("artifact")
    return Update(
        "artifact-update",
        task_id=_text(_either(value, "taskId", "task_id")),
        context_id=_text(_either(value, "contextId", "context_id")),
        artifact=_read_artifact(artifact if isinstance(artifact, dict) else {}, reading),
        append=value.get("append") is True,
        notes=tuple(reading.notes),
    )


_Reader = Callable[[Object, _Reading], Update]

_BY_KIND: dict[str, _Reader] = {
    "task": _task,
    "message": _message,
    "status-update": _status_update,
    "artifact-update": _artifact_update,
}

_BY_KEY: dict[str, _Reader] = {
    "statusUpdate": _status_update,
    "artifactUpdate": _artifact_update,
    "task": _task,
    "message": _message,
    "status_update": _status_update,
    "artifact_update": _artifact_update,
}

# A bare object, as get and cancel answer it, and as servers do that forget the wrapper or `kind`.
_BY_FIELDS: tuple[tuple[tuple[str, ...], _Reader], ...] = (
    (("id", "status"), _task),
    (("taskId", "status"), _status_update),
    (("artifact",), _artifact_update),
    (("messageId", "parts"), _message),
    (("messageId", "content"), _message),
    (("role", "parts"), _message),
    (("role", "content"), _message),
)


def _read_state(value: Json, reading: _Reading) -> tuple[State, str | None]:
    """The state in the specification's v0.3 spelling, and as it came."""
    if value is None:
        return "unknown", None
    raw = _text(value) or ""
    state = _STATES.get(raw.removeprefix("TASK_STATE_").lower().replace("_", "-"))
    if state is None:
        reading.notes.append(note("UNKNOWN_STATE", "response", state=raw))
    return state or "unknown", raw


def _read_status(value: Json, reading: _Reading) -> Status:
    """A task's `status`."""
    if not isinstance(value, dict):
        return Status()
    state, raw = _read_state(value.get("state"), reading)
    message = value.get("message")
    return Status(
        state=state,
        raw_state=raw,
        message=_read_message(message, reading) if isinstance(message, dict) else None,
        timestamp=_text(value.get("timestamp")),
    )


def _read_message(value: Object, reading: _Reading) -> ReceivedMessage:
    role = _text(value.get("role"))
    return ReceivedMessage(
        role=role.removeprefix("ROLE_").lower() if role is not None else None,
        message_id=_text(_either(value, "messageId", "message_id")),
        context_id=_text(_either(value, "contextId", "context_id")),
        task_id=_text(_either(value, "taskId", "task_id")),
        # v0.3 REST says `content`, everything else `parts`
        parts=_read_parts(_either(value, "parts", "content"), reading),
        metadata=value.get("metadata"),
    )


def _read_artifact(value: Object, reading: _Reading) -> Artifact:
    return Artifact(
        id=_text(_either(value, "artifactId", "artifact_id")),
        name=_text(value.get("name")),
        description=_text(value.get("description")),
        parts=_read_parts(value.get("parts"), reading),
        metadata=value.get("metadata"),
    )


def _read_parts(value: Json, reading: _Reading) -> list[AnyPart]:
    return [_read_part(item, reading) for item in _objects(value)]


def _read_part(value: Object, reading: _Reading) -> AnyPart:
    """Decided by the presence of text, raw, url, file or data: ListTasks prints an empty `filename` on any part."""
    metadata = value.get("metadata")
    if value.get("text") is not None:
        # Unvalidated: what is put in here has the right types, and nearly every event of a long stream makes one.
        return TextPart.model_construct(_TEXT_FIELDS, type="text", text=_text(value["text"]) or "", metadata=metadata)
    inner = value.get("file")
    file = inner if isinstance(inner, dict) else value
    url = _either(file, "url", "fileWithUri", "uri", "file_with_uri")
    content = _either(file, "raw", "fileWithBytes", "bytes", "file_with_bytes")
    if url is not None or content is not None or file is inner:
        return FilePart(
            type="file",
            url=_text(url),
            bytes=_text(content),
            media_type=_text(_either(file, "mediaType", "mimeType", "media_type", "mime_type")),
            filename=_text(_either(file, "filename", "name")),
            metadata=metadata,
        )
    if "data" in value:
        data = value["data"]
        nested = (
            reading.dialect is not None and reading.dialect.data_nested and isinstance(data, dict) and "data" in data
        )
        return DataPart(type="data", data=data["data"] if nested else data, metadata=metadata)
    reading.notes.append(note("UNKNOWN_PART", "response"))
    return DataPart(type="data", data=value)


def _either(value: Object, name: str, *others: str) -> Json:
    """The first of the names that is there and not null."""
    found = value.get(name)
    for other in others:
        if found is not None:
            break
        found = value.get(other)
    return found


def _objects(value: Json) -> list[Object]:
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def _text(value: Json) -> str | None:
    """A value where the protocol has a string: other kinds as their JSON text, so that nothing is hidden."""
    if value is None or isinstance(value, str):
        return value
    try:
        return jsontext.dumps(value, indent=None)
    except JsonError:
        return str(type(value).__name__)
