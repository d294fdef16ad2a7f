"""One field of the form, drawn by its kind, with its help and its findings."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import cast

import streamlit as st

from playground.locale import _
from playground.model.finding import Finding
from playground.model.jsontext import Json, JsonError
from playground.ui import capabilities, fields, findings, safe, shapes, state, tree
from playground.ui.fields import TEXT_KINDS, Field
from playground.ui.shapes import RowKind, Rows
from playground.ui.structure import Nothing, structure
from playground.ui.textarea import textarea

_FLAGS = {"": _("not set"), "true": _("true"), "false": _("false")}
_IDS = {"made": _("Made for you"), "own": _("My own"), "number": _("A number"), "none": _("Left out")}
_NUMBERS = {"requestId"}
"""IDs that may be a number too (JSON-RPC 2.0, 4)."""


def field(item: Field, found: list[Finding], *, rows: int = 1, take: state.Take | None = None) -> None:
    """One field with its help, its findings and, while its text cannot be read, the reason.

    `take` gets what is typed instead of the draft tree.
    """
    if item.kind in TEXT_KINDS:
        textarea(
            item.label,
            key=state.key_of(item.path),
            value=state.text_of(item),
            generation=state.current().generation,
            on_typed=take or (lambda text: state.write(item, text)),
            name=item.name,
            help=item.help,
            placeholder=item.placeholder,
            problem=state.problem_of(item),
            rows=3 if item.kind == "text" else rows,
            code=item.kind in {"json", "object"},
        )
    elif item.kind in _EDITORS:
        _EDITORS[item.kind](item)
    else:
        _WIDGETS[item.kind](item)
        _help(item)
        problem = state.problem_of(item)
        if problem:
            st.error(safe.markdown(problem))
    findings.lines(one for one in found if one.code != "UNPARSED" and _is_about(item, one.where))


def _is_about(item: Field, where: str | None) -> bool:
    """Whether a finding is about this field or one of its entries."""
    if where is None:
        return False
    return where == item.path or (item.kind in _EDITORS and where.startswith((f"{item.path}.", f"{item.path}[")))


def _help(item: Field) -> None:
    st.caption(f"`{item.name}` {item.help}")


# Streamlit's own widgets


def _line(item: Field) -> None:
    st.text_input(
        item.label,
        key=state.seed(item.path, state.text_of(item)),
        placeholder=item.placeholder,
        autocomplete="off",
        live="0ms",
        on_change=state.changed(item.path, lambda text: state.write(item, text)),
    )


def _flag(item: Field) -> None:
    value = tree.get(state.current().draft, item.path)
    st.segmented_control(
        item.label,
        list(_FLAGS),
        format_func=lambda name: _FLAGS[name],
        key=state.seed(item.path, "" if value is None else "true" if value else "false"),
        required=True,
        on_change=state.changed(item.path, lambda name: _write_flag(item, name)),
    )


def _write_flag(item: Field, name: str) -> None:
    if name:
        tree.put(state.current().draft, item.path, name == "true")
    else:
        tree.drop(state.current().draft, item.path)


def _id(item: Field) -> None:
    draft = state.current().draft
    value = tree.get(draft, item.path)
    how = _how(item, value)
    choice = f"{item.path}:how"
    st.segmented_control(
        item.label,
        [name for name in _IDS if name != "number" or item.path in _NUMBERS],
        format_func=lambda name: _IDS[name],
        key=state.seed(choice, how),
        required=True,
        on_change=state.changed(choice, lambda name: _write_id(item, name)),
    )
    if how in {"own", "number"}:
        write = _write_number if how == "number" else state.hold
        st.text_input(
            _("{label}, my own").format(label=item.label),
            key=state.seed(item.path, state.text_of(item)),
            label_visibility="collapsed",
            autocomplete="off",
            live="0ms",
            on_change=state.changed(item.path, lambda text: write(item, text)),
        )
    problem = state.problem_of(replace(item, kind="number"))
    if problem:
        st.error(safe.markdown(problem))


def _how(item: Field, value: Json) -> str:
    """Which of the ways an ID comes about."""
    draft = state.current().draft
    if value is None and not tree.has(draft, f"{item.path}Text"):
        return "none" if tree.has(draft, item.path) else "made"
    return "own" if isinstance(value, str) else "number"


def _write_id(item: Field, how: str) -> None:
    now = state.current()
    if _how(item, tree.get(now.draft, item.path)) in {"own", "number"}:
        state.remember()  # what was typed gives way
    state.hold(item, None)
    if how == "none":
        tree.put(now.draft, item.path, None)
    elif how == "number":
        tree.put(now.draft, item.path, 1)
    elif how == "own":  # one's own begins with the made one, to be changed or kept
        tree.put(now.draft, item.path, now.ids.request if item.path == "requestId" else now.ids.message)
    st.session_state.pop(state.key_of(item.path), None)


def _write_number(item: Field, text: str) -> None:
    try:
        state.hold(item, fields.read_number(text))
    except JsonError:
        tree.put(state.current().draft, f"{item.path}Text", text)


_WIDGETS: dict[fields.Kind, Callable[[Field], None]] = {"line": _line, "number": _line, "flag": _flag, "id": _id}


# Lists and objects


def _empty(value: Json) -> Nothing:
    return "absent" if value is None else "" if value else "empty"


def _tags(item: Field, *, choices: tuple[str, ...] | None = None) -> None:
    value = tree.get(state.current().draft, item.path)
    typed = state.typed_of(item)
    items = shapes.tags_of(value) if typed is None else None
    problem = state.problem_of(item)
    structure(
        item.label,
        key=state.key_of(item.path),
        mode="json" if items is None else "tags",
        other="json" if items is not None else "tags" if not problem and shapes.tags_of(value) is not None else None,
        generation=state.current().generation,
        items=items or (),
        text=state.text_of(item),
        state=_empty(value) if items is not None else "",
        choices=item.choices if choices is None else choices,
        on_items=lambda items: _hold_tags(item, items),
        on_text=partial(state.write_text, item),
        on_asked=lambda what: _asked(item, what, []),
        name=item.name,
        help=item.help,
        placeholder=item.placeholder if items is not None else '["…"]',
        problem=problem,
    )


def _rows(item: Field) -> None:
    kind = cast(RowKind, item.kind)
    value = tree.get(state.current().draft, item.path)
    typed = state.typed_of(item)
    rows = shapes.rows_of(kind, value) if typed is None else shapes.text_rows(typed)
    problem = state.problem_of(item)
    fits = not problem and shapes.rows_of(kind, value) is not None
    structure(
        item.label,
        key=state.key_of(item.path),
        mode="json" if rows is None else "rows",
        other="json" if rows is not None else "rows" if fits else None,
        generation=state.current().generation,
        rows=rows or (),
        hints=_hints(kind, rows or []),
        text=state.text_of(item),
        state=_empty(value) if rows is not None and typed is None else "",
        code=kind == "params",
        on_rows=lambda given: _write_rows(item, given, len(rows or [])),
        on_text=partial(state.write_text, item),
        on_asked=lambda what: _asked(item, what, {}),
        name=item.name,
        help=item.help,
        placeholder=item.placeholder,
        problem=problem,
    )


def _hold_tags(item: Field, items: list[str]) -> None:
    held = tree.get(state.current().draft, item.path)
    if isinstance(held, list) and len(items) < len(held):
        state.remember()
    state.hold(item, items or None)


def _write_rows(item: Field, rows: Rows, before: int) -> None:
    if len(rows) < before:
        state.remember()
    state.write(item, shapes.rows_text(rows))


def _hints(kind: RowKind, rows: Rows) -> list[dict[str, object]]:
    """What each row is sent as, or why it cannot be."""
    problems = shapes.row_problems(kind, rows)
    return [
        {"row": list(row), "kind": shapes.type_of(row[1]) if kind == "params" else "", "problem": problem}
        for row, problem in zip(rows, problems, strict=True)
    ]


def _asked(item: Field, what: str, empty: Json) -> None:
    """What the editor of a list or object was asked: to send it empty, not to send it, or to be typed otherwise."""
    now = state.current()
    if what in {"absent", "empty"}:
        state.hold(item, empty if what == "empty" else None)
        return
    if what == "json":
        text = _json_of(item)
        state.write(item, text)
        now.typed[item.path] = text
    elif not state.problem_of(item):  # a text that cannot be read stays one
        state.remember()  # the JSON as it was typed
        now.typed.pop(item.path, None)
    now.generation += 1


def _json_of(item: Field) -> str:
    """What a field's tags or rows hold, as JSON text; rows that cannot be sent give text that cannot be read."""
    typed = state.typed_of(item)
    rows = shapes.text_rows(typed) if typed is not None else None
    if rows is None or not state.problem_of(item):
        return fields.show(item.kind, tree.get(state.current().draft, item.path))
    return shapes.rows_json(cast(RowKind, item.kind), rows)


_EDITORS: dict[fields.Kind, Callable[[Field], None]] = {
    "list": _tags,
    "map": _rows,
    "params": _rows,
    "capabilities": capabilities.editor,
}
