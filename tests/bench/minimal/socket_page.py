"""The least that shows a stream live: a bare websocket, one element an event. `python socket_page.py PORT`.

The browser names the stream; what is slower than this is ours.
"""

import asyncio
import sys
from urllib.parse import urlsplit

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

_PAGE = """<!doctype html><title>bare</title><div id="list" style="height: 20rem; overflow: auto"></div><script>
window.begin = (url) => {
  const list = document.getElementById("list");
  list.replaceChildren();
  const socket = new WebSocket(`ws://${location.host}/events`);
  socket.onopen = () => socket.send(url);
  socket.onmessage = (event) => {
    const row = document.createElement("div");
    row.className = "text";
    row.textContent = event.data;
    list.append(row);
  };
};
</script>"""


async def _page(_request: Request) -> HTMLResponse:
    return HTMLResponse(_PAGE)


async def _health(_request: Request) -> HTMLResponse:
    return HTMLResponse("ok")


async def _events(socket: WebSocket) -> None:
    await socket.accept()
    url = urlsplit(await socket.receive_text())
    reader, writer = await asyncio.open_connection(url.hostname, url.port)
    writer.write(f"POST {url.path} HTTP/1.1\r\nHost: {url.netloc}\r\nContent-Length: 0\r\n\r\n".encode())
    await reader.readuntil(b"\r\n\r\n")
    rest = b""
    while piece := await reader.read(65536):
        *blocks, rest = (rest + piece).split(b"\n\n")
        for block in blocks:
            _, found, text = block.partition(b'"text":"')
            if found:
                await socket.send_text(text[:200].decode())
    writer.close()
    await socket.close()


app_routes = [Route("/", _page), Route("/_stcore/health", _health), WebSocketRoute("/events", _events)]

if __name__ == "__main__":
    uvicorn.run(Starlette(routes=app_routes), host="127.0.0.1", port=int(sys.argv[1]), log_level="warning")
