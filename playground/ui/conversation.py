"""The conversation: the turns of one context, the task that waits in it, and the next turn."""

import streamlit as st

from playground.locale import _
from playground.model.jsontext import Json
from playground.model.task import TERMINAL
from playground.ui import sending, state, tree
from playground.ui.sent import Sent, by_hand


def turns(runs: list[Sent], shown: Sent) -> list[Sent]:
    """The turns of the conversation that `shown` belongs to, in order: same destination, same context."""
    context = shown.context_id
    if context is None:
        return [shown]
    return [one for one in runs if one is shown or (one.destination == shown.destination and one.context_id == context)]


def waiting(turns: list[Sent]) -> Sent | None:
    """The turn whose task waits for an answer, if the newest task that these turns have reached does.

    A turn that reached none (refused, stopped, cut off) changes nothing: the task still waits for the same answer.
    Only where the server said that it does not know the task, nobody waits any more.
    """
    lost = {turn.lost_task for turn in turns}
    newest = next((turn for turn in reversed(turns) if turn.task_id is not None), None)
    return newest if newest is not None and newest.waits and newest.task_id not in lost else None


def settle() -> None:
    """Take the ID of a task that was answered and has ended out of the form: no server takes a message to it any more.

    The context stays, so that the conversation goes on; the form says so until something else happens.
    """
    now = state.current()
    latest = now.runs[-1] if now.runs else None
    if now.asked_task is None or latest is None or latest.run.running:
        return
    if latest.result().outcome not in TERMINAL or tree.get(now.draft, "message.taskId") != now.asked_task:
        return
    now.asked_task = None
    now.said = _("The task has ended: its ID was taken out of the form. The context stays.")
    tree.drop(now.draft, "message.taskId")
    now.typed.pop("message.taskId", None)
    # Not `reseed`: this happens by itself, while somebody may be typing, and must touch no other field.
    st.session_state.pop(state.key_of("message.taskId"), None)


def talk(text: str, turns: list[Sent]) -> None:
    """Send a text as the next of these turns: in their context, and to their task if one waits.

    All else is as the form has it. The form then holds this turn; what it held can be brought back.
    """
    now = state.current()
    if state.running():
        return
    now.unsent = _unsent(text)
    if now.unsent:
        return
    state.remember()
    message: dict[str, Json] = {"parts": [{"type": "text", "text": text}]}
    asking = waiting(turns)
    answered = asking.task_id if asking is not None else None
    for name, value in (("contextId", turns[-1].context_id), ("taskId", answered)):
        if value:
            message[name] = value
    kept = {
        name: value
        for name, value in (now.draft.get("message") or {}).items()
        # The ids of an earlier message would make this one a repeat.
        if name not in {"parts", "contextId", "taskId", "messageId"}
    }
    now.draft["message"] = {**message, **kept}
    tree.drop(now.draft, "requestId")
    now.typed = {path: typed for path, typed in now.typed.items() if not path.startswith("message")}
    now.aside = {path: value for path, value in now.aside.items() if not path.startswith("message")}
    for prefix in ("message", "requestId"):
        state.reseed(prefix)
    now.asked_task = answered
    now.reply = ""
    now.replies += 1
    sending.send()


def _unsent(text: str) -> str:
    """Why a text cannot be sent as the next turn; empty if it can."""
    if not text:
        return _("Type something first.")
    if by_hand(state.current().draft):
        return _("The body is edited by hand: go back to the form's body to go on here.")
    if sending.refusal(sending.build()[1]) is not None:
        return _("Nothing can be sent as the form stands; the line beside Send says why.")
    return ""


def begin_anew() -> None:
    """Begin a new conversation: the ids of the old one leave the form, its turns leave the page (not the run list)."""
    now = state.current()
    state.remember("conversation")
    for name in ("contextId", "taskId", "referenceTaskIds"):
        tree.drop(now.draft, f"message.{name}")
        now.typed.pop(f"message.{name}", None)
    now.shown, now.asked_task, now.reply, now.said, now.unsent = None, None, "", "", ""
    now.replies += 1
    state.reseed("message")
