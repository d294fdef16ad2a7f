"""The exact request, edited by hand: each member that somebody typed replaces what the form would send, whole.

The draft's `raw` holds only the members that were touched; the others follow the form. A body that is not UTF-8 stays
as it is, in base64. A header line that cannot be read stands beside the value as `headersText`.
"""

import difflib
import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import streamlit as st

from playground.locale import _
from playground.model.base64text import decoded, encoded
from playground.model.finding import Finding
from playground.model.jsontext import Json, JsonError
from playground.model.request import WireRequest
from playground.protocol.encode import Built
from playground.ui import findings, safe, sending, shapes, state, tree
from playground.ui.sent import by_hand
from playground.ui.textarea import textarea

_EDITING = "raw-edit"
_COMPARING = "raw-compare"
_YES = "yes"
_LONGEST_COMPARED = 300_000
"""Characters; comparing longer texts line by line keeps the server busy."""
_LONGEST_TYPED = 1_000_000
"""Characters; a longer body (a file in it, say) would go to the browser and back with it."""
_BYTES_SHOWN = 32


@dataclass(frozen=True)
class Member:
    """One member of the request that can be typed."""

    name: str
    label: str
    word: str
    """What it is called inside a sentence."""
    help: str
    shown: Callable[[WireRequest], str]
    """Its text in a request."""
    single: bool = False

    @property
    def path(self) -> str:
        """Where it stands in the draft."""
        return f"raw.{self.name}"


MEMBERS: tuple[Member, ...] = (
    Member("method", _("Exact method"), _("method"), _("any word"), lambda request: request.method, single=True),
    Member(
        "url", _("Exact URL"), _("URL"), _("the whole address with its query"), lambda request: request.url, single=True
    ),
    Member(
        "headers",
        _("Exact headers"),
        _("headers"),
        _("a line each, Name: value; the words $MEMORYLAKE_API_KEY stand for the key in Authorization"),
        lambda request: shapes.show_headers(request.headers),
    ),
    Member(
        "body", _("Exact body"), _("body"), _("sent as it stands, JSON or not"), lambda request: request.body_text or ""
    ),
)


def _raw() -> dict[str, Json]:
    raw = tree.get(state.current().draft, "raw")
    return raw if isinstance(raw, dict) else {}


def _touched(member: Member, raw: dict[str, Json]) -> bool:
    """Whether the draft has its own text for a member (null is one for the body: none is sent)."""
    name = member.name
    if name == "body":
        return by_hand({"raw": raw})
    return raw.get(name) is not None or f"{name}Text" in raw


def overridden() -> list[Member]:
    """The members that do not follow the form."""
    raw = _raw()
    return [member for member in MEMBERS if _touched(member, raw)]


def names() -> str:
    """The words for the members that do not follow the form, in one line; empty if all do."""
    return ", ".join(member.word for member in overridden())


def editing() -> bool:
    """Whether the exact request is open to be typed."""
    return state.current().opened.get(_EDITING) == _YES


def comparing() -> bool:
    """Whether the comparison with the form's request is shown."""
    return bool(overridden()) and state.current().opened.get(_COMPARING) == _YES


# On the page


def bar() -> None:
    """The switch that opens the exact request, what is overridden, and the way back."""
    with st.container(horizontal=True, vertical_alignment="center", key="raw-bar", gap="small"):
        _toggle(_EDITING, _("Edit the exact request"))
        if names():
            _toggle(_COMPARING, _("Compare with the form's"))
            back_button("raw-back")
    # Always there: where elements come and go above a field that is typed into, the browser may draw it anew.
    with st.container(key="raw-said"):
        if names():
            _badge()


def back_button(key: str) -> None:
    """One click back to what the form says."""
    st.button(
        _("Back to the form's request"),
        key=key,
        icon=":material/undo:",
        type="tertiary",
        on_click=_back,
        args=(tuple(member.name for member in MEMBERS),),
    )


