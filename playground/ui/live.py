"""The live views of a run: clock, strip of states, reply, list of events.

While a run goes on, the browser reads its log over a websocket of our own and shows each event milliseconds after it
came. Where that socket cannot be reached, Streamlit's own elements are drawn anew ten times a second instead.
"""

from pathlib import Path
from typing import Literal, get_args

import streamlit as st

from playground.locale import _
from playground.model.jsontext import Json
from playground.model.run import EventKind
from playground.ui import route, safe, state
from playground.ui.clipboard import CLIPBOARD_JS
from playground.ui.colors import BAD_COLOR, STATE_COLORS
from playground.ui.sent import Sent
from playground.ui.serving import SERVING

View = Literal["clock", "strip", "reply", "events"]

# Each look keeps the browser and us busy for some 40 ms: at one a second, one event in twenty was late by that much.
# The end of a run is told by the browser and needs no look.
_LOOK_SECONDS = 3.0
_FALLBACK_SECONDS = 0.1

_HERE = Path(__file__).parent
_component = st.components.v2.component(
    "playground.live",
    html='<div class="live"></div>',
    css=(_HERE / "live.css").read_text("utf-8"),
    js=CLIPBOARD_JS + (_HERE / "live.js").read_text("utf-8"),
)


def reachable() -> bool:
    """Whether the browser reaches our socket, as far as is known."""
    return SERVING.live and state.current().live


def look_seconds() -> float:
    """How often what Streamlit draws of a run that goes on is to be drawn anew."""
    return _LOOK_SECONDS if reachable() else _FALLBACK_SECONDS


def follows(sent: Sent) -> bool:
    """Whether the browser itself follows that run now."""
    return sent.run.running and reachable()


def view(name: View, sent: Sent) -> None:
    """One of the live views of a run."""
    now = state.current()
    _component(
        key=f"live-{name}",
        data={
            "view": name,
            "token": sent.run.token,
            "route": route.NAME,
            "page": now.page,
            "codes": {"ended": route.ENDED, "unknown": route.UNKNOWN},
            "beat": route.BEAT_SECONDS * 1000,
            "kinds": list(get_args(EventKind)),
            "colors": STATE_COLORS,
            "badColor": BAD_COLOR,
            "idle": sent.run.limits.idle * 1000,
            "title": f"#{sent.combination.number} {sent.combination.title} · {safe.shown(sent.target)}",
            "words": _words()[name],
        },
        on_ended_change=_nothing,  # the change alone has the page drawn
        on_unreachable_change=lambda: _lose(name, sent),
        on_held_change=lambda: _hold(name),
    )


def _nothing() -> None:
    return


def _hold(name: View) -> None:
    """Somebody looks through the list of a run."""
    token = _reported(name, "held")
    if isinstance(token, str):
        state.current().held = token


def _lose(name: View, sent: Sent) -> None:
    """The browser cannot follow the run that the view shows, or may not."""
    told = _reported(name, "unreachable")
    if isinstance(told, dict) and told.get("token") == sent.run.token:
        state.current().live = False
        state.current().refused = bool(told.get("refused"))


def _reported(name: View, what: str) -> Json:
    return (st.session_state.get(f"live-{name}") or {}).get(what)


def unreachable() -> None:
    """Say that the live view's socket cannot be reached, with the way to try it again."""
    if not SERVING.live:
        st.caption(_("The page was not started by `memorylake-playground`: the tables are drawn ten times a second."))
    elif not state.current().live:
        words = _REFUSED if state.current().refused else _LOST
        with st.container(horizontal=True, vertical_alignment="center", key="unreachable", gap="small"):
            st.caption(words.format(name=route.NAME), width="content")
            st.button(_("Try again"), key="try-live", type="tertiary", on_click=_try_again)


_LOST = _(
    "The live view cannot be reached from this browser: the tables are drawn ten times a second instead. Either a "
    "proxy does not pass the websocket `{name}`, or it rewrites Host: then `browser.serverAddress` must name the "
    "page's host."
)
_REFUSED = _(
    "This browser may not follow the run any more (its cookies have changed): the tables are drawn ten times a second "
    "instead. Load the page anew, then send again."
)


def _try_again() -> None:
    state.current().live = True


def _words() -> dict[View, dict[str, Json]]:
    return {
        "clock": {
            "last": _("last event {age} ago"),
            "waiting": _("waiting for the answer"),
            "idle": _("idle limit {time}"),
            "shown": _("bytes as shown: {yes_or_no}"),
            "yes": _("yes"),
            "no": _("no"),
            "unsent": _("not sent yet"),
            "never": _("nothing was sent"),
        },
        "strip": {
            "sent": _("sent"),
            "one": _("1 event"),
            "events": _("{count} events"),
            "keepAlives": _("keep-alives: {count}"),
            "first": _("first event after {time}"),
        },
        "reply": {
            "empty": _("The agent's reply appears here while it arrives, as plain text."),
            "cut": _("Only the beginning is shown; when the run has ended, a download has all of it."),
        },
        "events": {
            "list": _("Events, the newest last"),
            "filter": _("Kind of event"),
            "all": _("all"),
            "follow": _("Follow"),
            "end": _("To the end"),
            "fresh": _("{count} new: follow"),
            "copyRow": _("Copy this event's data"),
            "event": _("Event {number}"),
            "json": _("Parsed"),
            "raw": _("As it came"),
            "copyJson": _("Copy JSON"),
            "copyRaw": _("Copy as it came"),
            "copyData": _("Copy data"),
            "loading": _("Loading …"),
            "download": _("Download, {size}"),
            "copied": _("Copied"),
            "notCopied": _("The browser does not allow it"),
            "close": _("Close this event"),
            "cut": _("Only the beginning is shown; the download has all of it."),
            "unreachable": _("The event cannot be fetched: the connection is broken, or it has left the session."),
            "failed": _("Not fetched"),
            "columns": [
                ["seq", "#"],
                ["ms", _("ms")],
                ["gap", _("gap")],
                ["kind", _("kind")],
                ["state", _("state")],
                ["text", _("text")],
            ],
        },
    }
