"""Keys, routes, mix-ups of the versions and bodies that are no requests."""

import json

import pytest
import requests
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sandbox.variants import REST03, REST10, RPC03, RPC10, VARIANTS, Client, error_of, task_of

TEXT = [{"text": "hi"}]
V10 = {"messageId": "m", "role": "ROLE_USER", "parts": TEXT}
V03_REST = {"messageId": "m", "role": "ROLE_USER", "content": TEXT}
V03_RPC = {"messageId": "m", "role": "user", "parts": [{"kind": "text", "text": "hi"}]}


@pytest.mark.parametrize(
    "authorization", [None, "", "sk_sandbox_0000", "Bearer", "Bearer ", "Bearer sk_", "Bearer pk_1", "Basic sk_1"]
)
@pytest.mark.parametrize("path", ["/a2a/message:send", "/a2a", "/.well-known/agent-card.json", "/nowhere"])
def test_without_a_key_everything_is_unauthorized(client, authorization, path):
    headers = {} if authorization is None else {"Authorization": authorization}
    response = requests.post(client.agent_url + path, json={}, headers=headers, timeout=10)
    assert response.status_code == 401
    assert response.text == '{"success":false,"message":"Missing or invalid API key","error_code":"UNAUTHORIZED"}'


@pytest.mark.parametrize("key", ["sk_xxxxxx", "sk_sandbox_0000", "sk_a"])
def test_any_key_of_the_right_shape_will_do(client, key):
    response = requests.post(
        client.a2a_url + "/message:send",
        json={"message": V10},
        headers={"Authorization": f"Bearer {key}"},
        timeout=10,
    )
    assert response.status_code == 200


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("/workspaces/ws_other/agents/agt_r8k2m1n3/a2a/message:send", "Workspace not found: ws_other"),
        ("/workspaces/ws_abc123/agents/agt_other/a2a/message:send", "Agent not found: agt_other"),
        ("/workspaces/ws_abc123/agents/agt_other/a2a", "Agent not found: agt_other"),
    ],
)
def test_an_unknown_workspace_or_agent_is_not_found(client, path, message):
    response = requests.post(f"{client.api_base}/api/v3{path}", json={}, headers=client.headers, timeout=10)
    assert response.status_code == 404
    assert response.json() == {"success": False, "message": message, "error_code": "NOT_FOUND"}


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("POST", "/nowhere"),
        ("POST", "/"),
        ("GET", ""),
        ("GET", "/message:send"),
        ("POST", "/tasks/run-1"),
        ("GET", "/v1/tasks"),
        ("POST", "/v1"),
        ("POST", "/v2/message:send"),
        ("POST", "/tenant/message:send"),
        ("GET", "/tasks/run-1%2F..%2Fx%3Fy"),
    ],
)
def test_an_unknown_route_is_not_found(client, method, path):
    response = requests.request(method, client.a2a_url + path, headers=client.headers, timeout=10)
    assert response.status_code == 404
    assert response.json()["error_code"] == "NOT_FOUND"


def test_the_card_stands_beside_the_a2a_root(client):
    card = requests.get(client.agent_url + "/.well-known/agent-card.json", headers=client.headers, timeout=10).json()
    assert card["protocolVersion"] == "0.3"
    assert card["supportedInterfaces"] == [
        {"url": client.a2a_url, "protocolBinding": "HTTP+JSON", "protocolVersion": "1.0"},
        {"url": client.a2a_url, "protocolBinding": "JSONRPC", "protocolVersion": "1.0"},
        {"url": client.a2a_url, "protocolBinding": "HTTP+JSON", "protocolVersion": "0.3"},
        {"url": client.a2a_url, "protocolBinding": "JSONRPC", "protocolVersion": "0.3"},
    ]
    assert card["capabilities"] == {"streaming": True, "pushNotifications": False}
    assert [skill["id"] for skill in card["skills"]] == [
        *("reply", "refused", "dropped", "breakdown", "stream", "slow", "silence", "message", "question", "sign-in"),
        *("rejection", "late-failure", "several", "picture", "artifact", "failure"),
    ]
    assert all(skill["examples"] for skill in card["skills"])
    assert client.get("/.well-known/agent-card.json").status_code == 404


def test_both_agents_answer(sandbox):
    assert task_of(REST10, Client(sandbox, "agt_writer42").say(REST10, "Hello"))["id"].startswith("run-")


REST_MIXUPS = [
    ("/message:send", V03_REST, "message.content: A2A v1.0 over REST takes message.parts"),
    ("/message:send", V03_RPC, "message.role: A2A v1.0 over REST takes ROLE_USER"),
    ("/message:stream", V03_REST, "message.content: A2A v1.0 over REST takes message.parts"),
    ("/v1/message:send", V10, "message.parts: A2A v0.3 over REST takes message.content"),
    ("/v1/message:send", V03_RPC, "message.parts: A2A v0.3 over REST takes message.content"),
    ("/v1/message:send", {**V03_REST, "role": "user"}, "message.role: A2A v0.3 over REST takes ROLE_USER"),
    ("/v1/message:stream", V10, "message.parts: A2A v0.3 over REST takes message.content"),
]


