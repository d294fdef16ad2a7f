"""The websocket on which a page follows a run, beside Streamlit's own."""

import asyncio
import contextlib
import json
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import streamlit as st
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from playground.client.run import Run
from playground.ui import feed

NAME = "live-feed"

ENDED, UNKNOWN, FOREIGN = 4000, 4004, 1008
"""Close codes: the run has ended and all of it was sent; no such run for this browser; a page of another origin."""
BEAT_SECONDS = 4.0
"""The browser takes a connection that is silent for three beats for dead."""
_BREATH_SECONDS = 0.004
"""The least time between two frames. More of them would only take time from the run's own thread."""
_PATIENCE_SECONDS = 10.0


def route() -> WebSocketRoute:
    """The route. Streamlit prefixes only its own routes by `server.baseUrlPath`."""
    base = str(st.get_option("server.baseUrlPath") or "").strip("/")
    return WebSocketRoute(f"/{base}/{NAME}" if base else f"/{NAME}", _endpoint)


async def _endpoint(websocket: WebSocket) -> None:
    if not _is_ours(websocket.headers.get("origin"), websocket.headers.get("host")):
        await websocket.close(FOREIGN)
        return
    await websocket.accept()
    with contextlib.suppress(WebSocketDisconnect, TimeoutError):  # nobody is left to tell
        asked = await _question(websocket)
        run = feed.find(asked.get("run"), feed.browser_of(websocket.cookies.get(feed.XSRF_COOKIE)))
        if run is None:
            await websocket.close(UNKNOWN)
            return
        question = next((name for name in _ANSWERS if name in asked), None)
        if question is None:
            after = asked.get("after")
            await _follow(websocket, run, after if isinstance(after, int) else 0)
        else:
            # In a thread: a big event takes a while, and the loop serves every page.
            text = await asyncio.to_thread(_ANSWERS[question], run, asked[question])
            await websocket.send_text(text)
            await websocket.close()


_ANSWERS: dict[str, Callable[[Run, object], str]] = {
    "open": lambda run, seq: _text(feed.detail(run, seq) or {}),
    "whole": lambda run, seq: feed.whole(run, seq) or "",
    "lines": lambda run, seq: feed.lines(run, seq) or "",
}
"""What can be asked about one event, by its number: opened, its data, its lines."""


def _is_ours(origin: str | None, host: str | None) -> bool:
    """Whether a page of that origin may connect: our own, or one that Streamlit's settings name.

    A proxy may rewrite Host; then `server.corsAllowedOrigins` or `browser.serverAddress` names the page's origin.
    """
    if origin is None or not st.get_option("server.enableCORS"):
        return True
    try:
        name = urlsplit(origin)
    except ValueError:
        return False
    return (
        name.netloc == host
        or origin in st.get_option("server.corsAllowedOrigins")
        or name.hostname == (st.get_option("browser.serverAddress") or "")
    )


async def _question(websocket: WebSocket) -> dict[str, Any]:
    """What the browser asks for, an empty object where that cannot be read."""
    async with asyncio.timeout(_PATIENCE_SECONDS):
        heard = await websocket.receive()
    if heard["type"] == "websocket.disconnect":
        raise WebSocketDisconnect
    try:
        asked = json.loads(heard.get("text") or "")
    except (ValueError, RecursionError):
        return {}
    return asked if isinstance(asked, dict) else {}


async def _follow(websocket: WebSocket, run: Run, after: int) -> None:
    """Send what is new as soon as there is something, until the run has ended or nobody listens any more."""
    loop = asyncio.get_running_loop()
    bell = asyncio.Event()
    armed = False

    def ring() -> None:
        """Called in the run's thread at every change: the loop is woken by the first one only."""
        nonlocal armed
        if armed:
            armed = False
            with contextlib.suppress(RuntimeError):  # the loop was closed meanwhile
                loop.call_soon_threadsafe(bell.set)

    follower = feed.Follower(run, after)
    gone = asyncio.create_task(_gone(websocket, bell))
    deaf = run.listen(ring)
    try:
        while not gone.done():
            bell.clear()
            armed = True
            frame = follower.frame()
            while frame is not None and not gone.done():
                await _send(websocket, frame)
                if follower.ended:
                    await websocket.close(ENDED)
                    return
                await asyncio.sleep(_BREATH_SECONDS if frame["rows"] else 0)
                frame = follower.frame()
            try:
                async with asyncio.timeout(BEAT_SECONDS):
                    await bell.wait()
            except TimeoutError:
                await _send(websocket, follower.beat())
    finally:
        deaf()
        gone.cancel()


async def _gone(websocket: WebSocket, bell: asyncio.Event) -> None:
    """Ends when the browser has gone. Whatever it may say is of no interest."""
    while (await websocket.receive())["type"] != "websocket.disconnect":
        pass
    bell.set()


async def _send(websocket: WebSocket, message: dict[str, Any]) -> None:
    await websocket.send_text(_text(message))


def _text(message: dict[str, Any]) -> str:
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"))
