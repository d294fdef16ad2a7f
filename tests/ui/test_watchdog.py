"""When a run ends because its tab was closed."""

import threading

import pytest

from playground.ui import watchdog


class FakeRun:
    def __init__(self) -> None:
        self.running = True
        self.stopped = threading.Event()

    def stop(self) -> None:
        self.running = False
        self.stopped.set()


def test_only_an_absence_longer_than_the_grace_time_counts() -> None:
    kept, closed = FakeRun(), FakeRun()
    watched = [("open", kept), ("closing", closed)]
    last_seen: dict[str, float] = {}
    active = {"open", "closing"}

    def late(now: float) -> list[watchdog.Stoppable]:
        return watchdog.overdue(watched, active.__contains__, last_seen, now)

    assert late(100.0) == []
    active.discard("closing")
    assert late(102.0) == []
    assert late(130.0) == []
    active.add("closing")  # it was only disconnected for a moment
    assert late(131.0) == []
    active.discard("closing")
    assert late(161.0) == []
    assert late(161.1) == [closed]


def test_a_session_that_was_never_seen_has_the_grace_time_too() -> None:
    run = FakeRun()
    last_seen: dict[str, float] = {}
    assert watchdog.overdue([("gone", run)], lambda _: False, last_seen, 5.0) == []
    assert watchdog.overdue([("gone", run)], lambda _: False, last_seen, 36.0) == [run]


def test_a_watched_run_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watchdog, "GRACE_SECONDS", -1.0)
    monkeypatch.setattr(watchdog, "_INTERVAL_SECONDS", 0.01)
    run = FakeRun()
    watchdog.watch("gone", run)
    assert run.stopped.wait(10)
