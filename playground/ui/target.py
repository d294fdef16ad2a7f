"""The target in the sidebar: where the request goes, with which key and which further headers."""

from collections.abc import Callable
from typing import cast

import streamlit as st

from playground.locale import _
from playground.model.draft import SANDBOX, Draft
from playground.model.finding import Finding
from playground.protocol import address
from playground.protocol.encode import Built
from playground.ui import findings, keyring, lake, sending, state, tree
from playground.ui.fields import Field
from playground.ui.places import Place
from playground.ui.serving import SERVING

_NAMES = {"sandbox": _("Sandbox"), "global": _("Global"), "china": _("China"), "other": _("Other")}
_ABOUT = {
    "sandbox": _("A MemoryLake-like server inside this page. Nothing leaves your machine; no account is needed."),
    "global": f"`{address.GLOBAL}`",
    "china": f"`{address.CHINA}`",
    "other": _("Another MemoryLake address, or any A2A server."),
}
_OTHER: dict[Place, str] = {"a2a": _("A2A URL"), "api": _("API base")}
_SANDBOX_AGENTS = ["agt_r8k2m1n3", "agt_writer42"]

_API_BASE = Field(
    "target.apiBase",
    _("API base"),
    _("Up to and including /openapi/memorylake. Blank: MEMORYLAKE_BASE_URL, else Global."),
    placeholder=address.GLOBAL,
)
_A2A_URL = Field(
    "target.a2aUrl",
    _("A2A URL"),
    _("The server's A2A root. REST paths are appended; JSON-RPC posts to it as it stands."),
    placeholder="https://…/a2a",
)
_WORKSPACE = Field(
    "target.workspaceId", _("Workspace"), _("MemoryLake console: workspace settings."), placeholder="ws_…"
)
_AGENT = Field("target.agentId", _("Agent"), _("MemoryLake console: the agent's page."), placeholder="agt_…")
_PROFILES = {"memorylake": _("memorylake"), "a2a": _("a2a")}
_AUTHS = {"bearer": _("Bearer key"), "none": _("None")}


def panel() -> None:
    """The panel itself."""
    now = state.current()
    draft, built = sending.build()
    with st.container(key="target", gap="xsmall"):
        st.markdown(f"**{_('Target')}**")
        group = "other" if now.place in _OTHER else now.place
        names = {name: title for name, title in _NAMES.items() if SERVING.sandbox or name != SANDBOX}
        _choice(_("Target"), "place", names, group, _go_to, hidden_label=True)
        st.caption(_ABOUT[group])
        if group == "other":
            _choice(_("Address"), "address", _OTHER, now.place, lambda place: state.go_to(cast(Place, place)))
            _line(_A2A_URL if now.place == "a2a" else _API_BASE, built.findings)
        if now.place != "a2a":
            _line(_WORKSPACE, built.findings)
            if now.place == SANDBOX:
                _sandbox_agent()
                lake.panel()
            else:
                _line(_AGENT, built.findings)
        _key(built)
        _headers(built.findings)
        _profile(draft)


def _go_to(group: str) -> None:
    state.go_to("a2a" if group == "other" else cast(Place, group))


def _choice(
    label: str,
    path: str,
    names: dict[str, str] | dict[Place, str],
    value: str,
    take: Callable[[str], None],
    *,
    hidden_label: bool = False,
    help: str | None = None,
) -> None:
    st.segmented_control(
        label,
        list(names),
        format_func=lambda name: cast(dict[str, str], names)[name],
        key=state.seed(f"target:{path}", value),
        required=True,
        label_visibility="collapsed" if hidden_label else "visible",
        width="stretch",
        help=help,
        on_change=state.changed(f"target:{path}", take),
    )


def _line(item: Field, found: list[Finding]) -> None:
    st.text_input(
        item.label,
        key=state.seed(item.path, state.text_of(item)),
        placeholder=item.placeholder,
        live="0ms",
        on_change=state.changed(item.path, lambda text: state.write(item, text)),
    )
    in_sandbox = state.current().place == SANDBOX and item is _WORKSPACE
    st.caption(_("The sandbox has this one workspace.") if in_sandbox else item.help)
    findings.lines(findings.at(found, item.path), hinted=False)  # the help says where to find it


