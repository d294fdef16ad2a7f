"""The part of the build page that follows a run: its clock, and all that came back."""

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from playground.ui import live, result, state


def answer(status: DeltaGenerator, reply: DeltaGenerator, *, going: bool) -> None:
    """Follow the run that is shown: its clock in `status`, all that came back in `reply`.

    While the browser follows it by itself, what Streamlit draws is looked at now and then; else ten times a second.

    `going`: whether a run went on when this drawing of the page began. It may have ended since, and the buttons that
    were drawn meanwhile then still say Stop: so the page is drawn once more.
    """

    def panel() -> None:
        sent = state.current().shown
        with status:
            if sent is not None and live.follows(sent):
                live.view("clock", sent)
            else:
                result.clock(sent)
        with reply:
            result.panel(sent)
        if going and not state.running():  # asked last: whatever was drawn before it had ended is drawn anew
            st.rerun()  # draws the page without the timer, and with Send instead of Stop

    st.fragment(panel, run_every=live.look_seconds() if going else None, key="live")()
