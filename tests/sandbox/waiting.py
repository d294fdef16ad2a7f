"""Waiting for what happens in another thread or process."""

import time


def eventually(condition):
    """Returns when the condition is true; fails after ten seconds."""
    for _ in range(1000):
        if condition():
            return
        time.sleep(0.01)
    raise AssertionError("it never came true")
