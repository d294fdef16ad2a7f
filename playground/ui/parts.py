"""The parts of the message: texts, files and data, in any order."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

import streamlit as st

from playground.locale import _
from playground.model import jsontext
from playground.model.base64text import decoded, encoded
from playground.model.finding import Finding
from playground.model.jsontext import Json
from playground.ui import fields, findings, safe, state, tree
from playground.ui.field import field as draw
from playground.ui.fields import Field

T = TypeVar("T")

PATH = "message.parts"
LARGEST_FILE = 10_000_000
"""Bytes of a file that are taken into a part. The whole request is built anew at every key, so it has to end somewhere;
Streamlit's own limit (`server.maxUploadSize`) is higher, so that this one's sentence is what a user reads."""

_NEW: dict[str, dict[str, Json]] = {
    "text": {"type": "text", "text": ""},
    "url": {"type": "file", "url": None},
    "bytes": {"type": "file", "bytes": None},
    "data": {"type": "data", "data": {}},
}
_INDEX = re.compile(rf"{re.escape(PATH)}\[(\d+)\]")
_REMOVED = "parts-removed"


@dataclass
class Removed:
    """Parts that were removed from a draft, the last one at the end, each with its place and what was kept for it."""

    draft: dict[str, Json]
    parts: list[tuple[int, Json, dict[str, str], dict[str, Json]]] = field(default_factory=list)


def held() -> list[dict[str, Json]]:
    """The parts of the draft as they stand."""
    parts = tree.get(state.current().draft, PATH)
    return parts if isinstance(parts, list) else []


def first_text() -> str:
    """The path of the part that Simple shows: the first text, or a new part behind the others."""
    parts = held()
    index = next((i for i, part in enumerate(parts) if _kind(part) == "text"), len(parts))
    return f"{PATH}[{index}]"


def _kind(part: Json) -> str:
    """Which kind of part it is; empty for what is none."""
    type_ = part.get("type") if isinstance(part, dict) else None
    if type_ == "file":
        return "bytes" if "bytes" in part and part.get("url") is None else "url"
    return type_ if type_ in fields.PARTS else ""


def editor(found: list[Finding]) -> None:
    """Each part in a box of its own, and the ways to add one."""
    findings.lines(findings.at(found, PATH))
    parts = held()
    for index, part in enumerate(parts):
        path = f"{PATH}[{index}]"
        kind = _kind(part)
        title, items = fields.PARTS.get(kind, (_("Unknown"), ()))
        with st.container(border=True, key=f"part-{index}", gap="xsmall"):
            _title(index, len(parts), title)
            if not kind:
                st.code(safe.shown(jsontext.dumps(part)), language="json")
            if kind == "bytes" or (kind == "url" and "bytes" in part):
                _file(path, index, part)
            for item in items:
                draw(item.at(path), found)
            findings.lines(findings.at(found, path, f"{path}.bytes"))
    with st.container(horizontal=True, gap="xsmall", key="add-part"):
        for kind, (title, _items) in fields.PARTS.items():
            st.button(title, icon=":material/add:", key=f"add-part-{kind}", on_click=_add, args=(kind,))
    _put_back()


def _title(index: int, count: int, title: str) -> None:
    number = index + 1
    with st.container(horizontal=True, vertical_alignment="center", key=f"part-title-{index}", gap="xxsmall"):
        st.markdown(f"**{_('Part')} {number}** · {title}", width="stretch")
        buttons: tuple[tuple[str, str, str, Callable[[int], None], bool], ...] = (
            ("up", _("Move part {number} up"), ":material/arrow_upward:", _move_up, index == 0),
            ("down", _("Move part {number} down"), ":material/arrow_downward:", _move_down, number == count),
            ("part", _("Remove part {number}"), ":material/close:", _drop, False),
        )
        for name, words, icon, act, disabled in buttons:
            st.button(
                words.format(number=number),
                icon=icon,
                key=f"drop-{name}-{index}",
                type="tertiary",
                on_click=act,
                args=(index,),
                disabled=disabled,
            )


def _put_back() -> None:
    """What was removed can be put back, without undoing anything else."""
    removed = _removed()
    if not removed.parts:
        return
    with st.container(horizontal=True, vertical_alignment="center", key="removed-parts", gap="small"):
        st.caption(_("Part {number} was removed.").format(number=removed.parts[-1][0] + 1), width="content")
        st.button(_("Put it back"), key="put-part-back", type="tertiary", on_click=_bring_back)


def _removed() -> Removed:
    """What was removed from this draft; another draft (an example, say) begins with nothing."""
    draft = state.current().draft
    removed = st.session_state.get(_REMOVED)
    if not isinstance(removed, Removed) or removed.draft is not draft:
        removed = st.session_state[_REMOVED] = Removed(draft)
    return removed


# Rearranging: a part takes along what was typed for it and cannot be read yet


def _arrange(order: list[int]) -> None:
    """Put the parts into another order, or leave some out, by their old places."""
    now, parts = state.current(), held()
    places = {old: new for new, old in enumerate(order)}
    tree.put(now.draft, PATH, [parts[old] for old in order])
    now.typed, now.aside = _moved(now.typed, places), _moved(now.aside, places)
    state.reseed(PATH)


def _moved(texts: dict[str, T], places: dict[int, int]) -> dict[str, T]:
    """What is kept by path, at the new places of the parts; without what belonged to parts that are left out."""
    moved = {}
    for path, text in texts.items():
        at = _INDEX.match(path)
        if at is None:
            moved[path] = text
        elif int(at[1]) in places:
            moved[f"{PATH}[{places[int(at[1])]}]{path[at.end() :]}"] = text
    return moved


def _add(kind: str) -> None:
    tree.put(state.current().draft, PATH, [*held(), dict(_NEW[kind])])


def _move_up(index: int) -> None:
    _swap(index - 1)


def _move_down(index: int) -> None:
    _swap(index)


def _swap(index: int) -> None:
    """Let a part and the next one change places."""
    order = list(range(len(held())))
    if 0 <= index < len(order) - 1:
        order[index : index + 2] = [index + 1, index]
        _arrange(order)


def _drop(index: int) -> None:
    parts = held()
    if index >= len(parts):
        return
    state.remember()
    now, path = state.current(), f"{PATH}[{index}]"
    _removed().parts.append((index, parts[index], _below(now.typed, path), _below(now.aside, path)))
    _arrange([old for old in range(len(parts)) if old != index])


def _bring_back() -> None:
    removed = _removed()
    if not removed.parts:
        return
    state.remember()
    index, part, typed, aside = removed.parts.pop()
    parts = held()
    place = min(index, len(parts))
    tree.put(state.current().draft, PATH, [*parts, part])
    _arrange([*range(place), len(parts), *range(place, len(parts))])
    state.current().typed |= {f"{PATH}[{place}]{rest}": text for rest, text in typed.items()}
    state.current().aside |= {f"{PATH}[{place}]{rest}": value for rest, value in aside.items()}


def _below(texts: dict[str, T], path: str) -> dict[str, T]:
    """What is kept for a part, by the rest of its path."""
    return {name[len(path) :]: text for name, text in texts.items() if name.startswith(path)}


# Files


def _file(path: str, index: int, part: dict[str, Json]) -> None:
    """What is held of a file, and the way to another one. The draft holds the bytes, the upload field forgets them."""
    number = index + 1
    key = f"{state.key_of(path)}:upload:{state.current().generation}:{st.session_state.get(_uploads(path), 0)}"
    bytes_ = part.get("bytes")
    if bytes_ is not None:
        with st.container(horizontal=True, vertical_alignment="center", key=f"part-held-{index}", gap="xxsmall"):
            st.markdown(_about(part), width="stretch")
            st.button(
                _("Remove the file of part {number}").format(number=number),
                icon=":material/close:",
                key=f"drop-file-{index}",
                type="tertiary",
                on_click=_drop_file,
                args=(path,),
            )
    st.file_uploader(
        _("File of part {number}").format(number=number),
        key=key,
        label_visibility="collapsed",
        on_change=_take_file,
        args=(path, key),
    )
    file = st.session_state.get(key)
    if file is not None and file.size > LARGEST_FILE:
        st.error(safe.markdown(_too_large(file.name, file.size)))
    limit = _("up to {size}; it is sent as base64, which is a third longer").format(size=safe.size(LARGEST_FILE))
    st.caption(f"`bytes` {limit}")


def _too_large(name: str, size: int) -> str:
    return _(
        "“{name}” has {size} and was not taken: a part holds up to {limit}, which base64 makes {long} of the request. "
        "Put the file where the agent can fetch it and add a “File by URL”."
    ).format(name=name, size=safe.size(size), limit=safe.size(LARGEST_FILE), long=safe.size(LARGEST_FILE * 4 // 3))


def _about(part: dict[str, Json]) -> str:
    """Name, type and size of the file that a part holds, as Markdown."""
    words = [part.get(name) for name in ("filename", "mediaType")]
    content = decoded(part["bytes"])
    words.append(safe.size(len(content)) if content is not None else _("this is no base64; it is sent as it stands"))
    return ":small[:material/attach_file: " + " · ".join(safe.markdown(str(word)) for word in words if word) + "]"


def _uploads(path: str) -> str:
    return f"uploads:{path}"


def _take_file(path: str, key: str) -> None:
    file = st.session_state.get(key)
    draft = state.current().draft
    if file is None or file.size > LARGEST_FILE or not isinstance(tree.get(draft, path), dict):
        return
    state.remember()
    tree.put(draft, f"{path}.bytes", encoded(file.getvalue()))
    for item in fields.FILE_NAMES:
        _name(item.at(path), {"mediaType": file.type, "filename": file.name}[item.name] or None)
    _forget_upload(path)


def _name(item: Field, value: str | None) -> None:
    """Take a file's name or type, unless somebody said another one: only the former file's gives way."""
    now = state.current()
    held = tree.get(now.draft, item.path)
    if held and (item.path in now.typed or now.aside.get(item.path) != held):
        return
    state.hold(item, value)
    now.aside[item.path] = value
    st.session_state.pop(state.key_of(item.path), None)


def _drop_file(path: str) -> None:
    draft = state.current().draft
    if isinstance(tree.get(draft, path), dict):
        state.remember()
        if _kind(tree.get(draft, path)) == "url":
            tree.drop(draft, f"{path}.bytes")
        else:
            tree.put(draft, f"{path}.bytes", None)
    _forget_upload(path)


def _forget_upload(path: str) -> None:
    """The upload field begins anew under another key: what it took is held by the draft."""
    st.session_state[_uploads(path)] = st.session_state.get(_uploads(path), 0) + 1
