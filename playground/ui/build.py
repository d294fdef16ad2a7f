"""The build page: the form beside the live preview, the send bar, and all that came back."""

from collections.abc import Callable

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from playground.locale import _
from playground.ui import answer, controls, conversation, examples, form, preview, sendbar, sending, state


def page() -> None:
    """The page. Form and preview are a fragment, so that a keystroke draws only them; the run's log is another.

    What no keystroke changes stands outside: each element that is drawn anew costs time at every key.
    """
    conversation.settle()
    going = state.running()
    with st.container(key="controls", horizontal=True, vertical_alignment="bottom", gap="small"):
        controls.controls()
        with st.container(key="menus", horizontal=True, gap="xxsmall", width="content"):
            steps = st.container(key="steps", horizontal=True, gap="xxsmall", width="content")
            _menus()
    with st.container(key="difference"):
        st.caption(controls.difference(sending.chosen()))
    # The order is the one of a narrow screen; a wide one puts the request beside the form (see style).
    with st.container(key="work"):
        fields = st.container(key="form", gap="xsmall")
        bar = st.container(key="sendbar", horizontal=True, vertical_alignment="center", gap="small")
        reply = st.container(key="reply", gap="xsmall")
        request = st.container(key="request", gap="xsmall")
    with bar:
        buttons = st.container(key="buttons", horizontal=True, vertical_alignment="center", width="content")
        clock = st.container(key="clock", width="content")
    _build(steps, fields, buttons, request)
    answer.answer(clock, reply, going=going)


@st.fragment(key="build")
def _build(steps: DeltaGenerator, fields: DeltaGenerator, buttons: DeltaGenerator, request: DeltaGenerator) -> None:
    # What somebody types shows first in the request: the elements leave in the order in which they are made.
    _draft, built = sending.build()
    with request:
        preview.preview(built)
    with fields:
        form.form(built.findings)
    with buttons:
        sendbar.sendbar(built)
    with steps:
        _steps()


def _steps() -> None:
    """Undo and redo: always there, because buttons that come and go would move the menus away under the pointer."""
    steps = state.current().steps
    for key, label, icon, act, help, possible in (
        ("undo", _("Undo"), ":material/undo:", state.undo, _("Back to what I had"), bool(steps.past)),
        ("redo", _("Redo"), ":material/redo:", state.redo, _("Forth again to what was undone"), bool(steps.future)),
    ):
        st.button(
            label,
            key=key,
            icon=icon,
            type="tertiary",
            on_click=_redrawn,
            args=(act,),
            help=help,
            disabled=not possible,
        )


def _menus() -> None:
    for key, (title, choices) in examples.MENUS.items():
        titles = {example.title: example for example in choices}
        st.menu_button(title, list(titles), key=key, on_click=_choose, args=(key, titles))


def _choose(key: str, titles: dict[str, examples.Example]) -> None:
    example = titles.get(st.session_state.get(key) or "")
    if example is not None:
        _redrawn(lambda: state.fill(example.tree()))


def _redrawn(act: Callable[[], None]) -> None:
    """Do it and draw the whole page: it may change the target and the conversation too."""
    act()
    st.rerun()
