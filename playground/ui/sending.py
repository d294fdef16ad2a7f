"""The request of the form, why it cannot be sent, and the run that sends it."""

from copy import deepcopy
from dataclasses import replace

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from playground.client.keys import key_finding
from playground.client.run import Run
from playground.locale import _
from playground.model.draft import Draft
from playground.model.finding import Finding, warning
from playground.protocol.combination import Combination, combination
from playground.protocol.encode import Built, encode, random_ids
from playground.ui import embedded, feed, keyring, state, watchdog
from playground.ui.sent import Sent


def chosen() -> Combination:
    """The combination of the form."""
    draft = state.current().draft
    return combination(draft.get("version", "1.0"), draft.get("operation", "send"), draft.get("transport", "rest"))


def build() -> tuple[Draft | None, Built]:
    """The draft and its request as they stand."""
    now = state.current()
    draft, found = Draft.from_tree(now.draft)
    if draft is None:
        return None, Built(None, found)
    built = encode(draft, ids=now.ids, bases=keyring.bases())
    ended = finished_tasks().get(draft.message.task_id or "")
    if ended is not None:
        told = warning("TASK_FINISHED", "message.taskId", task=draft.message.task_id or "", state=ended)
        built = replace(built, findings=[*built.findings, told])
    return draft, built


def built_by_form() -> Built:
    """What the form alone would send, whatever replaces a member of it."""
    now = state.current()
    draft, found = Draft.from_tree({name: value for name, value in now.draft.items() if name != "raw"})
    return Built(None, found) if draft is None else encode(draft, ids=now.ids, bases=keyring.bases())


def refusal(built: Built) -> Finding | str | None:
    """Why the request cannot be sent: a finding, or a sentence, or None."""
    if built.refused:
        return next((found for found in built.findings if found.level == "error"), _("There is no request to send."))
    if embedded_missing():
        return _("The sandbox could not be started; see the terminal. Choose another target.")
    return key_finding_of(built)


def key_finding_of(built: Built) -> Finding | None:
    """Why the request cannot be sent with the key at hand."""
    return (
        key_finding(built.request, keyring.key(built.request), keyring.key_environment())
        if built.request is not None
        else None
    )


def embedded_missing() -> bool:
    """Whether the target is the sandbox and it cannot be started."""
    return state.in_sandbox() and embedded.place() is None


def finished_tasks() -> dict[str, str]:
    """Tasks of this session that take no more messages, each with its state."""
    return {
        sent.task_id: str(task.state)
        for sent in state.current().runs
        if not sent.run.running and sent.finished and sent.task_id and (task := sent.result().task) is not None
    }


def send() -> None:
    """Send the request as it stands, unless it is refused or a run goes on."""
    if state.running():
        return
    now = state.current()
    draft, built = build()
    if draft is None or built.request is None or refusal(built) is not None:
        return
    if state.in_sandbox():
        embedded.hurry()
    now.said = ""
    ran = chosen()
    key = keyring.key(built.request)
    run = Run(built.request, key=key, combination=ran, profile=draft.target.effective_profile)
    now.count += 1
    cookie = st.context.cookies.get(feed.XSRF_COOKIE)
    browser = feed.browser_of(cookie if isinstance(cookie, str) else None)  # Streamlit's test runner has no texts there
    now.shown = Sent(now.count, run, feed.offer(run, browser), ran, deepcopy(now.draft), keyring.origin())
    now.runs = [*now.runs[-state.MOST_RUNS + 1 :], now.shown]
    run.start()
    now.ids = random_ids()
    context = get_script_run_ctx()
    if context is not None:
        watchdog.watch(context.session_id, run)


def stop() -> None:
    """End the run that goes on."""
    going = state.latest()
    if going is not None:
        going.run.stop()
