"""The form: simple at first, every field of the draft by one switch."""

import base64
import binascii
from collections.abc import Callable
from copy import deepcopy

import streamlit as st

from playground.locale import _
from playground.model.finding import Finding
from playground.model.jsontext import Json
from playground.ui import fields, findings, safe, state, tree
from playground.ui.fields import TEXT_KINDS, Field
from playground.ui.textarea import textarea

_FLAGS = {"": _("not set"), "true": _("true"), "false": _("false")}
_IDS = {"made": _("Made for you"), "own": _("My own"), "none": _("Left out")}
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
    if now.everything:
        _all_fields(found)
    else:
        _simple_fields(found)


def _switch(everything: bool) -> None:
    state.current().everything = everything


def _simple_fields(found: list[Finding]) -> None:
    path = _first_text()
    item = fields.MESSAGE_TEXT.at(path)
    focus = state.current().answering == state.current().generation
    _field(item, found, rows=3, take=lambda text: _write_message(path, text), focus=focus)
    findings.lines(findings.at(found, "message.parts"))
    for simple in fields.SIMPLE:
        _field(simple, found)
    if state.current().said:
        st.caption(state.current().said)
    further = _further()
    if further:
        names = ", ".join(f"`{name}`" for name in further)
        with st.container(horizontal=True, vertical_alignment="center", key="further", gap="small"):
            st.caption(_("Also set, under All fields: {names}").format(names=names), width="content")
            st.button(
                _("Remove them"),
                key="remove-further",
                type="tertiary",
                on_click=_drop_further,
                help=_("Examples › Back to what I had brings them back."),
            )


def _first_text() -> str:
    """The path of the part that Simple shows: the first text, or a new part behind the others."""
    parts = _parts()
    index = next((i for i, part in enumerate(parts) if part.get("type") == "text"), len(parts))
    return f"message.parts[{index}]"


def _write_message(path: str, text: str) -> None:
    draft = state.current().draft
    if tree.get(draft, path) is None:
        tree.put(draft, "message.parts", [*_parts(), {"type": "text", "text": ""}])
    state.write(fields.MESSAGE_TEXT.at(path), text)


def _further() -> list[str]:
    """Names of the fields that are set but that Simple does not show."""
    draft = state.current().draft
    names = [item.name for item in fields.ALL if not item.simple and _is_set(draft, item)]
    return names + (["parts"] if len(_parts()) > 1 else [])


def _drop_further() -> None:
    draft = deepcopy(state.current().draft)
    for item in fields.ALL:
        if not item.simple and _is_set(draft, item):
            tree.drop(draft, item.path)
            tree.drop(draft, f"{item.path}Text")
    first = tree.get(draft, _first_text())
    if first is not None:
        tree.put(draft, "message.parts", [first])
    state.fill(draft)
    st.rerun()


def _is_set(draft: Json, item: Field) -> bool:
    if item.kind == "id":
        return tree.has(draft, item.path)
    return tree.get(draft, item.path) is not None or tree.has(draft, f"{item.path}Text")


def _all_fields(found: list[Finding]) -> None:
    tabs = state.tabs([title for title, _groups in fields.TABS], key="form-tabs")
    for index, (tab, (_title, groups)) in enumerate(zip(tabs, fields.TABS, strict=True)):
        if not tab.open:
            continue  # each field that is drawn costs time at every key
        with tab, st.container(key=f"form-tab-{index}", gap="xsmall"):
            if index == 0:
                _parts_editor(found)
            for group in groups:
                if group.title:
                    st.markdown(f"**{group.title}**")
                for item in group.fields:
                    _field(item, found)


# One field


def _field(
    item: Field, found: list[Finding], *, rows: int = 1, take: state.Take | None = None, focus: bool = False
) -> None:
    """One field with its help, its findings and, while its text cannot be read, the reason."""
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
            focus=focus,
        )
    else:
        _WIDGETS[item.kind](item)
        _help(item)
        problem = state.problem_of(item)
        if problem:
            st.error(safe.markdown(problem))
    findings.lines(findings.at(found, item.path))


