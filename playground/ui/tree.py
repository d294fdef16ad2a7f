"""Reading and writing one place of a draft tree by its path (`message.parts[0].text`)."""

import re

from playground.model.jsontext import Json

Step = str | int
_STEP = re.compile(r"([^.\[\]]+)|\[(\d+)\]")


def steps(path: str) -> list[Step]:
    """`message.parts[0].text` as `["message", "parts", 0, "text"]`."""
    return [int(index) if index else name for name, index in _STEP.findall(path)]


def get(tree: Json, path: str) -> Json:
    """The value at a path, or None where there is none."""
    for step in steps(path):
        if isinstance(step, int):
            if not isinstance(tree, list) or step >= len(tree):
                return None
            tree = tree[step]
        else:
            if not isinstance(tree, dict) or step not in tree:
                return None
            tree = tree[step]
    return tree


def has(tree: Json, path: str) -> bool:
    """Whether something (null too) is written at a path that ends in a name."""
    *above, last = steps(path)
    for step in above:
        if isinstance(step, int):
            if not isinstance(tree, list) or step >= len(tree):
                return False
            tree = tree[step]
        else:
            tree = tree.get(step) if isinstance(tree, dict) else None
    return isinstance(tree, dict) and last in tree


def put(tree: dict[str, Json], path: str, value: Json) -> None:
    """Write a value; objects on the way that are missing (or null) are made."""
    *above, last = steps(path)
    here: Json = tree
    for step in above:
        if isinstance(step, int):
            here = here[step]
        else:
            if not isinstance(here.get(step), dict | list):
                here[step] = {}
            here = here[step]
    here[last] = value


def drop(tree: dict[str, Json], path: str) -> None:
    """Take a value out; objects that become empty by that go too, because `{}` would be sent as it stands."""
    way: list[tuple[Json, Step]] = []
    here: Json = tree
    for step in steps(path):
        present = (
            step < len(here)
            if isinstance(step, int) and isinstance(here, list)
            else (isinstance(here, dict) and step in here)
        )
        if not present:
            return
        way.append((here, step))
        here = here[step]
    holder, last = way.pop()
    del holder[last]
    while way and holder == {}:
        holder, last = way.pop()
        if isinstance(last, int):
            return
        del holder[last]
