"""Base64 as the draft and the protocol carry files: RFC 4648 with its padding, nothing else in between."""

import base64
import binascii

from playground.model.jsontext import Json


def encoded(data: bytes) -> str:
    """Bytes as base64 text."""
    return base64.b64encode(data).decode("ascii")


def decoded(text: Json) -> bytes | None:
    """The bytes that a text stands for; None for what is no base64 (also where it is no text at all)."""
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError, TypeError):
        return None
