"""From a draft to the one wire request, in any combination and profile.

The rules are MemoryLake's A2A document (profile `memorylake`) and the A2A specification with its SDKs (`a2a`).
"""

import re
import uuid
from collections.abc import Callable
from dataclasses import dataclass

from playground.model import jsontext
from playground.model.base64text import decoded
from playground.model.draft import (
    Authentication,
    Configuration,
    DataPart,
    Draft,
    FilePart,
    Message,
    Part,
    Profile,
    PushNotificationConfig,
    Raw,
    Section,
    TextPart,
    sections,
)
from playground.model.finding import Finding, error, note, warning
from playground.model.jsontext import Json, JsonError
from playground.model.request import KEY_VARIABLE, SECRET_HEADER, Headers, WireRequest
from playground.protocol.address import Bases, a2a_root, url_of
from playground.protocol.combination import OPERATIONS, Combination, Dialect, combination

_MADE_IDS = uuid.UUID("6f0f9f0e-6a25-5d0c-9b5e-0a2a00000001")
_TOKEN = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")  # RFC 9110, 5.6.2
_SENDABLE_NAME = re.compile(r"[^:\s@][^:\r\n]*")  # what http.client can write, less what curl takes for a file
_FRAMING = {"content-length", "transfer-encoding", "connection", "expect", "te", "upgrade"}
_UNSENT_WITH_RAW_BODY = ("task", "message", "configuration", "memorylake", "metadata", "requestId")


@dataclass(frozen=True)
class Ids:
    """Ids to use where the draft asks for made ones."""

    message: str
    request: str


def random_ids() -> Ids:
    """Fresh ids for one send."""
    return Ids(message=str(uuid.uuid4()), request=str(uuid.uuid4()))


def derived_ids(draft: Draft) -> Ids:
    """Ids made from what the draft says (UUIDv5): the same draft gives the same text, in every combination."""
    said = draft.to_tree()
    for place in ("target", "version", "operation", "transport", "raw", "task"):
        said.pop(place, None)
    text = jsontext.dumps(said, indent=None, ascii_only=True)
    return Ids(*(str(uuid.uuid5(_MADE_IDS, f"{purpose}:{text}")) for purpose in ("message", "request")))


@dataclass(frozen=True)
class Built:
    """A request, or why there is none. With `refused` it must not be sent, though it may be there to look at."""

    request: WireRequest | None
    findings: list[Finding]

    @property
    def refused(self) -> bool:
        """Whether a finding forbids to send."""
        return self.request is None or any(found.level == "error" for found in self.findings)


def encode(draft: Draft, *, ids: Ids, bases: Bases | None = None) -> Built:
    """Build the request that a draft stands for.

    Never raises for what a draft holds: what cannot be sent is a finding of level `error` at its field. The key is
    not known here; `Authorization` says `$MEMORYLAKE_API_KEY`.
    """
    findings = _field_findings(draft)
    if draft.operation not in OPERATIONS:
        return Built(None, [*findings, error("OPERATION_NOT_YET", "operation", name=draft.operation)])
    chosen = combination(draft.version, draft.operation, draft.transport)
    raw = draft.raw or Raw()

    url, found = _url(draft, chosen, bases or Bases())
    findings += found
    headers, found = _headers(draft, chosen)
    findings += found
    if raw.replaces_body:
        body, found = _raw_body(raw)
    else:
        body, found = _body(draft, chosen, ids)
    findings += found
    method = chosen.method if raw.method is None else raw.method
    if not _TOKEN.fullmatch(method):
        findings.append(error("METHOD_INVALID", "raw.method", value=method))

    if body is None and not raw.replaces_body:
        return Built(None, findings)
    return Built(WireRequest(method=method, url=url, headers=headers, body=body, streams=chosen.streams), findings)


