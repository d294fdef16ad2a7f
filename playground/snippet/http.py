"""The request as the HTTP/1.1 message that leaves, with what the client adds (`WireRequest.added_headers`)."""

from playground.model.request import WireRequest
from playground.snippet.format import Format


def render(request: WireRequest) -> str:
    """Request line, Host, our headers, the added ones, a blank line, the body.

    A body that is not UTF-8 stands as a sentence in its place, since no text can show it.
    """
    host = [pair for pair in request.added_headers if pair[0] == "Host"]
    rest = [pair for pair in request.added_headers if pair[0] != "Host"]
    lines = [f"{request.method} {request.path} HTTP/1.1"]
    lines += [f"{name}: {value}" for name, value in (*host, *request.headers, *rest)]
    body = request.body_text
    if body is None and request.body is not None:
        body = f"({len(request.body)} bytes that are no UTF-8 text)"
    return "\n".join([*lines, "", body or ""])


FORMAT = Format("http", "HTTP", "http", "http", render)
