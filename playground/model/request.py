"""The one request value that preview, snippets, client and record read."""

import re

from pydantic import BaseModel, ConfigDict

from playground import __version__
from playground.model.base64text import encoded
from playground.model.jsontext import Json

# Stands for the key wherever a request is shown, printed or saved; only the client knows the real one.
KEY_VARIABLE = "$MEMORYLAKE_API_KEY"

MASK = "***"
"""Stands for a secret in whatever is handed on."""

SECRET_HEADER = re.compile(r"cookie|secret|token|password|credential|api[-_]?key|authorization", re.IGNORECASE)
"""Names of headers that look as if their values were secret."""

# Of which nobody expects a length when there is no body (RFC 9110, 8.6).
_METHODS_WITHOUT_BODY = {"GET", "HEAD", "DELETE", "TRACE", "OPTIONS", "CONNECT"}

Headers = tuple[tuple[str, str], ...]


class WireRequest(BaseModel):
    """One HTTP request, exactly as it leaves: method, normalised URL, ordered header pairs, body bytes or None."""

    model_config = ConfigDict(frozen=True)

    method: str
    url: str
    headers: Headers
    body: bytes | None
    streams: bool = False
    """Whether the operation is one that a stream answers."""

    def header(self, name: str) -> str | None:
        """The value of the first header of that name (any case), or None."""
        return next((value for key, value in self.headers if key.lower() == name.lower()), None)

    @property
    def body_text(self) -> str | None:
        """The body as text; None if there is none or if it is not UTF-8."""
        if self.body is None:
            return None
        try:
            return self.body.decode("utf-8")
        except UnicodeDecodeError:
            return None

    @property
    def host(self) -> str:
        """Host and port, as they stand in the Host header."""
        return self._host_and_path[0]

    @property
    def path(self) -> str:
        """Path and query, as they stand in the request line."""
        return self._host_and_path[1]

    @property
    def _host_and_path(self) -> tuple[str, str]:
        # Cut by hand: a URL that was refused is looked at too, and urlsplit raises for some of them.
        rest = self.url.partition("://")[2]
        end = next((index for index, char in enumerate(rest) if char in "/?#"), len(rest))
        path = rest[end:].partition("#")[0]
        return rest[:end], path if path.startswith("/") else f"/{path}"

    @property
    def added_headers(self) -> Headers:
        """What the client adds beside `headers`: Host first, the others behind. Ours only where none was given."""
        added = {
            "Host": self.host,
            "User-Agent": f"memorylake-playground/{__version__}",
            "Accept-Encoding": "identity" if self.streams else "gzip, deflate",
        }
        if self.body is not None or self.method.upper() not in _METHODS_WITHOUT_BODY:
            added["Content-Length"] = str(len(self.body or b""))
        return tuple((name, value) for name, value in added.items() if self.header(name) is None)

    def as_json(self) -> dict[str, Json]:
        """`{"method", "url", "headers", "body"}`; a body that is not UTF-8 stands as `bodyBase64` instead."""
        shown: dict[str, Json] = {
            "method": self.method,
            "url": self.url,
            "headers": [list(pair) for pair in self.headers],
            "body": self.body_text,
        }
        if self.body is not None and shown["body"] is None:
            shown["bodyBase64"] = encoded(self.body)
        return shown
