"""Which key goes where. A key belongs to one origin and is revealed only where the request leaves."""

import os
from collections.abc import Mapping, Sequence
from urllib.parse import urlsplit

from pydantic import SecretStr

from playground.model.finding import Finding, error
from playground.model.request import KEY_VARIABLE, WireRequest
from playground.protocol.address import BASE_VARIABLE, CHINA, GLOBAL, is_loopback, origin

MASK = "***"


def environment_key(
    url: str, allowed_hosts: Sequence[str] = (), environment: Mapping[str, str] = os.environ
) -> SecretStr | None:
    """The key of `MEMORYLAKE_API_KEY`, if it may go to that URL; None if there is none or if it may not.

    It goes to MemoryLake's two hosts, to `MEMORYLAKE_BASE_URL`'s origin, to loopback, and to hosts that the user
    allowed (`--allow-host`), nowhere else.
    """
    key = environment.get("MEMORYLAKE_API_KEY")
    return SecretStr(key) if key and _trusted(url, allowed_hosts, environment) else None


def _trusted(url: str, allowed_hosts: Sequence[str], environment: Mapping[str, str]) -> bool:
    trusted = {origin(GLOBAL), origin(CHINA), origin(environment.get(BASE_VARIABLE, ""))} - {""}
    host = urlsplit(url).hostname or ""
    return origin(url) in trusted or is_loopback(host) or host in {allowed.lower() for allowed in allowed_hosts}


def needs_key(request: WireRequest) -> bool:
    """Whether the request's Authorization waits for a key."""
    return any(name.lower() == "authorization" and KEY_VARIABLE in value for name, value in request.headers)


def key_finding(
    request: WireRequest, key: SecretStr | None, environment: Mapping[str, str] = os.environ
) -> Finding | None:
    """Why a request cannot be sent with that key (or without one), or None if it can."""
    if not needs_key(request):
        return None
    if key is None:
        code = "KEY_NOT_FOR_HOST" if environment.get("MEMORYLAKE_API_KEY") else "KEY_MISSING"
        host = urlsplit(request.url).hostname or ""
        return error(code, "key", origin=origin(request.url), host=host)
    text = key.get_secret_value()
    if not text or not text.isascii() or not text.isprintable() or " " in text:
        return error("KEY_INVALID", "key")
    return None


def redacted(text: str, key: SecretStr | None) -> str:
    """The text with the key, should it occur, replaced by `***`."""
    secret = key.get_secret_value() if key is not None else ""
    return text.replace(secret, MASK) if secret else text