def _field_findings(draft: Draft) -> list[Finding]:
    """What is wrong with single fields, whatever is built from them."""
    findings: list[Finding] = []
    unsent = _UNSENT_WITH_RAW_BODY if draft.raw is not None and draft.raw.replaces_body else ("task",)
    for path, section in sections(draft):
        prefix = f"{path}." if path else ""
        findings += [error("UNPARSED", f"{prefix}{name}") for name in section.unparsed()]
        sent = path not in {"target", "task", "raw"}
        findings += [
            note("UNKNOWN_FIELD" if sent else "UNKNOWN_FIELD_UNSENT", f"{prefix}{name}", name=name)
            for name in section.unknown()
        ]
    findings += [
        error("LONE_SURROGATE", path)
        for path, text in jsontext.strings(draft.to_tree())
        if jsontext.has_lone_surrogate(text) and not path.startswith(unsent)
    ]
    for path, task_id in (
        ("message.taskId", draft.message.task_id),
        ("task.taskId", draft.task.task_id if draft.task is not None else None),
    ):
        if task_id in {".", ".."} and not path.startswith(unsent[1:]):
            findings.append(error("DOT_SEGMENT", path, value=task_id))
    webhook = draft.configuration.push_notification_config if draft.configuration is not None else None
    if webhook is not None:
        where = "configuration.pushNotificationConfig"
        if webhook.token:
            findings.append(note("SECRET_SHOWN", f"{where}.token"))
        if webhook.authentication is not None and webhook.authentication.credentials:
            findings.append(note("SECRET_SHOWN", f"{where}.authentication.credentials"))
    return findings


def _url(draft: Draft, chosen: Combination, bases: Bases) -> tuple[str, list[Finding]]:
    if draft.raw is not None and draft.raw.url is not None:
        return url_of(draft.raw.url, "", "raw.url")
    root, findings = a2a_root(draft.target, bases)
    if any(found.level == "error" for found in findings):
        return root + chosen.path, findings
    if draft.target.a2a_url is not None:
        url, found = url_of(root, chosen.path, "target.a2aUrl")
        return url, findings + found
    url, found = url_of(root, chosen.path, "target.apiBase", draft.target.api_base)
    return url, findings + found


def _headers(draft: Draft, chosen: Combination) -> tuple[Headers, list[Finding]]:
    """Ours first, then the user's; a user's header of the same name replaces ours in place."""
    if draft.raw is not None and draft.raw.headers is not None:
        pairs = list(draft.raw.headers)
        return tuple(pairs), [f for index, pair in enumerate(pairs) for f in _header_findings(pair, "raw", index)]
    a2a = draft.target.effective_profile == "a2a"
    ours: list[tuple[str, str]] = []
    if draft.target.effective_auth == "bearer":
        ours.append(("Authorization", f"Bearer {KEY_VARIABLE}"))
    if chosen.method != "GET":
        ours.append(("Content-Type", "application/json"))
    if chosen.version == "1.0" and (a2a or chosen.transport == "jsonrpc"):
        ours.append(("A2A-Version", "1.0"))
    if chosen.streams:
        ours.append(("Accept", "text/event-stream"))
    findings: list[Finding] = []
    if a2a and chosen.version == "1.0" and chosen.transport == "rest":
        findings.append(note("VERSION_HEADER_ADDED", "header:A2A-Version"))
    pairs = ours.copy()
    free = {name.lower(): index for index, (name, _) in enumerate(ours)}
    for index, (name, value) in enumerate(draft.target.headers):
        if not name and not value:
            continue  # a row that nobody has filled in yet
        findings += _header_findings((name, value), "target", index)
        place = free.pop(name.lower(), None)
        if place is None:
            pairs.append((name, value))
        else:
            findings.append(note("HEADER_REPLACED", f"header:{name}", name=name))
            pairs[place] = (name, value)
    return tuple(pairs), findings


def _header_findings(pair: tuple[str, str], section: str, index: int) -> list[Finding]:
    name, value = pair
    if not name:
        return [error("HEADER_NO_NAME", f"{section}.headers[{index}]")]
    where = f"header:{name}"
    if any(bad in name + value for bad in "\r\n\0"):
        return [error("HEADER_LINE_BREAK", where)]
    if any(ord(char) > 0xFF for char in name + value):
        return [error("HEADER_NOT_LATIN1", where)]
    if not _SENDABLE_NAME.fullmatch(name):
        return [error("HEADER_NAME", where, name=name)]
    findings = []
    if not _TOKEN.fullmatch(name):
        findings.append(warning("HEADER_NAME_ODD", where, name=name))
    if name.lower() in _FRAMING:
        findings.append(warning("HEADER_FRAMING", where, name=name))
    if SECRET_HEADER.search(name) and value and KEY_VARIABLE not in value:
        findings.append(note("SECRET_SHOWN", where))
    return findings


