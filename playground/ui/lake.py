"""What the sandbox's memory holds, in the sidebar, with the way back to its start."""

from collections.abc import Sequence
from itertools import groupby

import streamlit as st

from playground.locale import _
from playground.sandbox import seed
from playground.sandbox.memory import SIZE_AT_THE_START, Fact, Size
from playground.ui import embedded, state

_MOST = 200
"""Facts that the list shows, the newest ones: a page full of them helps nobody."""

_NAMES = {one.id: one.name for one in (*seed.ACTORS, *seed.PROJECTS)}


def panel() -> None:
    """The panel. The list is made only while it is open, because the sidebar is drawn often."""
    running = embedded.sandbox()  # while it starts it knows what it knows at the start
    with st.container(key="lake", gap="xxsmall"):
        st.caption(_summary(SIZE_AT_THE_START if running is None else running.memory.size))
        _shared()
        with st.container(horizontal=True, gap="xsmall", vertical_alignment="center"):
            listed = st.popover(_("Facts"), icon=":material/database:", key="lake-facts", on_change="rerun")
            st.button(
                _("Reset"),
                icon=":material/restart_alt:",
                key="lake-reset",
                on_click=_reset,
                help=_(
                    "Puts the sandbox's memory back to its start, for everybody who opens this page, and forgets the "
                    "tasks that have ended. What runs or waits for an answer goes on."
                ),
            )
    if listed.open:
        embedded.hurry()
        with listed:
            if running is None:
                st.caption(_("The sandbox is starting: open this again in a moment."))
            else:
                _list(running.memory.facts())


def _summary(size: Size) -> str:
    told = _("{number} of them told since the start").format(number=size.told)
    return _("Memory: {facts} facts, {told}; {documents} documents.").format(
        facts=size.facts, told=told, documents=size.documents
    )


def _shared() -> None:
    """Says that the memory is everybody's: louder where others than this machine's user can open the page."""
    if state.listens_locally():
        st.caption(_("Everybody who opens this page shares this memory."))
    else:
        st.warning(
            _(
                "This page is open to other machines, and everybody who opens it shares the sandbox's memory: they can "
                "read what you tell it, and reset it. Tell it nothing private."
            )
        )


def _reset() -> None:
    running = embedded.sandbox()
    if running is not None:  # else it has not begun yet
        running.reset()
    st.toast(_("The sandbox's memory is as it was at the start."))


def _list(facts: Sequence[Fact]) -> None:
    """The facts by owner, as plain text: anybody may have told them."""
    with st.container(key="lake-list", gap="xxsmall"):
        newest = sorted(facts[-_MOST:], key=lambda fact: (fact.owner.type, fact.owner.id))
        if len(facts) > _MOST:
            st.caption(_("The {number} newest of {all}.").format(number=_MOST, all=len(facts)))
        for owner, group in groupby(newest, key=lambda fact: fact.owner):
            name = _NAMES.get(owner.id)
            st.text(f"{owner} · {name}" if name else str(owner))
            st.text("\n".join(f"– {_line(fact)}" for fact in group))


def _line(fact: Fact) -> str:
    if fact.seeded:
        return fact.text
    return _("{fact} (told)").format(fact=fact.text)
