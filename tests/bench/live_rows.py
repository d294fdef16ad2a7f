"""The rows of the live view: from an event's sending to its text in the page."""

from collections.abc import Callable
from typing import Any

from feed import Plan, feed
from figures import Figure, median, p95
from playwright.sync_api import Browser, Page

from pages import DEEP, HOLD, bare, chromium, opened, playground, served

_MOUNTING = 4.0
"""Seconds before the first event: the page has time to show the list."""

# Notes when each event's text is in the page, by the page's clock; `seen` is number -> milliseconds since its sending.
_NOTE = """() => {
  let offset = -Infinity;  // the wall clock ticks in whole milliseconds: right after a tick they can be compared
  const end = performance.now() + 20;
  while (performance.now() < end) offset = Math.max(offset, Date.now() - performance.timeOrigin - performance.now());
  const noted = { seen: {}, first: null, last: null, sent: null, onfirst: null };
  window.noted = noted;
  const begun = Date.now();
  const look = (cell) => {
    const [, number, stamp] = /^#(\\d+) (\\d+\\.\\d+) /.exec(cell.textContent) ?? [];
    if (!number || Number(stamp) * 1000 < begun || noted.seen[Number(number)] !== undefined) return;
    const at = performance.timeOrigin + performance.now() + offset;
    noted.seen[Number(number)] = at - Number(stamp) * 1000;
    noted.sent ??= Number(stamp) * 1000;
    noted.last = at;
    if (noted.first === null) { noted.first = at; noted.onfirst?.(); }
  };
  const roots = new Set();
  const follow = (root) => {
    if (roots.has(root)) return;
    roots.add(root);
    observer.observe(root, { subtree: true, childList: true, characterData: true });
    for (const cell of root.querySelectorAll(".text")) look(cell);
  };
  const find = () => {  // the list may be drawn anew
    for (const inner of document.querySelectorAll(".st-key-reply *")) if (inner.shadowRoot) follow(inner.shadowRoot);
  };
  const observer = new MutationObserver((records) => {
    if (window.noted !== noted) { observer.disconnect(); return; }
    for (const { target, addedNodes } of records) {
      const element = target.nodeType === 3 ? target.parentElement : target;
      if (element?.classList?.contains("text")) look(element);
      for (const added of addedNodes) {
        if (added.nodeType !== 1) continue;
        if (added.classList.contains("text")) look(added);
        else for (const cell of added.querySelectorAll(".text")) look(cell);
      }
    }
    if (records.some(({ target }) => target.getRootNode() === document && target.id !== "list")) find();
  });
  follow(document);
  find();
}"""

_ROWS_HELD = """() => Math.max(
  ...[...globalThis[Symbol.for("memorylake-playground.feeds")].values()].map((feed) => feed.rows.length)
)"""


class Ours:
    """Our build page, aimed at the feed, with the list of events open."""

    def __init__(self, browser: Browser, url: str) -> None:
        self.page = opened(browser, url)
        self._url = ""

    def _aim(self, url: str) -> None:
        page = self.page
        if not self._url:
            page.get_by_role("radio", name="Other").click(delay=HOLD)
        page.get_by_label("A2A URL", exact=True).fill(url)
        page.get_by_text(f"{url}/message:stream").first.wait_for()
        if not self._url:
            # Each waits for the one before: a click while the page is being drawn can be lost.
            with_key = page.locator(".st-key-request-code").filter(has_text="Authorization")
            page.get_by_role("radio", name="memorylake").click(delay=HOLD)
            with_key.wait_for()
            page.wait_for_timeout(1000)
            page.get_by_role("radio", name="None", exact=True).click(delay=HOLD)
            with_key.wait_for(state="detached")
            page.wait_for_timeout(1000)
            page.locator(".st-key-reply").get_by_role("tab", name="Events").click(delay=HOLD)
        page.wait_for_timeout(1000)
        self._url = url

    def begin(self, url: str) -> None:
        """Send, and note from now on what is shown."""
        if url != self._url:
            self._aim(url)
        self.page.locator(".st-key-send button").click(delay=HOLD)
        self.page.locator(".st-key-stop button:enabled").wait_for()
        self.page.evaluate(_NOTE)

    def settle(self) -> None:
        """Wait until the run is over and the page drawn."""
        self.page.locator(".st-key-stop button:disabled").wait_for()
        self.page.wait_for_timeout(1000)

    def none_lost(self, count: int) -> None:
        held = self.page.evaluate(_ROWS_HELD)
        assert held >= count, f"{count - held} of {count} events lost"


class Bare:
    """The page with nothing but a websocket."""

    def __init__(self, browser: Browser, url: str) -> None:
        self.page = browser.new_context(viewport={"width": 1440, "height": 900}).new_page()
        self.page.set_default_timeout(60_000)
        self.page.goto(url)

    def begin(self, url: str) -> None:
        self.page.evaluate(_NOTE)
        self.page.evaluate("(url) => window.begin(url)", f"{url}/message:stream")

    def settle(self) -> None:
        self.page.wait_for_timeout(300)

    def none_lost(self, count: int) -> None:
        held = self.page.locator("#list .text").count()
        assert held >= count, f"{count - held} of {count} events lost"


def _until_seen(page: Page, number: int) -> dict[str, Any]:
    page.wait_for_function("(number) => window.noted.seen[number] !== undefined", arg=number, polling=100)
    noted: dict[str, Any] = page.evaluate("() => window.noted")
    return noted


