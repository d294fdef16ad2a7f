"""Blocking, history, questions, cancel: what becomes of a task."""

import json

import pytest
from sandbox.variants import (
    REST03,
    REST10,
    RPC03,
    RPC10,
    VARIANTS,
    Client,
    bare_task_of,
    error_of,
    events_of,
    parts_of,
    task_of,
    text_of,
)

REST = (REST10, REST03)
V10 = (REST10, RPC10)
QUESTION = "Which project should I look in? Answer with the same taskId and contextId."
ANSWER = "Thank you. You answered: proj_def456. Without metadata.memorylake I run without memory."


def state(variant, name):
    """Spells a state as the variant does."""
    if variant == RPC03:
        return name.lower().replace("_", "-")
    if (variant, name) == (REST03, "CANCELED"):
        return "TASK_STATE_CANCELLED"
    return f"TASK_STATE_{name}"


def said(messages):
    return [(message["role"].removeprefix("ROLE_").lower(), text_of(parts_of(message))) for message in messages]


WAITS = [
    *((variant, None) for variant in VARIANTS),
    *((variant, {}) for variant in VARIANTS),
    *((variant, {"historyLength": 5}) for variant in VARIANTS),
    *((variant, {"blocking": True}) for variant in VARIANTS),
    *((variant, {"returnImmediately": False}) for variant in V10),
    *((variant, {"returnImmediately": False, "blocking": False}) for variant in V10),
]
DOES_NOT_WAIT = [
    *((variant, {"blocking": False}) for variant in VARIANTS),
    *((variant, {"returnImmediately": True}) for variant in V10),
    *((variant, {"returnImmediately": True, "blocking": True}) for variant in V10),
]


@pytest.mark.parametrize(("variant", "configuration"), WAITS)
def test_a_send_waits_for_the_result(client, variant, configuration):
    task = task_of(variant, client.say(variant, "Hello", configuration=configuration))
    assert task["status"]["state"] == state(variant, "COMPLETED")


@pytest.mark.parametrize(("variant", "configuration"), DOES_NOT_WAIT)
def test_a_send_that_does_not_block_answers_at_once(slow_client, variant, configuration):
    task = task_of(variant, slow_client.say(variant, "Hello", configuration=configuration))
    assert task["status"]["state"] == state(variant, "WORKING")
    assert said(task["history"]) == [("user", "Hello")]


@pytest.mark.parametrize("variant", VARIANTS)
def test_history_is_one_user_and_one_agent_message(client, variant):
    task = task_of(variant, client.say(variant, "Hello"))
    reply = text_of(task["artifacts"][0]["parts"])
    assert said(task["history"]) == [("user", "Hello"), ("agent", reply)]
    assert len(parts_of(task["history"][1])) == 1
    for reading in VARIANTS:
        read = bare_task_of(reading, client.task(reading, "get", task["id"]))
        assert said(read["history"]) == [("user", "Hello"), ("agent", reply)]
        assert read["status"]["state"] == state(reading, "COMPLETED")
        assert "message" not in read["status"]


@pytest.mark.parametrize("variant", VARIANTS)
def test_history_is_the_same_after_a_stream(client, variant):
    events = events_of(variant, client.say(variant, "Hello", "stream"))
    reply = text_of(events[-2][1]["artifact"]["parts"])
    task = bare_task_of(variant, client.task(variant, "get", events[0][1]["id"]))
    assert said(task["history"]) == [("user", "Hello"), ("agent", reply)]


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize(("length", "roles"), [(0, []), (1, ["agent"]), (2, ["user", "agent"]), (9, ["user", "agent"])])
def test_history_length_counts_from_the_end(client, variant, length, roles):
    task = task_of(variant, client.say(variant, "Hello", configuration={"historyLength": length}))
    assert [role for role, _ in said(task.get("history", []))] == roles


@pytest.mark.parametrize("variant", VARIANTS)
def test_history_length_0_on_reading_and_streaming(client, variant):
    events = events_of(variant, client.say(variant, "Hello", "stream", configuration={"historyLength": 0}))
    task = events[0][1]
    assert "history" not in task
    if variant in REST:
        read = client.task(variant, "get", task["id"], "?historyLength=0").json()
    else:
        method = "GetTask" if variant == RPC10 else "tasks/get"
        read = client.rpc(method, {"id": task["id"], "historyLength": 0}).json()["result"]
    assert read["id"] == task["id"]
    assert "history" not in read


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_context_of_the_client_is_kept_else_one_is_made(client, variant):
    assert task_of(variant, client.say(variant, "Hello", contextId="ctx_mine"))["contextId"] == "ctx_mine"
    assert task_of(variant, client.say(variant, "Hello"))["contextId"].startswith("ctx_")


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_question_is_answered_with_the_same_task_and_context(client, variant):
    asked = task_of(variant, client.say(variant, "Ask me which project"))
    assert asked["status"]["state"] == state(variant, "INPUT_REQUIRED")
    assert said([asked["status"]["message"]]) == [("agent", QUESTION)]
    assert said(asked["history"]) == [("user", "Ask me which project")]
    assert "artifacts" not in asked

    answered = task_of(
        variant,
        client.say(variant, "proj_def456", messageId="msg-v", taskId=asked["id"], contextId=asked["contextId"]),
    )
    assert answered["id"] == asked["id"]
    assert answered["status"]["state"] == state(variant, "COMPLETED")
    assert text_of(answered["artifacts"][0]["parts"]) == ANSWER
    assert said(answered["history"]) == [
        ("user", "Ask me which project"),
        ("agent", QUESTION),
        ("user", "proj_def456"),
        ("agent", ANSWER),
    ]
    assert bare_task_of(variant, client.task(variant, "get", asked["id"]))["history"] == answered["history"]


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_question_in_a_stream_ends_it_and_the_answer_continues_in_another(client, variant):
    asking = events_of(variant, client.say(variant, "Ask me which project", "stream"))
    kind, last = asking[-1]
    assert kind == "statusUpdate"
    assert last["status"]["state"] == state(variant, "INPUT_REQUIRED")
    assert said([last["status"]["message"]]) == [("agent", QUESTION)]

    answer = client.say(
        variant, "proj_def456", "stream", messageId="msg-v", taskId=last["taskId"], contextId=last["contextId"]
    )
    answering = events_of(variant, answer)
    assert [payload["taskId"] for _, payload in answering] == [last["taskId"]] * len(answering)
    assert text_of(answering[-2][1]["artifact"]["parts"]) == ANSWER
    assert answering[-1][1]["status"]["state"] == state(variant, "COMPLETED")