def _raw_body(raw: Raw) -> tuple[bytes | None, list[Finding]]:
    if raw.body_base64 is not None:
        twice = [] if raw.body is None else [warning("RAW_BODY_TWICE", "raw.body")]
        body = decoded(raw.body_base64)
        return body, twice if body is not None else [error("NOT_BASE64", "raw.bodyBase64")]
    if raw.body is None:
        return None, []
    # A lone surrogate was refused with the fields; here it only must not raise.
    return raw.body.encode("utf-8", "replace"), []


def _body(draft: Draft, chosen: Combination, ids: Ids) -> tuple[bytes | None, list[Finding]]:
    params, findings = _params(draft, chosen, ids)
    tree: dict[str, Json] = params
    if chosen.rpc_method is not None:
        tree = {"jsonrpc": "2.0", "id": ids.request, "method": chosen.rpc_method, "params": params}
        if draft.was_given("request_id"):
            if draft.request_id is None:
                del tree["id"]
            else:
                tree["id"] = draft.request_id
    if any(found.level == "error" for found in findings):
        return None, findings
    try:
        return jsontext.dumps(tree).encode("utf-8", "replace"), findings
    except JsonError as problem:
        return None, [*findings, error("BODY_NOT_JSON", "message", problem=str(problem))]


def _params(draft: Draft, chosen: Combination, ids: Ids) -> tuple[dict[str, Json], list[Finding]]:
    """`{message, configuration?, metadata?}`: the REST body and the JSON-RPC params alike."""
    profile = draft.target.effective_profile
    message, findings = _message(draft.message, chosen, profile, ids)
    params: dict[str, Json] = {"message": message}
    if draft.configuration is not None:
        params["configuration"], found = _configuration(draft.configuration, chosen, profile)
        findings += found
    metadata: dict[str, Json] = {}
    if draft.memorylake is not None:
        metadata["memorylake"] = plain(draft.memorylake)
    for name, value in (draft.metadata or {}).items():
        if name in metadata:
            findings.append(warning("METADATA_TWICE", "metadata.memorylake"))
        else:
            metadata[name] = value
    if draft.memorylake is not None or draft.metadata is not None:
        params["metadata"] = metadata
    params.update(draft.unknown())
    return params, findings


def _message(
    message: Message, chosen: Combination, profile: Profile, ids: Ids
) -> tuple[dict[str, Json], list[Finding]]:
    dialect = chosen.dialect
    findings: list[Finding] = []
    wire: dict[str, Json] = {}
    message_id = message.message_id if message.was_given("message_id") else ids.message
    if message_id is not None:
        wire["messageId"] = message_id
    elif profile == "a2a":
        findings.append(warning("MESSAGE_ID_LEFT_OUT", "message.messageId"))
    wire["role"] = dialect.role
    wire[dialect.parts_key] = []
    for index, part in enumerate(message.parts):
        shaped, found = _part(part, dialect, f"message.parts[{index}]")
        wire[dialect.parts_key].append(shaped)
        findings += found
    if not message.parts:
        findings.append(warning("NO_PARTS", "message.parts"))
    wire |= _given(
        message,
        "context_id",
        "task_id",
        "reference_task_ids",
        "extensions",
        "metadata",
    )
    if message.reference_task_ids is not None and dialect.is_v03_rest:
        findings.append(warning("REFERENCE_TASKS_V03_REST", "message.referenceTaskIds"))
    if profile == "a2a" and dialect.kind:
        wire["kind"] = "message"
        findings.append(note("KIND_ADDED", "message"))
    return wire | message.unknown(), findings


def _part(part: Part, dialect: Dialect, where: str) -> tuple[dict[str, Json], list[Finding]]:
    shaped, findings = _SHAPES[type(part)](part, dialect, where)
    if dialect.kind:
        shaped = {"kind": part.type} | shaped
    if part.metadata is not None:
        shaped["metadata"] = part.metadata
    return shaped | part.unknown(), findings


