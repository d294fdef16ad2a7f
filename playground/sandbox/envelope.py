"""MemoryLake's error answers."""

from collections.abc import Mapping
from typing import Any

from starlette.responses import JSONResponse, Response

from playground.sandbox.body import dump

# MemoryLake's error codes by HTTP status ("Error codes" in its documents); everything else is INTERNAL_ERROR.
_ERROR_CODES = {
    400: "INVALID_ARGUMENT",
    401: "UNAUTHORIZED",
    402: "QUOTA_EXCEEDED",
    403: "ACCESS_DENIED",
    404: "NOT_FOUND",
    429: "RATE_LIMIT_EXCEEDED",
}
_HEADERS = {401: {"WWW-Authenticate": "Bearer"}, 429: {"Retry-After": "30"}}


class Refused(Exception):
    """A request that does not reach the SDK's agent, with the HTTP status of the answer."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


def envelope(status: int, message: str) -> Response:
    """Makes MemoryLake's error answer.

    In: the HTTP status and the message (for an A2A error, its document as a string). Out: the response.
    """
    code = _ERROR_CODES.get(status, "INTERNAL_ERROR")
    return JSONResponse({"success": False, "message": message, "error_code": code}, status, _HEADERS.get(status))


def error_envelope(document: Mapping[str, Any]) -> Response:
    """Wraps an A2A error document (A2A v1.0, HTTP binding, error handling) into an envelope, as a string."""
    return envelope(document["error"]["code"], dump(document).decode())
