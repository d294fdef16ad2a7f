"""Which key goes where. A key belongs to one origin and is revealed only where the request leaves."""

import os
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

from pydantic import SecretStr

from playground.model.finding import Finding, error
from playground.model.request import KEY_VARIABLE, MASK, WireRequest
from playground.protocol.address import BASE_VARIABLE, CHINA, GLOBAL, host, is_loopback, origin

SHORTEST_MASKED = 8
"""A shorter "key" (a dummy such as `x` or `test`) is part of ordinary words; masking those would ruin every text."""
_WHERE = "header:Authorization"


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
    name = host(url)
    return origin(url) in trusted or is_loopback(name) or name in {allowed.lower() for allowed in allowed_hosts}


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
        return error(code, _WHERE, origin=origin(request.url), host=host(request.url))
    text = key.get_secret_value()
    if not text or not text.isascii() or not text.isprintable() or " " in text:
        return error("KEY_INVALID", _WHERE)
    return None


def can_be_masked(secret: str) -> bool:
    """Whether a key stands out from ordinary text: MemoryLake's `sk_...`, or long enough."""
    return len(secret) >= SHORTEST_MASKED or (secret.startswith("sk_") and len(secret) > len("sk_"))


def redacted(text: str, key: SecretStr | None) -> str:
    """The text with the key, should it occur, replaced by `***`; in JSON text also where it is written with escapes."""
    secret = key.get_secret_value() if key is not None else ""
    if not can_be_masked(secret):
        return text
    if "\\u" in text:
        text = _with_escapes(secret).sub(MASK, text)
    return text.replace(secret, MASK)


@lru_cache(maxsize=16)
def _with_escapes(secret: str) -> re.Pattern[str]:
    """The secret with any of its characters as `\\u0073`."""
    return re.compile("".join(rf"(?:{re.escape(char)}|\\u(?i:{ord(char):04x}))" for char in secret))
