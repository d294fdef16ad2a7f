"""The embedded sandbox: where it is is known at once, it runs a moment later.

Its SDK takes most of a second to load, which would be taken from the first page. So its port is bound first, and the
rest happens in the background when the first page is there, or when somebody sends to it: the connection waits.
"""

import importlib
import logging
import threading
from concurrent.futures import Future
from typing import TYPE_CHECKING

from playground.sandbox.place import Place, reserve

if TYPE_CHECKING:
    from playground.sandbox.server import Sandbox

_PAUSE_SECONDS = 2.5
"""By then the first page is drawn."""

_log = logging.getLogger(__name__)
_lock = threading.Lock()
_place: Place | None = None
_started: "Future[Sandbox | None] | None" = None
_wanted = threading.Event()


def _run(future: "Future[Sandbox | None]", place: Place | None) -> None:
    running = None
    try:
        # First of all pandas: Streamlit's text inputs need it, so the first page waits for it.
        importlib.import_module("pandas")
        if place is not None:
            _wanted.wait(_PAUSE_SECONDS)
            running = importlib.import_module("playground.sandbox.server").Sandbox(place)
    except (ImportError, OSError) as problem:
        _log.warning("the sandbox cannot be started: %s", problem)
    finally:
        future.set_result(running)  # whatever happened, nobody must wait for ever


def begin() -> "Future[Sandbox | None]":
    """Start the sandbox if nobody did. Returns at once; the future's result is None where it cannot be started."""
    global _place, _started  # noqa: PLW0603  # one for all sessions
    with _lock:
        if _started is None:
            try:
                _place = reserve()
            except OSError as problem:
                _log.warning("the sandbox has no port: %s", problem)
            _started = Future()
            threading.Thread(target=_run, args=(_started, _place), name="sandbox-start", daemon=True).start()
        return _started


def place() -> Place | None:
    """Where the sandbox is or will be; None if it cannot be started."""
    started = begin()
    return None if started.done() and started.result() is None else _place


def sandbox() -> "Sandbox | None":
    """The running sandbox; None if it does not run (yet)."""
    started = begin()
    return started.result() if started.done() else None


def hurry() -> None:
    """Start it now: somebody is about to use it."""
    begin()
    _wanted.set()
