"""The rows that a browser shows."""

import socket
import time
from collections.abc import Callable

from figures import Figure, median, p95
from playwright.sync_api import Browser, Page

from pages import DEEP, chromium, free_port, minimal, opened, playground, process, served

_EXPECT = (
    "(text) => {"
    + DEEP
    + """
  window.pressed = 0;
  window.addEventListener("keydown", () => { window.pressed = performance.now(); }, { capture: true, once: true });
  window.shown = new Promise((resolve) => {
    const place = document.querySelector(".st-key-request-code");
    const observer = watch(place, () => {
      if (deepText(place).includes(text)) { observer.disconnect(); resolve(performance.now() - window.pressed); }
    });
  });
}"""
)


def _keys(page: Page, count: int, typed: str) -> tuple[list[float], str]:
    """Milliseconds from each keystroke to its being shown. `typed` is what the field holds."""
    page.get_by_label("Message", exact=True).focus()
    page.keyboard.press("End")
    delays = []
    for number in range(count):
        key = "abcdefghij"[number % 10]
        typed += key
        page.evaluate(_EXPECT, typed)
        page.keyboard.press(key)
        delays.append(page.evaluate("() => window.shown"))
        page.wait_for_timeout(200)
    return delays, typed


def keystroke(rounds: int) -> list[Figure]:
    """Milliseconds from a keystroke in the message to its character in the preview."""
    with served(playground) as ours, served(minimal) as plain, chromium() as browser:
        pages = {"ours": opened(browser, ours), "minimal Streamlit page": opened(browser, plain)}
        typed = dict.fromkeys(pages, "Bench")
        found: dict[str, list[float]] = {name: [] for name in pages}
        pages["ours"].get_by_label("Message", exact=True).fill("Bench")
        pages["ours"].wait_for_timeout(500)
        for _ in range(rounds):
            for name, page in pages.items():
                page.bring_to_front()
                delays, typed[name] = _keys(page, 10, typed[name])
                found[name] += delays
    middle = {name: median(values) for name, values in found.items()}
    high = {name: p95(values) for name, values in found.items()}
    return [
        Figure("keystroke", "key to preview, median", middle.pop("ours"), float("inf"), "-", middle),
        Figure("keystroke", "key to preview, p95", high.pop("ours"), 130, "absolute", high),
    ]


def _first_page(browser: Browser, command: Callable[[int], list[str]]) -> float:
    """Milliseconds from the start of the process until the page stands there, in a browser that never saw it."""
    port = free_port()
    begun = time.perf_counter()
    with process(command(port)) as running:
        while running.poll() is None:
            try:
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
                break
            except OSError:
                time.sleep(0.01)
        context = browser.new_context(viewport={"width": 1440, "height": 900})
        page = context.new_page()
        page.set_default_timeout(60_000)
        page.goto(f"http://127.0.0.1:{port}", wait_until="commit")
        page.get_by_label("Message", exact=True).wait_for()
        page.locator(".st-key-request-code code").first.wait_for()
        elapsed = (time.perf_counter() - begun) * 1000
        context.close()
    return elapsed


def start(rounds: int) -> list[Figure]:
    """Milliseconds from the start of the command to the filled form with its request."""
    with chromium() as browser:
        commands = {"ours": playground, "minimal Streamlit page": minimal}
        times: dict[str, list[float]] = {name: [] for name in commands}
        for _ in range(max(3, rounds // 2)):
            for name, command in commands.items():
                times[name].append(_first_page(browser, command))
    middle = {name: median(values) for name, values in times.items()}
    mine = middle.pop("ours")
    goal = middle["minimal Streamlit page"] + 300
    return [Figure("start", "first page, median", mine, goal, "its time + 300 ms", middle)]
