"""Text of users and servers, made fit for Streamlit's elements, which raise on half characters and read Markdown."""

import re

_SURROGATE = re.compile("[\ud800-\udfff]")
_PUNCTUATION = re.compile(r"([!-/:-@\[-`{-~])")
# What becomes an emoji or a link even where its punctuation is escaped: `:name:`, `http://`, `www.`, `name@host`.
_LIVELY = re.compile(r":(?=[+\w-]+:)|:(?=//)|www(?=\.)|@", re.IGNORECASE)

WORD_JOINER = "\u2060"


def shown(text: str) -> str:
    """The text with each lone surrogate spelt as `\\udXXX`, so that it can be encoded. Everything else stays."""
    return _SURROGATE.sub(lambda half: f"\\u{ord(half[0]):04x}", text)


def markdown(text: str) -> str:
    """The text as Markdown that renders as exactly that text: nothing of it can become markup, image or link."""
    apart = _LIVELY.sub(lambda found: f"{found[0]}{WORD_JOINER}", shown(text))  # parted invisibly
    return _PUNCTUATION.sub(r"\\\1", apart).replace("\n", "  \n")


def cell(text: str, limit: int = 400) -> str:
    """The text for one cell of a table: encodable and of bounded length."""
    short = text if len(text) <= limit else f"{text[:limit]}…"
    return shown(short)


def size(count: int) -> str:
    """A number of bytes for people: `812 B`, `3.4 kB`, `1.2 MB`."""
    if count < 1000:
        return f"{count} B"
    return f"{count / 1000:.1f} kB" if count < 1_000_000 else f"{count / 1_000_000:.1f} MB"


def seconds(milliseconds: float) -> str:
    """A duration for people: `12 ms`, `0.35 s`, `2.1 s`, `75 s`."""
    if milliseconds < 100:
        return f"{milliseconds:.0f} ms"
    value = milliseconds / 1000
    return f"{value:.2f} s" if value < 1 else f"{value:.1f} s" if value < 60 else f"{value:.0f} s"
