"""All session state of the page, in one place.

The draft *tree* (the draft file's form) is the single source of truth. A widget takes its value from the tree when
its key is missing from the session, and writes back when it changes; it is never set while somebody types. To fill
the form anew, the widgets' keys are deleted and the generation grows.
"""

from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any, cast

import streamlit as st
from pydantic import SecretStr
from streamlit.elements.lib.mutable_tab_container import TabContainer

from playground.locale import _
from playground.model.draft import SANDBOX
from playground.model.jsontext import Json, JsonError
from playground.protocol import address
from playground.protocol.encode import Ids, random_ids
from playground.ui import examples, fields, safe, tree
from playground.ui.fields import Field
from playground.ui.places import PLACES, Place, place_of
from playground.ui.sent import Sent
from playground.ui.serving import SERVING
from playground.ui.undo import Held, Reach, Step, Steps

Take = Callable[[Any], None]
"""What a widget hands its value to."""

MOST_RUNS = 100
"""Runs that a session keeps."""

_FIELD = "field:"
_BLANK_STAYS = {"text", "a2aUrl"}  # a blank text is sent; a blank URL must not turn into the default target
_STATE = "playground"


@dataclass
class State:
    """What one browser tab holds."""

    draft: dict[str, Json]
    generation: int = 0
    """Grows whenever the form is filled anew."""
    typed: dict[str, str] = field(default_factory=dict)
    """Path -> text as it was typed, where the tree holds what it means."""
    aside: dict[str, Json] = field(default_factory=dict)
    """Path -> what its editor remembers: what was chosen there before, or which value came with a file."""
    typed_in: dict[str, str] = field(default_factory=dict)
    """Member of the exact request -> the generation of its field into which it was typed."""
    ids: Ids = field(default_factory=random_ids)
    """The ids that stand in for made ones until they were sent."""
    everything: bool = False
    """Whether the form shows all fields."""
    place: Place = "sandbox"
    """The target that is chosen."""
    left: dict[Place, dict[str, Json]] = field(default_factory=dict)
    """The targets that were left, as they were."""
    keys: dict[str, SecretStr] = field(default_factory=dict)
    """Origin -> key."""
    steps: Steps = field(default_factory=Steps)
    """What can be undone and done again."""
    said: str = ""
    """What the page did to the form by itself."""
    asked_task: str | None = None
    """The task whose ID the form holds only because its question is being answered."""
    opened: dict[str, str] = field(default_factory=dict)
    """Row of tabs -> the open one."""
    runs: list[Sent] = field(default_factory=list)
    """What was sent, the newest last."""
    count: int = 0
    """How many were sent, those that were dropped too."""
    shown: Sent | None = None
    """The one whose answer the build page shows."""
    reply: str = ""
    """What was typed as the next turn of the conversation."""
    replies: int = 0
    """Grows whenever the box for it is emptied."""
    unsent: str = ""
    """Why it was not sent when somebody wanted to."""
    live: bool = True
    """Whether the browser reaches the live view's socket, as far as is known."""
    refused: bool = False
    """Whether it reached it, but may not follow its run."""
    held: str = ""
    """Token of the run whose list of events somebody looks through: it stays when the run ends."""
    looked_at: int | None = None
    """Number of the run that is opened in the run list."""
    page: str = ""
    """The address of the page that is open, below the app's own."""
    home: st.Page | None = None
    """The build page."""


def current() -> State:
    """The state of this session."""
    if _STATE not in st.session_state:
        place: Place = "sandbox" if SERVING.sandbox else "global"
        draft = examples.FIRST.tree() | {"target": deepcopy(PLACES[place])}
        st.session_state[_STATE] = State(draft, place=place)
    return cast(State, st.session_state[_STATE])


# Fields


def key_of(path: str) -> str:
    """The session key of the widget for a path."""
    return f"{_FIELD}{path}"


def reseed(prefix: str = "") -> None:
    """Make the widgets under a path take their values from the tree again.

    Every one of them must be drawn in the run that follows: the browser would report the old value of another one as
    a change. So a callback of a fragment that calls this for more than its own widgets ends with `st.rerun()`.
    """
    if not prefix.startswith("target"):
        current().generation += 1  # the target has no text areas, and nobody's typing elsewhere may suffer
    for key in list(st.session_state):
        if str(key).startswith(key_of(prefix)):
            del st.session_state[key]


def typed_of(item: Field) -> str | None:
    """The text of a field as it was typed, in this session or by whoever saved the draft; None if there is none."""
    state = current()
    if item.path in state.typed:
        return state.typed[item.path]
    pending = tree.get(state.draft, f"{item.path}Text")
    return pending if isinstance(pending, str) else None


def text_of(item: Field) -> str:
    """The text that a field shows: as it was typed, else what the tree holds."""
    typed = typed_of(item)
    return fields.show(item.kind, tree.get(current().draft, item.path)) if typed is None else typed


def hold(item: Field, value: Json) -> None:
    """Take a value as it is, whatever was typed for it; None takes the field out."""
    draft = current().draft
    current().typed.pop(item.path, None)
    tree.drop(draft, f"{item.path}Text")
    if value is None:
        tree.drop(draft, item.path)
    else:
        tree.put(draft, item.path, value)


