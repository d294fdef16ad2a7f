"""The run list: what was sent in this session and what came back."""

from datetime import datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import streamlit as st

from playground.locale import _
from playground.model import jsontext
from playground.model.jsontext import JsonError
from playground.protocol.record import shareable
from playground.ui import live, result, safe, state
from playground.ui.download import download
from playground.ui.result import Column
from playground.ui.sent import Sent


def page() -> None:
    """The page itself."""
    if not state.current().runs:
        st.caption(_("Nothing was sent in this session. Each run appears here with its time, outcome and reply."))
        return
    st.caption(_("Select a run to look at it. The session keeps the newest {most}.").format(most=state.MOST_RUNS))
    going = state.running()

    def listed() -> None:
        chosen = _table(list(reversed(state.current().runs)))
        if going and not state.running():
            st.rerun()
        if chosen != state.current().looked_at:
            state.current().looked_at = chosen
            st.rerun()  # what is opened stands outside this fragment

    st.fragment(listed, run_every=live.look_seconds() if going else None, key="run-list")()
    opened = next((sent for sent in state.current().runs if sent.number == state.current().looked_at), None)
    if opened is not None:
        _opened(opened)


def _table(runs: list[Sent]) -> int | None:
    """The runs, the newest first; returns the number of the selected one."""
    shown = [sent.result() for sent in runs]
    chosen = result.table(
        "runs",
        (
            Column("#", 50, [sent.number for sent in runs]),
            Column(_("time"), 90, [_clock(found.started_at) for found in shown]),
            Column(_("combination"), 170, [f"#{s.combination.number} {s.combination.title}" for s in runs]),
            Column(_("target"), 190, [safe.cell(sent.target) for sent in runs]),
            Column(_("outcome"), 110, [found.outcome or _("running") for found in shown]),
            Column(_("first event, ms"), 110, [_ms(found.timing.first_event_ms) for found in shown]),
            Column(_("total, ms"), 90, [_ms(found.timing.total_ms) for found in shown]),
            Column(_("message"), 220, [safe.cell(sent.text) for sent in runs]),
            Column(_("reply"), 320, [safe.cell(found.reply) for found in shown]),
        ),
        selectable=True,
    )
    return runs[chosen].number if chosen is not None and chosen < len(runs) else None


def _clock(started_at: str) -> str:
    """The time of day where the browser is."""
    try:
        zone: ZoneInfo | None = ZoneInfo(st.context.timezone or "")
    except (ZoneInfoNotFoundError, ValueError):
        zone = None  # as on this machine
    return datetime.fromisoformat(started_at).astimezone(zone).strftime("%H:%M:%S")


def _ms(value: float | None) -> float | None:
    return None if value is None else round(value, 1)


def _opened(sent: Sent) -> None:
    """One run with what can be done with it."""
    st.markdown(f"**{_('Run {number}').format(number=sent.number)}**")
    with st.container(horizontal=True, gap="small", key="run-actions"):
        if st.button(_("Show on the build page"), key="run-show", icon=":material/visibility:"):
            state.current().shown = sent
            _to_build()
        if st.button(
            _("Load its draft into the form"),
            key="run-load",
            icon=":material/edit_note:",
            help=_("Its target too. Undo on the build page brings back what you had."),
        ):
            state.load(sent)
            _to_build()
        if not sent.run.running:
            download(
                _("Export as JSON"),
                lambda: exported(sent),
                f"run-{sent.number}.json",
                "application/json",
                key="run-export",
            )

    def follow() -> None:
        result.clock(sent)
        result.panel(sent, goes_on=False)
        if going and not sent.run.running:
            st.rerun()

    going = sent.run.running
    st.fragment(follow, run_every=live.look_seconds() if going else None, key="run-follow")()


def exported(sent: Sent) -> bytes:
    """The run as a file to hand on: no key in it, and nothing that looks like a secret."""
    try:
        text = jsontext.dumps(shareable(sent.result()), ascii_only=True)
    except JsonError:  # nested so deeply that it can be read but not written: the raw texts have it all
        tree = shareable(sent.result())
        text = jsontext.dumps(tree | {"events": [event | {"data": None} for event in tree["events"]]}, ascii_only=True)
    return sent.run.masked(text).encode("ascii")


def _to_build() -> None:
    home = state.current().home
    if home is not None:
        st.switch_page(home)
