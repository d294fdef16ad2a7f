"""The sandbox's memory: one SQLite database in RAM, with full-text search over facts and documents."""

import sqlite3
import threading
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal, TypeVar

from playground.sandbox import seed, words
from playground.sandbox.facts import Told, told
from playground.sandbox.seed import Document, Owner

RECALLED = 3
"""How many facts an answer recalls at most."""

MAX_TOLD = 2000
"""Facts that are kept beside the seed; those whose last change is the longest ago make room.

A playground that is left open must not grow for ever.
"""

_SCHEMA = f"""
CREATE TABLE facts (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    owner_type TEXT NOT NULL, owner_id TEXT NOT NULL, about TEXT NOT NULL, fact TEXT NOT NULL,
    told_by TEXT NOT NULL, seeded INTEGER NOT NULL, created_at TEXT NOT NULL, updated_at TEXT NOT NULL,
    changed INTEGER NOT NULL,
    UNIQUE (owner_type, owner_id, about)
);
CREATE TABLE documents (
    id INTEGER PRIMARY KEY, project_id TEXT NOT NULL, title TEXT NOT NULL, text TEXT NOT NULL, created_at TEXT NOT NULL
);
CREATE VIRTUAL TABLE fact_words USING fts5(words, tokenize = '{words.TOKENIZER}');
CREATE VIRTUAL TABLE document_words USING fts5(words, tokenize = '{words.TOKENIZER}');
"""
_TABLES = ("facts", "documents", "fact_words", "document_words")
_SEEDED_AT = "2026-11-01T00:00:00Z"
# Changes are counted: their times may be equal, and a clock may be put back, even before the seed's time.
_INSERT = """
INSERT INTO facts (owner_type, owner_id, about, fact, told_by, seeded, created_at, updated_at, changed)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, (SELECT coalesce(max(changed), 0) + 1 FROM facts))
"""
_CHANGE = """
UPDATE facts SET fact = ?, told_by = ?, seeded = 0, updated_at = ?, changed = (SELECT max(changed) + 1 FROM facts)
WHERE id = ?
"""
_Found = TypeVar("_Found")

# Less than this share of the question's words in common is a coincidence.
_RELEVANT = 0.2


@dataclass(frozen=True)
class Fact:
    """One fact in one owner's memory. `told_by` is the actor who told it, if it was told at all."""

    id: str
    owner: Owner
    text: str
    told_by: str
    seeded: bool
    created_at: str
    updated_at: str


@dataclass(frozen=True)
class Kept:
    """What became of a fact that was told: kept anew, known already, or kept instead of another one."""

    fact: str
    owners: tuple[Owner, ...]
    outcome: Literal["kept", "known", "changed"]
    before: str = ""


@dataclass(frozen=True)
class Recalled:
    """A fact or document that answers a question, with every scope in which it was found."""

    text: str
    owners: tuple[Owner, ...]
    title: str = ""
    told_by: str = ""


@dataclass(frozen=True)
class Size:
    """How much is in the memory, and how much of it was told since the start. A fact in two scopes is one fact."""

    facts: int
    told: int
    documents: int


SIZE_AT_THE_START = Size(sum(len(facts) for _, facts in seed.FACTS), 0, len(seed.DOCUMENTS))


