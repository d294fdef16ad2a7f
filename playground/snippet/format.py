"""What a snippet format is."""

from collections.abc import Callable
from dataclasses import dataclass

from playground.model.request import WireRequest


@dataclass(frozen=True)
class Format:
    """One way to write a wire request as text that somebody else runs or reads."""

    name: str
    """The word for the command line."""
    title: str
    language: str
    """For highlighting."""
    suffix: str
    """Of a downloaded file."""
    render: Callable[[WireRequest], str]
    """The text, without a line end behind it. Never raises; the key stands as `$MEMORYLAKE_API_KEY`."""
