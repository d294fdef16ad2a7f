"""The keys of this session, and the origin that each belongs to.

A key is typed for one origin and goes to that one only: neither another target nor a URL typed by hand gets it.
"""

import os
from collections.abc import Mapping

from pydantic import SecretStr

from playground.client.keys import environment_key
from playground.model.draft import SANDBOX
from playground.model.request import WireRequest
from playground.protocol import address
from playground.protocol.address import Bases
from playground.sandbox.place import KEY
from playground.ui import embedded, state
from playground.ui.serving import SERVING


def bases() -> Bases:
    """Where the places of a target are."""
    sandbox = embedded.place() if state.in_sandbox() else None
    return Bases.of(os.environ, sandbox.api_base if sandbox is not None else None)


def origin() -> str:
    """What a key belongs to: the sandbox, or scheme, host and port of the target. Empty if there is none yet."""
    if state.in_sandbox():
        return SANDBOX
    target = state.current().draft.get("target") or {}
    if target.get("a2aUrl") is not None:
        return address.origin(target["a2aUrl"])
    return address.origin(target.get("apiBase") or Bases.of(os.environ).default)


def typed_key() -> SecretStr | None:
    """The key that was typed for the target."""
    return state.current().keys.get(origin())


def keep_key(text: str) -> None:
    """Hold a typed key for the target's origin, and only for it."""
    keys = state.current().keys
    if text:
        keys[origin()] = SecretStr(text)
    else:
        keys.pop(origin(), None)


def key(request: WireRequest) -> SecretStr | None:
    """The key that a send of this request would use: the typed one, the sandbox's own, or the environment's."""
    sandbox = embedded.place() if state.in_sandbox() else None
    home = origin() if not state.in_sandbox() else address.origin(sandbox.api_base) if sandbox is not None else ""
    if not home or address.origin(request.url) != home:
        return None  # a request that goes elsewhere than the target does not take the target's key along
    typed = typed_key()
    if typed is not None:
        return typed
    if sandbox is not None:
        return SecretStr(KEY)
    return environment_key(request.url, SERVING.allowed_hosts, key_environment())


def key_environment() -> Mapping[str, str]:
    """Where the environment's key is looked for: nowhere when others can open the page."""
    return os.environ if state.listens_locally() else {}
