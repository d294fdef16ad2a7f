"""Runs the sandbox: a MemoryLake-like A2A server on a thread of its own.

Importing this module loads the SDK, so import it only where a sandbox is really started.
"""

import asyncio
import logging
import threading
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any

import uvicorn

from playground.sandbox.gateway import Gateway
from playground.sandbox.memory import Memory
from playground.sandbox.place import KEY, Place, reserve

PACE_SECONDS = 0.06

_THREAD_NAME = "memorylake-sandbox"


class _NotFromSandbox(logging.Filter):
    """Silences uvicorn for the sandbox's threads only: the web page may run on uvicorn in the same process."""

    def filter(self, record: logging.LogRecord) -> bool:
        return record.threadName != _THREAD_NAME


logging.getLogger("uvicorn.error").addFilter(_NotFromSandbox())
# The SDK logs a traceback for every request it refuses. The client gets the reason; the terminal is not the place.
logging.getLogger("a2a").setLevel(logging.CRITICAL + 1)


class Sandbox:
    """A running server. ``api_base`` and ``key`` are what a client needs to reach it; ``memory`` is what it knows."""

    api_base: str
    memory: Memory
    key: str = KEY

    def __init__(self, place: Place, pace_seconds: float = PACE_SECONDS) -> None:
        self._socket = place.listener
        self.api_base = place.api_base
        self.memory = Memory()
        self._gateway = Gateway(self.api_base, pace_seconds, self.memory)
        self._server = uvicorn.Server(
            uvicorn.Config(
                self._gateway,
                http="h11",
                ws="none",
                loop="asyncio",
                lifespan="off",
                log_config=None,
                access_log=False,
                timeout_graceful_shutdown=1,
            )
        )
        self._loop: asyncio.AbstractEventLoop | None = None
        self._running = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()), name=_THREAD_NAME, daemon=True)
        self._thread.start()
        self._running.wait()

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._running.set()
        await self._server.serve(sockets=[self._socket])

    def reset(self) -> None:
        """Puts the memory back to the start and forgets the tasks that have ended. Any thread may call it.

        What runs or waits for an answer goes on; what a message tells from now on is kept.
        """
        self.memory.reset()
        with suppress(TimeoutError):  # the server may end in the same moment
            self._finish(self._gateway.forget_finished, seconds=5)

    def _finish(self, work: Callable[[], Coroutine[Any, Any, None]], seconds: float | None = None) -> bool:
        """Runs a coroutine on the server's thread and waits for it. Out: False where the server has stopped."""
        if self._loop is None or not self._thread.is_alive() or self._server.should_exit:
            return False
        asyncio.run_coroutine_threadsafe(work(), self._loop).result(seconds)
        return True

    def stop(self) -> None:
        """Ends running tasks and their streams, then the server. Returns when the port is free; may be called twice."""
        # The tasks first: a stream ends with its task, so that nothing has to be cut.
        if self._finish(self._gateway.aclose):
            self._server.should_exit = True
        self._thread.join()


def start(port: int = 0, host: str = "127.0.0.1", pace_seconds: float = PACE_SECONDS) -> Sandbox:
    """Starts a sandbox.

    In: the port (0: a free one), the address to bind, and the pause before each fragment of a reply. Out: the running
    sandbox, ready for requests. Raises OSError where the port cannot be bound.
    """
    return Sandbox(reserve(port, host), pace_seconds)


_shared_lock = threading.Lock()
_shared: Sandbox | None = None


def shared() -> Sandbox:
    """Returns the one sandbox of the command line, starting it at the first call. Threads may call it at the same time.

    The page has its own, at a place that was reserved for it.
    """
    global _shared  # noqa: PLW0603 - one per process is the point
    with _shared_lock:
        if _shared is None:
            _shared = start()
        return _shared
