from itertools import pairwise

from playground.ui import safe


def test_half_characters_are_spelt_out() -> None:
    assert safe.shown("a\ud83d b \U0001f600") == "a\\ud83d b \U0001f600"
    safe.shown("\udfff").encode("utf-8")


def test_markdown_says_nothing_but_the_text() -> None:
    text = "**b** [l](x) <i> `c` $m$ :red[x] #h\n- i"
    escaped = safe.markdown(text)
    plain = escaped.replace("  \n", "\n").replace("\\", "")
    assert plain.replace(safe.WORD_JOINER, "") == text
    assert all(before == "\\" for before, char in pairwise(escaped) if char in "*[]()<>`$:#")


def test_nothing_becomes_an_emoji_or_a_link() -> None:
    for text in (":smile:", "https://example.com", "www.example.com", "a@example.com"):
        plain = safe.markdown(text).replace("\\", "")
        assert text not in plain
        assert plain.replace(safe.WORD_JOINER, "") == text


def test_cells_are_bounded() -> None:
    assert safe.cell("x" * 1000) == "x" * 400 + "…"


def test_sizes_and_times_for_people() -> None:
    assert [safe.size(n) for n in (0, 999, 1234, 2_500_000)] == ["0 B", "999 B", "1.2 kB", "2.5 MB"]
    assert [safe.seconds(ms) for ms in (12.4, 350, 2100, 75_000)] == ["12 ms", "0.35 s", "2.1 s", "75 s"]
