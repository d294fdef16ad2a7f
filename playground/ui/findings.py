"""Findings as cards: what happened, what to do next. Their words may hold text of users and servers."""

from collections.abc import Iterable

import streamlit as st

from playground.locale import _
from playground.model.finding import Finding, Level
from playground.protocol import wording
from playground.ui import safe

_BOXES = {"error": st.error, "warning": st.warning, "note": st.info}
_ICONS: dict[Level, str] = {
    "error": ":material/error:",
    "warning": ":material/warning:",
    "note": ":material/info:",
}
_COLORS: dict[Level, str] = {"error": "red", "warning": "orange", "note": "gray"}
_ORDER: tuple[Level, ...] = ("error", "warning", "note")


def text_of(finding: Finding, *, hinted: bool = True) -> str:
    """The sentence and the next step as Markdown that renders as exactly that text."""
    said = wording.message(finding, _)
    if said and said[-1] not in ".!?…:":  # a server's own words may end anywhere
        said += "."
    message = safe.markdown(said)
    hint = safe.markdown(wording.hint(finding, _)) if hinted else ""
    return f"{message} *{hint}*" if hint else message


def card(finding: Finding, *, place: bool = True) -> None:
    """One finding, with the field it is about."""
    # That a finding about an answer is about the answer goes without saying.
    named = place and finding.where not in {None, "response", "target"}
    where = f" :gray[`{plain_code(finding.where or '')}`]" if named else ""
    _BOXES[finding.level](text_of(finding) + where, icon=_ICONS[finding.level])


def cards(findings: Iterable[Finding], *, place: bool = True) -> None:
    """Findings, the gravest first."""
    for finding in sorted(findings, key=lambda found: _ORDER.index(found.level)):
        card(finding, place=place)


def lines(findings: Iterable[Finding], *, hinted: bool = True) -> None:
    """Findings at their field: a line each, without a box."""
    for finding in findings:
        color = _COLORS[finding.level]
        st.markdown(f":{color}[{_ICONS[finding.level]} :small[{text_of(finding, hinted=hinted)}]]")


def at(findings: Iterable[Finding], *paths: str) -> list[Finding]:
    """The findings about one of these fields (a text that cannot be read explains itself at its field)."""
    return [found for found in findings if found.where in paths and found.code != "UNPARSED"]


def plain_code(text: str) -> str:
    """Text that is safe between backticks."""
    return safe.shown(text).replace("`", "'").replace("\n", " ")


def plain(finding: Finding) -> str:
    """The sentence as plain text, for one cell of a table."""
    return wording.message(finding, _)
