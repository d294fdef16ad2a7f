"""The targets that the sidebar offers, and what each begins with."""

from typing import Literal, cast

from playground.model.draft import SANDBOX
from playground.model.jsontext import Json
from playground.protocol import address

Place = Literal["sandbox", "global", "china", "api", "a2a"]
"""The last two are another MemoryLake address and any A2A server."""

PLACES: dict[Place, dict[str, Json]] = {
    "sandbox": {"apiBase": SANDBOX, "workspaceId": "ws_abc123", "agentId": "agt_r8k2m1n3"},
    "global": {"apiBase": address.GLOBAL},
    "china": {"apiBase": address.CHINA},
    "api": {},
    "a2a": {"a2aUrl": ""},
}
"""Each with the target it begins with."""


def place_of(target: dict[str, Json]) -> Place:
    """Where the sidebar shows a target."""
    if target.get("a2aUrl") is not None:
        return "a2a"
    known = {"sandbox": SANDBOX, "global": address.GLOBAL, "china": address.CHINA}
    return cast(Place, next((name for name, base in known.items() if target.get("apiBase") == base), "api"))
