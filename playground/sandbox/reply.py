"""The words of an answer: what was kept, what is remembered, and what could not be."""

from collections.abc import Sequence

from playground.sandbox.extension import Extension
from playground.sandbox.facts import MAX_FACTS, MAX_LENGTH
from playground.sandbox.memory import Kept, Recalled
from playground.sandbox.recollection import Recollection
from playground.sandbox.seed import Owner
from playground.sandbox.steps import Turn

NO_MEMORY = "Without metadata.memorylake I run without memory."
_QUOTED = 80


def counted(number: int, noun: str) -> str:
    """A number with its noun, in the plural where it is needed."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def joined(items: Sequence[str]) -> str:
    """The items as one enumeration; there must be one at least."""
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}"


def context_sentence(extension: Extension | None, unknown: Sequence[str] = ()) -> str:
    """Says what the agent would do with the memory for this request; projects that nobody knows are left out."""
    if extension is None:
        return NO_MEMORY
    deeds = []
    if extension.actor_id and not extension.skip_memory:
        deeds.append(f"keep facts about {extension.actor_id}")
    if extension.actor_id and extension.skip_memory:
        deeds.append(f"recall {extension.actor_id} without keeping anything")
    projects = [name for name in extension.project_ids if name not in unknown]
    if extension.read_write_project_id in projects:
        deeds.append(f"{'read' if extension.skip_memory else 'read and write'} {extension.read_write_project_id}")
    read_only = [name for name in projects if name != extension.read_write_project_id]
    if read_only:
        deeds.append(f"search {joined(read_only)}")
    if not deeds:
        return "Your metadata.memorylake names no actor and no project that I know, so there is no memory to use."
    sentence = f"With this memory context I would {joined(deeds)}."
    received = sorted(extension.overrides)
    return f"{sentence} Overrides received: {joined(received)}." if received else sentence


def memory_sentences(turn: Turn) -> list[str]:
    """Says what the memory did in this turn.

    In: the turn. Out: a sentence for each thing that was kept, recalled, looked for in vain or refused; none where the
    message neither tells nor asks anything.
    """
    extension, done = turn.extension, turn.done
    said = _kept(extension, done)
    said += [_remembered(one, extension) for one in done.recalled]
    if done.reading.asks and not done.recalled:
        said.append(_nothing_known(extension, done))
    said += [f"This workspace has no project {name}: I neither search nor write it." for name in done.unknown]
    return said


def _kept(extension: Extension | None, done: Recollection) -> list[str]:
    told = [_quoted(one.fact) for one in done.reading.told]
    said = [_keeping(one) for one in done.kept]
    if told and not said:
        said.append(f"I do not keep {joined(told)}: {_why_not(extension, done)}.")
    if done.reading.too_long:
        said.append(
            f"I keep facts of at most {MAX_LENGTH} characters, at most {MAX_FACTS} from one message; "
            f"{counted(done.reading.too_long, 'sentence')} went beyond that."
        )
    return said


def _keeping(one: Kept) -> str:
    match one.outcome:
        case "kept":
            return f"I keep {_quoted(one.fact)} ({_scopes(one.owners)})."
        case "changed":
            return f"I keep {_quoted(one.fact)} instead of {_quoted(one.before)} ({_scopes(one.owners)})."
        case "known":
            return f"I knew {_quoted(one.fact)} already ({_scopes(one.owners)})."


def _why_not(extension: Extension | None, done: Recollection) -> str:
    if extension is None:
        return "without metadata.memorylake I have no memory"
    if extension.skip_memory:
        return "skipMemory is set"
    if done.unknown and extension.read_write_project_id in done.unknown:
        return f"there is no project {extension.read_write_project_id}, and no actorId is named"
    return "neither actorId nor readWriteProjectId is named"


def _remembered(one: Recalled, extension: Extension | None) -> str:
    if one.title:
        return f"{one.text} (document {_quoted(one.title)}, {_scopes(one.owners[:1])})"
    me = extension.actor_id if extension is not None else ""
    teller = f", told by {one.told_by}" if one.told_by and one.told_by != me else ""
    return f"I remember: {_quoted(one.text)} ({_scopes(one.owners)}{teller})."


def _nothing_known(extension: Extension | None, done: Recollection) -> str:
    asked = done.reading.rest
    question = _quoted(asked if len(asked) <= _QUOTED else f"{asked[:_QUOTED]}…")
    if extension is None:
        return (
            f"I cannot look up {question}: the request carries no metadata.memorylake. {NO_MEMORY} Name an actorId, a "
            "readWriteProjectId or readOnlyProjectIds, and I search what they remember."
        )
    if not done.searched:
        return f"I cannot look up {question}: metadata.memorylake names no actor and no project that I could search."
    searched = joined([str(owner) for owner in done.searched])
    return (
        f"I know nothing about {question}. I searched {searched}, and neither a fact nor a document there fits. Tell "
        "me, for example “My favourite colour is green”, and ask again."
    )


def _scopes(owners: Sequence[Owner]) -> str:
    return ", ".join(str(owner) for owner in owners)


def _quoted(text: str) -> str:
    return f"“{text}”"
