"""The page's server: Streamlit's, with the socket of the live view beside it."""

import logging
import threading
import webbrowser
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

import streamlit as st
import uvicorn.config
from streamlit.web import bootstrap

from playground.model.jsontext import Json
from playground.ui import route
from playground.ui.serving import SERVING

_ENTRY = Path(__file__).parents[1] / "app.py"


def serve(settings: Mapping[str, Json], *, open_browser: bool) -> None:
    """Serve the page until Ctrl-C. `settings` are Streamlit's, by dotted name.

    Raises SystemExit with a code other than 0 where it cannot be served; the reason was printed.
    """
    SERVING.live = True
    bootstrap.load_config_options(dict(settings))  # before the route asks for one of them
    # uvicorn's own lines tell a user nothing that Streamlit's do not.
    uvicorn.config.LOGGING_CONFIG["loggers"]["uvicorn"]["level"] = "WARNING"

    @asynccontextmanager
    async def started(_app: st.App) -> AsyncIterator[None]:
        if open_browser:
            # Later, because the server answers only when this has returned.
            threading.Timer(0.3, _open, [_address()]).start()
        yield

    try:
        st.App(_ENTRY, routes=[route.route()], lifespan=started).run(config=dict(settings))
    except KeyboardInterrupt:
        # Ctrl-C is how one ends it; the server has shut down in order by now.
        return


def _address() -> str:
    """Where the page is to be opened on this machine."""
    host = st.get_option("server.address") or ""
    host = "127.0.0.1" if host in {"", "0.0.0.0", "::"} else host  # noqa: S104 - to open, not to bind
    scheme = "https" if st.get_option("server.sslCertFile") else "http"
    base = str(st.get_option("server.baseUrlPath") or "").strip("/")
    return f"{scheme}://{f'[{host}]' if ':' in host else host}:{st.get_option('server.port')}/{base}"


def _open(address: str) -> None:
    try:
        webbrowser.open(address)
    except webbrowser.Error as problem:
        logging.getLogger(__name__).warning("no browser could be opened: %s", problem)
