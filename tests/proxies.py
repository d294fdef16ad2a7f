"""A reverse proxy on loopback: takes a prefix off the path, can refuse a path, and can cut its connections."""

import socket
import threading
from contextlib import suppress
from dataclasses import dataclass, field

from servers import Listener


@dataclass
class Proxy:
    """Passes each connection on to `port`, one request a connection, until it is closed.

    `prefix` is what stands before the paths outside and is not known inside, `refused` is answered with 403.
    """

    port: int
    prefix: str = ""
    refused: str | None = None
    swallowed: str | None = None
    """A path whose requests are taken and never answered."""
    rewrites_host: bool = False
    passed: list[str] = field(default_factory=list)
    """The paths that were passed on."""

    def __post_init__(self) -> None:
        self._open: dict[socket.socket, str] = {}
        listener = Listener(self._serve)
        self.close = listener.close
        self.url = f"http://127.0.0.1:{listener.port}{self.prefix}"

    def _serve(self, outside: socket.socket) -> None:
        with outside, suppress(OSError):
            data = b""
            while b"\r\n\r\n" not in data:
                piece = outside.recv(65536)
                if not piece:
                    return
                data += piece
            received, _, rest = data.partition(b"\r\n\r\n")
            first, *lines = received.decode("latin-1").split("\r\n")
            method, path, version = first.split(" ")
            path = path.removeprefix(self.prefix) or "/"
            if self.refused is not None and path.startswith(self.refused):
                outside.sendall(b"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
                return
            if self.swallowed is not None and path.startswith(self.swallowed):
                outside.recv(1)
                return
            upgrade = any(line.lower().startswith("upgrade:") for line in lines)
            if not upgrade:  # one request a connection, so that every one of them passes here
                lines = [line for line in lines if not line.lower().startswith("connection:")] + ["Connection: close"]
            if self.rewrites_host:
                lines = [line for line in lines if not line.lower().startswith("host:")] + ["Host: inside.example"]
            self.passed.append(path)
            with socket.create_connection(("127.0.0.1", self.port)) as inside:
                self._open[outside] = path
                self._open[inside] = path
                inside.sendall(
                    "\r\n".join([f"{method} {path} {version}", *lines]).encode("latin-1") + b"\r\n\r\n" + rest
                )
                back = threading.Thread(target=_pump, args=[inside, outside], daemon=True)
                back.start()
                _pump(outside, inside)
                back.join()
            self._open.pop(outside, None)
            self._open.pop(inside, None)

    def cut(self, path: str) -> int:
        """Break the connections of a path; returns how many there were."""
        found = [one for one, its in list(self._open.items()) if its.startswith(path)]
        for one in found:
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
        return len(found) // 2


def _pump(source: socket.socket, sink: socket.socket) -> None:
    with suppress(OSError):
        while data := source.recv(65536):
            sink.sendall(data)
    for one in (source, sink):
        with suppress(OSError):
            one.shutdown(socket.SHUT_RDWR)
