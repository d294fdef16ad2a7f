"""The agent's capabilities: a few choices for what they can say, and JSON for the rest.

`capabilitiesOverride` is sent as given (design: rules of the draft). What a choice held before is kept aside, so that
trying another one loses nothing.
"""

from copy import deepcopy
from functools import partial

import streamlit as st

from playground.locale import _
from playground.model.jsontext import Json
from playground.ui import shapes, state, tree
from playground.ui.fields import Field
from playground.ui.structure import structure
from playground.ui.textarea import textarea

_SEARCH = "web_search"
_SETS = "open_datasets"
_DATASETS = (
    "research/academic",
    "clinical/trials",
    "drug/database",
    "company/fundamentals",
    "financial/markets",
    "economic/data",
    "patents/ip",
)
"""Those that MemoryLake's documents name for the web search (2026-08)."""

_CHOICES = {
    "": _("not set"),
    "all": _("web search"),
    "sets": _("chosen data sets"),
    "json": _("JSON"),
}


def _choice_of(value: Json) -> str:
    """Which choice shows a value; what the form has no words for is JSON."""
    if value is None:
        return ""
    if not isinstance(value, dict) or list(value) != [_SEARCH] or not isinstance(value[_SEARCH], dict):
        return "json"
    search = value[_SEARCH]
    if not search:
        return "all"
    return "sets" if list(search) == [_SETS] and shapes.tags_of(search[_SETS]) is not None else "json"


def _fits(item: Field) -> bool:
    """Whether what is held can be shown by the choices."""
    return not state.problem_of(item) and _choice_of(tree.get(state.current().draft, item.path)) != "json"


def editor(item: Field) -> None:
    """The choices, and below them what the chosen one holds."""
    value = tree.get(state.current().draft, item.path)
    chosen = "json" if state.typed_of(item) is not None else _choice_of(value)
    choice = f"{item.path}:choice"
    st.segmented_control(
        item.label,
        list(_CHOICES),
        format_func=lambda name: _CHOICES[name],
        key=state.seed(choice, chosen),
        required=True,
        on_change=state.changed(choice, lambda name: _choose(item, name)),
    )
    if chosen == "json":
        textarea(
            _("{label} as JSON").format(label=item.label),
            key=state.key_of(item.path),
            value=state.text_of(item),
            generation=state.current().generation,
            on_typed=partial(state.write_text, item),
            name=item.name,
            help=item.help if _fits(item) else _("sent as given; the choices above cannot say this, so it stays JSON"),
            placeholder=item.placeholder,
            problem=state.problem_of(item),
            code=True,
        )
        return
    if chosen == "sets":
        sets = Field(
            f"{item.path}.{_SETS}",
            _("Data sets"),
            _("what the web search looks into"),
            "list",
            placeholder=_DATASETS[0],
        )
        _datasets(item, sets, value[_SEARCH][_SETS])
    st.caption(f"`{item.name}` {item.help}")


def _datasets(item: Field, sets: Field, held: list[str] | None) -> None:
    def take(items: list[str]) -> None:
        if len(items) < len(held or ()):
            state.remember()
        state.hold(item, {_SEARCH: {_SETS: items}})

    structure(
        sets.label,
        key=state.key_of(sets.path),
        mode="tags",
        other=None,
        generation=state.current().generation,
        items=held or (),
        choices=_DATASETS,
        on_items=take,
        name=sets.name,
        help=sets.help,
        placeholder=sets.placeholder,
    )


def _choose(item: Field, name: str) -> None:
    now = state.current()
    value = tree.get(now.draft, item.path)
    if name in {"all", "sets"} and not _fits(item):  # the JSON stays; the form says so
        st.session_state.pop(state.key_of(f"{item.path}:choice"), None)
        return
    if value is not None:
        state.remember()
    sets, json = f"{item.path}:sets", f"{item.path}:json"  # what was there before, to come back to
    if _choice_of(value) == "sets":
        now.aside[sets] = deepcopy(value)
    if name == "json":
        text = now.aside.get(json, "") if value is None else state.text_of(item)
        state.write(item, text)
        now.typed[item.path] = text
    else:
        if (typed := state.typed_of(item)) is not None:
            now.aside[json] = typed
        kept = deepcopy(now.aside.get(sets))
        values: dict[str, Json] = {
            "": None,
            "all": {_SEARCH: {}},
            "sets": kept if kept is not None else {_SEARCH: {_SETS: []}},
        }
        state.hold(item, value if _choice_of(value) == name else values[name])
    now.generation += 1
