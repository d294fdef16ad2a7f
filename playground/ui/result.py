"""All that came back from a run: reply, events, task, artifacts, raw JSON, response."""

import base64
import binascii
from collections.abc import Callable, Sequence
from itertools import groupby
from typing import NamedTuple

import streamlit as st

from playground.client.run import Run
from playground.locale import _
from playground.model import jsontext
from playground.model.draft import DataPart, FilePart, TextPart
from playground.model.jsontext import Json, JsonError
from playground.model.run import Event, Result
from playground.model.task import PAUSED, AnyPart, Artifact, ReceivedMessage, text_of
from playground.protocol.combination import Combination
from playground.snippet import FORMATS
from playground.ui import findings, safe, state
from playground.ui.preview import SHOWN_LIMIT, code

_ROWS_WHILE_RUNNING = 200
"""Rows of the event table while events come in; all of them once the run has ended."""
_ROWS = 10_000

_STATE_COLORS = {
    "submitted": "gray",
    "working": "blue",
    "input-required": "orange",
    "auth-required": "orange",
    "completed": "green",
    "message": "green",
    "done": "green",
    "stopped": "gray",
    "canceled": "gray",
}
_BAD_COLOR = "red"
_BAD_ENDS: frozenset[str] = frozenset({"failed", "rejected", "canceled"})


def clock(run: Run | None, found: Result | None) -> None:
    """Elapsed time, the last event's age, and whether the bytes left as shown."""
    if run is None or found is None:
        st.caption(_("Nothing sent yet. Ctrl+Enter sends."))
        return
    words = [safe.seconds(run.elapsed_ms if found.timing.total_ms is None else found.timing.total_ms)]
    if found.outcome is None and found.events:
        words.append(_("last event {age} ago").format(age=safe.seconds(run.elapsed_ms - found.events[-1].elapsed_ms)))
    elif found.outcome is None:
        words.append(_("waiting for the answer"))
    if found.outcome is None:
        words.append(_("idle limit {time}").format(time=safe.seconds(run.limits.idle * 1000)))
    unsent = _("not sent yet") if found.outcome is None else _("nothing was sent")
    sent = {True: _("yes"), False: _("no"), None: unsent}[found.sent_as_shown]
    words.append(_("bytes as shown: {yes_or_no}").format(yes_or_no=sent))
    st.caption(" · ".join(words))


def panel(found: Result | None, ran: Combination | None) -> None:
    """The tabs. What will appear is said while there is nothing."""
    if found is not None:
        _strip(found, ran)
        findings.cards(found.findings)
        _last_words(found)
    tabs = state.tabs(list(_TABS), key="result-tabs")
    for tab, (empty, show) in zip(tabs, _TABS.values(), strict=True):
        if tab.open:
            with tab:
                if found is None or not show(found):
                    st.caption(empty if found is None or found.outcome is None else _("This answer has none of it."))


def _badge(text: str, name: str) -> str:
    return f":{_STATE_COLORS.get(name, _BAD_COLOR)}-badge[{text}]"


def _strip(found: Result, ran: Combination | None) -> None:
    """The states that the task went through, and how the run ended."""
    steps = [_badge(f"{name} {safe.seconds(at)}", name) for name, at in found.states]
    if found.outcome is not None and (not found.states or found.states[-1][0] != found.outcome):
        steps.append(_badge(found.outcome, found.outcome))
    if not steps:
        steps.append(_badge(_("sent"), "submitted"))
    counts = [f"#{ran.number} {ran.title}"] if ran is not None else []
    events = _("1 event") if len(found.events) == 1 else _("{count} events").format(count=len(found.events))
    counts.append(events)
    if found.keep_alives:
        counts.append(_("keep-alives: {count}").format(count=found.keep_alives))
    if found.timing.first_event_ms is not None:
        counts.append(_("first event after {time}").format(time=safe.seconds(found.timing.first_event_ms)))
    st.markdown(f"{' › '.join(steps)} :gray[:small[{' · '.join(counts)}]]")


def _last_words(found: Result) -> None:
    """What the status of a task that waits or that went wrong says, with the way to answer."""
    task = found.task
    if task is None or found.outcome not in PAUSED | _BAD_ENDS:
        return
    text = task.status_message.text if task.status_message is not None else ""
    if found.outcome in _BAD_ENDS:
        if text:
            st.error(safe.markdown(text), icon=":material/error:")
        return
    with st.container(border=True, horizontal=True, vertical_alignment="center", key="question"):
        st.markdown(f"**{_('The agent asks:')}**", width="content")
        st.text(safe.shown(text) or _("(nothing)"))
        st.button(
            _("Answer"),
            key="answer",
            type="primary",
            icon=":material/reply:",
            on_click=_answer,
            args=(task.id, task.context_id),
            help=_("Fills task ID and context ID into the form and empties the message for your answer."),
        )


