"""All that came back from a run: reply, events, task, artifacts, raw JSON, response."""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import groupby
from typing import NamedTuple

import streamlit as st

from playground.locale import _
from playground.model import jsontext
from playground.model.base64text import decoded
from playground.model.draft import DataPart, FilePart, TextPart
from playground.model.jsontext import Json, JsonError
from playground.model.run import Event, Result
from playground.model.task import AnyPart, Artifact, ReceivedMessage, text_of
from playground.snippet import FORMATS
from playground.ui import feed, findings, live, safe, state, thread
from playground.ui.colors import BAD_COLOR, STATE_COLORS
from playground.ui.download import download
from playground.ui.preview import SHOWN_LIMIT, code
from playground.ui.sent import Sent

_Tabs = dict[str, tuple[str, Callable[[Sent], bool]]]
"""Title -> what is said while there is nothing, and what shows it."""

_ROWS_WHILE_RUNNING = 200
"""Rows of the event table while events come in; all of them once the run has ended."""
_ROWS = 10_000


def clock(sent: Sent | None) -> None:
    """Elapsed time, the last event's age, and whether the bytes left as shown."""
    if sent is None:
        st.caption(_("Ctrl+Enter sends."))
        return
    run, found = sent.run, sent.result()
    words = [safe.seconds(run.elapsed_ms if found.timing.total_ms is None else found.timing.total_ms)]
    if found.outcome is None and found.events:
        words.append(_("last event {age} ago").format(age=safe.seconds(run.elapsed_ms - found.events[-1].elapsed_ms)))
    elif found.outcome is None:
        words.append(_("waiting for the answer"))
    if found.outcome is None:
        words.append(_("idle limit {time}").format(time=safe.seconds(run.limits.idle * 1000)))
    unsent = _("not sent yet") if found.outcome is None else _("nothing was sent")
    as_shown = {True: _("yes"), False: _("no"), None: unsent}[found.sent_as_shown]
    words.append(_("bytes as shown: {yes_or_no}").format(yes_or_no=as_shown))
    st.caption(" · ".join(words))


def panel(sent: Sent | None, *, goes_on: bool = True) -> None:
    """The tabs. What will appear is said while there is nothing. `goes_on`: with the box for the next turn."""
    if sent is not None:
        if live.follows(sent):
            live.view("strip", sent)
        else:
            _strip(sent)
        live.unreachable()
        _bad_end(sent)
        findings.cards(sent.result().findings)
    contents: _Tabs = {_("Reply"): (_EMPTY_REPLY, partial(_reply, goes_on=goes_on)), **_TABS}
    tabs = state.tabs(list(contents), key="result-tabs")
    for tab, (empty, show) in zip(tabs, contents.values(), strict=True):
        if tab.open:
            with tab:
                if sent is None or not show(sent):
                    st.caption(empty if sent is None or sent.run.running else _("This answer has none of it."))


def _bad_end(sent: Sent) -> None:
    """What a task that failed, was rejected or canceled says about it."""
    found = sent.result()
    if found.outcome in _BAD_ENDS:
        message = found.task.status_message if found.task is not None else None
        said = message.text if message is not None else ""
        words = _BAD_ENDS[found.outcome]
        st.error(f"{words} {safe.markdown(said)}".strip(), icon=":material/error:")


_BAD_ENDS: dict[str, str] = {
    "failed": _("The task failed."),
    "rejected": _("The agent rejected the task."),
    "canceled": _("The task was canceled."),
}


def _badge(text: str, name: str) -> str:
    return f":{STATE_COLORS.get(name, BAD_COLOR)}-badge[{text}]"


def _strip(sent: Sent) -> None:
    """The states that the task went through, and how the run ended."""
    found = sent.result()
    steps = [_badge(f"{name} {safe.seconds(at)}", name) for name, at in found.states]
    if found.outcome is not None and (not found.states or found.states[-1][0] != found.outcome):
        steps.append(_badge(found.outcome, found.outcome))
    if not steps:
        steps.append(_badge(_("sent"), "submitted"))
    counts = [f"#{sent.combination.number} {sent.combination.title}", safe.markdown(sent.target)]
    events = _("1 event") if len(found.events) == 1 else _("{count} events").format(count=len(found.events))
    counts.append(events)
    if found.keep_alives:
        counts.append(_("keep-alives: {count}").format(count=found.keep_alives))
    if found.timing.first_event_ms is not None:
        counts.append(_("first event after {time}").format(time=safe.seconds(found.timing.first_event_ms)))
    st.markdown(f"{' › '.join(steps)} :gray[:small[{' · '.join(counts)}]]")


# Tabs. Each returns whether it had something to show.


def _reply(sent: Sent, *, goes_on: bool) -> bool:
    thread.thread(sent, goes_on=goes_on)
    return True


def _events(sent: Sent) -> bool:
    found = sent.result()
    if not found.events and not live.follows(sent):
        return False
    if _as_list(sent):
        live.view("events", sent)
    else:
        _event_table(sent, found)
    return True


def _as_list(sent: Sent) -> bool:
    """Whether the events are shown as the live list: while they come, and on for whom looks through it."""
    if not live.reachable():
        return False
    if sent.run.running:
        return True
    begins = "list" if state.current().held == sent.run.token else "table"
    key = f"events-as-{sent.number}"
    if key not in st.session_state:
        st.session_state[key] = state.current().opened.get(key, begins)
    choice = st.segmented_control(
        _("Show the events as"),
        list(_EVENT_VIEWS),
        format_func=lambda name: _EVENT_VIEWS[name],
        key=key,
        required=True,
        label_visibility="collapsed",
    )
    state.current().opened[key] = choice or begins
    return choice == "list"


