"""JSON text that keeps what was written: every digit of a number, every key in its order.

The standard library and pydantic turn `1.10` into `1.1` and `1e400` into infinity. simplejson lets a number
carry its own text (`RawJSON`), which is why it is used here.
"""

from collections.abc import Iterable
from typing import Any

import simplejson

# A JSON value as `loads` returns it: None, bool, int, Number, str, list or dict. A recursive type would make
# pydantic walk (and copy) every answer of every server; the values are passed through untouched instead.
Json = Any

# CPython refuses to convert longer integers (sys.set_int_max_str_digits); such a number keeps its text.
_LONGEST_INT = 4000


class JsonError(ValueError):
    """The text is no JSON that could be kept as it stands. `str()` of it is a phrase that says why and where."""


class Number(simplejson.RawJSON):
    """A JSON number whose text is not Python's own for it: `1.10`, `1e3`, `-0`, ten thousand digits."""

    @property
    def text(self) -> str:
        """The digits as they were written."""
        return str(self.encoded_json)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Number) and other.text == self.text

    def __hash__(self) -> int:
        return hash(self.text)

    def __repr__(self) -> str:
        return self.text

    def __float__(self) -> float:
        return float(self.text)


def _integer(text: str) -> int | Number:
    return Number(text) if len(text) > _LONGEST_INT or text == "-0" else int(text)


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        seen: set[str] = set()
        for name, _ in pairs:
            if name in seen:
                raise JsonError(f"the key {quoted(name)} stands twice in one object")
            seen.add(name)
    return found


# Made once: `simplejson.loads` would make one for each of ten thousand events.
_STRICT = simplejson.JSONDecoder(parse_int=_integer, parse_float=Number, object_pairs_hook=_unique)
_LENIENT = simplejson.JSONDecoder(parse_int=_integer, parse_float=Number)


def loads(text: str, *, unique_keys: bool = True) -> Json:
    """Read JSON text; numbers keep their digits, objects their order.

    With `unique_keys` (what a user types) a key that stands twice is refused; without it (what a server sends)
    the last one counts, as in every other reader. Raises JsonError, never anything else.
    """
    try:
        return (_STRICT if unique_keys else _LENIENT).decode(text)
    except simplejson.JSONDecodeError as error:
        raise JsonError(f"{error.msg}, line {error.lineno} column {error.colno}") from error
    except RecursionError as error:
        raise JsonError("it is nested too deeply to be read") from error


def dumps(value: Json, *, indent: int | None = 2, ascii_only: bool = False) -> str:
    """Write JSON text: two-space indentation unless `indent` is None, text as it is unless `ascii_only`.

    Raises JsonError for NaN, infinity and what is nested too deeply.
    """
    try:
        return simplejson.dumps(
            value,
            indent=indent,
            ensure_ascii=ascii_only,
            allow_nan=False,
            separators=(",", ": ") if indent is not None else (", ", ": "),
        )
    except RecursionError as error:
        raise JsonError("it is nested too deeply to be written") from error
    except (TypeError, ValueError) as error:
        raise JsonError(str(error)) from error


def quoted(text: str) -> str:
    """A text as a JSON string in ASCII, for use inside a sentence."""
    return simplejson.dumps(text)


def strings(value: Json, path: str = "") -> Iterable[tuple[str, str]]:
    """Every string in a JSON value, keys included, as (path such as `message.parts[0].text`, text)."""
    todo: list[tuple[str, Json]] = [(path, value)]
    while todo:  # a loop, because a value may be nested more deeply than Python calls may be
        here, item = todo.pop()
        if isinstance(item, str):
            yield here, item
        elif isinstance(item, dict):
            for name, inner in item.items():
                inside = f"{here}.{name}" if here else name
                yield inside, name
                todo.append((inside, inner))
        elif isinstance(item, list | tuple):
            todo.extend((f"{here}[{index}]", inner) for index, inner in enumerate(item))


def has_lone_surrogate(text: str) -> bool:
    """Whether a text holds half of a UTF-16 pair, which no UTF-8 can carry."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return True
    return False
