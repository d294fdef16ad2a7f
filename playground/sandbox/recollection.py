"""What the memory does for one message: what is kept, what is recalled, and how the answer accounts for it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from playground.sandbox.extension import Extension
from playground.sandbox.facts import Reading, read
from playground.sandbox.memory import Kept, Memory, Recalled, merged
from playground.sandbox.seed import PROJECTS, Owner

_EVERYTHING = re.compile(
    r"\bwhat (?:do|did|have|can) (?:you|i) (?:already )?(?:know|remember|told?|tell|kept|keep|recall)\b(?: you)?"
    r"(?: about me| of me)?\W*$|你(?:还)?(?:知道|记得)(?:关于)?我(?:的)?(?:什么|哪些)",
    re.IGNORECASE,
)
_NEWEST = re.compile(r"\b(?:last|latest|newest|most recent)\b|上次|最近|最新", re.IGNORECASE)
_MOST = 10


@dataclass(frozen=True)
class Recollection:
    """The memory's part in one turn. `unknown` names the projects that the workspace does not have."""

    reading: Reading
    searched: tuple[Owner, ...] = ()
    unknown: tuple[str, ...] = ()
    kept: tuple[Kept, ...] = ()
    recalled: tuple[Recalled, ...] = ()


def recollect(memory: Memory, extension: Extension | None, text: str) -> Recollection:
    """Lets the memory take part in a turn (MemoryLake's documents, "MemoryLake extension").

    In: the memory, the request's extension and the message's text. Out: what was kept and recalled. Facts go to the
    actor and to the read-write project, unless ``skipMemory`` says not to; only the actor and the projects that the
    extension names are searched, and read-only projects are never written to. Without an extension nothing happens.
    """
    reading = read(text)
    if extension is None:
        return Recollection(reading)
    existing = {project.id for project in PROJECTS}
    unknown = tuple(name for name in extension.project_ids if name not in existing)
    actor = (Owner("actor", extension.actor_id),) if extension.actor_id else ()
    projects = tuple(Owner("project", name) for name in extension.project_ids if name in existing)
    written = (*actor, *(owner for owner in projects if owner.id == extension.read_write_project_id))
    kept: tuple[Kept, ...] = ()
    if written and not extension.skip_memory:
        kept = tuple(memory.keep(told, written, extension.actor_id) for told in reading.told)
    searched = (*actor, *projects)
    return Recollection(reading, searched, unknown, kept, tuple(_recall(memory, searched, reading.rest)))


def _recall(memory: Memory, owners: Sequence[Owner], text: str) -> list[Recalled]:
    if not text or not owners:
        return []
    if _EVERYTHING.search(text[-200:]):
        actors = [owner for owner in owners if owner.type == "actor"]
        return merged(list(reversed(memory.facts(actors or owners))), owners)[:_MOST]
    return memory.recall(text, owners, newest=bool(_NEWEST.search(text[:1000])))


def account(extension: Extension | None, done: Recollection) -> dict[str, object]:
    """Makes the metadata that goes with an answer.

    In: the request's extension and what the memory did. Out: ``{"memorylake": {...}}`` as the README describes it;
    empty where the request had no extension.
    """
    if extension is None:
        return {}
    entry: dict[str, object] = {
        "searched": [_scope(owner) for owner in done.searched],
        "recalled": [_item(one) for one in done.recalled],
        "kept": [
            {"fact": one.fact, "outcome": one.outcome, "scopes": [_scope(owner) for owner in one.owners]}
            for one in done.kept
        ],
        "skipMemory": extension.skip_memory,
    }
    if done.unknown:
        entry["unknownProjectIds"] = list(done.unknown)
    if extension.overrides:
        entry["overrides"] = dict(extension.overrides)
        entry["overridesApplied"] = extension.applied_overrides
        entry["overridesIgnored"] = extension.ignored_overrides
    return {"memorylake": entry}


def _scope(owner: Owner) -> dict[str, object]:
    return {"type": owner.type, "id": owner.id}


def _item(one: Recalled) -> dict[str, object]:
    content: dict[str, object] = {"document": one.title, "text": one.text} if one.title else {"fact": one.text}
    told: dict[str, object] = {"toldBy": one.told_by} if one.told_by else {}
    return {**content, **told, "scopes": [_scope(owner) for owner in one.owners]}
