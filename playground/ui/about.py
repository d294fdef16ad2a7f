"""The help page: what the playground is, and how to begin."""

import streamlit as st

from playground.locale import _
from playground.protocol.combination import COMBINATIONS
from playground.sandbox.scenario import SCENARIOS


def page() -> None:
    """The page itself."""
    st.subheader(_("MemoryLake A2A playground"), anchor=False)
    st.markdown(
        _(
            "Fill in a message, pick one of the eight ways to send it, see the exact HTTP request change as you type, "
            "send it and watch every event arrive. What is shown is what is sent, byte for byte; after a send the "
            "page says whether it was."
        )
    )
    st.markdown(
        _(
            "1. **Try it.** The sandbox is a MemoryLake-like server inside this page: press Stream. It has a memory: "
            "say “Remember that I prefer window seats” or “我住在奥斯陆”, then ask “Which seats do I prefer?”. The "
            "answer names the actor and the project that each fact came from; with `skipMemory` nothing is kept, "
            "and without the MemoryLake extension there is no memory. The sidebar shows what is in it and resets it. "
            "**Examples** and **Hard cases** hold this story and everything in the table below, **Documents** the "
            "eight requests of MemoryLake's documents.\n"
            "2. **Your agent.** Choose Global or China under Target and fill in workspace, agent and API key. The key "
            "needs the permission `workspace:a2a`; it stays in this browser tab and goes only to the host that it was "
            "typed for.\n"
            "3. **Take it along.** Copy the request as curl; the key stands in it as `$MEMORYLAKE_API_KEY`. The "
            "sandbox takes any key of the form `sk_...`.\n"
            "4. **Other servers.** Under Other, the profile `a2a` says what the A2A specification asks for where "
            "MemoryLake's documents differ; the findings below the request name each difference."
        )
    )
    st.markdown(f"**{_('The eight combinations')}**")
    rows = [f"| # | {_('Combination')} | {_('Request')} | {_('Answer')} |", "|---|---|---|---|"]
    for one in COMBINATIONS:
        request = f"`POST {one.path}`" if one.rpc_method is None else f"`{one.rpc_method}`"
        answer = _("stream of events") if one.streams else _("one JSON body")
        rows.append(f"| {one.number} | {one.title} | {request} | {answer} |")
    st.markdown("\n".join(rows))
    st.markdown(f"**{_('What the sandbox can be made to do')}**")
    says = [f"| {_('Say')} | {_('What happens')} |", "|---|---|"]
    says += [f"| {' · '.join(one.examples[:2])} | {one.description} |" for one in SCENARIOS]
    st.markdown("\n".join(says))
