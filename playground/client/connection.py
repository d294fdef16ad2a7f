"""Connections that remember what left them and that another thread can end at any moment.

What was sent is recorded here, where the bytes go to the socket, and not read back from what we meant to send.
"""

import http.client
import socket
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, ClassVar, cast

from requests.adapters import HTTPAdapter
from urllib3 import HTTPConnectionPool, HTTPSConnectionPool, PoolManager, ProxyManager
from urllib3.connection import HTTPConnection, HTTPSConnection

_SLICE = 65536


class ConnectionEnded(OSError):
    """The run was ended before the connection was there."""


class Wire:
    """The one connection of a run: what left it, and its socket. Calls `on_sent` when the whole request has left."""

    def __init__(self, on_sent: Callable[[], None], idle: float) -> None:
        self.idle = idle
        """Seconds for which sending may stand still."""
        self.damaged: list[str] = []
        """Lines among the answer's headers that are none."""
        self._lock = threading.Lock()
        self._on_sent = on_sent
        self._sent = bytearray()
        self._recording = False
        self._ended = False
        self._socket: socket.socket | None = None

    @property
    def sent(self) -> bytes:
        """All bytes of the request that reached the socket, head and body."""
        return bytes(self._sent)

    def end(self) -> None:
        """End the connection now: a thread that waits on it comes back at once. May be called at any time."""
        with self._lock:
            self._ended = True
            self._shutdown()

    def close(self) -> None:
        """The run is over: let go of the socket, and of the bytes that were held against what was shown."""
        with self._lock:
            self._sent = bytearray()
            if self._socket is not None:
                self._socket.close()
                self._socket = None

    def connected(self, connection: socket.socket) -> None:
        """Take note of the socket; raises ConnectionEnded if the run was ended meanwhile."""
        with self._lock:
            if self._socket is not None:
                self._socket.close()
            # A handle of our own: TLS takes the socket object over while it shakes hands, and Stop must work then too.
            self._socket = connection.dup()
            if self._ended:
                self._shutdown()
                raise ConnectionEnded("the run was ended")

    def _shutdown(self) -> None:
        if self._socket is not None:
            with suppress(OSError):  # it was closed already
                self._socket.shutdown(socket.SHUT_RDWR)

    def begin(self) -> None:
        """From now on what is sent is the request (and not a proxy's CONNECT)."""
        self._recording = True

    def record(self, data: Any) -> None:  # noqa: ANN401 - http.client sends whatever buffer it is given
        """Remember bytes that reached the socket."""
        if self._recording:
            self._sent += data

    def finished(self) -> None:
        """The whole request has left."""
        self._on_sent()


class _Recording:
    """What both kinds of connection do; `wire` is set by the subclass that `WireAdapter` makes for its run."""

    wire: Wire
    sock: Any
    connect: Callable[[], None]

    def _new_conn(self) -> socket.socket:
        connection: socket.socket = super()._new_conn()  # type: ignore[misc]  # a mixin: the other base is urllib3's
        self.wire.connected(connection)
        return connection

    def request(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401 - passed on as they are
        self.wire.begin()
        super().request(*args, **kwargs)  # type: ignore[misc]  # as above
        self.wire.finished()

    def send(self, data: Any) -> None:  # noqa: ANN401 - passed on as it is
        if self.sock is None:
            self.connect()
        # Else the connect limit would count, and for the whole of a large body: a timeout is sendall's total.
        self.sock.settimeout(self.wire.idle)
        view = memoryview(data)
        for start in range(0, len(view), _SLICE):
            piece = view[start : start + _SLICE]
            super().send(piece)  # type: ignore[misc]  # as above
            self.wire.record(piece)


class _HeaderLines:
    """Stands before the answer's file while the head is read: keeps the parser from stumbling, and knows the end."""

    def __init__(self, file: Any, damaged: list[str]) -> None:  # noqa: ANN401 - http.client's file
        self._file = file
        self._damaged = damaged
        self.in_headers = False
        self.ended = False

    def readline(self, *arguments: int) -> bytes:
        """The next line; inside the headers without lines that would end the parsing early."""
        while True:
            line: bytes = self._file.readline(*arguments)
            self.ended = not line
            if not self.in_headers or not line.strip() or line[:1] in {b" ", b"\t"}:
                return line
            name, colon, value = line.partition(b":")
            if colon and name.strip():
                return name.rstrip() + colon + value
            self._damaged.append(line.decode("latin-1").strip())

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever the file has
        return getattr(self._file, name)


class _Answer(http.client.HTTPResponse):
    """http.client's answer, without three of its traps: it takes every 1xx but 100 for the final answer, ends the
    headers at the first line without a colon, and takes a cut inside them for their end.
    """

    damaged: ClassVar[list[str]]

    def begin(self) -> None:
        """Read the head."""
        file = self.fp
        lines = _HeaderLines(file, self.damaged)
        self.fp = lines  # type: ignore[assignment]  # a stand-in while the head is read
        try:
            super().begin()
        finally:
            if cast(object, self.fp) is lines:
                self.fp = file
        if lines.ended:
            raise http.client.RemoteDisconnected("the answer ended inside its headers")

    def _read_status(self) -> tuple[str, int, str]:
        lines = cast(object, self.fp)
        if not isinstance(lines, _HeaderLines):
            # A proxy's answer to CONNECT: http.client reads it without begin().
            direct: tuple[str, int, str] = super()._read_status()  # type: ignore[misc]  # the hook that begin() asks
            return direct
        while True:
            lines.in_headers = False
            status: tuple[str, int, str] = super()._read_status()  # type: ignore[misc]  # as above
            lines.in_headers = True
            if not 101 < status[1] < 200:
                return status
            while lines.readline(65537).strip():
                pass


class WireAdapter(HTTPAdapter):
    """A requests adapter whose connections report to one `Wire`."""

    def __init__(self, wire: Wire) -> None:
        members = {"wire": wire, "response_class": type("_WireAnswer", (_Answer,), {"damaged": wire.damaged})}
        plain = type("_HTTP", (_Recording, HTTPConnection), members)
        secure = type("_HTTPS", (_Recording, HTTPSConnection), members)
        self._pools: Mapping[str, type[HTTPConnectionPool]] = {
            "http": type("_HTTPPool", (HTTPConnectionPool,), {"ConnectionCls": plain}),
            "https": type("_HTTPSPool", (HTTPSConnectionPool,), {"ConnectionCls": secure}),
        }
        super().__init__(max_retries=0, pool_connections=1, pool_maxsize=1)

    def init_poolmanager(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401 - passed on as they are
        """Make the pool manager use our connections."""
        super().init_poolmanager(*args, **kwargs)
        manager: PoolManager = self.poolmanager
        manager.pool_classes_by_scheme = dict(self._pools)

    def proxy_manager_for(self, proxy: str, **kwargs: Any) -> ProxyManager:  # noqa: ANN401 - passed on as they are
        """As `init_poolmanager`, for a proxy."""
        manager: ProxyManager = super().proxy_manager_for(proxy, **kwargs)
        if not proxy.lower().startswith("socks"):
            manager.pool_classes_by_scheme = dict(self._pools)
        return manager
