"""Where the sandbox listens, known before it runs: the SDK behind it takes long to load."""

import socket
from dataclasses import dataclass

API_PATH = "/openapi/memorylake"
KEY = "sk_sandbox_0000"


@dataclass(frozen=True)
class Place:
    """A port that is taken already: a client that connects before the sandbox runs is answered when it does."""

    listener: socket.socket
    api_base: str


def reserve(port: int = 0, host: str = "127.0.0.1") -> Place:
    """Takes the port (0: a free one). Raises OSError where it cannot be bound."""
    listener = socket.create_server((host, port))
    return Place(listener, f"http://{host}:{listener.getsockname()[1]}{API_PATH}")
