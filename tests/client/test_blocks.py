"""Cutting a byte stream into events, held against the rules of WHATWG HTML 9.2.6."""

from collections.abc import Callable, Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sseclient import SSEClient

from playground.client.blocks import Blocks


def reader(pieces: list[bytes]) -> Callable[[], bytes]:
    source: Iterator[bytes] = iter([*(piece for piece in pieces if piece), b""])
    return lambda: next(source)


def events(*pieces: bytes) -> tuple[list[tuple[str, str]], str]:
    blocks = Blocks(reader(list(pieces)))
    found = [(event.event, event.data) for event in SSEClient(iter(blocks)).events()]
    return found, blocks.tail


def test_production_framing() -> None:
    assert events(b'data:{"a":1}\n\ndata:{"b":2}\n\n') == ([("message", '{"a":1}'), ("message", '{"b":2}')], "")


def test_line_ends() -> None:
    for one in (b"\n", b"\r\n", b"\r"):
        for two in (b"\n", b"\r\n", b"\r"):
            if one + two == b"\r\n":
                continue  # that is one line end
            text = b"data: a" + one + two + b"data: b" + one + b"data: c" + one + two
            assert events(text) == ([("message", "a"), ("message", "b\nc")], ""), (one, two)


def test_byte_order_mark_comments_and_named_events() -> None:
    assert events(b"\xef\xbb\xbfdata: a\n\n: ping\n\nevent: error\ndata: b\n\n") == (
        [("message", "a"), ("error", "b")],
        "",
    )


def test_a_cut_event_is_a_tail_and_no_event() -> None:
    assert events(b'data: a\n\ndata: {"b') == ([("message", "a")], 'data: {"b')
    assert events(b"data: a\n") == ([], "data: a\n")
    assert events() == ([], "")


@pytest.mark.parametrize("end", [b"\n\n", b"\r\n\r\n", b"\r\r"])
def test_an_event_is_there_as_soon_as_its_blank_line_is(end: bytes) -> None:
    seen: list[str] = []
    seen_at_each_read: list[int] = []
    give = reader([b"data: a" + end, b"data: b" + end])

    def read() -> bytes:
        seen_at_each_read.append(len(seen))
        return give()

    for event in SSEClient(iter(Blocks(read))).events():
        seen.append(event.data)
    assert seen == ["a", "b"]
    assert seen_at_each_read == [0, 1, 2]  # the first was out before the second was asked for


def test_line_separators_of_unicode_do_not_end_lines() -> None:
    text = "a\u2028b\u2029c\x85d\x0be\x0cf"
    assert events(f"data: {text}\n\n".encode()) == ([("message", text)], "")


def test_bytes_that_are_no_utf8_are_replaced_and_told() -> None:
    blocks = Blocks(reader([b"data: a\xff\n\n"]))
    assert [event.data for event in SSEClient(iter(blocks)).events()] == ["a\ufffd"]
    assert blocks.damaged == b"data: a\xff\n\n"


WHOLE = (
    b'data:{"task":{"id":"run-1"}}\n\n: ping\r\n\r\nevent: message\rdata: {"a":\rdata: "\xe4\xbd\xa0\xe5\xa5\xbd"}\r\r'
    b"id: 7\nretry: 10\ndata: x\r\n\ndata: last\n\r\n"
)
EXPECTED = ['{"task":{"id":"run-1"}}', '{"a":\n"你好"}', "x", "last"]


def test_every_cut_point() -> None:
    for cut in range(len(WHOLE) + 1):
        assert [data for _, data in events(WHOLE[:cut], WHOLE[cut:])[0]] == EXPECTED, cut


def test_byte_by_byte() -> None:
    assert [data for _, data in events(*(bytes([byte]) for byte in WHOLE))[0]] == EXPECTED


LINE = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r\n\0\ufeff"), min_size=1, max_size=20)


@given(
    data=st.lists(st.lists(LINE, min_size=1, max_size=3), max_size=5),
    ends=st.lists(st.sampled_from([b"\n", b"\r\n", b"\r"]), min_size=30, max_size=30),
    cuts=st.lists(st.integers(0, 400), max_size=8),
)
def test_any_events_with_any_line_ends_cut_anywhere(data: list[list[str]], ends: list[bytes], cuts: list[int]) -> None:
    text = b""
    pool = iter(ends)
    for lines in data:
        for line in lines:
            text += b"data: " + line.encode() + next(pool)
        # A blank line; after CR it must not begin with LF, which would belong to the CR.
        end = next(pool)
        text += b"\r\n" if text.endswith(b"\r") and end == b"\n" else end
    points = sorted({min(cut, len(text)) for cut in cuts})
    pieces = [text[a:b] for a, b in zip([0, *points], [*points, len(text)], strict=True)]
    assert events(*pieces) == ([("message", "\n".join(lines)) for lines in data], "")


@given(st.lists(st.binary(max_size=60), max_size=6))
def test_any_bytes_never_raise_and_nothing_is_lost_behind_the_last_block(pieces: list[bytes]) -> None:
    whole, whole_tail = events(b"".join(pieces))
    assert events(*pieces) == (whole, whole_tail)


LINE_ENDS = st.sampled_from(["\n", "\r\n", "\r"])
LINES = st.sampled_from(
    ["data:a", "data: b c", "data", ": hint", "event: error", "id:7", "retry: 5", "data:  x ", "data:"]
)
BLOCKS = st.lists(st.tuples(st.lists(st.tuples(LINES, LINE_ENDS), min_size=1, max_size=5), LINE_ENDS), max_size=6)


@given(BLOCKS)
def test_an_events_lines_are_told_as_they_came(written: list[tuple[list[tuple[str, str]], str]]) -> None:
    rest = "".join("".join(line + end for line, end in lines) + blank for lines, blank in written)
    blocks = Blocks(reader([rest.encode()]))
    for event in SSEClient(iter(blocks)).events():
        data = blocks.data_of(event)
        before, after = blocks.around(data)
        told = before if after is None else before + data + after
        # In order: what is told stood there, behind what was told before it.
        assert told in rest
        rest = rest[rest.index(told) + len(told) :]


@pytest.mark.parametrize(
    "block",
    [
        "data:{}\n\n",
        "data: {}\n\n",
        "data: {}\r\n\r\n",
        ": hint\nevent: error\ndata: {}\nid: 1\n\n",
        "data: {\ndata: }\n\n",
        "data:\n\n",
    ],
)
def test_one_events_lines(block: str) -> None:
    blocks = Blocks(reader([block.encode()]))
    (event,) = SSEClient(iter(blocks)).events()
    before, after = blocks.around(event.data)
    assert (before if after is None else before + event.data + after) == block
