"""Refusals and broken connections that a message asks for, in every variant."""

import json

import pytest
import requests
from sandbox.variants import REST03, REST10, RPC03, RPC10, VARIANTS, bare_task_of, error_of
from sandbox.waiting import eventually

from playground.sandbox.trouble import PIECES

REFUSALS = [
    (401, "Missing or invalid API key", "UNAUTHORIZED", {"WWW-Authenticate": "Bearer"}),
    (402, "The quota of this account is used up", "QUOTA_EXCEEDED", {}),
    (403, 'You don\'t have the "Chat (A2A)" permission', "ACCESS_DENIED", {}),
    (404, "Agent not found: the message asked for it", "NOT_FOUND", {}),
    (429, "Too many requests: at most 600 a minute per account", "RATE_LIMIT_EXCEEDED", {"Retry-After": "30"}),
    (500, "Internal error: the message asked for it", "INTERNAL_ERROR", {}),
]


@pytest.mark.parametrize("operation", ["send", "stream"])
@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize(("status", "message", "code", "headers"), REFUSALS)
def test_a_refusal_that_was_asked_for(client, variant, operation, status, message, code, headers):
    response = client.say(variant, f"Please answer with {status}", operation)
    assert response.status_code == status
    assert response.headers["Content-Type"] == "application/json"
    assert response.json() == {"success": False, "message": message, "error_code": code}
    assert {name: response.headers.get(name) for name in headers} == headers


@pytest.mark.parametrize("text", ["Answer with 418", "Answer with 42", "Remember to answer with 429"])
def test_other_numbers_are_answered(client, text):
    assert client.say(REST10, text).status_code == 200


def first_part(response):
    """What arrives before the connection breaks; that it breaks is asserted."""
    arrived = []
    with pytest.raises(requests.exceptions.ChunkedEncodingError):
        arrived.extend(response.iter_content(None))
    return b"".join(arrived)


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_dropped_stream_breaks_in_the_middle_of_an_event_and_the_task_completes(client, variant):
    response = client.say(variant, "Drop the connection", "stream")
    assert response.status_code == 200
    *whole, half = first_part(response).split(b"\n\n")
    assert len(whole) == PIECES
    assert half.startswith(b"data:{")
    document = json.loads(whole[0].removeprefix(b"data:"))
    task = document["result"] if variant in (RPC10, RPC03) else document
    task = task if variant == RPC03 else task["task"]
    completed = "completed" if variant == RPC03 else "TASK_STATE_COMPLETED"

    def is_completed():
        return bare_task_of(variant, client.task(variant, "get", task["id"]))["status"]["state"] == completed

    eventually(is_completed)


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_dropped_send_has_half_a_body(client, variant):
    response = client.say(variant, "Drop the connection")
    assert response.status_code == 200
    length = int(response.headers["Content-Length"])
    with pytest.raises(requests.exceptions.ChunkedEncodingError, match=f"{length // 2} bytes read"):
        response.content  # noqa: B018 - reading it is what breaks


BROKEN = "The sandbox broke down because the message asked for it"


@pytest.mark.parametrize("variant", [REST10, REST03])
def test_a_breakdown_is_an_error_frame_at_the_end_of_a_rest_stream(client, variant):
    *events, error, end = client.say(variant, "Error in the stream", "stream").content.split(b"\n\n")
    assert end == b""
    assert len(events) == 2 + 8
    assert all(event.startswith(b"data:{") for event in events)
    name, data = error.split(b"\n")
    assert name == b"event:error"
    document = json.loads(data.removeprefix(b"data:"))
    assert document["error"]["code"] == 500
    assert document["error"]["message"] == BROKEN
    refused = client.say(variant, "Error in the stream")
    assert refused.status_code == 500
    assert refused.json()["error_code"] == "INTERNAL_ERROR"
    assert error_of(refused) == document["error"]


@pytest.mark.parametrize(("variant", "named"), [(RPC10, True), (RPC03, False)])
def test_a_breakdown_is_an_error_frame_at_the_end_of_a_json_rpc_stream(client, variant, named):
    *events, error, end = client.say(variant, "Error in the stream", "stream").content.split(b"\n\n")
    assert end == b""
    assert len(events) == 2 + 8
    assert error.startswith(b"event:error\ndata:{" if named else b"data:{")
    document = json.loads(error[error.index(b"{") :])
    assert (document["id"], document["error"]["code"], document["error"]["message"]) == ("req-1", -32603, BROKEN)
    refused = client.say(variant, "Error in the stream").json()
    assert (refused["id"], refused["error"]["code"], refused["error"]["message"]) == ("req-1", -32603, BROKEN)


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_task_of_a_breakdown_has_failed(client, variant):
    first = json.loads(next(client.say(REST10, "Error in the stream", "stream").iter_lines()).removeprefix(b"data:"))
    failed = "failed" if variant == RPC03 else "TASK_STATE_FAILED"

    def is_failed():
        return bare_task_of(variant, client.task(variant, "get", first["task"]["id"]))["status"]["state"] == failed

    eventually(is_failed)
