"""Ends the runs of tabs that were closed."""

import threading
import time
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


def _patrol() -> None:
    global _thread  # noqa: PLW0603  # one for all sessions
    last_seen: dict[str, float] = {}
    while True:
        time.sleep(_INTERVAL_SECONDS)
        now = time.monotonic()
        with _lock:
            _watched[:] = [entry for entry in _watched if entry[1].running]
            entries = list(_watched)
            if not entries:
                _thread = None
                return
        for session_id, run in entries:
            if runtime.exists() and runtime.get_instance().is_active_session(session_id):
                last_seen[session_id] = now
            elif now - last_seen.setdefault(session_id, now) > GRACE_SECONDS:
                run.stop()
