"""The form: simple at first, every field of the draft by one switch."""

from copy import deepcopy

import streamlit as st

from playground.locale import _
from playground.model.finding import Finding
from playground.model.jsontext import Json
from playground.ui import fields, findings, kept, parts, raw, safe, state, tree
from playground.ui.field import field
from playground.ui.fields import Field

_MODES = {False: _("Simple"), True: _("All fields")}


def form(found: list[Finding]) -> None:
    """The form with the findings at their fields."""
    now = state.current()
    st.segmented_control(
        _("Fields"),
        list(_MODES),
        format_func=lambda mode: _MODES[mode],
        key=state.seed("mode", now.everything),
        required=True,
        label_visibility="collapsed",
        on_change=state.changed("mode", _switch),
    )
    # Always there, so that no field is drawn anew when it fills.
    with st.container(horizontal=True, vertical_alignment="center", key="form-overridden", gap="small"):
        if raw.names():
            words = _("The exact request is edited by hand: what you change here does not count for its {names}.")
            st.markdown(f":orange[:small[{safe.markdown(words.format(names=raw.names()))}]]", width="content")
            raw.back_button("form-back")
    if now.everything:
        _all_fields(found)
    else:
        _simple_fields(found)


def _switch(everything: bool) -> None:
    state.current().everything = everything


def _simple_fields(found: list[Finding]) -> None:
    path = parts.first_text()
    item = fields.MESSAGE_TEXT.at(path)
    field(item, found, rows=3, take=lambda text: _write_message(path, text))
    findings.lines(findings.at(found, parts.PATH))
    for simple in fields.SIMPLE:
        field(simple, found)
    if state.current().said:
        st.caption(state.current().said)
    unknown = kept.paths(found)
    further = _further(unknown)
    if further:
        names = ", ".join(f"`{name}`" for name in further)
        with st.container(horizontal=True, vertical_alignment="center", key="further", gap="small"):
            st.caption(_("Also set, under All fields: {names}").format(names=names), width="content")
            st.button(
                _("Remove them"),
                key="remove-further",
                type="tertiary",
                on_click=_drop_further,
                args=(unknown,),
                help=_("Undo brings them back."),
            )


def _write_message(path: str, text: str) -> None:
    draft = state.current().draft
    if tree.get(draft, path) is None:
        tree.put(draft, parts.PATH, [*parts.held(), {"type": "text", "text": ""}])
    state.write(fields.MESSAGE_TEXT.at(path), text)


def _further(unknown: list[str]) -> list[str]:
    """Names of what is set but what Simple does not show: fields, parts, unknown keys, the exact request."""
    draft = state.current().draft
    return [
        *(item.name for item in fields.ALL if not item.simple and _is_set(draft, item)),
        *(["parts"] if len(parts.held()) > 1 else []),
        *(path.rpartition(".")[2] for path in unknown),
        *(["raw"] if raw.names() else []),
    ]


def _drop_further(unknown: list[str]) -> None:
    draft = deepcopy(state.current().draft)
    for item in fields.ALL:
        if not item.simple and _is_set(draft, item):
            tree.drop(draft, item.path)
            tree.drop(draft, f"{item.path}Text")
    first = tree.get(draft, parts.first_text())
    if first is not None:
        tree.put(draft, parts.PATH, [first])
    for path in (*unknown, "raw"):
        tree.drop(draft, path)
    state.fill(draft)
    st.rerun()


def _is_set(draft: Json, item: Field) -> bool:
    value = tree.has(draft, item.path) if item.kind == "id" else tree.get(draft, item.path) is not None
    return value or tree.has(draft, f"{item.path}Text")


def _all_fields(found: list[Finding]) -> None:
    tabs = state.tabs([title for title, _groups in fields.TABS], key="form-tabs")
    for index, (tab, (_title, groups)) in enumerate(zip(tabs, fields.TABS, strict=True)):
        if not tab.open:
            continue  # each field that is drawn costs time at every key
        with tab, st.container(key=f"form-tab-{index}", gap="xsmall"):
            if index == 0:
                parts.editor(found)
            for group in groups:
                if group.title:
                    st.markdown(f"**{group.title}**")
                for item in group.fields:
                    field(item, found)
            if index == len(tabs) - 1:
                kept.list_of(found)
