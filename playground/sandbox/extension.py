"""What a request's ``metadata.memorylake`` asks of the agent and its memory."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from playground.sandbox.body import restored

# The overrides that MemoryLake documents, and the type each must have to count.
_OVERRIDES: dict[str, type | tuple[type, ...]] = {
    "model": str,
    "systemPromptOverride": str,
    "modelParams": Mapping,
    "reasoning": Mapping,
    "capabilitiesOverride": (list, Mapping),
    "maxTurns": int,
}


@dataclass(frozen=True)
class Extension:
    """The memory context of one request (MemoryLake's documents, "MemoryLake extension"). Any field may be empty."""

    actor_id: str = ""
    read_write_project_id: str = ""
    read_only_project_ids: tuple[str, ...] = ()
    skip_memory: bool = False
    overrides: Mapping[str, object] = field(default_factory=dict)

    @property
    def project_ids(self) -> tuple[str, ...]:
        """Every project that may be searched, each once, the writable one first."""
        named = (self.read_write_project_id, *self.read_only_project_ids)
        return tuple(dict.fromkeys(name for name in named if name))

    @property
    def applied_overrides(self) -> list[str]:
        """The names of the overrides that the agent knows and whose value has the documented type."""
        return sorted(name for name, value in self.overrides.items() if _counts(name, value))

    @property
    def ignored_overrides(self) -> list[str]:
        """The names of the others."""
        return sorted(name for name, value in self.overrides.items() if not _counts(name, value))


def _counts(name: str, value: object) -> bool:
    return isinstance(value, _OVERRIDES.get(name, ())) and not isinstance(value, bool)


def extension_of(metadata: Mapping[str, object]) -> Extension | None:
    """Reads the extension from a request's metadata.

    In: the request's ``metadata``, whose ``memorylake`` was checked when the request came in. Out: the memory
    context, or None where the request carries none and the agent runs without memory.
    """
    extension = metadata.get("memorylake")
    if not isinstance(extension, Mapping):
        return None
    overrides = restored(extension.get("overrides") or {})
    return Extension(
        actor_id=extension.get("actorId") or "",
        read_write_project_id=extension.get("readWriteProjectId") or "",
        read_only_project_ids=tuple(extension.get("readOnlyProjectIds") or ()),
        skip_memory=bool(extension.get("skipMemory")),
        overrides=overrides if isinstance(overrides, Mapping) else {},
    )