@pytest.mark.parametrize(("path", "message", "problem"), REST_MIXUPS)
def test_a_rest_body_of_the_other_version_is_refused(client, path, message, problem):
    response = client.post(path, {"message": message})
    assert response.status_code == 400
    assert response.json()["error_code"] == "INVALID_ARGUMENT"
    error = error_of(response)
    assert error["code"] == 400
    assert error["status"] == "INVALID_ARGUMENT"
    assert error["message"] == problem
    assert error["details"][0]["reason"] == "INVALID_PARAMS"
    assert error["details"][1]["fieldViolations"][0]["field"] == problem.split(":")[0]


RPC_MIXUPS = [
    ("SendMessage", V03_RPC, "message.role: A2A v1.0 over JSON-RPC takes ROLE_USER"),
    ("SendMessage", {**V03_RPC, "role": "ROLE_USER"}, "message.parts[0].kind: A2A v1.0 over JSON-RPC has no kind"),
    ("SendMessage", {**V10, "kind": "message"}, "message.kind: A2A v1.0 over JSON-RPC has no kind"),
    ("SendMessage", V03_REST, "message.content: A2A v1.0 over JSON-RPC takes message.parts"),
    ("SendStreamingMessage", V03_RPC, "message.role: A2A v1.0 over JSON-RPC takes ROLE_USER"),
    ("message/send", V10, "message.role: A2A v0.3 over JSON-RPC takes user"),
    (
        "message/send",
        {**V10, "role": "user"},
        "message.parts[0].kind: A2A v0.3 over JSON-RPC takes one of text, file, data",
    ),
    ("message/send", V03_REST, "message.content: A2A v0.3 over JSON-RPC takes message.parts"),
    ("message/stream", V10, "message.role: A2A v0.3 over JSON-RPC takes user"),
]


@pytest.mark.parametrize(("method", "message", "problem"), RPC_MIXUPS)
def test_a_json_rpc_body_of_the_other_version_is_refused(client, method, message, problem):
    response = client.rpc(method, {"message": message})
    assert response.status_code == 200
    assert response.headers["Content-Type"] == "application/json"
    document = response.json()
    assert document["id"] == "req-1"
    assert document["error"]["code"] == -32602
    assert document["error"]["message"] == problem


@pytest.mark.parametrize("version", [None, "", "0.3", "1.0", "9.9", "nonsense"])
@pytest.mark.parametrize("variant", VARIANTS)
def test_the_route_or_method_decides_the_version_and_not_the_header(client, variant, version):
    headers = {} if version is None else {"A2A-Version": version}
    response = {
        REST10: lambda: client.post("/message:send", {"message": V10}, **headers),
        REST03: lambda: client.post("/v1/message:send", {"message": V03_REST}, **headers),
        RPC10: lambda: client.rpc("SendMessage", {"message": V10}, **headers),
        RPC03: lambda: client.rpc("message/send", {"message": V03_RPC}, **headers),
    }[variant]()
    assert task_of(variant, response)["id"].startswith("run-")


@pytest.mark.parametrize("variant", VARIANTS)
def test_keys_that_nobody_knows_are_tolerated(client, variant):
    response = client.say(
        variant,
        "Hello",
        configuration={"blocking": True, "foo": 1, "pushNotificationConfig": {"url": "https://example.com/hook"}},
        metadata={"memorylake": {"bar": 1}, "other": {"x": [1, None]}},
        foo={"nested": True},
    )
    assert task_of(variant, response)["id"].startswith("run-")


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "message"),
        ({"message": "hi"}, "message"),
        ({"message": {"parts": TEXT}}, "message.role"),
        ({"message": {"role": "ROLE_USER"}}, "message.parts"),
        ({"message": {"role": "ROLE_USER", "parts": []}}, "message.parts"),
        ({"message": {"role": "ROLE_USER", "parts": "hi"}}, "message.parts"),
        ({"message": V10, "configuration": 1}, "configuration"),
        ({"message": V10, "configuration": {"blocking": "no"}}, "configuration.blocking"),
        ({"message": V10, "metadata": 1}, "metadata"),
        ({"message": V10, "metadata": {"memorylake": 1}}, "metadata.memorylake"),
        ({"message": V10, "metadata": {"memorylake": {"actorId": 1}}}, "metadata.memorylake.actorId"),
        (
            {"message": V10, "metadata": {"memorylake": {"readOnlyProjectIds": [1]}}},
            "metadata.memorylake.readOnlyProjectIds[0]",
        ),
    ],
)
def test_a_field_of_a_wrong_type_is_named(client, body, field):
    for path in ("/message:send", "/message:stream"):
        response = client.post(path, body)
        assert response.status_code == 400
        assert error_of(response)["message"].startswith(f"{field}: ")