def _text(part: TextPart, _dialect: Dialect, where: str) -> tuple[dict[str, Json], list[Finding]]:
    findings = [] if part.text else [warning("TEXT_EMPTY", f"{where}.text")]
    return {} if part.text is None else {"text": part.text}, findings


def _file(part: FilePart, dialect: Dialect, where: str) -> tuple[dict[str, Json], list[Finding]]:
    names = {name: value for field, name in dialect.file_names.items() if (value := getattr(part, field)) is not None}
    findings: list[Finding] = []
    if part.url is None and part.bytes is None:
        findings.append(warning("FILE_EMPTY", where))
    elif part.url is not None and part.bytes is not None:
        findings.append(warning("FILE_TWICE", where))
    if part.bytes is not None and dialect.is_v03_rest:
        findings.append(note("V03_REST_BYTES", f"{where}.bytes"))
    return ({"file": names} if dialect.file_nested else names), findings


def _data(part: DataPart, dialect: Dialect, where: str) -> tuple[dict[str, Json], list[Finding]]:
    if not part.was_given("data"):
        return {}, [] if part.unparsed() else [warning("DATA_EMPTY", f"{where}.data")]
    if not dialect.any_data and not isinstance(part.data, dict):
        return {}, [error("DATA_NOT_OBJECT", f"{where}.data")]
    return {"data": {"data": part.data} if dialect.data_nested else part.data}, []


_Shape = Callable[..., tuple[dict[str, Json], list[Finding]]]
_SHAPES: dict[type[Section], _Shape] = {TextPart: _text, FilePart: _file, DataPart: _data}


def _configuration(
    configuration: Configuration, chosen: Combination, profile: Profile
) -> tuple[dict[str, Json], list[Finding]]:
    """MemoryLake takes one configuration in all four variants; the specification's differ by version (4.2, 11.3)."""
    findings: list[Finding] = []
    wire: dict[str, Json] = {}
    if configuration.blocking is not None:
        if profile == "a2a" and chosen.version == "1.0":
            wire["returnImmediately"] = not configuration.blocking
            findings.append(note("BLOCKING_TURNED", "configuration.blocking"))
        else:
            wire["blocking"] = configuration.blocking
    wire |= _given(configuration, "history_length", "accepted_output_modes")
    if configuration.push_notification_config is not None:
        name = "pushNotificationConfig"
        if profile == "a2a" and chosen.dialect.webhook != name:
            findings.append(note("WEBHOOK_RENAMED", f"configuration.{name}", name=chosen.dialect.webhook))
            name = chosen.dialect.webhook
        wire[name] = _webhook(configuration.push_notification_config, chosen)
    return wire | configuration.unknown(), findings


def _webhook(webhook: PushNotificationConfig, chosen: Combination) -> dict[str, Json]:
    wire = _given(webhook, "id", "url", "token")
    if webhook.authentication is not None:
        wire["authentication"] = _authentication(webhook.authentication, chosen)
    return wire | webhook.unknown()


def _authentication(authentication: Authentication, chosen: Combination) -> dict[str, Json]:
    """v1.0 names one scheme, v0.3 a list of them (A2A "What's new in 1.0")."""
    wire: dict[str, Json] = {}
    if authentication.scheme is not None:
        if chosen.version == "1.0":
            wire["scheme"] = authentication.scheme
        else:
            wire["schemes"] = [authentication.scheme]
    return wire | _given(authentication, "credentials") | authentication.unknown()


def _given(section: Section, *fields: str) -> dict[str, Json]:
    """The fields that are not null, by their wire names."""
    names = section.wire_names()
    return {names[field]: value for field in fields if (value := getattr(section, field)) is not None}


def plain(section: Section) -> dict[str, Json]:
    """A section whose wire form is its file form: what is not null, in the documents' order, then unknown keys."""
    wire: dict[str, Json] = {}
    for name, value in _given(section, *section.wire_names()).items():
        wire[name] = plain(value) if isinstance(value, Section) else value
    return wire | section.unknown()
