"""What a server says when it refuses: one finding from any of the error documents that A2A servers send.

Sources: A2A 1.0 specification 5.4 (error codes), 11.6 (google.rpc.Status); JSON-RPC 2.0 5.1; MemoryLake's error
envelope, whose `message` may hold the A2A document as a string.
"""

import re
from collections.abc import Iterator

from playground.model import jsontext
from playground.model.finding import Finding, error
from playground.model.jsontext import Json, JsonError

RPC_ERRORS: dict[int, str] = {
    -32700: "PARSE_ERROR",
    -32600: "INVALID_REQUEST",
    -32601: "METHOD_NOT_FOUND",
    -32602: "INVALID_PARAMS",
    -32603: "INTERNAL_ERROR",
    -32001: "TASK_NOT_FOUND",
    -32002: "TASK_NOT_CANCELABLE",
    -32003: "PUSH_NOTIFICATION_NOT_SUPPORTED",
    -32004: "UNSUPPORTED_OPERATION",
    -32005: "CONTENT_TYPE_NOT_SUPPORTED",
    -32006: "INVALID_AGENT_RESPONSE",
    -32007: "EXTENDED_AGENT_CARD_NOT_CONFIGURED",
    -32008: "EXTENSION_SUPPORT_REQUIRED",
    -32009: "VERSION_NOT_SUPPORTED",
}

# Long enough for any sentence of a server, short enough for a card; the raw answer stands below it.
_LONGEST_MESSAGE = 2000
_LONGEST_PLAIN = 300
_TITLE = re.compile(r"<title[^>]*>(.{1,200}?)</title", re.IGNORECASE | re.DOTALL)


def is_error(data: Json) -> bool:
    """Whether a JSON document is a server's error, whatever the HTTP status beside it said."""
    if not isinstance(data, dict):
        return False
    return data.get("success") is False or isinstance(data.get("error"), dict | str)


def finding(data: Json, text: str, status: int | None) -> Finding:
    """The finding for an error document (`data`, or its `text` where it is no JSON) that came with an HTTP status.

    The code is the A2A reason, also from inside an envelope's string; else MemoryLake's error_code; else the
    JSON-RPC error's name; else `HTTP_nnn`. Parameters: `server` (its own words), `status`, `field` if it names one.
    """
    documents = list(_documents(data))
    reason = next((found for document in documents if (found := _reason(document))), None)
    envelope_code = next((str(d["error_code"]) for d in documents if isinstance(d.get("error_code"), str)), None)
    rpc_name = next((RPC_ERRORS[c] for d in documents if (c := _code(d)) in RPC_ERRORS), None)
    # The innermost document says most: an envelope's own message is only the string around it.
    words = next((found for document in reversed(documents) if (found := _message(document))), _plain(text))
    http = f"HTTP_{status}" if status is not None and status >= 300 else None
    params = {"server": words[:_LONGEST_MESSAGE]}
    if status is not None:
        params["status"] = str(status)
    fields = [found for document in documents for found in _fields(document)]
    if fields:
        params["field"] = ", ".join(fields)
        params["server"] = f"{params['server']} ({params['field']})"
    return error(reason or envelope_code or rpc_name or http or "ERROR", "response", **params)


def _plain(text: str) -> str:
    """The words of an answer that is no JSON: of a web page its title, else the first of them."""
    if text.lstrip().startswith("<"):
        title = _TITLE.search(text)
        return f"(a web page: {' '.join(title[1].split())})" if title else "(a web page)"
    return " ".join(text.split())[:_LONGEST_PLAIN]


def _documents(data: Json) -> Iterator[dict[str, Json]]:
    """The document and the ones inside it: `error`, and an envelope's `message` that is JSON itself."""
    for _ in range(4):  # envelope -> its string -> `error`; nothing real is nested more deeply
        if not isinstance(data, dict):
            return
        yield data
        inner = data.get("error")
        message = data.get("message")
        if inner is None and isinstance(message, str) and message.lstrip().startswith("{"):
            try:
                inner = jsontext.loads(message, unique_keys=False)
            except JsonError:
                return
        data = inner


def _reason(document: dict[str, Json]) -> str | None:
    for name in ("details", "data"):
        items = document.get(name)
        if isinstance(items, list):
            for item in items:
                if isinstance(item, dict) and isinstance(item.get("reason"), str) and item["reason"]:
                    return str(item["reason"])
    return None


def _code(document: dict[str, Json]) -> int | None:
    code = document.get("code")
    return code if isinstance(code, int) and not isinstance(code, bool) else None


def _message(document: dict[str, Json]) -> str | None:
    for name in ("message", "detail", "title", "error_description", "error"):
        value = document.get(name)
        if isinstance(value, str) and value.strip():
            data = document.get("data")
            return f"{value}: {data}" if isinstance(data, str) and data else value
    return None


def _fields(document: dict[str, Json]) -> Iterator[str]:
    """Names of the fields that a google.rpc.BadRequest complains about."""
    for name in ("details", "data"):
        items = document.get(name)
        for item in items if isinstance(items, list) else []:
            violations = item.get("fieldViolations") if isinstance(item, dict) else None
            for violation in violations if isinstance(violations, list) else []:
                if isinstance(violation, dict) and isinstance(violation.get("field"), str):
                    yield violation["field"]