def write(item: Field, text: str) -> None:
    """Take what was typed into the tree; what cannot be read is kept beside the value."""
    draft, typed = current().draft, current().typed
    if not text:
        typed.pop(item.path, None)
        tree.drop(draft, f"{item.path}Text")
        if item.name in _BLANK_STAYS:
            tree.put(draft, item.path, "")
        else:
            tree.drop(draft, item.path)
        return
    typed[item.path] = text
    try:
        value = fields.read(item.kind, text)
    except JsonError:
        tree.put(draft, f"{item.path}Text", text)
    else:
        tree.put(draft, item.path, value)
        tree.drop(draft, f"{item.path}Text")


def write_text(item: Field, text: str) -> None:
    """Take what was typed as a text that stays one when it is empty, in a field that can be shown otherwise too."""
    write(item, text)
    if not text:
        current().typed[item.path] = ""


def problem_of(item: Field) -> str:
    """Why a field's text cannot be read; empty if it can."""
    pending = tree.get(current().draft, f"{item.path}Text")
    if not isinstance(pending, str):
        return ""
    try:
        fields.read(item.kind, pending)
    except JsonError as problem:
        return _("Nothing is sent while this cannot be read: {problem}.").format(problem=problem)
    return ""


def seed(path: str, value: object) -> str:
    """Give a widget its value if the session has none for it. Returns the widget's key."""
    key = key_of(path)
    if key not in st.session_state:
        st.session_state[key] = safe.shown(value) if isinstance(value, str) else value
    return key


def tabs(titles: Sequence[str], *, key: str) -> Sequence[TabContainer]:
    """Tabs of which only the open one need be filled, and which stay where they are when the page is switched."""
    opened = current().opened
    if key not in st.session_state and opened.get(key) in titles:
        st.session_state[key] = opened[key]
    made = st.tabs(titles, key=key, on_change="rerun")
    opened[key] = st.session_state[key]
    return made


def changed(path: str, take: Take) -> Callable[[], None]:
    """A callback that hands a changed widget's value to `take`."""

    def callback() -> None:
        if key_of(path) in st.session_state:
            take(st.session_state[key_of(path)])

    return callback


# The draft as a whole


def remember(*reach: Reach) -> None:
    """Keep what is there before a step that changes the form, and perhaps what else is named."""
    state = current()
    state.steps.push(_held(state), *reach)


def _held(state: State) -> Held:
    draft = deepcopy(state.draft)
    target = draft.pop("target", None)
    return Held(draft, target, state.place, dict(state.typed), deepcopy(state.aside), state.shown, state.reply)


def fill(draft: dict[str, Json]) -> None:
    """Replace the draft, keeping the target; what was there can be brought back."""
    remember()
    _fill(deepcopy(draft))


def undo() -> None:
    """Go back before the last step."""
    state = current()
    _put_back(state, state.steps.back(_held(state)))


def redo() -> None:
    """Do again what was undone last."""
    state = current()
    _put_back(state, state.steps.forth(_held(state)))


def _put_back(state: State, step: Step | None) -> None:
    if step is None:
        return
    held = step.held
    _fill(deepcopy(held.draft), held.typed_at(target=False), held.aside)
    if "target" in step.reach:
        _set_target(held.place, deepcopy(held.target), held.typed_at(target=True))
    if "conversation" in step.reach:
        state.shown, state.reply = held.shown, held.reply
        state.replies += 1


def _fill(draft: dict[str, Json], typed: dict[str, str] | None = None, aside: dict[str, Json] | None = None) -> None:
    """Put a draft into the form and all that belongs to it; the target and its texts stay."""
    state = current()
    kept = {path: text for path, text in state.typed.items() if path.startswith("target")}
    state.draft = draft | {"target": state.draft.get("target")}
    state.typed = kept | (typed or {})
    state.aside = deepcopy(aside or {})
    state.typed_in.clear()  # fields that are drawn anew have a new generation
    # Whatever task the form names now, it does so because somebody wants it.
    state.said, state.asked_task = "", None
    reseed()


# Target


def go_to(place: Place) -> None:
    """Switch the target. Nothing of the one that is left is carried over; it is there again when one comes back."""
    state = current()
    if place == state.place:
        return
    _set_target(place, deepcopy(state.left.get(place, PLACES[place])))


def _set_target(place: Place, target: Json, typed: dict[str, str] | None = None) -> None:
    """Put a target into the sidebar; the one that was there is there again when one comes back to its place."""
    state = current()
    state.left[state.place] = deepcopy(state.draft.get("target") or {})
    state.place, state.draft["target"] = place, target
    others = {path: text for path, text in state.typed.items() if not path.startswith("target")}
    state.typed = others | (typed or {})
    reseed("target")


def in_sandbox() -> bool:
    """Whether the target is the embedded server, chosen or typed."""
    target = current().draft.get("target") or {}
    return SERVING.sandbox and target.get("a2aUrl") is None and target.get("apiBase") == SANDBOX


def listens_locally() -> bool:
    """Whether only this machine can open the page: only then the environment's key may be used."""
    return address.is_loopback(st.get_option("server.address") or "")


# Runs


def running() -> bool:
    """Whether a run of this session goes on."""
    return latest() is not None


def latest() -> Sent | None:
    """The run that goes on, if one does."""
    runs = current().runs
    return runs[-1] if runs and runs[-1].run.running else None


def load(sent: Sent) -> None:
    """Put the draft of a run into the form, its target too; what was there can be brought back."""
    remember("target")
    draft = deepcopy(sent.draft)
    target = draft.pop("target", None) or {}
    _fill(draft)
    _set_target(place_of(target), target)