class Memory:
    """The memory of the workspace. Any thread may call any method at any time."""

    size: Size

    def __init__(self) -> None:
        # In RAM, so nothing is left behind. One connection, because every other one would see a database of its own.
        self._database = sqlite3.connect(":memory:", check_same_thread=False, isolation_level=None)
        self._lock = threading.Lock()
        self._database.executescript(_SCHEMA)
        self.reset()

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """One transaction; readers see all of it or nothing."""
        with self._lock, self._database:
            self._database.execute("BEGIN")
            yield self._database
            row = self._database.execute(
                "SELECT count(DISTINCT lower(fact)), count(DISTINCT CASE WHEN NOT seeded THEN lower(fact) END),"
                " (SELECT count(*) FROM documents) FROM facts"
            ).fetchone()
            self.size = Size(*row)

    def _rows(self, query: str, *values: object) -> list[tuple[object, ...]]:
        with self._lock:
            return self._database.execute(query, values).fetchall()

    def close(self) -> None:
        """Gives the memory back. The store cannot be used any more."""
        with self._lock:
            self._database.close()

    def reset(self) -> None:
        """Puts everything back to how it was at the start."""
        with self._writing() as database:
            for table in _TABLES:
                database.execute(f"DELETE FROM {table}")  # noqa: S608 - the names stand above
            for owner, facts in seed.FACTS:
                for fact in facts:
                    _insert(database, owner, told(fact), "", _SEEDED_AT, seeded=True)
            for document in seed.DOCUMENTS:
                row = database.execute(
                    "INSERT INTO documents (project_id, title, text, created_at) VALUES (?, ?, ?, ?)",
                    (document.project_id, document.title, document.text, document.created_at),
                )
                database.execute(
                    "INSERT INTO document_words (rowid, words) VALUES (?, ?)",
                    (row.lastrowid, words.indexed(f"{document.title} {document.text}")),
                )

    def keep(self, fact: Told, owners: Sequence[Owner], told_by: str) -> Kept:
        """Keeps a fact.

        In: the fact, whose memory it goes to, and the actor who told it. Out: what became of it. An owner knows one
        fact about one thing: the same fact is stored once, another one about the same thing takes its place.
        """
        now = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
        before, new = "", False
        with self._writing() as database:
            for owner in owners:
                row = database.execute(
                    "SELECT id, fact FROM facts WHERE owner_type = ? AND owner_id = ? AND about = ?",
                    (owner.type, owner.id, fact.about),
                ).fetchone()
                if row is None:
                    _insert(database, owner, fact, told_by, now, seeded=False)
                    new = True
                elif row[1].casefold() != fact.fact.casefold():
                    before = row[1]
                    database.execute(_CHANGE, (fact.fact, told_by, now, row[0]))
                    database.execute(
                        "UPDATE fact_words SET words = ? WHERE rowid = ?", (words.indexed(fact.fact), row[0])
                    )
            _make_room(database)
        outcome: Literal["kept", "known", "changed"] = "changed" if before else "kept" if new else "known"
        return Kept(fact.fact, tuple(owners), outcome, before)

    def facts(self, owners: Sequence[Owner] | None = None) -> list[Fact]:
        """Lists the facts of some owners, or of all; the one that was told or changed last comes last."""
        rows = self._rows(
            "SELECT id, owner_type, owner_id, fact, told_by, seeded, created_at, updated_at FROM facts ORDER BY changed"
        )
        facts = [_fact(row) for row in rows]
        return facts if owners is None else [fact for fact in facts if fact.owner in owners]

    def recall(self, text: str, owners: Sequence[Owner], *, newest: bool = False) -> list[Recalled]:
        """Finds what has to do with a text.

        In: the text, whose memory may be searched, and whether the newest of the fitting documents is wanted, not the
        best. Out: one document at most, unless the facts know much better, then at most `RECALLED` facts; the best
        first, of equally good ones the newest first. What stands in several scopes comes once, with all of them.
        """
        scores = self._scores("fact_words", text)
        # Newest first, as the documents below: the sort keeps that order among the equally good.
        known = [fact for fact in reversed(self.facts(owners)) if fact.id in scores]
        facts = _best(known, [scores[fact.id] for fact in known])
        at_least = scores[facts[0].id] / 2 if facts else 0.0
        document = self._document(text, owners, at_least, newest=newest)
        return [*([document] if document else []), *merged(facts, owners)[:RECALLED]]

    def _document(self, text: str, owners: Sequence[Owner], at_least: float, *, newest: bool) -> Recalled | None:
        scores = self._scores("document_words", text)
        projects = [owner.id for owner in owners if owner.type == "project"]
        rows = self._rows(
            "SELECT id, project_id, title, text, created_at FROM documents ORDER BY created_at DESC, id DESC"
        )
        found = {str(row[0]): Document(*map(str, row[1:])) for row in rows if row[1] in projects}
        fitting = [number for number in found if scores.get(number, 0.0) > at_least]
        best = [found[number] for number in _best(fitting, [scores[number] for number in fitting])]
        if not best:
            return None
        first = max(best, key=lambda one: one.created_at) if newest else best[0]
        homes = {one.project_id for one in best if one.text == first.text}
        return Recalled(first.text, tuple(owner for owner in owners if owner.id in homes), first.title)

    def _scores(self, table: str, text: str) -> dict[str, float]:
        """The share of the text's words that each row has, by row ID; rows with too few of them are left out."""
        asked = words.terms(text)
        hits: Counter[str] = Counter()
        for term in asked:
            rows = self._rows(f"SELECT rowid FROM {table} WHERE {table} MATCH ?", term)  # noqa: S608 - two fixed names
            hits.update(str(row[0]) for row in rows)
        return {number: hit / len(asked) for number, hit in hits.items() if hit / len(asked) >= _RELEVANT}


def merged(facts: Sequence[Fact], owners: Sequence[Owner]) -> list[Recalled]:
    """Makes one of the same fact in several scopes, which are named in the order of ``owners``."""
    same: dict[str, list[Fact]] = {}
    for fact in facts:
        same.setdefault(fact.text.casefold(), []).append(fact)
    return [
        Recalled(
            group[0].text,
            tuple(owner for owner in owners if any(fact.owner == owner for fact in group)),
            told_by=group[0].told_by,
        )
        for group in same.values()
    ]


def _best(found: list[_Found], scores: list[float]) -> list[_Found]:
    """Those that are more than half as good as the best, the best first."""
    ranked = sorted(zip(scores, found, strict=True), key=lambda pair: -pair[0])
    return [one for score, one in ranked if score > ranked[0][0] / 2]


def _insert(database: sqlite3.Connection, owner: Owner, fact: Told, told_by: str, now: str, *, seeded: bool) -> None:
    row = database.execute(_INSERT, (owner.type, owner.id, fact.about, fact.fact, told_by, seeded, now, now))
    database.execute("INSERT INTO fact_words (rowid, words) VALUES (?, ?)", (row.lastrowid, words.indexed(fact.fact)))


def _make_room(database: sqlite3.Connection) -> None:
    oldest = database.execute(
        "SELECT id FROM facts WHERE NOT seeded ORDER BY changed DESC LIMIT -1 OFFSET ?", (MAX_TOLD,)
    ).fetchall()
    database.executemany("DELETE FROM facts WHERE id = ?", oldest)
    database.executemany("DELETE FROM fact_words WHERE rowid = ?", oldest)


def _fact(row: tuple[object, ...]) -> Fact:
    number, owner_type, owner_id, fact, told_by, seeded, created_at, updated_at = row
    owner = Owner("actor" if owner_type == "actor" else "project", str(owner_id))
    return Fact(str(number), owner, str(fact), str(told_by), bool(seeded), str(created_at), str(updated_at))