def _event_table(sent: Sent, found: Result) -> None:
    limit = _ROWS_WHILE_RUNNING if found.outcome is None else _ROWS
    rows = found.events[-limit:]
    first = len(found.events) - len(rows)
    before = [found.events[first - 1].elapsed_ms if first else 0.0, *(event.elapsed_ms for event in rows)]
    chosen = table(
        f"events-{sent.number}",
        (
            Column("#", 50, [event.seq for event in rows]),
            Column(_("ms"), 90, [round(event.elapsed_ms, 1) for event in rows]),
            Column(_("gap"), 80, [round(event.elapsed_ms - gap, 1) for event, gap in zip(rows, before, strict=False)]),
            Column(_("kind"), 120, [event.update.kind for event in rows]),
            Column(_("state"), 110, [event.update.state or "" for event in rows]),
            Column(_("text"), 700, [feed.event_text(event) for event in rows]),
        ),
        selectable=found.outcome is not None,
    )
    if first:
        st.caption(_("The latest {count} events.").format(count=len(rows)))
    if chosen is not None and chosen < len(rows):
        _opened(rows[chosen])
    elif found.outcome is not None:
        st.caption(_("Select a row to see its JSON and its text as it came."))


def _opened(event: Event) -> None:
    """One event: parsed, and as it came."""
    st.markdown(f"**{_('Event {number}').format(number=event.seq)}** · {event.update.kind}")
    findings.lines(event.findings)
    pretty = feed.pretty_of(event)
    left, right = st.columns(2)
    with left:
        st.caption(_("Parsed"))
        if pretty:
            code(pretty, "json")
        else:
            st.caption(_("It is no JSON that can be shown here."))
    with right:
        st.caption(_("As it came"))
        code(safe.shown(event.lines), None)
    download(
        _("Download, {size}").format(size=safe.size(len(event.raw))),
        event.raw.encode("utf-8", "replace"),
        f"event-{event.seq}.json",
        "application/json",
    )


class Column(NamedTuple):
    """One column of a table."""

    title: str
    width: int
    values: Sequence[str | float | None]


def table(key: str, columns: Sequence[Column], *, selectable: bool = False) -> int | None:
    """A table; returns the position of the selected row."""
    import pandas as pd  # noqa: PLC0415  # takes a second; the background has it ready by the first answer

    frame = pd.DataFrame({column.title: column.values for column in columns})
    config = {column.title: st.column_config.Column(width=column.width) for column in columns}
    if not selectable:
        st.dataframe(frame, hide_index=True, key=f"{key}-growing", column_config=config)
        return None
    answer = st.dataframe(
        frame,
        hide_index=True,
        key=key,
        column_config=config,
        placeholder="",
        on_select="rerun",
        selection_mode=("single-row", "single-cell"),  # whoever clicks into a row means the row
    )
    cells = [place for place, _column in answer.selection.cells]
    return next(iter([*answer.selection.rows, *cells]), None)


def _task(sent: Sent) -> bool:
    task = sent.result().task
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
        table(
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


def _artifacts(sent: Sent) -> bool:
    task = sent.result().task
    artifacts = task.artifacts if task is not None else []
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
        content = decoded(part.bytes)
        if content is not None:
            words.append(safe.size(len(content)))
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(f":material/draft: {safe.markdown(' · '.join(words))}")
            if content is not None:
                # As bytes, whatever type the server claims: the browser must not open its HTML as a page of ours.
                download(_("Download"), content, part.filename or "file", None, key=f"artifact-file-{key}")
        if part.url is not None:
            st.code(safe.shown(part.url), language=None)
        if part.bytes is not None and content is None:
            st.caption(_("Its bytes are no base64; see Raw JSON."))


def _raw(sent: Sent) -> bool:
    found = sent.result()
    if not found.events:
        return False
    limit = _ROWS_WHILE_RUNNING if found.outcome is None else len(found.events)
    as_received = st.toggle(_("Exactly as received"), key="as-received", persist_state="session")
    blocks: list[str] = []
    length = 0
    for event in found.events[-limit:]:
        text = ("" if as_received else feed.pretty_of(event)) or event.raw
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
        download(_("All events, as received"), lines.encode("utf-8", "replace"), "events.txt", "text/plain")
    return True


def _response(sent: Sent) -> bool:
    found = sent.result()
    response = found.response
    lines = [f"{found.request.method} {found.request.url}"]
    lines += [f"{name}: {value}" for name, value in found.request.headers]
    lines += [f"{name}: {value}" for name, value in found.added_headers]
    body = found.request.body_text
    if found.request.body is not None:
        words = _("({size} that are no text)").format(size=safe.size(len(found.request.body)))
        lines += ["", words if body is None else body]
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
        code(safe.shown("\n".join(lines)), None)
        st.caption(_("The same as curl"))
        code(safe.shown(FORMATS["curl"].render(found.request)), "bash")
    if response is not None and response.body is not None:
        st.caption(_("Body"))
        code(safe.shown(response.body), "json")
    return True


_EVENT_VIEWS = {"table": _("Table"), "list": _("List")}

_EMPTY_REPLY = _("The agent's reply appears here while it arrives, as plain text.")

_TABS: _Tabs = {
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
