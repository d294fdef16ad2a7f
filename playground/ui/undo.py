"""What the form held before each step that changed more than what is being typed, to go back to and forth again.

A step is one click that takes something away or puts something else in its place: an example, a run's draft, a next
turn, a new conversation, a part that is removed. Typing is no step of its own, but it is never lost: going back and
going forth both keep what they replace, on the other side.

Nothing is dropped by going on otherwise, either. What was undone goes under the new step, so that Undo still finds it.
"""

from dataclasses import dataclass, field
from typing import Any, Literal

from playground.model.jsontext import Json
from playground.ui.places import Place
from playground.ui.sent import Sent

MOST = 50
"""Steps that are kept on each side; they share the texts that are the same in both."""

Reach = Literal["form", "target", "conversation"]
"""How far a step reaches. What it did not touch is not put back: it may have been changed since, elsewhere."""


@dataclass(frozen=True)
class Held:
    """All that a step may touch, as copies."""

    draft: dict[str, Json] = field(repr=False)
    """Without its target."""
    target: Json
    place: Place
    typed: dict[str, str] = field(repr=False)
    """The texts as they were typed, the target's too."""
    aside: dict[str, Json] = field(repr=False)
    shown: Sent | None
    reply: str

    def part(self, reach: Reach) -> tuple[Any, ...]:
        """What of it belongs to a reach."""
        if reach == "target":
            return self.place, self.target, self.typed_at(target=True)
        if reach == "conversation":
            return self.shown, self.reply
        return self.draft, self.typed_at(target=False), self.aside

    def typed_at(self, *, target: bool) -> dict[str, str]:
        """The texts that were typed in the target's fields, or those of all others."""
        return {path: text for path, text in self.typed.items() if path.startswith("target") is target}


@dataclass(frozen=True)
class Step:
    """What was held on its other side, and how far it reaches; the form itself is always in it."""

    held: Held
    reach: frozenset[Reach]

    def changes(self, present: Held) -> bool:
        """Whether going there would change anything."""
        return any(self.held.part(reach) != present.part(reach) for reach in self.reach)


@dataclass
class Steps:
    """The steps that were made and those that were undone, the nearest last."""

    past: list[Step] = field(default_factory=list)
    future: list[Step] = field(default_factory=list)

    def push(self, present: Held, *reach: Reach) -> None:
        """Keep what is there before a step."""
        self.past = [*self.past, *self.future, Step(present, frozenset({"form", *reach}))][-MOST:]
        self.future = []

    def back(self, present: Held) -> Step | None:
        """The step to undo, or None; what is there now can be come back to by `forth`."""
        return _move(self.past, self.future, present)

    def forth(self, present: Held) -> Step | None:
        """The step to do again, or None."""
        return _move(self.future, self.past, present)


def _move(source: list[Step], to: list[Step], present: Held) -> Step | None:
    while source:
        step = source.pop()
        if step.changes(present):
            to.append(Step(present, step.reach))
            del to[:-MOST]
            return step
    return None
