"""The stream as production sends it: framing, sequence and the shapes of the four variants."""

import json
import re

import pytest
from sandbox.variants import REST03, REST10, RPC03, RPC10, VARIANTS, events_of, frames_of, parts_of, text_of

FAIL_FRAGMENTS = ["I ", "begin ", "as ", "usual, "]


def masked(frame):
    """A frame with its IDs and times replaced, so that the rest can be compared to the byte."""
    frame = re.sub(r"run-[0-9a-f]{12}", "RUN", frame)
    frame = re.sub(r"ctx_[0-9a-f]{12}", "CTX", frame)
    frame = re.sub(r"msg-[0-9a-f]{12}", "MSG", frame)
    return re.sub(r'"timestamp":"[^"]+Z"', '"timestamp":"T"', frame)


STREAM_REST10 = [
    '{"task":{"id":"RUN","contextId":"CTX","status":{"state":"TASK_STATE_WORKING","timestamp":"T"},"history":[{"messageId":"msg-u",'
    '"contextId":"CTX","taskId":"RUN","role":"ROLE_USER","parts":[{"text":"Please fail"}]}]}}',
    '{"statusUpdate":{"taskId":"RUN","contextId":"CTX","status":{"state":"TASK_STATE_WORKING","timestamp":"T"}}}',
    *(
        '{"statusUpdate":{"taskId":"RUN","contextId":"CTX","status":{"state":"TASK_STATE_WORKING","message":{"messageId":"MSG.'
        f'{number}","contextId":"CTX","taskId":"RUN","role":"ROLE_AGENT","parts":[{{"text":"{text}"}}]}},"timestamp":"T"}}}}}}'
        for number, text in enumerate(FAIL_FRAGMENTS, start=1)
    ),
    '{"statusUpdate":{"taskId":"RUN","contextId":"CTX","status":{"state":"TASK_STATE_FAILED","message":{"messageId":"MSG",'
    '"contextId":"CTX","taskId":"RUN","role":"ROLE_AGENT","parts":[{"text":"The sandbox failed because '
    'the message asked for it. Nothing is broken."}]},"timestamp":"T"}}}',
]


def test_the_frames_of_a_short_stream_to_the_byte(client):
    assert [masked(frame) for frame in frames_of(client.say(REST10, "Please fail", "stream"))] == STREAM_REST10


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_sequence_of_production(client, variant):
    events = events_of(variant, client.say(variant, "Hello", "stream"))
    working = "working" if variant == RPC03 else "TASK_STATE_WORKING"
    completed = "completed" if variant == RPC03 else "TASK_STATE_COMPLETED"

    (first_kind, task), (second_kind, started), *fragments, (result_kind, result), (last_kind, finished) = events
    assert first_kind == "task"
    assert task["status"]["state"] == working
    assert second_kind == "statusUpdate"
    assert started["status"]["state"] == working
    assert "message" not in started["status"]
    assert len(fragments) > 20
    for kind, payload in fragments:
        assert kind == "statusUpdate"
        assert payload["status"]["state"] == working
        assert len(parts_of(payload["status"]["message"])) == 1
    assert result_kind == "artifactUpdate"
    assert result["lastChunk"] is True
    assert not result.get("append")
    assert result["artifact"]["artifactId"] == f"result-{task['id']}"
    assert result["artifact"]["name"] == "result"
    assert last_kind == "statusUpdate"
    assert finished["status"]["state"] == completed
    assert "message" not in finished["status"]
    told = "".join(text_of(parts_of(payload["status"]["message"])) for _, payload in fragments)
    assert told == text_of(result["artifact"]["parts"])
    for _, payload in events[1:]:
        assert payload["taskId"] == task["id"]
        assert payload["contextId"] == task["contextId"]


def test_the_shapes_of_v03_json_rpc(client):
    events = [json.loads(frame)["result"] for frame in frames_of(client.say(RPC03, "Hello", "stream"))]
    assert [event["kind"] for event in events[:3]] == ["task", "status-update", "status-update"]
    assert [event["kind"] for event in events[-2:]] == ["artifact-update", "status-update"]
    assert events[2]["status"]["message"]["kind"] == "message"
    assert events[2]["status"]["message"]["role"] == "agent"
    assert events[2]["status"]["message"]["parts"] == [{"kind": "text", "text": "Hello "}]
    assert [event["final"] for event in events if event["kind"] == "status-update"] == [False] * (len(events) - 3) + [
        True
    ]


def test_the_shapes_of_v03_rest(client):
    events = [json.loads(frame) for frame in frames_of(client.say(REST03, "Hello", "stream"))]
    assert events[2]["statusUpdate"]["status"]["message"]["content"] == [{"text": "Hello "}]
    assert events[2]["statusUpdate"]["status"]["message"]["role"] == "ROLE_AGENT"
    assert events[-2]["artifactUpdate"]["artifact"]["parts"][0]["text"].startswith("Hello from the MemoryLake sandbox.")
    assert "final" not in events[-3]["statusUpdate"]
    assert events[-1]["statusUpdate"]["final"] is True


def test_v10_has_no_end_flag(client):
    for variant in (REST10, RPC10):
        assert all("final" not in payload for _, payload in events_of(variant, client.say(variant, "Hello", "stream")))


@pytest.mark.parametrize("variant", VARIANTS)
def test_events_arrive_while_the_agent_still_works(slow_client, variant):
    with slow_client.say(variant, "Hello", "stream") as response:
        lines = response.iter_lines()
        assert next(lines).startswith(b"data:{")
        assert next(lines) == b""
        assert next(lines).startswith(b"data:{")


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_refused_stream_is_plain_json(client, variant):
    response = client.say(variant, "Hello", "stream", taskId="run-unknown")
    assert response.headers["Content-Type"] == "application/json"
    if variant in (RPC10, RPC03):
        assert response.status_code == 200
        assert response.json()["error"]["code"] == -32001
        assert response.json()["id"] == "req-1"
    else:
        assert response.status_code == 404
        assert response.json()["error_code"] == "NOT_FOUND"


def test_text_that_is_not_ascii_is_sent_as_it_is(client):
    response = client.say(REST10, "Hällo 世界 \u2028 🙂", "stream")
    assert '"text":"Hällo 世界 \u2028 🙂"' in response.content.decode()
