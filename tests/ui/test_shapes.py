import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from playground.model.jsontext import JsonError, Number, dumps
from playground.ui import fields, shapes

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=12) | st.sampled_from(
    ["", " ", "a, b", " x ", "a\nb", "a\r\nb", "1.10", "true", "null", "{", '"q"', "-", "[1]", "rows:[]", "NaN"]
)
NUMBER = st.integers() | st.sampled_from([Number("1.10"), Number("1e3"), Number("-0"), Number("1e400")])
VALUE = st.recursive(
    st.none() | st.booleans() | NUMBER | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=6,
)


def json(value: object) -> str:
    return dumps(value, indent=None)


@given(VALUE)
def test_a_value_that_is_shown_reads_back_as_it_was(value: object) -> None:
    shown = shapes.show_value(value)
    assert "\n" not in shown
    assert json(shapes.read_value(shown)) == json(value)


@given(st.dictionaries(TEXT, VALUE, max_size=4))
def test_an_object_that_rows_show_reads_back_with_keys_order_and_digits(value: dict[str, object]) -> None:
    rows = shapes.rows_of("params", value)
    breaks = any("\n" in name or "\r" in name for name in value)
    assert (rows is None) is breaks
    if rows is not None:
        assert json(shapes.read_map("params", shapes.rows_text(rows) or "{}")) == json(value)
        assert json(shapes.read_map("params", shapes.rows_json("params", rows))) == json(value)


@given(st.dictionaries(TEXT, TEXT, max_size=4))
def test_a_map_that_rows_show_reads_back_as_it_was(value: dict[str, str]) -> None:
    rows = shapes.rows_of("map", value)
    breaks = any("\n" in text or "\r" in text for text in [*value, *value.values()])
    assert (rows is None) is (breaks or value.get("") == "")
    if rows is not None:
        assert shapes.read_map("map", shapes.rows_text(rows) or "{}") == value


@given(st.lists(TEXT, max_size=5))
def test_a_list_of_texts_is_tags_and_reads_back_from_json_as_it_was(items: list[str]) -> None:
    assert shapes.tags_of(items) == items
    assert shapes.read_tags(fields.show("list", items)) == items


@given(st.lists(st.tuples(TEXT, TEXT), max_size=4))
def test_rows_are_kept_while_they_cannot_be_sent(rows: list[tuple[str, str]]) -> None:
    text = shapes.rows_text(rows)
    assert (shapes.text_rows(text) or []) == [row for row in rows if row != ("", "")]


@given(st.lists(st.tuples(TEXT, TEXT), max_size=4))
def test_headers_that_are_shown_read_back_as_they_were(pairs: list[tuple[str, str]]) -> None:
    text = shapes.show_headers(pairs)
    assert "\r" not in text
    assert shapes.read_headers(text) == pairs


_LINE = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r\n"), max_size=20)


@given(st.lists(st.tuples(st.text(string.ascii_letters + "-", min_size=1, max_size=8), _LINE), max_size=4))
def test_proper_headers_are_one_line_each(pairs: list[tuple[str, str]]) -> None:
    assert shapes.show_headers(pairs).split("\n") == ([f"{name}: {value}" for name, value in pairs] or [""])


@pytest.mark.parametrize(
    ("text", "pairs"),
    [
        ("A: 1\n\nB:2\nC:", [("A", "1"), ("B", "2"), ("C", "")]),
        ("A:  two blanks ", [("A", " two blanks ")]),
        ("a: http://x:1/", [("a", "http://x:1/")]),
        ("A : 1", [("A ", "1")]),
        ("[x: 1", [("[x", "1")]),
        ('[["A", "1\\r\\n2"], ["A", ""]]', [("A", "1\r\n2"), ("A", "")]),
    ],
)
def test_header_lines(text: str, pairs: list[tuple[str, str]]) -> None:
    assert shapes.read_headers(text) == pairs


def test_a_header_line_without_a_colon_is_named() -> None:
    with pytest.raises(JsonError, match="there is no colon, line 3 column 1"):
        shapes.read_headers("A: 1\n\nnonsense")


@pytest.mark.parametrize(
    ("text", "json", "kind"),
    [
        ("0.20", "0.20", "number"),
        ("1e3", "1e3", "number"),
        ("true", "true", "true or false"),
        ("null", "null", "null"),
        ("high", '"high"', "text"),
        ('"true"', '"true"', "text"),
        ("two words ", '"two words "', "text"),
        ("[1]", "[1]", "list"),
        ('{"a": 1}', '{"a": 1}', "object"),
    ],
)
def test_a_parameter_is_json_and_a_plain_word_is_text(text: str, json: str, kind: str) -> None:
    assert dumps(shapes.read_value(text), indent=None) == json
    assert shapes.type_of(text) == kind


@pytest.mark.parametrize("text", ["", " ", "0.2.3", "{", '"open', "[1", "-", "+1", '{"a":1,"a":2}'])
def test_a_parameter_that_was_meant_as_json_is_not_sent_as_text(text: str) -> None:
    with pytest.raises(JsonError):
        shapes.read_value(text)
    assert shapes.type_of(text) == ""


def test_a_name_that_stands_twice_is_said_at_both_rows() -> None:
    problems = shapes.row_problems("map", [("a", "1"), ("", ""), ("a", "2"), ("b", "3")])
    assert [bool(problem) for problem in problems] == [True, False, True, False]
    assert problems[0] == 'the name "a" stands twice'


@pytest.mark.parametrize("value", [["a", 1], "a", {"a": 1}, [None]])
def test_what_is_no_list_of_texts_has_no_tags(value: object) -> None:
    assert shapes.tags_of(value) is None