def _toggle(name: str, label: str) -> None:
    st.toggle(
        label,
        key=state.seed(name, state.current().opened.get(name) == _YES),
        on_change=state.changed(name, partial(_open, name)),
    )


def _open(name: str, opened: bool) -> None:
    state.current().opened[name] = _YES if opened else ""


def _badge() -> None:
    words = safe.markdown(_("Overridden by hand: {names}").format(names=names()))
    st.markdown(f":orange-badge[:material/edit: {words}]")


def editor(found: list[Finding]) -> None:
    """A field for each member, beginning with what the form would send."""
    by_form = sending.built_by_form().request
    with st.container(key="raw-editor", gap="xsmall"):
        if by_form is None:
            st.caption(_("The form's request cannot be built yet; what is typed here is sent all the same."))
        for member in MEMBERS:
            with st.container(key=f"raw-member-{member.name}", gap="xsmall"):
                if member.name == "body" and _raw().get("bodyBase64") is not None:
                    _bytes(by_form)
                else:
                    _member(member, by_form, found)


def _member(member: Member, by_form: WireRequest | None, found: list[Finding]) -> None:
    raw = _raw()
    touched = _touched(member, raw)
    text = _text(member, raw) if touched else member.shown(by_form) if by_form is not None else ""
    if member.name == "body" and not touched and len(text) > _LONGEST_TYPED:
        _too_long(member, len(text))
        return
    generation = _generation(member, text, touched=touched)
    textarea(
        member.label,
        key=state.key_of(member.path),
        value=text,
        generation=generation,
        on_typed=partial(_write, member.name, generation),
        name=_("overridden") if touched else "",
        help=member.help,
        problem=_problem(raw) if member.name == "headers" else "",
        code=True,
        single=member.single,
    )
    if member.name == "body" and touched and not text:
        st.checkbox(
            _("Send no body at all, not even an empty one"),
            key=state.seed("raw.body:none", raw.get("body") is None),
            on_change=state.changed("raw.body:none", _choose_none),
        )
    if touched:
        _member_back(member)
    findings.lines(one for one in found if one.code != "UNPARSED" and _is_about(member, one.where))


def _too_long(member: Member, length: int) -> None:
    words = _("{label}: {size} characters, too long to be changed here. The download below has all of it.")
    st.caption(words.format(label=member.label, size=f"{length:,}"))
    st.button(
        _("Replace it by other text"),
        key="raw-long-replace",
        icon=":material/edit:",
        type="tertiary",
        on_click=_replace_body,
        args=("",),
    )


def _is_about(member: Member, where: str | None) -> bool:
    if where is None:
        return False
    return where.startswith(member.path) or (member.name == "headers" and where.startswith("header:"))


def _member_back(member: Member) -> None:
    st.button(
        _("Back to the form's {name}").format(name=member.word),
        key=f"raw-back-{member.name}",
        icon=":material/undo:",
        type="tertiary",
        on_click=_back,
        args=((member.name,),),
    )


def _text(member: Member, raw: dict[str, Json]) -> str:
    """The text of a member that was touched: as it was typed, else what the draft says."""
    typed = state.current().typed.get(member.path)
    if typed is not None:
        return typed
    pending = raw.get(f"{member.name}Text")
    if isinstance(pending, str):
        return pending
    value = raw.get(member.name)
    if isinstance(value, list) and shapes.is_pairs(value):
        return shapes.show_headers(value)
    return value if isinstance(value, str) else ""


def _generation(member: Member, text: str, *, touched: bool) -> str:
    """Names the text that a field begins with.

    As long as the form rules, another text of the form is another generation and is taken up. From the first key on
    the generation stays the one that was typed into, whatever the form says: it is the user's text now.
    """
    now = state.current()
    if touched:
        return now.typed_in.get(member.name, f"{now.generation}:raw")
    digest = hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
    return f"{now.generation}:{digest}"


