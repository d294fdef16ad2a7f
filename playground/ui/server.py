"""The page's server: Streamlit's, with the socket of the live view beside it."""

import importlib
import logging
import os
import sys
import threading
import webbrowser
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

import streamlit as st
import uvicorn.config
from streamlit.config import get_config_options
from streamlit.web import bootstrap

from playground.model.jsontext import Json
from playground.ui import embedded, route
from playground.ui.serving import SERVING

_ENTRY = Path(__file__).parents[1] / "app.py"


def serve(settings: Mapping[str, Json], *, open_browser: bool) -> None:
    """Serve the page until Ctrl-C. `settings` are Streamlit's, by dotted name.

    Raises SystemExit with a code other than 0 where it cannot be served; the reason was printed.
    """
    SERVING.live = True
    options = _from_environment(os.environ) | dict(settings)
    _load(options)
    # uvicorn's own lines tell a user nothing that Streamlit's do not.
    uvicorn.config.LOGGING_CONFIG["loggers"]["uvicorn"]["level"] = "WARNING"

    @asynccontextmanager
    async def started(_app: st.App) -> AsyncIterator[None]:
        # While the browser loads the page's scripts, what the first drawing needs is loaded here.
        if SERVING.sandbox:
            embedded.begin()
        else:
            threading.Thread(target=importlib.import_module, args=["pandas"], daemon=True).start()
        if open_browser:
            # Later, because the server answers only when this has returned.
            threading.Timer(0.3, _open, [_address()]).start()
        yield

    # While a stream comes in at full speed its thread would hold the interpreter for 5 ms at a time; the answer to a
    # click needs it many times.
    sys.setswitchinterval(0.001)
    try:
        st.App(_ENTRY, routes=[route.route()], lifespan=started).run(config=options)
    except KeyboardInterrupt:
        # Ctrl-C is how one ends it; the server has shut down in order by now.
        return


def _load(options: dict[str, Json]) -> None:
    """Set Streamlit's settings before the route asks for one of them.

    They were read once without ours, to know their names; that they have changed since is no news.
    """
    log = logging.getLogger("streamlit.config")
    log.disabled = True
    bootstrap.load_config_options(options)
    log.disabled = False


def _from_environment(environment: Mapping[str, str]) -> dict[str, Json]:
    """Streamlit's settings from `STREAMLIT_*` variables, which only its own command reads.

    Raises SystemExit, with the reason on standard error, for a value that is none.
    """
    found: dict[str, Json] = {}
    for name, option in get_config_options().items():
        text = environment.get(option.env_var)
        if text is None or option.sensitive:  # Streamlit reads the secret ones itself
            continue
        try:
            found[name] = text.split() if option.multiple else _READERS.get(option.type, str)(text)
        except (KeyError, ValueError):
            sys.exit(f"{option.env_var} cannot be read: {text!r} is no {option.type.__name__}.")
    return found


_BOOLEANS = {"1": True, "true": True, "yes": True, "on": True, "0": False, "false": False, "no": False, "off": False}
_READERS: dict[type, Callable[[str], Json]] = {bool: lambda text: _BOOLEANS[text.lower()], int: int, float: float}


def _address() -> str:
    """Where the page is to be opened on this machine."""
    host = st.get_option("server.address") or ""
    host = "127.0.0.1" if host in {"", "0.0.0.0", "::"} else host  # noqa: S104 - to open, not to bind
    scheme = "https" if st.get_option("server.sslCertFile") else "http"
    base = str(st.get_option("server.baseUrlPath") or "").strip("/")
    # With its last slash: the page names its own files relative to it.
    path = f"/{base}/" if base else "/"
    return f"{scheme}://{f'[{host}]' if ':' in host else host}:{st.get_option('server.port')}{path}"


def _open(address: str) -> None:
    try:
        webbrowser.open(address)
    except webbrowser.Error as problem:
        logging.getLogger(__name__).warning("no browser could be opened: %s", problem)
