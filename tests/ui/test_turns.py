"""The conversation as Streamlit's own test runner sees it: which task and context the next turn goes to."""

import json
from collections.abc import Iterator

import pytest
from forms import drawn, held, opened, press
from runs import DONE, fragment
from servers import Answer, RawServer, json_answer, serving, stream_answer
from streamlit.testing.v1 import AppTest

from playground.model.jsontext import Json
from playground.ui.sent import message_in

QUESTION = fragment("Which one?", "INPUT_REQUIRED")
ASKING = stream_answer(QUESTION)


@pytest.fixture
def server() -> Iterator[RawServer]:
    with serving(ASKING) as raw:
        yield raw


def at_server(server: RawServer, **draft: Json) -> AppTest:
    at = opened(target=target(server), **draft)
    held(at).place = "a2a"
    return drawn(at)


def target(server: RawServer, path: str = "") -> dict[str, Json]:
    return {"a2aUrl": server.url + path, "profile": "memorylake", "auth": "none"}


def send(at: AppTest, key: str = "send") -> None:
    """Send and wait for the end."""
    press(at, key)
    run = held(at).runs[-1].run
    while run.running:
        run.wait(run.version, 1)
    drawn(at)


def answer(at: AppTest, text: str) -> None:
    held(at).reply = text
    send(at, "send-next")


def messages(server: RawServer) -> list[dict[str, Json]]:
    """What the server was sent."""
    return [json.loads(request.partition(b"\r\n\r\n")[2])["message"] for request in server.requests]


def texts(at: AppTest) -> str:
    shown = [element.value for kind in (at.markdown, at.caption, at.text) for element in kind]
    return "\n".join(shown).replace("\\", "")


def labels(at: AppTest) -> list[str]:
    return [button.label for button in at.button]


NO_TASK: dict[str, Answer] = {
    "refused": json_answer("{}", "429 Too Many Requests"),
    "network lost": lambda _connection: None,
    "cut off": stream_answer(end=b""),
}


@pytest.mark.parametrize("how", list(NO_TASK))
def test_an_answer_that_did_not_arrive_is_sent_to_the_same_task_again(server: RawServer, how: str) -> None:
    at = at_server(server)
    send(at)
    server.answer = NO_TASK[how]
    answer(at, "The blue one")
    assert "Send answer" in labels(at)
    assert "The agent asks:" in texts(at)
    assert "Which one?" in texts(at)
    server.answer = stream_answer(DONE)
    answer(at, "The blue one")
    assert [message.get("taskId") for message in messages(server)] == [None, "run-1", "run-1"]
    assert [message.get("contextId") for message in messages(server)] == [None, "ctx-1", "ctx-1"]
    assert "Send next" in labels(at)  # it has ended
    answer(at, "And another thing")
    assert messages(server)[-1].get("taskId") is None
    assert messages(server)[-1].get("contextId") == "ctx-1"


def test_a_task_that_the_server_does_not_know_is_not_asked_for_ever(server: RawServer) -> None:
    at = at_server(server)
    send(at)
    details = [{"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": "TASK_NOT_FOUND"}]
    refused = {"error": {"code": 404, "status": "NOT_FOUND", "message": "Task not found", "details": details}}
    server.answer = json_answer(json.dumps(refused), "404 Not Found")
    answer(at, "The blue one")
    assert "Send next" in labels(at)
    answer(at, "Once more")
    assert [message.get("taskId") for message in messages(server)] == [None, "run-1", None]


def test_a_question_is_answered_where_it_was_asked(server: RawServer) -> None:
    at = at_server(server)
    send(at)
    held(at).draft["target"] = target(server, "/other")
    drawn(at)
    assert "Send answer" not in labels(at)
    assert "This conversation is at another target" in texts(at)
    held(at).draft["target"] = target(server) | {"profile": "a2a", "headers": [["X", "1"]]}
    drawn(at)
    assert "Send answer" in labels(at)


@pytest.mark.parametrize("member", ["workspaceId", "agentId"])
def test_another_agent_is_another_conversation(server: RawServer, member: str) -> None:
    at = opened(target={"apiBase": server.url, "workspaceId": "ws_1", "agentId": "agt_1", "auth": "none"})
    held(at).place = "api"
    send(at)
    assert "Send answer" in labels(at)
    held(at).draft["target"][member] = "another"
    drawn(at)
    assert "Send answer" not in labels(at)
    assert "This conversation is at another target" in texts(at)
    send(at)  # the server asks again, in a context of the same name
    assert "1 turn · `ctx-1`" in texts(at)
    held(at).reply = "Here"
    send(at, "send-next")
    assert "2 turns · `ctx-1`" in texts(at)


BODIES = {
    "REST": '{"message": {"contextId": "ctx_typed", "parts": []}}',
    "JSON-RPC": '{"jsonrpc": "2.0", "params": {"message": {"contextId": "ctx_typed", "kind": "message"}}}',
}


@pytest.mark.parametrize("body", [*BODIES.values(), '{"message": 1}', "no JSON", "[]", "", None])
def test_a_body_typed_by_hand_is_what_the_turn_says(server: RawServer, body: str | None) -> None:
    server.answer = json_answer("{}", "429 Too Many Requests")
    message = {"contextId": "ctx_form", "parts": [{"type": "text", "text": "words of the form"}]}
    at = at_server(server, raw={"body": body}, message=message)
    send(at)
    sent = held(at).runs[0]
    assert sent.context_id == ("ctx_typed" if body in BODIES.values() else None)
    assert sent.text == (body or "")
    assert sent.attachments == 0
    assert "The body was typed by hand:" in texts(at)
    assert (body or "(no text)") in [text.value for text in at.text]
    assert "words of the form" not in [text.value for text in at.text]


def test_the_message_in_a_body() -> None:
    assert message_in('{"message": {"taskId": "t"}}') == {"taskId": "t"}
    assert message_in('{"id": 1, "params": {"message": {"taskId": "t"}}}') == {"taskId": "t"}
    assert message_in('{"params": 1, "message": {"taskId": "t"}}') == {}
    assert message_in(None) == {}


def test_a_long_body_is_shown_in_part(server: RawServer) -> None:
    at = at_server(server, raw={"body": "x" * 5_000})
    send(at)
    assert "x" * 4_000 in [text.value for text in at.text]
    assert "The first 4,000 characters." in texts(at)