def _write(name: str, generation: str, text: str) -> None:
    """Take what was typed for a member."""
    now = state.current()
    now.typed[f"raw.{name}"] = text
    now.typed_in[name] = generation
    if name == "body":
        st.session_state.pop(state.key_of("raw.body:none"), None)
    if name != "headers":
        tree.put(now.draft, f"raw.{name}", text)
        return
    try:
        pairs = shapes.read_headers(text)
    except JsonError:
        tree.put(now.draft, "raw.headersText", text)
    else:
        tree.put(now.draft, "raw.headers", [list(pair) for pair in pairs])
        tree.drop(now.draft, "raw.headersText")


def _problem(raw: dict[str, Json]) -> str:
    pending = raw.get("headersText")
    if not isinstance(pending, str):
        return ""
    try:
        shapes.read_headers(pending)
    except JsonError as problem:
        return _("Nothing is sent while this cannot be read: {problem}.").format(problem=problem)
    return ""


def _choose_none(none: bool) -> None:
    tree.put(state.current().draft, "raw.body", None if none else "")


def _back(members: tuple[str, ...]) -> None:
    """Let members follow the form again; what they said can be brought back by Undo."""
    state.remember()
    _follow(members)


def _follow(members: tuple[str, ...]) -> None:
    now = state.current()
    for name in members:
        for path in (f"raw.{name}", f"raw.{name}Text", *(["raw.bodyBase64"] if name == "body" else [])):
            tree.drop(now.draft, path)
        now.typed.pop(f"raw.{name}", None)
        now.typed_in.pop(name, None)
    st.session_state.pop(state.key_of("raw.body:none"), None)
    now.generation += 1


# A body that is no text


def _bytes(by_form: WireRequest | None) -> None:
    member = MEMBERS[-1]
    held = decoded(_raw().get("bodyBase64"))
    st.markdown(f"**{member.label}** :orange-badge[{_('overridden')}]")
    if held is None:
        st.error(_("`raw.bodyBase64` is no base64."))
    else:
        st.caption(
            _("{size} that are no UTF-8 text: kept and sent exactly, not shown as text. It begins with").format(
                size=safe.size(len(held))
            )
        )
        st.code(held[:_BYTES_SHOWN].hex(" "), language=None, wrap_lines=True)
    with st.container(horizontal=True, gap="small", key="raw-bytes"):
        st.button(
            _("Replace it by text"),
            key="raw-bytes-replace",
            icon=":material/edit:",
            type="tertiary",
            on_click=_replace_body,
            args=(member.shown(by_form) if by_form is not None else "",),
        )
        _member_back(member)


def _replace_body(text: str) -> None:
    """Begin a body of the user's own, with this text."""
    state.remember()
    _follow(("body",))
    tree.put(state.current().draft, "raw.body", text)


# Compared


def comparison(built: Built) -> str:
    """What the form would send against what is sent, as a unified diff; empty where there is no difference."""
    by_form = sending.built_by_form().request
    before, after = (_lines(request) if request is not None else [] for request in (by_form, built.request))
    if sum(map(len, before)) + sum(map(len, after)) > _LONGEST_COMPARED:
        before, after = _head(before), _head(after)
    named = {"fromfile": _("what the form would send"), "tofile": _("what is sent")}
    return "\n".join(difflib.unified_diff(before, after, lineterm="", n=2, **named))


def _head(lines: list[str]) -> list[str]:
    """A request without its body, of which it says so."""
    end = lines.index("") if "" in lines else len(lines)
    return [*lines[:end], "", _("(the bodies are too long to be compared here)")]


def _lines(request: WireRequest) -> list[str]:
    """A request as lines; what of a body is no text stands in base64."""
    if request.body is None:
        body = _("(no body)")
    elif request.body_text is None:
        body = encoded(request.body)
    else:
        body = request.body_text
    head = [f"{request.method} {request.url}", *(f"{name}: {value}" for name, value in request.headers)]
    return [*head, "", *body.split("\n")]
