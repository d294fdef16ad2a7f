"""The endpoints that say what there is: paging, filters, refusals."""

import pytest
import requests
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sandbox.variants import REST10, Client

from playground.sandbox import server

WORKSPACE = "/workspaces/ws_abc123"
LISTS = [
    "/workspaces",
    f"{WORKSPACE}/agents",
    f"{WORKSPACE}/actors",
    f"{WORKSPACE}/projects",
    f"{WORKSPACE}/actors/act_user_jane/facts",
    f"{WORKSPACE}/memories/facts?project_ids=proj_def456",
]


def get(client, path, **query):
    return requests.get(f"{client.api_base}/api/v3{path}", params=query, headers=client.headers, timeout=10)


def items(client, path, **query):
    response = get(client, path, **query)
    assert response.status_code == 200, response.text
    document = response.json()
    assert list(document) == ["success", "data"]
    assert document["success"] is True
    assert list(document["data"]) == ["items", "continuation_token"]
    return document["data"]["items"]


def test_the_workspaces(client):
    assert items(client, "/workspaces") == [
        {
            "id": "ws_abc123",
            "name": "Acme support",
            "description": "The sandbox's one workspace.",
            "custom_id": None,
            "created_at": "2026-03-02T09:00:00Z",
            "updated_at": "2026-03-02T09:00:00Z",
        }
    ]


def test_the_agents(client):
    agents = items(client, f"{WORKSPACE}/agents")
    assert [(one["agent_id"], one["name"]) for one in agents] == [
        ("agt_r8k2m1n3", "Helpdesk"),
        ("agt_writer42", "Writer"),
    ]
    assert list(agents[0]) == ["name", "agent_id", "custom_id", "latest_version", "bound_at"]


def test_the_actors(client):
    actors = items(client, f"{WORKSPACE}/actors")
    assert [(one["actor_id"], one["display_name"]) for one in actors[:3]] == [
        ("act_user_jane", "Jane Miller"),
        ("act_user_wei", "王伟"),
        ("act_user_omar", "Omar Haddad"),
    ]
    assert list(actors[0]) == ["actor_id", "custom_id", "actor_type", "display_name", "tags", "bound_at"]


def test_the_projects(client):
    projects = items(client, f"{WORKSPACE}/projects")
    assert [one["id"] for one in projects] == ["proj_def456", "proj_shared_kb", "proj_meetings"]
    assert list(projects[0]) == ["id", "name", "description", "custom_id", "created_at", "updated_at"]


@pytest.mark.parametrize(
    ("path", "query", "field", "found"),
    [
        ("/workspaces", {"name_fuzzy": "acme"}, "id", ["ws_abc123"]),
        ("/workspaces", {"name_fuzzy": "other"}, "id", []),
        (f"{WORKSPACE}/agents", {"name_fuzzy": "HELP"}, "name", ["Helpdesk"]),
        (f"{WORKSPACE}/projects", {"name_fuzzy": "meet"}, "id", ["proj_meetings"]),
        (f"{WORKSPACE}/actors", {"display_name_fuzzy": "伟"}, "actor_id", ["act_user_wei"]),
        (f"{WORKSPACE}/actors", {"tags": "support,berlin"}, "actor_id", ["act_user_jane"]),
        (f"{WORKSPACE}/actors", {"actor_type": "robot"}, "actor_id", []),
        (f"{WORKSPACE}/actors/act_user_jane/facts", {"fact_fuzzy": "BERLIN"}, "fact", ["Is in the Berlin time zone"]),
    ],
)
def test_the_filters(client, path, query, field, found):
    assert [one[field] for one in items(client, path, **query)] == found


def test_the_facts_of_an_actor(client):
    facts = items(client, f"{WORKSPACE}/actors/act_user_omar/facts")
    assert [one["fact"] for one in facts] == ["Is on leave until 7 December", "Takes over the night shift in January"]
    shape = ["id", "fact", "metadata", "expired", "score", "expiration_date", "created_at", "updated_at"]
    assert list(facts[0]) == shape
    assert facts[0]["id"].startswith("fact_")


