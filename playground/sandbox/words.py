"""Cutting text into words that SQLite's FTS5 can find, whatever the text is.

FTS5's own tokenizers do not split Chinese into words: ``unicode61`` takes a whole run of characters for one word, and
``trigram`` cannot find words of two characters, which most Chinese words are. So each Chinese or Japanese character is
indexed as a word of its own, and a query asks for pairs of neighbours as a phrase. Everything else is left to
``porter unicode61``, which finds "seats" for "seat".
"""

import re

from playground.sandbox.facts import LOOKED_AT

TOKENIZER = "porter unicode61 remove_diacritics 2"
# More words than that are no question; it keeps a query of any message small.
MAX_TERMS = 32

_LONGEST = 64
_CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_IDEOGRAPH = re.compile(f"[{_CJK}]")
_WORD = re.compile(rf"[{_CJK}]+|[^\W_{_CJK}]+")

# Spellings and short forms of one word.
_SAME = {
    "2fa": "two factor authentication",
    "color": "colour",
    "colors": "colours",
    "favorite": "favourite",
    "favorites": "favourites",
}
_STOP_WORDS = frozenset(
    re.findall(
        r"\w+",
        "a about again also am an and any are as at be been but by can could current did do does five for four "
        "from had has have he hello her hi his how i if in into is it its just know last latest let ll m me mine "
        "my new newest no not now of on one or our please recent remember s say she should so some summarise "
        "summarize summary t tell than thank thanks that the their them then there these they this those three to "
        "told two up us very was we were what when where which who whom whose why will with would you your ",
    )
)
_STOP_CHINESE = re.compile(
    "什么时候|什么|怎么样|怎么|怎样|如何|哪里|哪儿|哪个|多少|为什么|一下|告诉|知道|总结|请问|记住|上次|最近|最新|"
    "我们|你们|他们|我|你|他|她|它|的|是|了|吗|呢|在|吧|请|和|有|很|都|也|就|把|给|到|这|那"
)


def indexed(text: str) -> str:
    """Prepares a text for the index.

    In: any text. Out: the text that is put into FTS5, with Chinese and Japanese characters apart.
    """
    words = (_SAME.get(word, word) for word in _words(text))
    return " ".join(" ".join(word) if _IDEOGRAPH.match(word) else word for word in words)


def terms(text: str) -> list[str]:
    """Says what to search for to answer a text.

    In: any text. Out: FTS5 queries, at most `MAX_TERMS`, each of one quoted phrase, no two alike. They contain nothing
    but letters, digits, blanks and the quotes around them, so no text can break the query's syntax.
    """
    found: dict[str, None] = {}
    for word in _words(text):
        for term in _terms_of(word):
            found[f'"{term}"'] = None
            if len(found) == MAX_TERMS:
                return list(found)
    return list(found)


def _words(text: str) -> list[str]:
    return [word.casefold()[:_LONGEST] for word in _WORD.findall(text[:LOOKED_AT])]


def _terms_of(word: str) -> list[str]:
    if not _IDEOGRAPH.match(word):
        return [] if word in _STOP_WORDS else _SAME.get(word, word).split()
    runs = (run for run in _STOP_CHINESE.split(word) if run)
    return [
        " ".join(pair)
        for run in runs
        for pair in ([run] if len(run) == 1 else [run[place : place + 2] for place in range(len(run) - 1)])
    ]
