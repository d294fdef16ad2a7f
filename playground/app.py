"""The Streamlit entry: the pages' navigation and the target in the sidebar."""

from pathlib import Path

import streamlit as st

from playground.locale import _
from playground.ui import state, style, target

# A wheel carries the pages inside the package, a checkout has them beside it.
_PACKAGE = Path(__file__).resolve().parent
_PAGES = _PACKAGE / "_pages" if (_PACKAGE / "_pages").is_dir() else _PACKAGE.parent / "pages"


def main() -> None:
    """One run of the page."""
    # A picture of our own: one of Streamlit's named icons would be fetched from a server elsewhere.
    st.set_page_config(page_title=_("MemoryLake A2A playground"), page_icon=str(_PACKAGE / "icon.svg"), layout="wide")
    style.apply()
    home = st.Page(_PAGES / "build.py", title=_("Build"), icon=":material/build:", default=True)
    page = st.navigation(
        [
            home,
            st.Page(_PAGES / "runs.py", title=_("Runs"), icon=":material/history:", url_path="runs"),
            st.Page(_PAGES / "help.py", title=_("Help"), icon=":material/help:", url_path="help"),
        ],
        position="top",
    )
    state.current().page, state.current().home = page.url_path, home
    with st.sidebar:
        target.panel()
    page.run()


main()