@pytest.mark.parametrize("version", ["", "/v1"])
def test_a_history_length_that_is_no_number_is_refused(client, version):
    task = task_of(REST10, client.say(REST10, "Hello"))
    for value in ("x", "1.5", "-1", "99999999999999999999"):
        response = client.get(f"{version}/tasks/{task['id']}?historyLength={value}")
        assert response.status_code == 400
        assert error_of(response)["details"][0]["reason"] == "INVALID_PARAMS"


NO_JSON = [
    b"",
    b" ",
    b"{",
    b"nonsense",
    b"\xff\xfe",
    b'{"message": "\xff"}',
    b'{"message": "\\ud800"}',
    b'{"message": NaN}',
    b'{"message": 1e}',
    b"[" * 100_000,
    b"1" * 5000,
    b"\xef\xbb\xbf{}",
]


@pytest.mark.parametrize("body", NO_JSON, ids=range(len(NO_JSON)))
def test_a_body_that_is_no_json(client, body):
    for path in ("/message:send", "/message:stream", "/v1/message:send", "/v1/message:stream"):
        response = client.post(path, body)
        assert response.status_code == 400
        assert response.json()["error_code"] == "INVALID_ARGUMENT"
        assert error_of(response)["details"][0]["reason"] == "INVALID_REQUEST"
        assert "Traceback" not in response.text
    response = client.post("", body)
    assert response.status_code == 200
    assert response.json()["error"]["code"] == -32700
    assert response.json()["id"] is None


@pytest.mark.parametrize("body", [b"[]", b"null", b"5", b'"text"', b"true"])
def test_json_that_is_no_object(client, body):
    assert error_of(client.post("/message:send", body))["message"] == "The body must be a JSON object"
    assert client.post("", body).json()["error"]["code"] == -32600


def test_a_body_that_is_too_large(client, monkeypatch):
    monkeypatch.setattr("playground.sandbox.body.MAX_BODY_BYTES", 1000)
    body = {"message": {**V10, "parts": [{"text": "x" * 100_000}]}}
    response = client.post("/message:send", body)
    assert response.status_code == 400
    assert error_of(response)["message"] == "The body is larger than 1000 bytes"
    assert client.rpc("SendMessage", body).json()["error"]["code"] == -32600


@pytest.mark.parametrize(
    ("call", "code"),
    [
        ({"jsonrpc": "2.0", "id": 1, "method": "Nothing", "params": {}}, -32601),
        ({"jsonrpc": "2.0", "id": 1, "method": "no/thing", "params": {}}, -32601),
        ({"jsonrpc": "2.0", "id": 1, "method": 5, "params": {}}, -32600),
        ({"jsonrpc": "2.0", "id": 1, "params": {}}, -32600),
        ({"jsonrpc": "1.0", "id": 1, "method": "GetTask", "params": {}}, -32600),
        ({"jsonrpc": "2.0", "id": 1, "method": "SendMessage", "params": [1]}, -32602),
        ({"jsonrpc": "2.0", "id": 1, "method": "SendMessage", "params": {}}, -32602),
        ([{"jsonrpc": "2.0", "id": 1, "method": "GetTask", "params": {"id": "x"}}], -32600),
    ],
)
def test_a_call_that_is_no_call(client, call, code):
    response = client.post("", call)
    assert response.status_code == 200
    assert response.json()["error"]["code"] == code


KEYS = st.sampled_from(
    [
        *("message", "role", "parts", "content", "kind", "text", "file", "data", "fileWithBytes", "bytes", "uri"),
        *("metadata", "memorylake", "configuration", "blocking", "historyLength", "taskId", "contextId", "x"),
    ]
)
LEAVES = st.sampled_from([None, True, 0, -1, 1.5, 10**30, "", "hi", "ROLE_USER", "user", "text", "data", [], {}])
DOCUMENTS = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=5), max_leaves=12
)
PARTS = st.lists(st.dictionaries(KEYS, DOCUMENTS, min_size=1, max_size=3) | st.just({"text": "hi"}), max_size=2)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    extra=st.dictionaries(KEYS, DOCUMENTS, max_size=3), parts=PARTS, fields=st.dictionaries(KEYS, DOCUMENTS, max_size=2)
)
def test_no_json_whatever_breaks_the_server(client, extra, parts, fields):
    message = {"messageId": "m", "role": "ROLE_USER", "parts": parts, "content": parts, **fields}
    body = {"message": message, **extra}
    for path in ("/message:send", "/v1/message:stream"):
        response = client.post(path, body)
        assert response.status_code in (200, 400, 404), response.text
        if response.status_code != 200:
            assert json.loads(response.json()["message"])["error"]["code"] == response.status_code
        else:
            assert response.content
    message["role"] = "user"
    for method in ("SendMessage", "message/send"):
        assert client.rpc(method, body).status_code == 200
