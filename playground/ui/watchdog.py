"""Ends the runs of tabs that were closed."""

import threading
import time
from collections.abc import Callable
from typing import Protocol

from streamlit import runtime

GRACE_SECONDS = 30.0
"""Streamlit forgets a session that is disconnected for a moment at once, so an absence counts only after this."""
_INTERVAL_SECONDS = 2.0


class Stoppable(Protocol):
    """What the watchdog needs of a run."""

    @property
    def running(self) -> bool:
        """Whether it goes on."""

    def stop(self) -> None:
        """End it."""


_lock = threading.Lock()
_watched: list[tuple[str, Stoppable]] = []
_thread: threading.Thread | None = None


def watch(session_id: str, run: Stoppable) -> None:
    """Stop `run` when its session has been gone for the grace time."""
    global _thread  # noqa: PLW0603  # one for all sessions
    with _lock:
        _watched.append((session_id, run))
        if _thread is None:
            _thread = threading.Thread(target=_patrol, name="watchdog", daemon=True)
            _thread.start()


def overdue(
    watched: list[tuple[str, Stoppable]], is_active: Callable[[str], bool], last_seen: dict[str, float], now: float
) -> list[Stoppable]:
    """The runs whose session has been gone for longer than the grace time.

    `last_seen` (session -> seconds) is kept by the caller from one look to the next; `now` is in seconds too.
    """
    late = []
    for session_id, run in watched:
        if is_active(session_id):
            last_seen[session_id] = now
        elif now - last_seen.setdefault(session_id, now) > GRACE_SECONDS:
            late.append(run)
    return late


def _is_active(session_id: str) -> bool:
    return runtime.exists() and runtime.get_instance().is_active_session(session_id)


def _patrol() -> None:
    global _thread  # noqa: PLW0603  # one for all sessions
    last_seen: dict[str, float] = {}
    while True:
        time.sleep(_INTERVAL_SECONDS)
        with _lock:
            _watched[:] = [entry for entry in _watched if entry[1].running]
            entries = list(_watched)
            if not entries:
                _thread = None
                return
        for run in overdue(entries, _is_active, last_seen, time.monotonic()):
            run.stop()