def _all(seen: dict[str, float], count: int, rate: float) -> list[float]:
    """The delay of every event; one that scrolled past in a busy moment was there when the next one was."""
    delays: list[float] = []
    last = 0.0
    for number in range(count, 0, -1):
        last = seen.get(str(number), last + 1000 / rate)
        delays.append(last)
    return delays


def live(rounds: int) -> list[Figure]:
    """Milliseconds from an event's sending to its text in the page, at 10 and at 100 events a second."""
    found = []
    with feed() as base, served(playground) as url, served(bare) as least, chromium() as browser:
        pages = {"ours": Ours(browser, url), "bare websocket": Bare(browser, least)}
        for rate, elsewhere, goals in ((10, (4.1, 4.8), (4, 8)), (100, (4.7, 15), (6, 15))):
            count = max(50, 4 * rate) * max(1, rounds // 3)
            stream = f"{base}/{Plan(n=count, rate=rate, wait=_MOUNTING, framing='close').path}"
            delays = {}
            for name, shown in pages.items():
                shown.page.bring_to_front()
                shown.begin(stream)
                seen = _until_seen(shown.page, count)["seen"]
                delays[name] = _all(seen, count, rate)
                shown.none_lost(count)
                shown.settle()
            for word, of, other, goal in zip(("median", "p95"), (median, p95), elsewhere, goals, strict=True):
                figures: dict[str, float] = {name: of(values) for name, values in delays.items()}
                mine = figures.pop("ours")
                figures["a2a-inspector, elsewhere"] = other
                found.append(Figure("live", f"{rate}/s, {count} events, {word}", mine, goal, "absolute", figures))
    return found


def flood(rounds: int) -> list[Figure]:
    """Milliseconds from the first event's sending to the last one's text in the page, at full speed."""
    found = []
    with feed() as base, served(playground) as url, served(bare) as least, chromium() as browser:
        pages = {"ours": Ours(browser, url), "bare websocket": Bare(browser, least)}
        for count, goal in ((1_000, 300), (10_000, 1_000)):
            stream = f"{base}/{Plan(n=count, wait=_MOUNTING, framing='close').path}"
            times: dict[str, list[float]] = {name: [] for name in pages}
            for _ in range(rounds):
                for name, shown in pages.items():
                    shown.page.bring_to_front()
                    shown.begin(stream)
                    noted = _until_seen(shown.page, count)
                    times[name].append(noted["last"] - noted["sent"])
                    shown.none_lost(count)
                    shown.settle()
            middle = {name: median(values) for name, values in times.items()}
            found.append(Figure("flood", f"{count} events, last visible", middle.pop("ours"), goal, "absolute", middle))
    return found


# Clicks at the moment when the first of the 10 000 events is in the page. A rerun of the form is Streamlit's own work,
# so the same click without a stream is the reference.
_CLICK_CONTROL = (
    "(name) => {"
    + DEEP
    + """
  window.answered = new Promise((resolve) => {
    setTimeout(resolve, 15000, 15000);
    window.click = () => {
      // Looked for only now: the page may have been drawn anew.
      const place = document.querySelector(".st-key-request-code");
      const begun = performance.now();
      const observer = watch(place, () => {
        if (deepText(place).includes("/v1/message:stream") === (name === "v0.3")) {
          observer.disconnect();
          resolve(performance.now() - begun);
        }
      });
      const control = [...document.querySelectorAll('.st-key-controls [role="radio"]')]
        .find((radio) => radio.textContent.trim() === name);
      control.click();
    };
  });
}"""
)
_CLICK_ROW = """(list) => {
  const root = list.getRootNode();
  window.answered = new Promise((resolve) => {
    setTimeout(resolve, 15000, 15000);
    window.click = () => {
      const begun = performance.now();
      const detail = root.querySelector(".detail");
      new MutationObserver(() => { if (detail.querySelector("pre")) resolve(performance.now() - begun); })
        .observe(detail, { subtree: true, childList: true });
      list.querySelector(".row").click();
    };
  });
}"""


def click(rounds: int) -> list[Figure]:
    """Milliseconds until a click is answered while 10 000 events come at full speed."""
    with feed() as base, served(playground) as url, chromium() as browser:
        ours = Ours(browser, url)
        page = ours.page
        stream = f"{base}/{Plan(n=10_000, wait=_MOUNTING, framing='close').path}"
        control: list[float] = []
        quiet: list[float] = []
        row: list[float] = []

        def during(prepare: Callable[[], object]) -> float:
            ours.begin(stream)
            prepare()
            page.evaluate("() => { window.noted.onfirst = () => setTimeout(window.click, 5); }")
            answered: float = page.evaluate("() => window.answered")
            ours.settle()
            return answered

        def at_row() -> None:
            page.locator(".st-key-reply .list").evaluate(_CLICK_ROW)

        for _ in range(rounds):
            control.append(during(lambda: page.evaluate(_CLICK_CONTROL, "v0.3")))
            page.evaluate(_CLICK_CONTROL, "v1.0")
            page.evaluate("() => window.click()")
            quiet.append(page.evaluate("() => window.answered"))
            row.append(during(at_row))
    return [
        Figure(
            "click", "a form control, median", median(control), 150, "absolute", {"without a stream": median(quiet)}
        ),
        Figure("click", "a row of the list, median", median(row), 150, "absolute", {}),
    ]