def _answer(task_id: str | None, context_id: str | None) -> None:
    state.answer(task_id, context_id)
    st.rerun()


# Tabs. Each returns whether it had something to show.


def _reply(found: Result) -> bool:
    if not found.reply:
        return False
    with st.container(key="reply-text"):
        st.text(safe.shown(found.reply[:SHOWN_LIMIT]))
    if len(found.reply) > SHOWN_LIMIT:
        _download(_("The whole reply"), found.reply.encode("utf-8", "replace"), "reply.txt", "text/plain")
    return True


def _events(found: Result) -> bool:
    if not found.events:
        return False
    limit = _ROWS_WHILE_RUNNING if found.outcome is None else _ROWS
    rows = found.events[-limit:]
    first = len(found.events) - len(rows)
    before = [found.events[first - 1].elapsed_ms if first else 0.0, *(event.elapsed_ms for event in rows)]
    _table(
        "events",
        (
            Column("#", 50, [event.seq for event in rows]),
            Column(_("ms"), 90, [f"{event.elapsed_ms:.1f}" for event in rows]),
            Column(_("gap"), 80, [f"{event.elapsed_ms - gap:.1f}" for event, gap in zip(rows, before, strict=False)]),
            Column(_("kind"), 120, [event.update.kind for event in rows]),
            Column(_("state"), 110, [event.update.state or "" for event in rows]),
            Column(_("text"), 700, [safe.cell(_event_text(event)) for event in rows]),
        ),
    )
    if first:
        st.caption(_("The latest {count} events.").format(count=len(rows)))
    return True


class Column(NamedTuple):
    """One column of a table."""

    title: str
    width: int
    values: Sequence[str | int]


def _table(key: str, columns: Sequence[Column]) -> None:
    import pandas as pd  # noqa: PLC0415  # takes a second; the background has it ready by the first answer

    st.dataframe(
        pd.DataFrame({column.title: column.values for column in columns}),
        hide_index=True,
        key=key,
        column_config={column.title: st.column_config.Column(width=column.width) for column in columns},
    )


def _event_text(event: Event) -> str:
    if event.update.finding is not None:
        return findings.plain(event.update.finding)
    return event.update.text


def _task(found: Result) -> bool:
    task = found.task
    if task is None:
        return False
    with st.container(horizontal=True, key="task-ids"):
        for label, value in (
            (_("Task ID"), task.id),
            (_("Context ID"), task.context_id),
            (_("State"), task.raw_state or task.state),
            (_("Time"), task.timestamp),
        ):
            if value:
                with st.container(width="content", gap=None):
                    st.caption(label)
                    st.code(safe.shown(str(value)), language=None)
    if task.history:
        _table(
            "history",
            (
                Column(_("role"), 70, [safe.cell(message.role or "") for message in task.history]),
                Column(_("text"), 650, [safe.cell(message.text, 2000) for message in task.history]),
                Column(_("parts"), 110, [_parts_words(message) for message in task.history]),
                Column(_("message ID"), 260, [safe.cell(message.message_id or "") for message in task.history]),
            ),
        )
    else:
        st.caption(_("The answer carries no history. `historyLength` in the configuration asks for it."))
    return True


def _parts_words(message: ReceivedMessage) -> str:
    return ", ".join(part.type for part in message.parts)


def _artifacts(found: Result) -> bool:
    artifacts = found.task.artifacts if found.task is not None else []
    for number, artifact in enumerate(artifacts):
        with st.container(border=True, key=f"artifact-{number}", gap="xsmall"):
            _artifact(number, artifact)
    return bool(artifacts)


def _artifact(number: int, artifact: Artifact) -> None:
    name = artifact.name or artifact.id or _("artifact {number}").format(number=number + 1)
    st.markdown(f"**{safe.markdown(name)}** :gray[:small[{safe.markdown(artifact.id or '')}]]")
    if artifact.description:
        st.caption(safe.markdown(artifact.description))
    place = 0
    for is_text, parts in groupby(artifact.parts, lambda part: isinstance(part, TextPart)):
        group = list(parts)
        if is_text:  # chunks of one text
            st.text(safe.shown(text_of(group)[:SHOWN_LIMIT]))
        else:
            for part in group:
                place += 1
                _part(part, f"{number}-{place}")


