"""The server of the measurements: streams A2A events over a raw socket, in a process of its own.

The first segment of the path says what to stream: `n=1000,size=250,rate=100,framing=chunked,wait=0`. Every event's
text begins with its number and the time (`#17 1764538123.123456 `) that was read right before its bytes were sent.
"""

import json
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, fields
from functools import lru_cache
from pathlib import Path
from typing import Any, Self

_HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-store\r\n"
_AT_ONCE = 65536
_STAMP = len("#00000 1764538123.123456 ")
_NO_TIME = b"0000000000.000000"


@dataclass(frozen=True)
class Plan:
    """What to stream."""

    n: int = 1000
    size: int = 250
    """Bytes of one event, at least."""
    rate: float = 0.0
    """Events a second; 0: as fast as they go."""
    framing: str = "chunked"
    """`chunked`, or `close`: the end of the connection is the end of the answer."""
    wait: float = 0.0
    """Seconds between the head and the first event."""

    @property
    def path(self) -> str:
        return ",".join(f"{field.name}={getattr(self, field.name)}" for field in fields(self))

    @classmethod
    def read(cls, path: str) -> Self:
        given = dict(pair.split("=") for pair in path.split(","))
        types: dict[str, Any] = {"n": int, "size": int, "rate": float, "framing": str, "wait": float}
        return cls(**{name: types[name](value) for name, value in given.items()})


def _event(status: dict[str, Any]) -> bytes:
    update = {"taskId": "run-1", "contextId": "ctx-1", "status": status}
    return b"data:" + json.dumps({"statusUpdate": update}, separators=(",", ":")).encode() + b"\n\n"


def _working(text: str) -> bytes:
    message = {"messageId": "m", "role": "ROLE_AGENT", "parts": [{"text": text}]}
    return _event({"state": "TASK_STATE_WORKING", "message": message})


_ENVELOPE = len(_working(""))


def event(number: int, size: int, now: float) -> bytes:
    """One event with its number and time, filled up to `size` bytes."""
    stamp = f"#{number:05d} {now:017.6f} "
    filling = "lorem ipsum dolor sit amet " * max(1, (size - _ENVELOPE - _STAMP) // 27 + 1)
    return _working(stamp + filling[: max(1, size - _ENVELOPE - _STAMP)])


DONE = _event({"state": "TASK_STATE_COMPLETED"})


def _serve(connection: socket.socket) -> None:
    with connection, suppress(OSError):
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        request = b""
        while b"\r\n\r\n" not in request:
            piece = connection.recv(65536)
            if not piece:
                return
            request += piece
        plan = Plan.read(request.split(b" ")[1].decode().strip("/").split("/")[0])
        chunked = plan.framing == "chunked"
        connection.sendall(_HEAD + (b"Transfer-Encoding: chunked\r\n\r\n" if chunked else b"Connection: close\r\n\r\n"))
        time.sleep(plan.wait)
        for piece in _pieces(plan):
            connection.sendall(b"%x\r\n%s\r\n" % (len(piece), piece) if chunked else piece)
        if chunked:
            connection.sendall(b"0\r\n\r\n")
        connection.shutdown(socket.SHUT_WR)
        while connection.recv(65536):
            pass


def _pieces(plan: Plan) -> Iterable[bytes]:
    return _paced(plan) if plan.rate else _at_once(plan)


def _paced(plan: Plan) -> Iterator[bytes]:
    zero = time.perf_counter()
    for number in range(1, plan.n + 1):
        time.sleep(max(0.0, zero + number / plan.rate - time.perf_counter()))
        yield event(number, plan.size, time.time())
    yield DONE


@lru_cache(maxsize=8)
def _made(n: int, size: int) -> list[bytes]:
    """A whole stream in large pieces, made once, so that the server's own work does not count."""
    events = [event(number, size, 0.0) for number in range(1, n + 1)]
    at_once = max(1, _AT_ONCE // size)
    pieces = [b"".join(events[start : start + at_once]) for start in range(0, n, at_once)]
    return [part for piece in [*pieces, DONE] for part in _cut(piece)]


def _cut(piece: bytes) -> Iterator[bytes]:
    for start in range(0, len(piece), 2 * _AT_ONCE):
        yield piece[start : start + 2 * _AT_ONCE]


def _at_once(plan: Plan) -> Iterator[bytes]:
    for piece in _made(plan.n, plan.size):
        yield piece.replace(_NO_TIME, b"%.6f" % time.time())


def main() -> None:
    """Serve until standard input ends; the port is the first line of the output."""
    listener = socket.create_server(("127.0.0.1", 0))
    print(listener.getsockname()[1], flush=True)

    def accept() -> None:
        while True:
            connection, _ = listener.accept()
            threading.Thread(target=_serve, args=[connection], daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    sys.stdin.read()


@contextmanager
def feed() -> Iterator[str]:
    """The address of a feed in a process of its own."""
    process = subprocess.Popen(
        [sys.executable, str(Path(__file__).resolve())], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        yield f"http://127.0.0.1:{int(process.stdout.readline())}"
    finally:
        process.communicate()


if __name__ == "__main__":
    main()
