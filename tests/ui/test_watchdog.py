import threading
import time

import pytest

from playground.ui import watchdog


class FakeRun:
    def __init__(self) -> None:
        self.running = True
        self.stopped = threading.Event()

    def stop(self) -> None:
        self.running = False
        self.stopped.set()


class FakeRuntime:
    def __init__(self, *active: str) -> None:
        self.active = set(active)

    def is_active_session(self, session_id: str) -> bool:
        return session_id in self.active


def test_runs_of_closed_tabs_end_and_others_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    sessions = FakeRuntime("open", "closing")
    monkeypatch.setattr(watchdog, "GRACE_SECONDS", 0.2)
    monkeypatch.setattr(watchdog, "_INTERVAL_SECONDS", 0.02)
    monkeypatch.setattr(watchdog.runtime, "exists", lambda: True)
    monkeypatch.setattr(watchdog.runtime, "get_instance", lambda: sessions)
    kept, closed = FakeRun(), FakeRun()
    watchdog.watch("open", kept)
    watchdog.watch("closing", closed)
    time.sleep(0.3)
    assert not closed.stopped.is_set()

    sessions.active.discard("closing")  # a short absence does not count
    time.sleep(0.1)
    sessions.active.add("closing")
    time.sleep(0.2)
    assert not closed.stopped.is_set()

    sessions.active.discard("closing")
    assert closed.stopped.wait(2)
    assert kept.running
    kept.running = False
