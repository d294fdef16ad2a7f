"""Header pairs in their order, duplicates included.

requests' own dict holds no name twice and urllib3's groups equal names; both would send something else than shown.
"""

from collections.abc import ItemsView, Iterable, Iterator, MutableMapping
from typing import cast


class Pairs(MutableMapping[str, str]):
    """A mapping as far as requests and urllib3 ask for one (names in any case); `items` gives every pair in order."""

    def __init__(self, pairs: Iterable[tuple[str, str]]) -> None:
        self._pairs = list(pairs)

    def __getitem__(self, name: str) -> str:
        for found, value in self._pairs:
            if found.lower() == name.lower():
                return value
        raise KeyError(name)

    def __setitem__(self, name: str, value: str) -> None:
        """Replace the first pair of that name in place, or add one."""
        for index, (found, _) in enumerate(self._pairs):
            if found.lower() == name.lower():
                self._pairs[index] = (name, value)
                return
        self._pairs.append((name, value))

    def __delitem__(self, name: str) -> None:
        self._pairs = [pair for pair in self._pairs if pair[0].lower() != name.lower()]

    def __iter__(self) -> Iterator[str]:
        return (name for name, _ in self._pairs)

    def __len__(self) -> int:
        return len(self._pairs)

    def items(self) -> ItemsView[str, str]:
        """Every pair, in order."""
        # A list is all that is iterated over; a true ItemsView would look each name up and repeat its first value.
        return cast("ItemsView[str, str]", list(self._pairs))

    def copy(self) -> "Pairs":
        """A copy that can be changed (urllib3 adds a proxy's headers to it)."""
        return Pairs(self._pairs)
