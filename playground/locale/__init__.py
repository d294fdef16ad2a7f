"""gettext catalogues and the one function that every visible string of the page goes through."""

import gettext
from pathlib import Path

_CATALOGUE = gettext.translation("playground", Path(__file__).parent, fallback=True)


def _(message: str) -> str:
    """The message in the page's language (English is the source; without a catalogue it is returned as it is)."""
    return _CATALOGUE.gettext(message)
