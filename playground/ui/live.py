"""The live views of a run: clock, strip of states, reply, list of events.

While a run goes on, the browser reads its log over a websocket of our own and shows each event milliseconds after it
came. Where that socket cannot be reached, Streamlit's own elements are drawn anew ten times a second instead.
"""

from pathlib import Path
from typing import Literal

import streamlit as st

from playground.locale import _
from playground.model.jsontext import Json
from playground.ui import route, state
from playground.ui.sent import Sent
from playground.ui.serving import SERVING

View = Literal["clock", "strip", "reply", "events"]

_HERE = Path(__file__).parent
_component = st.components.v2.component(
    "playground.live",
    html='<div class="live"></div>',
    css=(_HERE / "live.css").read_text("utf-8"),
    js=(_HERE / "live.js").read_text("utf-8"),
)


def reachable() -> bool:
    """Whether the browser reaches our socket, as far as is known."""
    return SERVING.live and state.current().live


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
            "idle": sent.run.limits.idle * 1000,
            "title": f"#{sent.combination.number} {sent.combination.title}",
            "words": _words()[name],
        },
        on_ended_change=_nothing,  # the change alone has the page drawn
        on_unreachable_change=lambda: _note(name, "unreachable"),
        on_held_change=lambda: _note(name, "held"),
    )


def _nothing() -> None:
    return


def _note(name: View, what: str) -> None:
    token = (st.session_state.get(f"live-{name}") or {}).get(what)
    now = state.current()
    if token and what == "held":
        now.held = token
    elif token and now.shown is not None and token == now.shown.run.token:
        now.live = False


def unreachable() -> None:
    """Say that the live view's socket cannot be reached, with the way to try it again."""
    if not SERVING.live:
        st.caption(_("The page was not started by `memorylake-playground`: the tables are drawn ten times a second."))
    elif not state.current().live:
        with st.container(horizontal=True, vertical_alignment="center", key="unreachable", gap="small"):
            st.caption(
                _(
                    "The live view cannot be reached from this browser (a proxy may not pass the websocket `{name}`): "
                    "the tables are drawn ten times a second instead."
                ).format(name=route.NAME),
                width="content",
            )
            st.button(_("Try again"), key="try-live", type="tertiary", on_click=_try_again)


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
        },
        "strip": {
            "sent": _("sent"),
            "one": _("1 event"),
            "events": _("{count} events"),
            "keepAlives": _("keep-alives: {count}"),
            "first": _("first event after {time}"),
        },
        "reply": {"empty": _("The agent's reply appears here while it arrives, as plain text.")},
        "events": {
            "list": _("Events, the newest last"),
            "filter": _("Kind of event"),
            "all": _("all"),
            "follow": _("Follow"),
            "fresh": _("{count} new: follow"),
            "copyRow": _("Copy this event as it came"),
            "event": _("Event {number}"),
            "json": _("Parsed"),
            "raw": _("As it came"),
            "copyJson": _("Copy JSON"),
            "copyRaw": _("Copy as it came"),
            "download": _("Download, {size}"),
            "copied": _("Copied"),
            "notCopied": _("The browser does not allow it"),
            "close": _("Close this event"),
            "cut": _("Only the beginning is shown; the download has all of it."),
            "unreachable": _("The event cannot be reached; it may have left the session."),
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
