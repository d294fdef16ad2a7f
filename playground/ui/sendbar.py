"""Send and stop."""

import streamlit as st

from playground.locale import _
from playground.model.finding import Finding
from playground.protocol import wording
from playground.protocol.encode import Built
from playground.ui import findings, safe, sending, state, tree


def sendbar(built: Built) -> None:
    """The two buttons, and why nothing can be sent."""
    going = state.running()
    refused = sending.refusal(built)
    st.button(
        _("Stream") if sending.chosen().streams else _("Send"),
        key="send",
        type="primary",
        icon=":material/send:",
        disabled=going or refused is not None,
        shortcut="Ctrl+Enter",
        on_click=_send,
    )
    st.button(_("Stop"), key="stop", icon=":material/stop:", disabled=not going, on_click=_stop)
    if refused is not None:
        st.markdown(f":red[:material/block: :small[{_sentence(refused)}]]", width="content")
    elif not going:
        st.caption(_conversation(), width="content")


def _conversation() -> str:
    """Whether what is sent goes on in a conversation or begins one."""
    context = tree.get(state.current().draft, "message.contextId")
    if not context:
        return _("begins a new conversation")
    return _("goes on in `{context}`").format(context=findings.plain_code(str(context)))


def _sentence(refused: Finding | str) -> str:
    if isinstance(refused, str):
        return safe.markdown(refused)
    message = safe.markdown(wording.message(refused, _))
    return f"{message} `{refused.where}`" if refused.where else message


def _send() -> None:
    sending.send()
    st.rerun()


def _stop() -> None:
    sending.stop()
    st.rerun()