def _part(part: AnyPart, key: str) -> None:
    if isinstance(part, DataPart):
        code(safe.shown(_pretty(part.data)), "json")
    elif isinstance(part, FilePart):
        words = [part.filename or _("file"), part.media_type or _("no media type")]
        content = _decoded(part.bytes)
        if content is not None:
            words.append(safe.size(len(content)))
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(f":material/draft: {safe.markdown(' · '.join(words))}")
            if content is not None:
                # As bytes, whatever type the server claims: the browser must not open its HTML as a page of ours.
                _download(_("Download"), content, part.filename or "file", None, key=f"artifact-file-{key}")
        if part.url is not None:
            st.code(safe.shown(part.url), language=None)
        if part.bytes is not None and content is None:
            st.caption(_("Its bytes are no base64; see Raw JSON."))


def _decoded(text: str | None) -> bytes | None:
    if text is None:
        return None
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return None


def _raw(found: Result) -> bool:
    if not found.events:
        return False
    limit = _ROWS_WHILE_RUNNING if found.outcome is None else len(found.events)
    as_received = st.toggle(_("Exactly as received"), key="as-received", persist_state="session")
    blocks: list[str] = []
    length = 0
    for event in found.events[-limit:]:
        text = event.raw if as_received or event.data is None else _pretty(event.data)
        blocks.append(f"// {event.seq} · {safe.seconds(event.elapsed_ms)} · {event.update.kind}\n{text}")
        length += len(blocks[-1])
        if length > SHOWN_LIMIT:
            break
    code(safe.shown("\n\n".join(blocks)), "json")
    if found.tail:
        st.caption(_("After the last whole event came an unfinished one:"))
        code(safe.shown(found.tail), None)
    if found.outcome is not None:
        lines = "\n".join(event.raw for event in found.events)
        _download(_("All events, as received"), lines.encode("utf-8", "replace"), "events.txt", "text/plain")
    return True


def _response(found: Result) -> bool:
    response = found.response
    sent = [f"{found.request.method} {found.request.url}"]
    sent += [f"{name}: {value}" for name, value in found.request.headers]
    sent += [f"{name}: {value}" for name, value in found.added_headers]
    body = found.request.body_text
    if found.request.body is not None:
        words = _("({size} that are no text)").format(size=safe.size(len(found.request.body)))
        sent += ["", words if body is None else body]
    left, right = st.columns(2)
    with left:
        st.caption(_("Answer"))
        if response is None:
            st.caption(_("No answer so far."))
        else:
            head = [f"{response.status} {response.reason}".strip()]
            head += [f"{name}: {value}" for name, value in response.headers]
            st.code(safe.shown("\n".join(head)), language=None, wrap_lines=True)
    with right:
        st.caption(_("Sent, with the headers that the HTTP library added behind ours"))
        code(safe.shown("\n".join(sent)), None)
        st.caption(_("The same as curl"))
        code(safe.shown(FORMATS["curl"].render(found.request)), "bash")
    if response is not None and response.body is not None:
        st.caption(_("Body"))
        code(safe.shown(response.body), "json")
    return True


_TABS: dict[str, tuple[str, Callable[[Result], bool]]] = {
    _("Reply"): (_("The agent's reply appears here while it arrives, as plain text."), _reply),
    _("Events"): (
        _("Each event of the answer appears here with its time, the gap before it, its kind, state and text."),
        _events,
    ),
    _("Task and history"): (_("The task's IDs and its message history appear here."), _task),
    _("Artifacts"): (_("Texts, files and data that the agent made appear here."), _artifacts),
    _("Raw JSON"): (_("Every event appears here exactly as it came."), _raw),
    _("Response"): (_("Status and headers of the answer appear here, beside what was sent."), _response),
}


def _pretty(value: Json) -> str:
    try:
        return jsontext.dumps(value)
    except JsonError:
        return _("(nested too deeply to be shown here; see what was received)")


def _download(label: str, content: bytes, name: str, mime: str | None, key: str | None = None) -> None:
    st.download_button(
        label,
        content,
        file_name=safe.shown(name),
        mime=mime or "application/octet-stream",
        key=key or f"download-{name}",
        icon=":material/download:",
        type="tertiary",
        on_click="ignore",
    )
