"""What went wrong below HTTP, as a finding: one table from the library's exceptions to codes."""

import re
import socket
import ssl
from collections.abc import Iterator

import requests
from urllib3 import exceptions as u3

from playground.model.finding import Finding, error
from playground.protocol.address import origin

_USER_IN_URL = re.compile(r"//[^/@\s]*@")

# The first row that any exception of the chain belongs to. The order matters: a proxy whose name is not known is a
# proxy failure.
_CODES: tuple[tuple[tuple[type[BaseException], ...], str], ...] = (
    ((u3.ProxyError, requests.exceptions.ProxyError, requests.exceptions.InvalidProxyURL), "PROXY_FAILED"),
    ((u3.SSLError, requests.exceptions.SSLError, ssl.SSLError), "TLS_FAILED"),
    ((u3.NameResolutionError, socket.gaierror), "NAME_NOT_FOUND"),
    ((ConnectionRefusedError,), "CONNECTION_REFUSED"),
    ((u3.NewConnectionError,), "CONNECTION_FAILED"),  # to urllib3 it is a kind of connect timeout
    ((u3.ConnectTimeoutError, requests.exceptions.ConnectTimeout), "CONNECT_TIMEOUT"),
    ((u3.ReadTimeoutError, requests.exceptions.ReadTimeout, TimeoutError), "IDLE_TIMEOUT"),
)


def is_timeout(problem: BaseException) -> bool:
    """Whether the server was silent for longer than the limit."""
    return _code(problem) == "IDLE_TIMEOUT"


def finding(problem: BaseException, url: str, connect: float, idle: float, *, sent: bool = True) -> Finding:
    """The finding for an exception of requests, urllib3 or the socket. `sent`: whether the request had left."""
    code = _code(problem) or ("INTERRUPTED" if sent else "CONNECTION_FAILED")
    if code == "IDLE_TIMEOUT" and not sent:
        code = "CONNECT_TIMEOUT"  # a TLS handshake that the other side never answered
    where = "response" if sent else "target"
    seconds = idle if code == "IDLE_TIMEOUT" else connect
    return error(code, where, host=origin(url).partition("://")[2], seconds=f"{seconds:g}", problem=_words(problem))


def _code(problem: BaseException) -> str | None:
    chain = list(_chain(problem))
    return next((code for types, code in _CODES if any(isinstance(link, types) for link in chain)), None)


def _chain(problem: BaseException) -> Iterator[BaseException]:
    """The exception and all that it was raised from or wraps (requests and urllib3 wrap in `args` and `reason`)."""
    todo: list[object] = [problem]
    seen: set[int] = set()
    while todo:
        link = todo.pop(0)
        if isinstance(link, BaseException) and id(link) not in seen:
            seen.add(id(link))
            yield link
            todo += [link.__cause__, link.__context__, getattr(link, "reason", None), *link.args]


def _words(problem: BaseException) -> str:
    """The innermost reason in its own words, without the library's wrapping."""
    innermost = list(_chain(problem))[-1]
    if isinstance(innermost, ValueError) and "invalid literal for int()" in str(innermost):
        return "the next chunk has no length"  # what http.client says about it are Python's words
    words = innermost.strerror if isinstance(innermost, OSError) and innermost.strerror else str(innermost)
    # A proxy's address may hold its password.
    return _USER_IN_URL.sub("//***@", words or type(innermost).__name__).rstrip(".")