def _help(item: Field) -> None:
    st.caption(f"`{item.name}` {item.help}")


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
    how = "own" if value is not None else "none" if tree.has(draft, item.path) else "made"
    choice = f"{item.path}:how"
    st.segmented_control(
        item.label,
        list(_IDS),
        format_func=lambda name: _IDS[name],
        key=state.seed(choice, how),
        required=True,
        on_change=state.changed(choice, lambda name: _write_id(item, name)),
    )
    if how == "own":
        st.text_input(
            _("{label}, my own").format(label=item.label),
            key=state.seed(item.path, fields.show("id", value)),
            label_visibility="collapsed",
            autocomplete="off",
            live="0ms",
            on_change=state.changed(item.path, lambda text: tree.put(state.current().draft, item.path, text)),
        )


def _write_id(item: Field, how: str) -> None:
    draft = state.current().draft
    if how == "made":
        tree.drop(draft, item.path)
    elif how == "none":
        tree.put(draft, item.path, None)
    else:  # one's own begins with the made one, to be changed or kept
        ids = state.current().ids
        tree.put(draft, item.path, ids.request if item.path == "requestId" else ids.message)
    st.session_state.pop(state.key_of(item.path), None)


_WIDGETS: dict[fields.Kind, Callable[[Field], None]] = {"line": _line, "number": _line, "flag": _flag, "id": _id}


# Parts


def _parts() -> list[dict[str, Json]]:
    parts = tree.get(state.current().draft, "message.parts")
    return parts if isinstance(parts, list) else []


_NEW_PARTS: dict[str, dict[str, Json]] = {
    "text": {"type": "text", "text": ""},
    "url": {"type": "file", "url": None},
    "bytes": {"type": "file", "bytes": None},
    "data": {"type": "data", "data": {}},
}


def _kind(part: dict[str, Json]) -> str:
    if part.get("type") != "file":
        return str(part.get("type"))
    return "bytes" if "bytes" in part and part.get("url") is None else "url"


def _parts_editor(found: list[Finding]) -> None:
    findings.lines(findings.at(found, "message.parts"))
    for index, part in enumerate(_parts()):
        path = f"message.parts[{index}]"
        title, items = fields.PARTS[_kind(part)]
        with st.container(border=True, key=f"part-{index}", gap="xsmall"):
            with st.container(horizontal=True, vertical_alignment="center", key=f"part-title-{index}"):
                st.markdown(f"**{_('Part')} {index + 1}** · {title}", width="content")
                st.button(
                    _("Remove part {number}").format(number=index + 1),
                    icon=":material/close:",
                    key=f"drop-part-{index}",
                    type="tertiary",
                    on_click=_drop_part,
                    args=(index,),
                )
            if _kind(part) == "bytes":
                _upload(path, index, part)
            for item in items:
                _field(item.at(path), found)
            findings.lines(findings.at(found, path, f"{path}.bytes"))
    with st.container(horizontal=True, gap="xsmall", key="add-part"):
        for kind, (title, _items) in fields.PARTS.items():
            st.button(title, icon=":material/add:", key=f"add-part-{kind}", on_click=_add_part, args=(kind,))


def _add_part(kind: str) -> None:
    tree.put(state.current().draft, "message.parts", [*_parts(), dict(_NEW_PARTS[kind])])


def _drop_part(index: int) -> None:
    now = state.current()
    tree.put(now.draft, "message.parts", [part for place, part in enumerate(_parts()) if place != index])
    now.typed = {path: text for path, text in now.typed.items() if not path.startswith("message.parts")}
    state.reseed("message.parts")


def _upload(path: str, index: int, part: dict[str, Json]) -> None:
    """The file's bytes. The draft holds them, so they stay when the upload field forgets its file."""
    key = f"{state.key_of(path)}:upload"
    st.file_uploader(
        _("File of part {number}").format(number=index + 1),
        key=key,
        label_visibility="collapsed",
        on_change=_take_file,
        args=(path, key),
    )
    held = part.get("bytes")
    if held:
        try:
            count = safe.size(len(base64.b64decode(held)))
        except (binascii.Error, ValueError, TypeError):
            count = _("not readable as base64")
        st.caption(_("`bytes` {size}, sent as base64").format(size=count))
    else:
        st.caption(_("`bytes` choose a file; it is sent as base64"))


def _take_file(path: str, key: str) -> None:
    file = st.session_state.get(key)
    if file is None:
        return
    draft = state.current().draft
    tree.put(draft, f"{path}.bytes", base64.b64encode(file.getvalue()).decode("ascii"))
    for name, value in (("mediaType", file.type), ("filename", file.name)):
        if value:
            tree.put(draft, f"{path}.{name}", value)
            st.session_state.pop(state.key_of(f"{path}.{name}"), None)