def _sandbox_agent() -> None:
    """The sandbox's agents as a choice; another ID can be typed to see what an unknown agent answers."""
    value = tree.get(state.current().draft, _AGENT.path)
    options = _SANDBOX_AGENTS if value in _SANDBOX_AGENTS or not value else [*_SANDBOX_AGENTS, value]
    st.selectbox(
        _AGENT.label,
        options,
        key=state.seed(_AGENT.path, value),
        accept_new_options=True,
        index=None,
        placeholder=_AGENT.placeholder,
        on_change=state.changed(_AGENT.path, lambda text: state.write(_AGENT, text or "")),
    )
    st.caption(_("The sandbox has these two agents."))


def _key(built: Built) -> None:
    """The key of the target's origin. Another origin has a widget of its own, so no key is carried over."""
    origin = keyring.origin()
    typed = keyring.typed_key()
    st.text_input(
        _("API key"),
        type="password",
        autocomplete="off",
        key=state.seed(f"target:key:{origin}", typed.get_secret_value() if typed is not None else ""),
        placeholder=_key_placeholder(origin, built),
        live="0ms",
        on_change=state.changed(f"target:key:{origin}", keyring.keep_key),
        disabled=not origin,
    )
    if origin == SANDBOX:
        st.caption(_("The sandbox's own key is used unless you type another one."))
    else:
        st.caption(
            _("MemoryLake console: API keys. It needs `workspace:a2a`; it stays in this tab, for this host only.")
        )
        missing = sending.key_finding_of(built)
        findings.lines([missing] if missing is not None else [], hinted=False)


def _key_placeholder(origin: str, built: Built) -> str:
    if origin == SANDBOX:
        return _("filled in by itself")
    if built.request is not None and keyring.key(built.request) is not None:
        return _("MEMORYLAKE_API_KEY of this machine")
    return "sk_…"


def _headers(found: list[Finding]) -> None:
    """Further headers, a row each."""
    with st.container(horizontal=True, vertical_alignment="center", key="headers-title"):
        st.markdown(_("Extra headers"))
        st.button(
            _("Add"),
            icon=":material/add:",
            key="add-header",
            type="tertiary",
            on_click=_add_header,
            help=_("Add a header. One of the protocol's own names replaces the protocol's header."),
        )
    for index, pair in enumerate(_header_rows()):
        path = f"target.headers[{index}]"
        with st.container(horizontal=True, gap="xxsmall", key=f"header-row-{index}"):
            for place, label in enumerate((_("Name"), _("Value"))):
                st.text_input(
                    _("{label} of header {number}").format(label=label, number=index + 1),
                    key=state.seed(f"{path}.{place}", pair[place]),
                    placeholder=label,
                    label_visibility="collapsed",
                    live="0ms",
                    on_change=state.changed(f"{path}.{place}", _header_writer(index, place)),
                )
            st.button(
                _("Remove header {number}").format(number=index + 1),
                icon=":material/close:",
                key=f"drop-header-{index}",
                type="tertiary",
                on_click=_drop_header,
                args=(index,),
            )
        findings.lines(findings.at(found, path, f"{path}[0]", f"{path}[1]", f"header:{pair[0]}"))


def _header_rows() -> list[list[str]]:
    rows = tree.get(state.current().draft, "target.headers")
    return rows if isinstance(rows, list) else []


def _header_writer(index: int, place: int) -> Callable[[str], None]:
    def take(text: str) -> None:
        rows = _header_rows()
        if index >= len(rows):
            return  # the row was removed in the same moment
        row = list(rows[index])
        row[place] = text
        tree.put(state.current().draft, f"target.headers[{index}]", row)

    return take


def _add_header() -> None:
    tree.put(state.current().draft, "target.headers", [*_header_rows(), ["", ""]])


def _drop_header(index: int) -> None:
    state.remember("target")
    rows = [row for place, row in enumerate(_header_rows()) if place != index]
    tree.put(state.current().draft, "target.headers", rows)
    if not rows:
        tree.drop(state.current().draft, "target.headers")
    state.reseed("target.headers")


def _take_profile(value: str) -> None:
    tree.put(state.current().draft, "target.profile", value)
    state.reseed("target:auth")  # unless it was chosen, it follows the profile


def _profile(draft: Draft | None) -> None:
    if draft is None:
        return
    _choice(
        _("Profile"),
        "profile",
        _PROFILES,
        draft.target.effective_profile,
        _take_profile,
        help=_("**memorylake**: as MemoryLake documents it. **a2a**: as the A2A specification asks of other servers."),
    )
    _choice(
        _("Auth"),
        "auth",
        _AUTHS,
        draft.target.effective_auth,
        lambda value: tree.put(state.current().draft, "target.auth", value),
        help=_("Whether the request carries `Authorization: Bearer` with the key."),
    )
