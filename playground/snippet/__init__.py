"""Wire requests as text that others run: one module a format, one table FORMATS."""

from playground.snippet import curl, http, json_format
from playground.snippet.format import Format

FORMATS: dict[str, Format] = {found.name: found for found in (curl.FORMAT, http.FORMAT, json_format.FORMAT)}
"""Every format by its word on the command line, in the order of the page's tabs."""

__all__ = ["FORMATS", "Format"]
