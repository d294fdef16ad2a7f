"""The clients that are compared, each in a process of its own that imports nothing of the others.

`python clients.py NAME` reads one URL a line and answers each with one line of JSON: the seconds that the whole answer
took, how many events it had, and of each event the milliseconds between its sending and its arrival.
"""

import json
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

Answer = dict[str, Any]
_STAMP = re.compile(r"#\d+ (\d+\.\d{6}) ")


def _delay(text: str, now: float) -> float | None:
    found = _STAMP.search(text, 0, 400)
    return (now - float(found[1])) * 1000 if found else None


def _answer(seconds: float, delays: list[float | None]) -> Answer:
    return {"seconds": seconds, "events": len(delays), "delays": [delay for delay in delays if delay is not None]}


def playground() -> Callable[[str], Answer]:
    """Our client as a view uses it: it waits for the log to change and takes what is new. Decoded and folded."""
    from pydantic import SecretStr

    from playground.client.run import Run
    from playground.model.draft import Draft
    from playground.protocol.combination import combination
    from playground.protocol.encode import encode, random_ids

    def go(url: str) -> Answer:
        target = {"apiBase": url, "workspaceId": "ws", "agentId": "agt"}
        draft, _ = Draft.from_tree({"target": target, "operation": "stream", "message": {"parts": []}})
        assert draft is not None
        request = encode(draft, ids=random_ids()).request
        assert request is not None
        begun = time.perf_counter()
        run = Run(
            request,
            key=SecretStr("sk_bench_key"),
            combination=combination("1.0", "stream", "rest"),
            profile="memorylake",
        )
        run.start()
        delays: list[float | None] = []
        version = 0
        while True:
            going = run.running
            for event in run.events_after(len(delays)):
                delays.append(_delay(event.raw, time.time()))
            if not going:
                break
            version = run.wait(version, 30)
        result = run.result()
        assert result.outcome == "completed"
        assert result.reply
        return _answer(time.perf_counter() - begun, delays)

    return go


def httpx_sse() -> Callable[[str], Answer]:
    """httpx-sse and the standard library's json, in a loop; nothing is decoded beyond JSON."""
    import httpx
    from httpx_sse import connect_sse

    def go(url: str) -> Answer:
        begun = time.perf_counter()
        delays: list[float | None] = []
        kept: list[Any] = []
        with (
            httpx.Client(timeout=60, trust_env=False) as client,
            connect_sse(client, "POST", f"{url}/message:stream", json={}) as source,
        ):
            for event in source.iter_sse():
                kept.append(json.loads(event.data))
                delays.append(_delay(event.data, time.time()))
        return _answer(time.perf_counter() - begun, delays)

    return go


def a2a_sdk() -> Callable[[str], Answer]:
    """The official client's REST transport, which makes protobuf messages."""
    import asyncio

    import httpx
    from a2a.client.client import ClientConfig
    from a2a.client.client_factory import ClientFactory, minimal_agent_card
    from a2a.types import Message, Part, Role, SendMessageRequest

    message = Message(message_id="m", role=Role.ROLE_USER, parts=[Part(text="Hi")])

    async def stream(url: str) -> Answer:
        begun = time.perf_counter()
        delays: list[float | None] = []
        kept: list[Any] = []
        async with httpx.AsyncClient(timeout=60, trust_env=False) as http:
            card = minimal_agent_card(url, ["HTTP+JSON"])
            card.capabilities.streaming = True
            config = ClientConfig(httpx_client=http, streaming=True, supported_protocol_bindings=["HTTP+JSON"])
            client = ClientFactory(config).create(card)
            async for event in client.send_message(SendMessageRequest(message=message)):
                kept.append(event)
                parts = event.status_update.status.message.parts
                delays.append(_delay(parts[0].text if parts else "", time.time()))
        return _answer(time.perf_counter() - begun, delays)

    return lambda url: asyncio.run(stream(url))


CLIENTS: dict[str, Callable[[], Callable[[str], Answer]]] = {
    "playground": playground,
    "httpx-sse": httpx_sse,
    "a2a-sdk": a2a_sdk,
}


@contextmanager
def client(name: str) -> Iterator[Callable[[str], Answer]]:
    """One of the clients, ready: call it with the URL to stream from."""
    process = subprocess.Popen(
        [sys.executable, str(Path(__file__).resolve()), name],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        bufsize=1,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    ask, answers = process.stdin, process.stdout

    def go(url: str) -> Answer:
        ask.write(f"{url}\n")
        answer: Answer = json.loads(answers.readline())
        return answer

    try:
        yield go
    finally:
        process.communicate()


def curl(url: str) -> Answer:
    """`curl -N`: when its output can be read."""
    begun = time.perf_counter()
    process = subprocess.Popen(
        ["curl", "-sN", "--noproxy", "*", "-X", "POST", f"{url}/message:stream"], stdout=subprocess.PIPE, bufsize=0
    )
    assert process.stdout is not None
    delays: list[float | None] = []
    rest = b""
    while piece := process.stdout.read(65536):
        now = time.time()
        *blocks, rest = (rest + piece).split(b"\n\n")
        delays += [_delay(block.decode(), now) for block in blocks]
    process.wait()
    return _answer(time.perf_counter() - begun, delays)


if __name__ == "__main__":
    take = CLIENTS[sys.argv[1]]()
    for line in sys.stdin:
        print(json.dumps(take(line.strip())), flush=True)