def test_an_answer_may_come_in_another_variant(client):
    asked = task_of(REST10, client.say(REST10, "Ask me which project"))
    answered = task_of(RPC03, client.say(RPC03, "proj_def456", messageId="msg-v", taskId=asked["id"]))
    assert [role for role, _ in said(answered["history"])] == ["user", "agent", "user", "agent"]


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_failure_has_the_state_and_a_message(client, variant):
    task = task_of(variant, client.say(variant, "Please fail"))
    assert task["status"]["state"] == state(variant, "FAILED")
    assert said([task["status"]["message"]]) == [
        ("agent", "The sandbox failed because the message asked for it. Nothing is broken.")
    ]
    assert said(task["history"]) == [("user", "Please fail"), ("agent", "I begin as usual, ")]
    assert "artifacts" not in task


@pytest.mark.parametrize("variant", VARIANTS)
def test_cancel_ends_a_running_task_and_its_stream(slow_client, variant):
    with slow_client.say(variant, "Hello", "stream") as stream:
        lines = stream.iter_lines()
        first = json.loads(next(lines).removeprefix(b"data:"))
        task = first["result"] if variant in (RPC10, RPC03) else first
        task = task if variant == RPC03 else task["task"]
        canceled = bare_task_of(variant, slow_client.task(variant, "cancel", task["id"]))
        assert canceled["status"]["state"] == state(variant, "CANCELED")
        assert state(variant, "CANCELED").encode() in list(lines)[-2]


def test_cancel_ends_a_task_that_waits_for_an_answer(client):
    asked = task_of(REST10, client.say(REST10, "Ask me which project"))
    canceled = bare_task_of(REST10, client.task(REST10, "cancel", asked["id"]))
    assert canceled["status"]["state"] == "TASK_STATE_CANCELED"


# Published by MemoryLake: the exact answer to canceling a finished task.
NOT_CANCELABLE = (
    r'{"success":false,"message":"{\"error\":{\"code\":400,\"status\":\"FAILED_PRECONDITION\",\"message\":'
    r"\"Task cannot be canceled - current state: 3\","
    r"\"details\":[{\"@type\":\"type.googleapis.com/google.rpc.ErrorInfo\","
    r"\"reason\":\"TASK_NOT_CANCELABLE\",\"domain\":\"a2a-protocol.org\",\"metadata\":{}}]}}"
    r'","error_code":"INVALID_ARGUMENT"}'
)


@pytest.mark.parametrize("variant", REST)
def test_cancel_of_a_finished_task_is_refused_as_production_does(client, variant):
    task = task_of(variant, client.say(variant, "Hello"))
    response = client.task(variant, "cancel", task["id"])
    assert response.status_code == 400
    assert response.text == NOT_CANCELABLE


@pytest.mark.parametrize("variant", [RPC10, RPC03])
def test_cancel_of_a_finished_task_over_json_rpc(client, variant):
    task = task_of(variant, client.say(variant, "Hello"))
    error = client.task(variant, "cancel", task["id"]).json()["error"]
    assert error["code"] == -32002
    assert error["message"] == "Task cannot be canceled - current state: 3"


@pytest.mark.parametrize("variant", REST)
@pytest.mark.parametrize("operation", ["get", "cancel"])
def test_an_unknown_task_is_not_found(client, variant, operation):
    response = client.task(variant, operation, "run-unknown")
    assert response.status_code == 404
    assert response.json()["error_code"] == "NOT_FOUND"
    assert error_of(response)["status"] == "NOT_FOUND"
    assert error_of(response)["details"][0]["reason"] == "TASK_NOT_FOUND"


@pytest.mark.parametrize("variant", [RPC10, RPC03])
@pytest.mark.parametrize("operation", ["get", "cancel"])
def test_an_unknown_task_over_json_rpc(client, variant, operation):
    assert client.task(variant, operation, "run-unknown").json()["error"]["code"] == -32001


def test_a_finished_task_takes_no_further_message(client):
    task = task_of(REST10, client.say(REST10, "Hello"))
    response = client.say(REST10, "More", taskId=task["id"], contextId=task["contextId"])
    assert response.status_code == 400
    assert error_of(response)["details"][0]["reason"] == "UNSUPPORTED_OPERATION"


def test_a_task_belongs_to_its_agent(client, sandbox):
    task = task_of(REST10, client.say(REST10, "Hello"))
    assert Client(sandbox, "agt_writer42").task(REST10, "get", task["id"]).status_code == 404
