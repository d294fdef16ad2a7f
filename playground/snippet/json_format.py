"""The request as JSON: method, URL, header pairs and the exact body text."""

from playground.model import jsontext
from playground.model.request import WireRequest
from playground.snippet.format import Format


def render(request: WireRequest) -> str:
    """`{"method", "url", "headers": [[name, value], ...], "body"}`, ASCII-escaped."""
    return jsontext.dumps(request.as_json(), ascii_only=True)


FORMAT = Format("json", "JSON", "json", "json", render)
