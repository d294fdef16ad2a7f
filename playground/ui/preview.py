"""The exact request, in any of the formats, with what there is to say about it."""

import streamlit as st

from playground.locale import _
from playground.model.request import WireRequest
from playground.protocol.encode import Built
from playground.snippet import FORMATS, Format
from playground.ui import findings, raw, safe, state
from playground.ui.codeview import codeview
from playground.ui.download import download

SHOWN_LIMIT = 200_000
"""Characters that are shown of a longer text; the rest is in the download."""
_HIGHLIGHT_LIMIT = 20_000
"""Highlighting a longer text keeps the browser busy for seconds."""


def preview(built: Built) -> None:
    """The request in the chosen format, its downloads and its findings; on request its members, to be typed."""
    request = built.request
    raw.bar()
    refused = next((found for found in built.findings if found.level == "error"), None)
    with st.container(key="request-refused"):
        if refused is not None:
            where = f" `{findings.plain_code(refused.where)}`" if refused.where else ""
            reason = findings.text_of(refused, hinted=False)
            st.markdown(f":red[:material/block: :small[{_('Nothing is sent like this:')} {reason}]]{where}")
    if raw.editing():
        raw.editor(built.findings)
    if raw.comparing():
        with st.container(key="request-difference"):
            difference = safe.shown(raw.comparison(built))
            if difference:
                language = "diff" if len(difference) <= _HIGHLIGHT_LIMIT else None
                st.code(difference, language=language, wrap_lines=True)
            else:
                st.caption(_("What is sent is what the form would send."))
    if request is None:
        st.caption(_("The exact request appears here as soon as the form can be read."))
    else:
        tabs = state.tabs([form.title for form in FORMATS.values()], key="format")
        for tab, form in zip(tabs, FORMATS.values(), strict=True):
            if tab.open:
                with tab:
                    _shown(request, form)
    worth_saying = [found for found in built.findings if found.code != "UNPARSED"]  # that one explains itself
    if worth_saying:
        with st.container(key="request-findings", gap="xxsmall"):
            findings.cards(worth_saying)


def _shown(request: WireRequest, form: Format) -> None:
    text = safe.shown(form.render(request))
    with st.container(key="request-code"):
        if len(text) <= SHOWN_LIMIT:
            codeview(
                text,
                key="request-text",
                label=_("The exact request as {format}").format(format=form.title),
                colored=len(text) <= _HIGHLIGHT_LIMIT,
            )
        else:
            code(text, None)
    with st.container(horizontal=True, gap="xsmall", vertical_alignment="center", key="request-downloads"):
        name = f"request.{form.suffix}"
        download(_("{format} file").format(format=form.title), text.encode("utf-8"), name, key=f"download-{form.name}")
        if request.body is not None:
            download(
                _("Body, {size}").format(size=safe.size(len(request.body))),
                request.body,
                "body.json",
                "application/json",
                key="download-body",
                help=_("The exact bytes that are sent"),
            )
        if form.name == "curl" and state.in_sandbox():
            st.caption(
                _("In a shell, `export MEMORYLAKE_API_KEY=sk_x` first: the sandbox takes any `sk_…` key."),
                width="content",
            )
        if form.name == "http" and request.added_headers:
            names = ", ".join(f"`{name}`" for name, _value in request.added_headers)
            st.caption(_("Added by the client: {names}").format(names=names), width="content")


def code(text: str, language: str | None) -> None:
    """Code with a copy button; of a very long text only the beginning, with a line that says so."""
    if len(text) <= SHOWN_LIMIT:
        st.code(text, language=language if len(text) <= _HIGHLIGHT_LIMIT else None, wrap_lines=True)
    else:
        st.text(text[:SHOWN_LIMIT])  # without a copy button, which would copy a command that is cut
        st.caption(
            _("The first {shown} of {all} characters. The download has all of them.").format(
                shown=f"{SHOWN_LIMIT:,}", all=f"{len(text):,}"
            )
        )
