"""What a request's ``metadata.memorylake`` asks of the memory layer."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Memory:
    """The memory context of one request (MemoryLake's documents, "MemoryLake extension"). Any field may be empty."""

    actor_id: str = ""
    read_write_project_id: str = ""
    read_only_project_ids: tuple[str, ...] = ()
    skip_memory: bool = False
    overrides: tuple[str, ...] = ()

    @property
    def project_ids(self) -> tuple[str, ...]:
        """Every project that may be searched, the writable one first."""
        return tuple(name for name in (self.read_write_project_id, *self.read_only_project_ids) if name)


def memory_of(metadata: Mapping[str, object]) -> Memory | None:
    """Reads the extension from a request's metadata.

    In: the request's ``metadata``, whose ``memorylake`` was checked when the request came in. Out: the memory
    context, or None where the request carries none and the agent runs without memory.
    """
    extension = metadata.get("memorylake")
    if not isinstance(extension, Mapping):
        return None
    projects = extension.get("readOnlyProjectIds") or ()
    return Memory(
        actor_id=extension.get("actorId") or "",
        read_write_project_id=extension.get("readWriteProjectId") or "",
        read_only_project_ids=tuple(projects),
        skip_memory=bool(extension.get("skipMemory")),
        overrides=tuple(sorted(extension.get("overrides") or ())),
    )
