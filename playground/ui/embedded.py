"""The embedded sandbox, started once in the background: its SDK takes long to import, and the page need not wait."""

import importlib
import logging
import threading
from concurrent.futures import Future
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playground.sandbox.server import Sandbox

_log = logging.getLogger(__name__)
_lock = threading.Lock()
_started: "Future[Sandbox | None] | None" = None


def _run(future: "Future[Sandbox | None]") -> None:
    # First of all pandas: Streamlit's text inputs need it, so the first page waits for it.
    importlib.import_module("pandas")
    running = None
    try:
        running = importlib.import_module("playground.sandbox.server").shared()
    except (ImportError, OSError) as problem:
        _log.warning("the sandbox cannot be started: %s", problem)
    finally:
        future.set_result(running)  # whatever happened, the page must not wait for ever


def begin() -> "Future[Sandbox | None]":
    """Start the sandbox if nobody did. Returns at once; the future's result is None where it cannot be started."""
    global _started  # noqa: PLW0603  # one for all sessions
    with _lock:
        if _started is None:
            _started = Future()
            threading.Thread(target=_run, args=(_started,), name="sandbox-start", daemon=True).start()
        return _started


def sandbox(wait: float = 0.0) -> "Sandbox | None":
    """The running sandbox, or None if it is not there within `wait` seconds."""
    future = begin()
    try:
        return future.result(timeout=wait)
    except TimeoutError:
        return None
