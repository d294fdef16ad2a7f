"""How the page is being served: what the command line decided, read by the pages of the same process."""

from dataclasses import dataclass


@dataclass
class Serving:
    """Set once by `serve`, before the first page is drawn; the defaults are those of a plain `streamlit run`."""

    sandbox: bool = True
    """Whether the embedded server is offered."""
    allowed_hosts: tuple[str, ...] = ()
    """Hosts that the environment's key may go to beside MemoryLake's own."""
    live: bool = False
    """Whether the live view's socket is there: only our own server has it, Streamlit's has no room for it."""


SERVING = Serving()
