"""Recognising what a message tells about its sender: a small table of sentence patterns, no language model."""

import re
from dataclasses import dataclass

MAX_LENGTH = 500
# A message that tells more than that is a document.
MAX_FACTS = 20
# Only so much of a message is looked at: it may be megabytes long, and everybody's events wait meanwhile.
LOOKED_AT = 20_000

_SENTENCES = re.compile(r"(?<=[.!?])\s+|(?<=[。！？；])|[\r\n]+")
_TRAILING = " \t.!。！；;,，"

_ASKED = re.compile(
    r"[?？]\W*$"
    r"|^(?:what|where|when|who|whom|whose|which|why|how|do|does|did|is|are|am|can|could|would|will|should|have|has|"
    r"tell|list|show|explain|find|search|look|give|summari[sz]e|describe)\b"
    r"|什么|哪里|哪儿|哪个|谁|怎么|怎样|如何|多少|为什么|吗$|^(?:请)?(?:告诉|总结|列出|解释|查找|介绍)",
    re.IGNORECASE,
)
_ORDERED = re.compile(
    r"^(?:please\s+)?(?:remember|note|keep in mind|don['’]t forget)\b(?:\s+that\b)?\s*[:,]?\s*(?P<fact>\S.*)$"
    r"|^(?:can|could|will|would)\s+you\s+(?:please\s+)?remember\s+that\s+(?P<polite>\S.*)$"
    r"|^(?:请)?(?:你)?(?:帮我)?(?:记住|记得|记下来|记下|记一下)[：:，,\s]*(?P<zh>\S.*)$",
    re.IGNORECASE | re.DOTALL,
)

# What may stand before a sentence and is no part of what it says.
_OPENING = re.compile(
    r"^(?:(?:hi|hello|hey|well|ok|okay|btw|by the way|also|and|你好|您好)\b[\s,，:]*)+", re.IGNORECASE
)

# What is a fact without being asked to remember it. The group `about`, where there is one, is what the fact is about:
# a later fact about the same replaces it, so that one has one favourite colour and lives in one place.
_TOLD = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"(?P<about>my\s+name)\s+is\s+\S.*",
        r"(?P<about>(?:my|our)\s+\S.{0,80}?)\s+(?:is|are|was|were)\s+\S.*",
        r"(?P<about>call me)\s+\S.*",
        r"i\s+have\s+(?:a|an|no|two|three|four|\d+)\s+(?!.*\b(?:questions?|problems?|requests?|ideas?|issues?)\b).*",
        r"(?P<about>i\s+(?:live|work|study))\s+(?:in|at|for|near|with|as)\s+\S.*",
        r"(?P<about>i\s+was\s+born)\s+\S.*",
        r"i\s+(?:really\s+|usually\s+|always\s+|never\s+)?(?:prefer|like|love|enjoy|hate|dislike|use|drive|speak|play|"
        r"eat|drink|own)\s+\S.*",
        r"i(?:\s+am|['’]m)\s+(?:a|an|allergic|vegetarian|vegan|from|based|responsible|married|\d+)\b.*",
        r"(?P<about>(?!(?:what|where|who|how|it|that|this|there|here|let|he|she|when|why)['’])"
        r"\w[\w-]{0,40}['’]s\s+\S.{0,80}?)\s+(?:is|are|was|were)\s+\S.*",
        r"(?P<about>我叫).+",
        r"(?P<about>我住).+",
        r"(?P<about>我在).{1,40}(?:工作|上班|上学|学习)",
        r"我(?:更|最|很|非常|比较|不|从不|总是)?(?:喜欢|爱|讨厌|偏好|习惯|使用|会说|会讲)(?!.{0,40}是).+",
        r"我对.{1,40}过敏",
        r"我是.+",
        r"(?P<about>我.{1,40}?)(?:是|叫).+",
        r"(?P<about>[^\W\d].{0,20}?的.{1,20}?)是.+",
    )
)


@dataclass(frozen=True)
class Told:
    """A fact that a message tells: its words, and what it is about (in a form to compare)."""

    fact: str
    about: str


@dataclass(frozen=True)
class Reading:
    """What is in a message: the facts, those that are too long to keep, and what is left."""

    told: tuple[Told, ...] = ()
    too_long: int = 0
    rest: str = ""
    ordered: bool = False
    asks: bool = False


def read(text: str) -> Reading:
    """Reads a message.

    In: its text. Out: the facts that it tells, in their order, each once; the rest is what to answer. ``ordered`` says
    that the message itself says "remember", ``asks`` that the rest is a question or an order to look something up.
    """
    facts: dict[str, Told] = {}
    rest, too_long, ordered, asks = [], 0, False, False
    for piece in _SENTENCES.split(text[:LOOKED_AT]):
        sentence = piece.strip()
        order = _ORDERED.match(sentence)
        if order is not None:
            polite = (order["polite"] or "").rstrip("?").rstrip()
            sentence = (order["fact"] or polite or order["zh"] or "").strip()
        bare = _OPENING.sub("", sentence.strip(_TRAILING))
        if order is not None and bare and not sentence.endswith(("?", "？")):
            ordered = True
            if len(bare) > MAX_LENGTH or len(facts) == MAX_FACTS:
                too_long += 1
                continue
            fact = told(bare)
            facts[fact.about] = fact
        elif 0 < len(bare) <= MAX_LENGTH and len(facts) < MAX_FACTS and _is_told(sentence, bare):
            fact = told(bare)
            facts[fact.about] = fact
        elif piece.strip():
            rest.append(piece.strip())
            asks = asks or bool(_ASKED.search(piece.strip()[-MAX_LENGTH:]) or _ASKED.search(piece.strip()[:MAX_LENGTH]))
    return Reading(tuple(facts.values()), too_long, " ".join(rest), ordered, asks)


def _is_told(sentence: str, bare: str) -> bool:
    return not _ASKED.search(sentence) and any(pattern.fullmatch(bare) for pattern in _TOLD)


def told(fact: str) -> Told:
    """Says what a fact is about: for a pattern that names it, these words, else all of them, in a form to compare."""
    matches = (pattern.fullmatch(fact) for pattern in _TOLD)
    match = next((found for found in matches if found is not None), None)
    about = (match.groupdict().get("about") if match is not None else None) or fact
    return Told(fact[0].upper() + fact[1:], " ".join(about.casefold().replace("’", "'").split()))
