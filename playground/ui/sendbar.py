"""Send and stop."""

import streamlit as st

from playground.locale import _
from playground.model.finding import Finding
from playground.protocol.encode import Built
from playground.ui import findings, safe, state


def sendbar(built: Built) -> None:
    """The two buttons, and why nothing can be sent."""
    going = state.running()
    refused = state.refusal(built)
    st.button(
        _("Stream") if state.chosen().streams else _("Send"),
        key="send",
        type="primary",
        icon=":material/send:",
        disabled=going or refused is not None,
        shortcut="Ctrl+Enter",
        on_click=_send,
    )
    st.button(_("Stop"), key="stop", icon=":material/stop:", disabled=not going, on_click=_stop)
    if refused is not None:
        text = findings.text_of(refused) if isinstance(refused, Finding) else safe.markdown(refused)
        place = f" `{refused.where}`" if isinstance(refused, Finding) and refused.where else ""
        st.markdown(f":red[:material/block:] {text}{place}")


def _send() -> None:
    state.send()
    st.rerun()


def _stop() -> None:
    state.stop()
    st.rerun()
