"""Reading a request's body, whatever is in it."""

import json
from collections.abc import Mapping
from typing import Any, NoReturn

from starlette.requests import Request

MAX_BODY_BYTES = 32 * 1024 * 1024

_EXACT = 2**53
_STRUCTS = ("metadata", "data")


class BodyTooLargeError(Exception):
    """The body is larger than ``MAX_BODY_BYTES``."""


class NotJSONError(Exception):
    """The body is not JSON in UTF-8; the text says why."""


async def read(request: Request) -> bytes:
    """Reads the body.

    Out: the bytes. Raises BodyTooLargeError, after reading to the end so that the client gets to see the answer.
    """
    chunks: list[bytes] = []
    size = 0
    async for chunk in request.stream():
        size += len(chunk)
        if size <= MAX_BODY_BYTES:
            chunks.append(chunk)
    if size > MAX_BODY_BYTES:
        raise BodyTooLargeError(f"The body is larger than {MAX_BODY_BYTES} bytes")
    return b"".join(chunks)


def parse(body: bytes) -> object:
    """Parses JSON more strictly than Python does.

    In: the body. Out: the document. Raises NotJSONError, also for NaN, lone surrogates and what is too big to read.
    """
    if not body:
        raise NotJSONError("The body is empty")
    try:
        document: object = json.loads(body.decode(), parse_constant=_refuse_constant)
        dump(document)  # a lone surrogate passes the parser and nothing else
    except UnicodeError:
        raise NotJSONError("The body is not JSON in UTF-8") from None
    except RecursionError:
        raise NotJSONError("The body is nested too deeply") from None
    except json.JSONDecodeError as error:
        raise NotJSONError(f"The body is not JSON: {error}") from None
    except ValueError:
        raise NotJSONError("The body has a number of too many digits") from None
    return document


def _refuse_constant(name: str) -> NoReturn:
    raise NotJSONError(f"The body is not JSON: {name}")


def dump(document: object) -> bytes:
    """Writes JSON as production does: on one line, without blanks, in UTF-8."""
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()


def restored(value: Any, *, ordered: bool = False) -> Any:  # noqa: ANN401 - as json.loads: whatever a document holds
    """Undoes what protobuf does to JSON: 5 comes back as 5.0, and the keys of metadata and data in no order.

    In: a document, and whether its own keys are to be ordered. Out: a new one, with whole numbers as integers and, in
    metadata and data, sorted keys. Numbers beyond 2**53 stay as they are: their last digits are lost already.
    """
    match value:
        case float() if value.is_integer() and abs(value) <= _EXACT:
            return int(value)
        case list() | tuple():
            return [restored(item, ordered=ordered) for item in value]
        case Mapping():
            items = sorted(value.items()) if ordered else value.items()
            return {key: restored(item, ordered=ordered or key in _STRUCTS) for key, item in items}
        case _:
            return value
