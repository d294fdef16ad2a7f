"""A button that hands over exact bytes."""

from collections.abc import Callable

import streamlit as st

from playground.ui import safe


def download(
    label: str,
    content: bytes | Callable[[], bytes],
    name: str,
    mime: str | None = None,
    *,
    key: str | None = None,
    help: str | None = None,
) -> None:
    """The button. A function is called when somebody presses it: for what takes long to make.

    Without a type the browser keeps the file and does not open it.
    """
    st.download_button(
        label,
        content,
        file_name=safe.shown(name),
        mime=mime or "application/octet-stream",
        key=key or f"download-{name}",
        icon=":material/download:",
        type="tertiary",
        on_click="ignore",
        help=help,
    )
