"""Values as the small editors show them: a list as tags, an object as rows of name and value, headers as lines.

Each pair of functions is exact: what is shown reads back as the value it came from, or there is nothing to show and
the value stays JSON text. Numbers keep their digits.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Literal

from playground.locale import _
from playground.model import jsontext
from playground.model.jsontext import Json, JsonError, Number

RowKind = Literal["map", "params"]
"""`map` has texts as its values; in `params` each value is JSON, and a plain word is a text."""

Rows = list[tuple[str, str]]

_ROWS = "rows:"

_JSON_BEGINS = frozenset('{["-+.0123456789')
"""What begins like this was meant as JSON: if it cannot be read it is an error, not a text."""


def _same(one: Json, other: Json) -> bool:
    """Equal as JSON text: in Python 1 is True and 1.0 is 1."""
    try:
        return jsontext.dumps(one, indent=None) == jsontext.dumps(other, indent=None)
    except JsonError:
        return False


def _in_one_line(text: str) -> bool:
    """Whether a one-line input of the browser can hold it: it drops line breaks."""
    return "\n" not in text and "\r" not in text


# Lists


def tags_of(value: Json) -> list[str] | None:
    """The tags that a list is, or None where a tag could not show it (something else than texts)."""
    if value is None:
        return []
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return value
    return None


def read_tags(text: str) -> Json:
    """A list of texts from JSON. Raises JsonError."""
    value = jsontext.loads(text)
    if not isinstance(value, list):
        raise JsonError(_("a list is needed here: it starts with [ and ends with ]"))
    for number, item in enumerate(value, 1):
        if not isinstance(item, str):
            raise JsonError(_("entry {number} is no text: put it in quotes").format(number=number))
    return value


# Objects


def read_value(text: str) -> Json:
    """What is typed as a parameter's value: JSON, or a plain word as text. Raises JsonError."""
    try:
        return jsontext.loads(text)
    except JsonError:
        if not text.strip():
            raise JsonError(_("a value is needed")) from None
        if text.lstrip()[0] not in _JSON_BEGINS:
            return text
        raise


def show_value(value: Json) -> str:
    """The text that `read_value` reads as that value: plain for a text that cannot be taken for anything else."""
    if isinstance(value, str) and _in_one_line(value):
        try:
            if _same(read_value(value), value):
                return value
        except JsonError:
            pass
    return jsontext.dumps(value, indent=None)


def rows_of(kind: RowKind, value: Json) -> Rows | None:
    """The rows that an object is, or None where rows could not show it."""
    if value is None:
        return []
    if not isinstance(value, dict) or not all(map(_in_one_line, value)):
        return None
    if kind == "map":
        if not all(isinstance(text, str) and _in_one_line(text) for text in value.values()):
            return None
        rows = list(value.items())
    else:
        try:
            rows = [(name, show_value(inner)) for name, inner in value.items()]
        except JsonError:
            return None
    try:
        return rows if _same(read_rows(kind, rows), value) else None
    except JsonError:
        return None


def filled(rows: Rows) -> Rows:
    """The rows in which something was typed."""
    return [row for row in rows if row != ("", "")]


def read_rows(kind: RowKind, rows: Rows) -> dict[str, Json]:
    """The object that rows stand for; rows that nobody filled in do not count. Raises JsonError."""
    value: dict[str, Json] = {}
    for (name, text), problem in zip(filled(rows), row_problems(kind, filled(rows)), strict=True):
        if problem:
            raise JsonError(problem)
        value[name] = text if kind == "map" else read_value(text)
    return value


def row_problems(kind: RowKind, rows: Rows) -> list[str]:
    """For each row why it cannot be sent; empty where it can."""
    names = Counter(name for name, _text in filled(rows))
    problems = []
    for row in rows:
        problem = ""
        name, text = row
        if filled([row]):
            if names[name] > 1:
                problem = _("the name {name} stands twice").format(name=jsontext.quoted(name))
            elif kind == "params":
                try:
                    read_value(text)
                except JsonError as reason:
                    problem = _("{name}: {reason}").format(name=name, reason=reason)
        problems.append(problem)
    return problems


def rows_text(rows: Rows) -> str:
    """Rows as the text that stands for them in a draft (`rows:[["name", "value"]]`), also while they cannot be sent.

    Empty where nothing is filled in.
    """
    return f"{_ROWS}{jsontext.dumps(filled(rows), indent=None)}" if filled(rows) else ""


def text_rows(text: str) -> Rows | None:
    """The rows that a text of `rows_text` stands for; None if it is another text."""
    if not text.startswith(_ROWS):
        return None
    try:
        rows = jsontext.loads(text.removeprefix(_ROWS))
    except JsonError:
        return None
    return [(name, value) for name, value in rows] if is_pairs(rows) else None


def read_map(kind: RowKind, text: str) -> Json:
    """An object from JSON or from the text of rows. Raises JsonError."""
    rows = text_rows(text)
    if rows is not None:
        return read_rows(kind, rows)
    value = jsontext.loads(text)
    if not isinstance(value, dict):
        raise JsonError(_("an object is needed here: it starts with { and ends with }"))
    return value


def rows_json(kind: RowKind, rows: Rows) -> str:
    """The JSON text of rows that cannot be sent, as far as they can be written."""
    lines = []
    for name, text in filled(rows):
        value = jsontext.dumps(text) if kind == "map" else _value_json(text)
        lines.append(f"  {jsontext.dumps(name)}: {value}")
    return "{\n" + ",\n".join(lines) + "\n}"


def _value_json(text: str) -> str:
    try:
        return jsontext.dumps(read_value(text))
    except JsonError:
        return text


_TYPES: tuple[tuple[type | tuple[type, ...], str], ...] = (
    (bool, _("true or false")),
    ((int, Number), _("number")),
    (str, _("text")),
    (dict, _("object")),
    (list, _("list")),
)


def type_of(text: str) -> str:
    """What a parameter's value is sent as, in a word; empty where it cannot be read."""
    try:
        value = read_value(text)
    except JsonError:
        return ""
    return next((word for type_, word in _TYPES if isinstance(value, type_)), "null")


# Headers


def show_headers(pairs: Sequence[Sequence[str]]) -> str:
    """Header pairs as lines `Name: value`, or as JSON where lines could not show them."""
    text = "\n".join(f"{name}: {value}" for name, value in pairs)
    try:
        # A text area turns CR into LF.
        if "\r" not in text and read_headers(text) == [tuple(pair) for pair in pairs]:
            return text
    except JsonError:
        pass
    return jsontext.dumps([list(pair) for pair in pairs], indent=None)


def read_headers(text: str) -> list[tuple[str, str]]:
    """Lines `Name: value` as pairs; one blank behind the colon is no part of the value. Raises JsonError.

    Empty lines do not count. A JSON list of pairs is read too: it can say what no line can.
    """
    if text.startswith("["):
        try:
            value = jsontext.loads(text)
        except JsonError:
            value = None
        if is_pairs(value):
            return [(name, content) for name, content in value]
    pairs = []
    for number, line in enumerate(text.split("\n"), 1):
        if not line:
            continue
        name, colon, value = line.partition(":")
        if not colon:
            raise JsonError(_("there is no colon, line {number} column {column}").format(number=number, column=1))
        pairs.append((name, value.removeprefix(" ")))
    return pairs


def is_pairs(value: Json) -> bool:
    """Whether it is a list of pairs of texts."""
    return isinstance(value, list) and all(
        isinstance(pair, list) and len(pair) == 2 and all(isinstance(text, str) for text in pair) for pair in value
    )
