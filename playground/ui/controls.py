"""The choice of the combination, and what it changes in the request."""

from typing import cast

import streamlit as st

from playground.locale import _
from playground.protocol.combination import TRANSPORT_NAMES, Combination
from playground.ui import sending, state, tree

_CHOICES: dict[str, tuple[str, dict[str, str]]] = {
    "version": (_("Version"), {"1.0": "v1.0", "0.3": "v0.3"}),
    "operation": (_("Operation"), {"send": _("Send"), "stream": _("Stream")}),
    "transport": (_("Transport"), cast(dict[str, str], TRANSPORT_NAMES)),
}


def controls() -> None:
    """Version, operation and transport, with the combination's number."""
    draft = state.current().draft
    now = sending.chosen()
    for path, (label, names) in _CHOICES.items():
        st.segmented_control(
            label,
            list(names),
            format_func=lambda name, names=names: names[name],  # type: ignore[misc]  # bound for this round of the loop
            key=state.seed(path, draft.get(path) or getattr(now, path)),
            required=True,
            on_change=state.changed(path, _writer(path)),
        )
    st.markdown(
        f"**#{now.number}**", width="content", help=_("The number of this combination in MemoryLake's documents")
    )


def _writer(path: str) -> state.Take:
    return lambda value: tree.put(state.current().draft, path, value)


def difference(now: Combination) -> str:
    """What this combination changes, in one line of Markdown."""
    dialect = now.dialect
    words = [f"`{now.method} …/a2a{now.path}`"]
    if now.rpc_method is not None:
        words.append(_("method `{name}`").format(name=now.rpc_method))
        if now.version == "1.0":
            words.append("`A2A-Version: 1.0`")
    if now.streams:
        words.append("`Accept: text/event-stream`")
    words.append(_("role `{role}`").format(role=dialect.role))
    words.append(
        _("`{parts}` with `kind`").format(parts=dialect.parts_key)
        if dialect.kind
        else _("`{parts}` without `kind`").format(parts=dialect.parts_key)
    )
    words.append(_("answer: a stream of events") if now.streams else _("answer: one JSON body"))
    return " · ".join(words)
