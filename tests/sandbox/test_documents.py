"""The eight requests of MemoryLake's documents, sent exactly as they stand there."""

import json

import pytest
import requests
from documents import REQUESTS
from sandbox.variants import REST03, REST10, RPC03, RPC10, events_of, frames_of, parts_of, task_of, text_of

# All four sends name Jane and her own project, which has the answer; one of them names the knowledge base too.
TWO_FACTOR = (
    "To configure two-factor authentication, open Settings, choose Security, then Two-factor authentication, scan the "
    "code with an authenticator app and enter the six digits it shows. (document “Two-factor authentication”, project "
    "proj_def456) I remember: “Has an authenticator app on her work phone” (actor act_user_jane)."
)
MEETING = (
    "Our last meeting settled three points: the new onboarding guide ships on Friday, Jane reviews the access rules, "
    "and billing questions wait for the next meeting. (document “Meeting notes, 27 November”, project proj_meetings) "
    "I remember: “Likes meeting notes in one short paragraph” (actor act_user_jane)."
)


def send(sandbox, number):
    request = REQUESTS[number]
    return requests.post(
        request["url"].replace("https://app.memorylake.ai/openapi/memorylake", sandbox.api_base),
        data=json.dumps(request["body"]).encode(),
        headers={**dict(request["headers"]), "Authorization": "Bearer sk_xxxxxx"},
        timeout=10,
    )


@pytest.mark.parametrize(
    ("number", "variant", "reply", "context"),
    [
        (1, REST10, TWO_FACTOR, "ctx_m4n7p2q9"),
        (3, REST03, TWO_FACTOR, None),
        (5, RPC10, TWO_FACTOR, "ctx_m4n7p2q9"),
        (7, RPC03, TWO_FACTOR, "ctx_m4n7p2q9"),
    ],
)
def test_a_documented_send_is_answered_by_a_completed_task(sandbox, number, variant, reply, context):
    task = task_of(variant, send(sandbox, number))

    assert task["id"].startswith("run-")
    assert task["contextId"] == context if context else task["contextId"].startswith("ctx_")
    assert task["status"]["state"] == ("completed" if variant == RPC03 else "TASK_STATE_COMPLETED")
    assert "message" not in task["status"]
    kind = {"kind": "text"} if variant == RPC03 else {}
    assert task["artifacts"] == [
        {"artifactId": f"result-{task['id']}", "name": "result", "parts": [{**kind, "text": reply}]}
    ]
    user, agent = task["history"]
    assert [user["role"], agent["role"]] == (["user", "agent"] if variant == RPC03 else ["ROLE_USER", "ROLE_AGENT"])
    assert parts_of(user) == [{**kind, "text": "How do I configure two-factor authentication?"}]
    assert parts_of(agent) == [{**kind, "text": reply}]


@pytest.mark.parametrize("number", [5, 7])
def test_a_documented_json_rpc_answer_carries_the_id_of_its_request(sandbox, number):
    response = send(sandbox, number)
    assert response.headers["Content-Type"] == "application/json"
    assert response.json()["id"] == REQUESTS[number]["body"]["id"]
    assert response.json()["jsonrpc"] == "2.0"


@pytest.mark.parametrize(("number", "variant"), [(2, REST10), (4, REST03)])
def test_a_documented_rest_stream_tells_the_reply_in_fragments_and_then_whole(sandbox, number, variant):
    events = events_of(variant, send(sandbox, number))
    fragments = [payload["status"]["message"] for kind, payload in events if "message" in payload.get("status", {})]
    assert "".join(text_of(parts_of(message)) for message in fragments) == MEETING
    assert [text_of(payload["artifact"]["parts"]) for kind, payload in events if kind == "artifactUpdate"] == [MEETING]


@pytest.mark.parametrize(
    ("number", "request_id", "text_part"),
    [(6, "req-2", {"text": MEETING}), (8, "req-4", {"kind": "text", "text": MEETING})],
)
def test_a_documented_json_rpc_stream_tells_the_reply_whole(sandbox, number, request_id, text_part):
    frames = [json.loads(frame) for frame in frames_of(send(sandbox, number))]
    assert {frame["id"] for frame in frames} == {request_id}
    results = [frame["result"].get("artifactUpdate", frame["result"]) for frame in frames]
    assert [result["artifact"]["parts"] for result in results if "artifact" in result] == [[text_part]]


OLDER_BODY = {
    "message": {
        "role": "user",
        "content": [{"text": "How do I configure two-factor authentication?"}],
        "contextId": "ctx_m4n7p2q9",
    },
    "configuration": {"blocking": True, "historyLength": 10},
}


def test_the_older_english_example_is_refused_by_the_v10_route(client):
    response = client.post("/message:send", OLDER_BODY)
    assert response.status_code == 400
    assert "message.content" in response.json()["message"]
