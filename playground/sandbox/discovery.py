"""MemoryLake's discovery endpoints: which workspaces, agents, actors, projects and facts there are.

The paths, fields and filters are those that MemoryLake's documents and its official client show. All are GET, page by
page.
"""

import base64
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import unquote

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from playground.sandbox.envelope import Refused
from playground.sandbox.memory import Fact, Memory
from playground.sandbox.seed import (
    ACTORS,
    AGENTS,
    PROJECTS,
    WORKSPACE_CREATED_AT,
    WORKSPACE_ID,
    WORKSPACE_NAME,
    Owner,
)

DEFAULT_PAGE = 20
MAX_PAGE = 200
MAX_OWNERS = 50

Item = dict[str, object]
_Query = Mapping[str, str]


@dataclass(frozen=True)
class _Listing:
    """One endpoint: its path, and what it lists for the names in the path and a query."""

    path: re.Pattern[str]
    items: Callable[[Memory, Mapping[str, str], _Query], list[Item]]


def _path(pattern: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", pattern))


def _fits(query: _Query, name: str, *texts: str) -> bool:
    """Whether one of the texts contains what the fuzzy filter asks for, whatever the case."""
    wanted = query.get(name, "").casefold()
    return not wanted or any(wanted in text.casefold() for text in texts)


def _workspaces(_memory: Memory, _names: Mapping[str, str], query: _Query) -> list[Item]:
    workspace: Item = {
        "id": WORKSPACE_ID,
        "name": WORKSPACE_NAME,
        "description": "The sandbox's one workspace.",
        "custom_id": None,
        "created_at": WORKSPACE_CREATED_AT,
        "updated_at": WORKSPACE_CREATED_AT,
    }
    return [workspace] if _fits(query, "name_fuzzy", WORKSPACE_NAME) else []


def _agents(_memory: Memory, _names: Mapping[str, str], query: _Query) -> list[Item]:
    return [
        {
            "name": agent.name,
            "agent_id": agent.id,
            "custom_id": None,
            "latest_version": agent.latest_version,
            "bound_at": agent.bound_at,
        }
        for agent in AGENTS
        if _fits(query, "name_fuzzy", agent.name)
    ]


def _actors(memory: Memory, _names: Mapping[str, str], query: _Query) -> list[Item]:
    """The actors of the seed, and those who have told something since."""
    known = {actor.id for actor in ACTORS}
    told = [fact for fact in memory.facts() if fact.owner.type == "actor" and fact.owner.id not in known]
    told.sort(key=lambda fact: fact.created_at)  # an actor is as old as the first of its facts
    new = {fact.owner.id: fact.created_at for fact in reversed(told)}
    rows = [
        *((actor.id, actor.name, list(actor.tags), actor.bound_at) for actor in ACTORS),
        *((actor_id, actor_id, list[str](), since) for actor_id, since in reversed(new.items())),
    ]
    wanted = _listed(query, "tags")
    return [
        {
            "actor_id": actor_id,
            "custom_id": None,
            "actor_type": "user",
            "display_name": name,
            "tags": tags,
            "bound_at": bound_at,
        }
        for actor_id, name, tags, bound_at in rows
        if _fits(query, "display_name_fuzzy", name)
        and query.get("actor_type", "user") == "user"
        and set(wanted) <= set(tags)
    ]


def _projects(_memory: Memory, _names: Mapping[str, str], query: _Query) -> list[Item]:
    return [
        {
            "id": project.id,
            "name": project.name,
            "description": project.description,
            "custom_id": None,
            "created_at": project.created_at,
            "updated_at": project.created_at,
        }
        for project in PROJECTS
        if _fits(query, "name_fuzzy", project.name)
    ]


def _facts_of_actor(memory: Memory, names: Mapping[str, str], query: _Query) -> list[Item]:
    facts = memory.facts([Owner("actor", names["actor"])])
    if not facts and names["actor"] not in {actor.id for actor in ACTORS}:
        raise Refused(404, f"Actor not found: {names['actor']}")
    return [_fact(fact) for fact in facts if _fits(query, "fact_fuzzy", fact.text)]


def _facts_of_owners(memory: Memory, _names: Mapping[str, str], query: _Query) -> list[Item]:
    owners = [
        *(Owner("project", name) for name in _listed(query, "project_ids")),
        *(Owner("actor", name) for name in _listed(query, "actor_ids")),
    ]
    if not 1 <= len(owners) <= MAX_OWNERS:
        raise Refused(400, f"project_ids and actor_ids: must name 1 to {MAX_OWNERS} owners, not {len(owners)}")
    return [
        {**_fact(fact), "owner": {"type": fact.owner.type, "id": fact.owner.id}}
        for fact in memory.facts(owners)
        if _fits(query, "fact_fuzzy", fact.text)
    ]


def _listed(query: _Query, name: str) -> list[str]:
    return [item for item in query.get(name, "").split(",") if item]


def _fact(fact: Fact) -> Item:
    return {
        "id": f"fact_{fact.id}",
        "fact": fact.text,
        "metadata": {"told_by": fact.told_by} if fact.told_by else {},
        "expired": False,
        "score": None,
        "expiration_date": None,
        "created_at": fact.created_at,
        "updated_at": fact.updated_at,
    }


_LISTINGS = tuple(
    _Listing(_path(path), items)
    for path, items in (
        ("/api/v3/workspaces", _workspaces),
        ("/api/v3/workspaces/{workspace}/agents", _agents),
        ("/api/v3/workspaces/{workspace}/actors", _actors),
        ("/api/v3/workspaces/{workspace}/projects", _projects),
        ("/api/v3/workspaces/{workspace}/actors/{actor}/facts", _facts_of_actor),
        ("/api/v3/workspaces/{workspace}/memories/facts", _facts_of_owners),
    )
)


def discover(request: Request, api_path: str, memory: Memory) -> Response | None:
    """Answers a discovery request.

    In: the request, whose key was checked, the path of the API base, and the memory. Out: one page of the list, or
    None where the path is none of discovery's. Raises Refused for an unknown workspace or actor and a bad page.
    """
    # As it came: an ID may contain an encoded slash.
    path = request.scope["raw_path"].decode("ascii", "replace")
    if request.method != "GET" or not path.startswith(f"{api_path}/"):
        return None
    found = ((listing, listing.path.fullmatch(path.removeprefix(api_path))) for listing in _LISTINGS)
    listing, match = next(((one, names) for one, names in found if names is not None), (None, None))
    if listing is None or match is None:
        return None
    names = {name: unquote(value) for name, value in match.groupdict().items()}
    if names.get("workspace", WORKSPACE_ID) != WORKSPACE_ID:
        raise Refused(404, f"Workspace not found: {names['workspace']}")
    query = dict(request.query_params)
    return JSONResponse({"success": True, "data": _page(listing.items(memory, names, query), query)})


def _page(items: Sequence[Item], query: _Query) -> Item:
    size = query.get("page_size", str(DEFAULT_PAGE))
    if not re.fullmatch(r"\d{1,9}", size) or not 1 <= int(size) <= MAX_PAGE:
        raise Refused(400, f"page_size: must be a whole number from 1 to {MAX_PAGE}")
    start = _start(query.get("continuation_token", ""))
    end = start + int(size)
    return {"items": items[start:end], "continuation_token": _token(end) if end < len(items) else None}


def _token(start: int) -> str:
    return base64.urlsafe_b64encode(f"from {start}".encode()).decode().rstrip("=")


def _start(token: str) -> int:
    """Where a page begins. The token is opaque to clients, so anything but our own is refused."""
    starts = (start for start in re.findall(r"^from (\d{1,9})$", _decoded(token)) if _token(int(start)) == token)
    start = next(starts, None if token else "0")
    if start is None:
        raise Refused(400, "continuation_token: is none that this list gave")
    return int(start)


def _decoded(token: str) -> str:
    try:
        return base64.urlsafe_b64decode(token + "=" * (-len(token) % 4)).decode("ascii")
    except ValueError:
        return ""
