"""The part of the page that follows a run. It only reads the run's log."""

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from playground.ui import result, state

_EVERY_SECONDS = 0.1


def live(status: DeltaGenerator, reply: DeltaGenerator, *, going: bool) -> None:
    """Follow the run of this session: its clock in `status`, all that came back in `reply`.

    `going`: whether a run went on when this drawing of the page began. It may have ended since, and the buttons that
    were drawn meanwhile then still say Stop: so the page is drawn once more.
    """

    def panel() -> None:
        run = state.current().run
        ended = run is None or not run.running  # asked before the log is read, so that the last look sees all of it
        found = run.result() if run is not None else None
        with status:
            result.clock(run, found)
        with reply:
            result.panel(found, state.current().ran)
        if going and ended:
            st.rerun()  # draws the page without the timer, and with Send instead of Stop

    st.fragment(panel, run_every=_EVERY_SECONDS if going else None, key="live")()
