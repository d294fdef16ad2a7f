"""Trouble on demand, on the way and not in the agent: requests that are refused, connections that are cut."""

from collections.abc import Mapping
from typing import Any

from starlette.responses import Response
from starlette.types import Message, Receive, Scope, Send

from playground.sandbox.envelope import Refused
from playground.sandbox.scenario import choose

# How many pieces of a stream arrive before it is cut.
PIECES = 8

_REFUSALS = {
    401: "Missing or invalid API key",
    402: "The quota of this account is used up",
    403: 'You don\'t have the "Chat (A2A)" permission',
    404: "Agent not found: the message asked for it",
    429: "Too many requests: at most 600 a minute per account",
    500: "Internal error: the message asked for it",
}


class ConnectionCutError(Exception):
    """Makes the server close the connection where it stands; its own log is silenced."""


class Cut(Response):
    """Another response, cut off: a stream after `PIECES` pieces without its last chunk, a body in its middle."""

    def __init__(self, response: Response) -> None:
        self._response = response

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Sends the beginning. Raises ConnectionCutError."""
        pieces = 0

        async def send_some(message: Message) -> None:
            nonlocal pieces
            if message["type"] != "http.response.body":
                await send(message)
                return
            pieces += 1
            body: bytes = message.get("body", b"")
            if message.get("more_body", False) and pieces <= PIECES:
                await send(message)
                return
            await send({**message, "body": body[: len(body) // 2], "more_body": True})
            raise ConnectionCutError

        await self._response(scope, receive, send_some)


def trouble_of(message: Mapping[str, Any], parts: str) -> Refused | type[Cut] | None:
    """Says what a message wants to go wrong on its way.

    In: the message of a request, and where its parts are. Out: the refusal to answer with instead of asking the agent,
    or `Cut` to put around the agent's answer, or nothing.
    """
    texts = (part["text"] for part in message[parts] if isinstance(part.get("text"), str))
    scenario, match = choose(" ".join(texts))
    if scenario.id == "refused":
        status = int(match["status"])
        return Refused(status, _REFUSALS[status])
    return Cut if scenario.id == "dropped" else None
