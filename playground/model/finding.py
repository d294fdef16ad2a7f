"""A finding: what is wrong or worth knowing, where, and what to do next. Its words are made at the edge."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

Level = Literal["error", "warning", "note"]


class Finding(BaseModel):
    """One lint or error note. `code` and `params` say what; `playground.protocol.wording` makes the sentence."""

    model_config = ConfigDict(frozen=True)

    level: Level
    code: str
    """The A2A `reason`, MemoryLake's `error_code`, the JSON-RPC error's name, `HTTP_nnn`, or a code of ours."""
    where: str | None = None
    """A draft path such as `message.parts[0].data`, or `header:NAME`, or `response`."""
    params: dict[str, str] = Field(default_factory=dict)
    """What the sentence names: a value, a limit, the server's own message."""


def error(code: str, where: str | None = None, **params: str) -> Finding:
    """A finding that stops a request from being sent, or that tells why a run failed."""
    return Finding(level="error", code=code, where=where, params=params)


def warning(code: str, where: str | None = None, **params: str) -> Finding:
    """A finding about something that is probably wrong but can be sent."""
    return Finding(level="warning", code=code, where=where, params=params)


def note(code: str, where: str | None = None, **params: str) -> Finding:
    """A finding that is worth knowing."""
    return Finding(level="note", code=code, where=where, params=params)
