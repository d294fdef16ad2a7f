"""What a follower of a run is told: its log as rows, frame by frame, and who may ask for it.

A run is found only by its token, which nobody can guess and which stands in no address, and only by the browser that
started it: Streamlit gives each browser one XSRF value, and masks it anew in each cookie.
"""

import hmac
import re
from dataclasses import dataclass
from typing import Any
from weakref import WeakValueDictionary

from playground.client.run import Run
from playground.model import jsontext
from playground.model.jsontext import JsonError
from playground.model.run import Event
from playground.ui import findings, safe

XSRF_COOKIE = "_streamlit_xsrf"
_XSRF = re.compile(r"2\|(?P<mask>(?:[0-9a-f]{2})+)\|(?P<masked>(?:[0-9a-f]{2})+)\|\d+", re.ASCII | re.IGNORECASE)

ROWS_A_FRAME = 500
REPLY_LIMIT = 200_000
"""Characters of a reply that are shown; the download has all of them."""
DETAIL_LIMIT = 200_000
"""Characters that are shown of one opened event."""
_PRETTY_LIMIT = 2_000_000
"""Of a longer event nobody sees the end; indenting it would only take time."""

Row = tuple[int, float, str, str, str, str]
"""Number, ms since the send, kind, state, text, gravest finding."""


@dataclass(frozen=True)
class Feed:
    """A run and the browser that may follow it. It can be found for as long as a session holds it."""

    run: Run
    browser: str | None
    """None where Streamlit's XSRF protection is off: then the token alone counts."""


_feeds: "WeakValueDictionary[str, Feed]" = WeakValueDictionary()


def offer(run: Run, browser: str | None) -> Feed:
    """Let that browser follow a run. Keep what is returned: the run cannot be found any more when it is dropped."""
    feed = Feed(run, browser)
    _feeds[run.token] = feed
    return feed


def find(token: object, browser: str | None) -> Run | None:
    """The run of that token, if that browser may follow it."""
    feed = _feeds.get(token) if isinstance(token, str) else None
    if feed is None or (feed.browser is not None and not hmac.compare_digest(feed.browser, browser or "")):
        return None
    return feed.run


def browser_of(cookie: str | None) -> str | None:
    """What stays the same of an XSRF cookie from one page load to the next, None where it is no such cookie.

    The cookie is `2|mask|masked value|time`, in hexadecimal, as Tornado defined it. Returned in hexadecimal.
    """
    found = _XSRF.fullmatch((cookie or "").strip("\"'"))
    if found is None:
        return None
    key, value = bytes.fromhex(found["mask"]), bytes.fromhex(found["masked"])
    return bytes(byte ^ key[index % len(key)] for index, byte in enumerate(value)).hex()


def event_text(event: Event) -> str:
    """An event in one cell of a table: what it says, or what is wrong."""
    found = event.update.finding
    return safe.cell(findings.plain(found) if found is not None else event.update.text)


def row(event: Event) -> Row:
    """An event as a row of the list."""
    level = next((found.level for found in event.findings), "")
    return (
        event.seq, round(event.elapsed_ms, 2), event.update.kind, event.update.state or "", event_text(event), level
    )  # fmt: skip


class Follower:
    """One follower of a run: what it has been told, and what there is to tell it next."""

    def __init__(self, run: Run, after: int = 0) -> None:
        self._run = run
        self._told = max(0, after)
        self._reply: str | None = None
        self._version = -1
        self.ended = False
        """Whether it knows everything, the outcome too."""

    def frame(self) -> dict[str, Any] | None:
        """What is new since the last frame, at most `ROWS_A_FRAME` rows of it; None if nothing is.

        `from` and `rows` are the events, `reply` is what the reply has become (`text`) or what came behind it
        (`append`), `cut` says that more of it is not sent, `outcome` stands only in the last frame of an ended run.
        """
        version = self._run.version
        if version == self._version:
            return None
        result = self._run.result()
        rows = [row(event) for event in result.events[self._told : self._told + ROWS_A_FRAME]]
        frame: dict[str, Any] = {
            "at": self._run.elapsed_ms,
            "from": self._told + 1,
            "rows": rows,
            "states": result.states,
            "keepAlives": result.keep_alives,
            "sent": result.sent_as_shown,
        }
        self._told += len(rows)
        if self._told < len(result.events):
            return frame  # the rest comes at once
        frame |= self._grown(result.reply)
        if len(result.reply) > REPLY_LIMIT:
            frame["cut"] = True
        if result.outcome is not None:
            frame["outcome"] = result.outcome
            self.ended = True
        self._version = version
        return frame

    def beat(self) -> dict[str, Any]:
        """A sign of life while nothing happens."""
        return {"at": self._run.elapsed_ms}

    def _grown(self, reply: str) -> dict[str, Any]:
        before, now = self._reply, safe.shown(reply[:REPLY_LIMIT])
        self._reply = now
        if before is None or not now.startswith(before):
            return {"reply": {"text": now}}
        return {"reply": {"append": now[len(before) :]}} if len(now) > len(before) else {}


def detail(run: Run, seq: object) -> dict[str, Any] | None:
    """One event opened: its parsed JSON and its lines as they came, each cut to a length that a page can show."""
    event = _event(run, seq)
    if event is None:
        return None
    pretty, lines = pretty_of(event), safe.shown(event.lines)
    return {
        "seq": event.seq,
        "json": pretty[:DETAIL_LIMIT],
        "raw": lines[:DETAIL_LIMIT],
        "size": len(event.raw),
        "cut": max(len(pretty), len(lines)) > DETAIL_LIMIT,
        "findings": [findings.plain(found) for found in event.findings],
    }


def whole(run: Run, seq: object) -> str | None:
    """The whole data of one event as it came."""
    event = _event(run, seq)
    return safe.shown(event.raw) if event is not None else None


def lines(run: Run, seq: object) -> str | None:
    """One event whole, with field names, comments and line ends."""
    event = _event(run, seq)
    return safe.shown(event.lines) if event is not None else None


def pretty_of(event: Event) -> str:
    """An event's JSON, indented; empty where it is none, nested too deeply to be written, or too long to be read."""
    if len(event.raw) > _PRETTY_LIMIT:
        return ""
    data = event.data
    if data is None:
        return ""
    try:
        return safe.shown(jsontext.dumps(data))
    except JsonError:
        return ""


def _event(run: Run, seq: object) -> Event | None:
    if not isinstance(seq, int) or seq < 1:
        return None
    return next(iter(run.events_after(seq - 1)[:1]), None)