def test_the_facts_of_projects_and_actors_name_their_owner(client):
    query = {"project_ids": "proj_meetings,proj_def456", "actor_ids": "act_user_omar"}
    owners = [one["owner"] for one in items(client, f"{WORKSPACE}/memories/facts", **query)]
    assert owners == [
        *[{"type": "actor", "id": "act_user_omar"}] * 2,
        *[{"type": "project", "id": "proj_def456"}] * 2,
        {"type": "project", "id": "proj_meetings"},
    ]


def test_what_was_told_is_listed():
    running = server.start(pace_seconds=0)
    client = Client(running)
    try:
        memory = {"memorylake": {"actorId": "act/new ?", "readWriteProjectId": "proj_def456"}}
        client.say(REST10, "I live in Oslo", metadata=memory)
        (fact,) = items(client, f"{WORKSPACE}/actors/act%2Fnew%20%3F/facts")
        assert (fact["fact"], fact["metadata"]) == ("I live in Oslo", {"told_by": "act/new ?"})
        assert items(client, f"{WORKSPACE}/actors")[-1]["actor_id"] == "act/new ?"
        of_project = items(client, f"{WORKSPACE}/memories/facts", project_ids="proj_def456", fact_fuzzy="oslo")
        assert [one["fact"] for one in of_project] == ["I live in Oslo"]
    finally:
        running.stop()


@pytest.mark.parametrize("path", LISTS)
def test_a_list_comes_page_by_page(client, path):
    whole = items(client, path, page_size=200)
    for size in (1, 2, len(whole), 200):
        pages, token = [], None
        while True:
            query = {"page_size": size} | ({} if token is None else {"continuation_token": token})
            page = get(client, path, **query).json()["data"]
            assert len(page["items"]) <= size
            pages += page["items"]
            token = page["continuation_token"]
            if token is None:
                break
        assert pages == whole


@pytest.mark.parametrize("path", LISTS)
@pytest.mark.parametrize("query", [{"page_size": value} for value in ("0", "201", "-1", "x", "1.5", "")])
def test_a_page_of_no_size_is_refused(client, path, query):
    response = get(client, path, **query)
    assert response.status_code == 400
    assert response.json() == {
        "success": False,
        "message": "page_size: must be a whole number from 1 to 200",
        "error_code": "INVALID_ARGUMENT",
    }


@settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(min_size=1, max_size=30))
def test_a_token_that_nobody_gave_is_refused(client, token):
    response = get(client, "/workspaces", continuation_token=token)
    assert response.status_code == 400
    assert response.json()["message"] == "continuation_token: is none that this list gave"


@pytest.mark.parametrize("path", LISTS)
def test_the_key_is_checked(client, path):
    response = requests.get(f"{client.api_base}/api/v3{path}", timeout=10)
    assert (response.status_code, response.json()["error_code"]) == (401, "UNAUTHORIZED")


@pytest.mark.parametrize(
    ("path", "status", "message"),
    [
        ("/workspaces/ws_other/agents", 404, "Workspace not found: ws_other"),
        ("/workspaces/ws_other/memories/facts", 404, "Workspace not found: ws_other"),
        (f"{WORKSPACE}/actors/act_nobody/facts", 404, "Actor not found: act_nobody"),
        (f"{WORKSPACE}/memories/facts", 400, "project_ids and actor_ids: must name 1 to 50 owners, not 0"),
        (
            f"{WORKSPACE}/memories/facts?actor_ids={','.join(f'a{number}' for number in range(51))}",
            400,
            "project_ids and actor_ids: must name 1 to 50 owners, not 51",
        ),
        (f"{WORKSPACE}/secrets", 404, "No such route: GET /openapi/memorylake/api/v3/workspaces/ws_abc123/secrets"),
    ],
)
def test_what_there_is_not(client, path, status, message):
    response = get(client, path)
    code = "NOT_FOUND" if status == 404 else "INVALID_ARGUMENT"
    assert response.status_code == status
    assert response.json() == {"success": False, "message": message, "error_code": code}


def test_the_lists_are_only_read(client):
    response = requests.post(f"{client.api_base}/api/v3/workspaces", json={}, headers=client.headers, timeout=10)
    assert response.status_code == 404
