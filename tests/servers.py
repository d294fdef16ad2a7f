"""Servers on loopback for tests: raw sockets, so that a test decides every byte and sees every byte."""

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

Answer = Callable[[socket.socket], None]


class Listener:
    """Listens on loopback and hands each connection to `serve`, in a thread of its own."""

    def __init__(self, serve: Answer) -> None:
        self._serve = serve
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._socket.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._socket.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=[connection], daemon=True).start()

    def close(self) -> None:
        # shutdown wakes the accepting thread, close alone does not
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()


@dataclass
class RawServer:
    """Takes one request a connection, keeps it, and lets `answer` write whatever it likes before it closes."""

    answer: Answer
    requests: list[bytes] = field(default_factory=list, repr=False)
    closed_by_client: threading.Event = field(default_factory=threading.Event)
    broken: threading.Event = field(default_factory=threading.Event)
    """Set when a client went away in the middle of its answer."""

    def __post_init__(self) -> None:
        listener = Listener(self._serve)
        self.port, self.close = listener.port, listener.close
        self.url = f"http://127.0.0.1:{self.port}"

    def _serve(self, connection: socket.socket) -> None:
        with connection:
            received = read_request(connection)
            if not received:
                return
            self.requests.append(received)
            try:
                self.answer(connection)
            except OSError:
                self.broken.set()
                return
            with suppress(OSError):
                connection.shutdown(socket.SHUT_WR)
                if connection.recv(1) == b"":
                    self.closed_by_client.set()


def read_request(connection: socket.socket) -> bytes:
    """One whole request by its Content-Length."""
    data = b""
    while b"\r\n\r\n" not in data:
        piece = connection.recv(65536)
        if not piece:
            return data
        data += piece
    head, _, body = data.partition(b"\r\n\r\n")
    length = 0
    for line in head.split(b"\r\n")[1:]:
        name, _, value = line.partition(b":")
        if name.lower() == b"content-length":
            length = int(value)
    while len(body) < length:
        piece = connection.recv(1 << 20)
        if not piece:
            break
        body += piece
    return head + b"\r\n\r\n" + body


def split(request: bytes) -> tuple[str, list[tuple[str, str]], bytes]:
    """Request line, header pairs and body of a recorded request."""
    head, _, body = request.partition(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")
    pairs = [(name, value.strip(" ")) for name, _, value in (line.partition(":") for line in lines)]
    return first, pairs, body


@contextmanager
def serving(answer: Answer) -> Iterator[RawServer]:
    server = RawServer(answer)
    try:
        yield server
    finally:
        server.close()


def json_answer(text: str | bytes, status: str = "200 OK", content_type: str = "application/json") -> Answer:
    """A whole answer with a Content-Length."""
    body = text.encode() if isinstance(text, str) else text

    def answer(connection: socket.socket) -> None:
        head = f"HTTP/1.1 {status}\r\nContent-Type: {content_type}\r\nContent-Length: {len(body)}\r\n\r\n"
        connection.sendall(head.encode() + body)

    return answer


STREAM_HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"


def chunk(data: bytes) -> bytes:
    """One chunk of chunked framing."""
    return f"{len(data):x}\r\n".encode() + data + b"\r\n"


def stream_answer(*events: str | bytes, end: bytes = b"0\r\n\r\n") -> Answer:
    """A chunked event stream of whole SSE texts; without `end` the last chunk is missing."""

    def answer(connection: socket.socket) -> None:
        connection.sendall(STREAM_HEAD + b"Transfer-Encoding: chunked\r\n\r\n")
        for event in events:
            connection.sendall(chunk(event.encode() if isinstance(event, str) else event))
        connection.sendall(end)

    return answer
