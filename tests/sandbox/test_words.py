"""Search for any text: nothing breaks the query, and what was indexed is found."""

import re
import sqlite3

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from playground.sandbox.words import MAX_TERMS, TOKENIZER, indexed, terms

SYNTAX = re.split(" ", "\" ' * ^ - + : ( ) { } NEAR AND OR NOT words a é 世 界 \x00 🙂 \u0301 İ ß _ １ カ 한국")
WILD = st.text(max_size=200) | st.lists(st.sampled_from([*SYNTAX, " ", "\n", "\u2028"]), max_size=30).map("".join)


def found(text: str, query: str) -> list[str]:
    """The terms of a query that match a text, as SQLite has it."""
    database = sqlite3.connect(":memory:")
    try:
        database.execute(f"CREATE VIRTUAL TABLE t USING fts5(words, tokenize = '{TOKENIZER}')")
        database.execute("INSERT INTO t VALUES (?)", (indexed(text),))
        return [
            term for term in terms(query) if database.execute("SELECT 1 FROM t WHERE t MATCH ?", (term,)).fetchall()
        ]
    finally:
        database.close()


@settings(max_examples=300, deadline=None)
@given(text=WILD)
@example(text='"" OR 1=1; DROP TABLE facts --')
@example(text="NEAR(a b, 5) AND words: * ^ \x00")
@example(text="x" * 300_000)
@example(text="世" * 300_000)
def test_whatever_is_asked_is_a_query_that_finds_the_same_words(text: str) -> None:
    asked = terms(text)
    assert len(asked) <= MAX_TERMS
    assert len(set(asked)) == len(asked)
    assert found(text, text) == asked


@settings(max_examples=100, deadline=None)
@given(stored=WILD, asked=WILD)
def test_any_text_is_stored_and_any_question_asked(stored: str, asked: str) -> None:
    assert set(found(stored, asked)) <= set(terms(asked))


@pytest.mark.parametrize(
    ("stored", "asked", "words"),
    [
        ("I prefer window seats", "Which seat do I prefer?", ['"seat"', '"prefer"']),
        ("My favourite colour is green", "favorite color", ['"favourite"', '"colour"']),
        ("Two-factor authentication", "How do I set up 2FA?", ['"two"', '"factor"', '"authentication"']),
        ("我喜欢靠窗的座位", "我的座位在哪里？", ['"座 位"']),
        ("我住在奥斯陆", "我住在哪里？", ['"住"']),
        ("上次会议决定了三件事", "总结一下我们上次的会议", ['"会 议"']),
        ("Zoë lives in Malmö", "zoe malmo", ['"zoe"', '"malmo"']),
        ("a,b", "What is it?", []),
        ("🙂", "🙂", []),
    ],
)
def test_what_finds_what(stored: str, asked: str, words: list[str]) -> None:
    assert found(stored, asked) == words


@pytest.mark.parametrize("asked", ["", "What is my?", "🙂", "!?*\"'", "我是什么", "\x00"])
def test_what_has_no_word_to_search_for_searches_for_nothing(asked: str) -> None:
    assert terms(asked) == []
