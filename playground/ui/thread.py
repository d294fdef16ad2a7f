"""The conversation: the turns of one context, the one that is shown with its reply as it grows, and the next one."""

from collections.abc import Callable
from typing import ParamSpec

import streamlit as st

from playground.locale import _
from playground.model.task import PAUSED
from playground.ui import conversation, findings, keyring, live, safe, state
from playground.ui.download import download
from playground.ui.feed import REPLY_LIMIT
from playground.ui.sent import Sent, destination
from playground.ui.textarea import textarea

P = ParamSpec("P")

_EARLIER_LIMIT = 4_000
"""Characters that are shown of a turn that is not the one being looked at."""
_BAD_ENDS: frozenset[str] = frozenset({"failed", "rejected", "canceled"})


def thread(shown: Sent, *, goes_on: bool) -> None:
    """The turns and the box for the next one; without `goes_on` only the one turn."""
    turns = conversation.turns(state.current().runs, shown) if goes_on else [shown]
    with st.container(key="thread", gap="xsmall"):
        if goes_on:
            _head(shown, turns)
        for turn in turns:
            _said(turn)
            with st.chat_message("assistant"):
                if turn is shown:
                    _reply(turn)
                else:
                    _earlier(turn)
        if goes_on:
            _next(turns, shown)


def _head(shown: Sent, turns: list[Sent]) -> None:
    with st.container(horizontal=True, vertical_alignment="center", key="thread-head", gap="small"):
        context = shown.context_id
        words = [_("1 turn") if len(turns) == 1 else _("{count} turns").format(count=len(turns))]
        if context:
            words.append(f"`{findings.plain_code(context)}`")
        st.caption(" · ".join(words), width="content")
        st.button(
            _("New conversation"),
            key="new-conversation",
            icon=":material/add_comment:",
            type="tertiary",
            on_click=_whole_page(conversation.begin_anew),
            disabled=state.running(),
            help=_("Takes context and task ID out of the form. The turns stay in the run list."),
        )


def _said(turn: Sent) -> None:
    with st.chat_message("user"):
        if turn.by_hand:
            st.caption(_("The body was typed by hand:"))
        st.text(safe.shown(turn.text[:_EARLIER_LIMIT]) or _("(no text)"))
        if len(turn.text) > _EARLIER_LIMIT:
            st.caption(_("The first {count} characters.").format(count=f"{_EARLIER_LIMIT:,}"))
        if turn.attachments:
            parts = _("and 1 more part") if turn.attachments == 1 else _("and {count} more parts")
            st.caption(parts.format(count=turn.attachments))


def _reply(turn: Sent) -> None:
    """What the turn that is looked at brought: the reply, and what its status says."""
    found = turn.result()
    asked = _status(turn)
    if live.follows(turn):
        live.view("reply", turn)
    elif found.reply and found.reply != asked:
        with st.container(key="reply-text"):
            st.text(safe.shown(found.reply[:REPLY_LIMIT]))
        if len(found.reply) > REPLY_LIMIT:
            download(_("The whole reply"), found.reply.encode("utf-8", "replace"), "reply.txt", "text/plain")
    elif not asked:
        st.caption(_("No text has come so far.") if turn.run.running else _("The answer has no text."))
    if asked and found.outcome in _BAD_ENDS:
        st.text(safe.shown(asked))
    elif turn.waits and not turn.run.running:
        _question(turn, "question")


def _question(turn: Sent, key: str) -> None:
    with st.container(border=True, horizontal=True, vertical_alignment="center", key=key):
        st.markdown(f"**{_('The agent asks:')}**", width="content")
        st.text(safe.shown(turn.asks) or _("(nothing)"))


def _status(turn: Sent) -> str:
    """The status message of a task that waits or that went wrong."""
    found = turn.result()
    message = found.task.status_message if found.task is not None else None
    return message.text if message is not None and found.outcome in PAUSED | _BAD_ENDS else ""


def _earlier(turn: Sent) -> None:
    """A turn that is not looked at: its reply, how it ended, and the way to look at it."""
    found = turn.result()
    text = _status(turn) or found.reply
    st.text(safe.cell(text, _EARLIER_LIMIT) or _("(no text)"))
    with st.container(horizontal=True, vertical_alignment="center", key=f"turn-{turn.number}", gap="small"):
        st.caption(f"{found.outcome or _('running')} · #{turn.combination.number}", width="content")
        st.button(
            _("Show this run"),
            key=f"show-turn-{turn.number}",
            type="tertiary",
            on_click=_show,
            args=(turn,),
        )


def _show(turn: Sent) -> None:
    state.current().shown = turn


def _next(turns: list[Sent], shown: Sent) -> None:
    """The box for the next turn, once the last one is over and has a context to go on in."""
    last = turns[-1]
    if last.run.running or state.running() or last.context_id is None:
        return
    now = state.current()
    if last.destination != destination(now.draft, keyring.origin()):
        words = _("This conversation is at another target: {target}. Choose that one again to go on with it.")
        st.caption(safe.markdown(words.format(target=last.target)))
        return
    asking = conversation.waiting(turns)
    waits = asking is not None

    def submit(text: str) -> None:
        now.reply = text
        send()

    def send() -> None:
        conversation.talk(now.reply, turns)

    with st.container(key="next-turn", gap="xsmall"):
        if asking is not None and asking is not shown:
            _question(asking, "question-again")
        textarea(
            _("Your answer") if waits else _("Next message"),
            key="next-text",
            value=now.reply,
            generation=now.replies,
            on_typed=_typed,
            submit=_whole_page(submit),
            help=_("goes to the waiting task {task}").format(task=asking.task_id or "")
            if asking is not None
            else _("goes on in this conversation; all else as the form has it"),
            placeholder=_("Answer the agent") if waits else _("Go on"),
            focus=waits and len(now.reply) == 0,
        )
        st.button(
            _("Send answer") if waits else _("Send next"),
            key="send-next",
            icon=":material/reply:",
            type="primary" if waits else "secondary",
            on_click=_whole_page(send),
        )
        if now.unsent:
            st.caption(f":red[{safe.markdown(now.unsent)}]")


def _typed(text: str) -> None:
    state.current().reply = text


def _whole_page(act: Callable[P, None]) -> Callable[P, None]:
    """Do it and draw the whole page: form and buttons change too, which stand outside this fragment."""

    def callback(*given: P.args, **named: P.kwargs) -> None:
        act(*given, **named)
        st.rerun()

    return callback
