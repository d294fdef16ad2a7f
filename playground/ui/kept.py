"""Keys of a draft that the playground does not know: kept, sent, and shown so that nobody forgets them."""

import streamlit as st

from playground.locale import _
from playground.model import jsontext
from playground.model.finding import Finding
from playground.ui import findings, safe, state, tree

_CODES = {"UNKNOWN_FIELD": _("kept and sent"), "UNKNOWN_FIELD_UNSENT": _("kept, not sent")}


def paths(found: list[Finding]) -> list[str]:
    """Where the unknown keys stand, as the findings say it."""
    return [one.where for one in found if one.code in _CODES and one.where]


def list_of(found: list[Finding]) -> None:
    """Each unknown key with its value and a way to remove it."""
    unknown = [one for one in found if one.code in _CODES and one.where]
    if unknown:
        st.markdown(f"**{_('Further keys of this draft')}**")
    for index, one in enumerate(unknown):
        where = one.where or ""
        with st.container(horizontal=True, vertical_alignment="center", key=f"kept-{index}", gap="small"):
            name, value = findings.plain_code(where), findings.plain_code(_value(where))
            st.markdown(f":small[`{name}` `{safe.cell(value)}` {_CODES[one.code]}]", width="stretch")
            # A name with a dot in it is no path that could be followed.
            if tree.has(state.current().draft, where):
                st.button(
                    _("Remove {name}").format(name=where),
                    icon=":material/close:",
                    key=f"drop-kept-{index}",
                    type="tertiary",
                    on_click=_drop,
                    args=(where,),
                )


def _value(path: str) -> str:
    return jsontext.dumps(tree.get(state.current().draft, path), indent=None)


def _drop(path: str) -> None:
    state.remember()
    tree.drop(state.current().draft, path)
