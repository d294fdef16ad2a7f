"""A run against servers that answer, refuse, fall silent and break: what arrived stays, and a finding says why."""

import base64
import json
import socket
import ssl
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr
from servers import STREAM_HEAD, Answer, chunk, json_answer, read_request, serving, split, stream_answer

from playground.client.keys import environment_key, key_finding, redacted
from playground.client.run import Limits, Run
from playground.model.draft import Draft
from playground.model.request import WireRequest
from playground.model.run import Result
from playground.protocol.combination import combination
from playground.protocol.encode import Ids, encode

KEY = SecretStr("sk_test_1234")

TASK = '{"task": {"id": "run-1", "contextId": "ctx-1", "status": {"state": "TASK_STATE_WORKING"}}}'


def fragment(text: str) -> str:
    message = {"messageId": "m", "role": "ROLE_AGENT", "parts": [{"text": text}]}
    return json.dumps(
        {"statusUpdate": {"taskId": "run-1", "status": {"state": "TASK_STATE_WORKING", "message": message}}}
    )


DONE = '{"statusUpdate": {"taskId": "run-1", "status": {"state": "TASK_STATE_COMPLETED"}}}'
WHOLE_TASK = (
    '{"task": {"id": "run-1", "contextId": "ctx-1", "status": {"state": "TASK_STATE_COMPLETED"},'
    ' "artifacts": [{"artifactId": "a", "parts": [{"text": "Hello"}]}]}}'
)


def sse(*data: str) -> list[str]:
    return [f"data:{text}\n\n" for text in data]


def wire(url: str, operation: str = "stream", **target: Any) -> WireRequest:
    draft, _ = Draft.from_tree(
        {
            "target": {"apiBase": url, "workspaceId": "ws", "agentId": "agt"} | target,
            "operation": operation,
            "message": {"parts": [{"type": "text", "text": "Hi"}]},
        }
    )
    assert draft is not None
    request = encode(draft, ids=Ids("m", "r")).request
    assert request is not None
    return request


def start(url: str, operation: Any = "stream", limits: Limits | None = None, **target: Any) -> Run:
    run = Run(
        wire(url, operation, **target),
        key=KEY,
        combination=combination("1.0", operation, "rest"),
        profile="memorylake",
        limits=limits or Limits(connect=5, idle=5),
    )
    run.start()
    return run


def finished(run: Run) -> Result:
    while run.running:
        run.wait(run.version, 10)
    return run.result()


def ran(answer: Answer, operation: str = "stream", limits: Limits | None = None) -> Result:
    with serving(answer) as server:
        return finished(start(server.url, operation, limits))


def codes(result: Result) -> list[str]:
    return [found.code for found in result.findings]


def until(condition: Any) -> None:
    """Wait for something that another thread does; a test that waits in vain fails."""
    for _ in range(1000):
        if condition():
            return
        time.sleep(0.01)
    pytest.fail("it never happened")


# What is sent


def test_what_leaves_is_what_was_shown() -> None:
    with serving(json_answer(WHOLE_TASK)) as server:
        run = start(server.url, "send", headers=[["X-Twice", "1"], ["X-Twice", "2"], ["X-Name", "Zoë"]])
        result = finished(run)
        line, headers, body = split(server.requests[0])
    assert line == "POST /api/v3/workspaces/ws/agents/agt/a2a/message:send HTTP/1.1"
    assert headers == [
        ("Host", f"127.0.0.1:{server.port}"),
        ("Authorization", "Bearer sk_test_1234"),
        ("Content-Type", "application/json"),
        ("X-Twice", "1"),
        ("X-Twice", "2"),
        ("X-Name", "Zoë"),
        ("User-Agent", "memorylake-playground/0.1.0"),
        ("Accept-Encoding", "gzip, deflate"),
        ("Content-Length", str(len(body))),
    ]
    assert body == run.request.body
    assert result.sent_as_shown is True
    assert list(result.added_headers) == list(run.request.added_headers)
    assert len(server.requests) == 1


def test_events_that_come_together_are_told_once_and_an_event_that_comes_alone_at_once() -> None:
    told = threading.Event()
    alone = threading.Event()

    def answer(connection: socket.socket) -> None:
        connection.sendall(STREAM_HEAD + b"Transfer-Encoding: chunked\r\n\r\n")
        connection.sendall(chunk("".join(sse(TASK, *[fragment("x")] * 50)).encode()))
        told.wait(10)
        connection.sendall(chunk(sse(fragment("y"))[0].encode()))
        alone.wait(10)
        connection.sendall(chunk(sse(DONE)[0].encode()) + b"0\r\n\r\n")

    with serving(answer) as server:
        run = Run(wire(server.url), key=KEY, combination=combination("1.0", "stream", "rest"), profile="memorylake")
        heard: list[int] = []

        def wake() -> None:
            heard.append(len(run._events))
            if heard[-1] == 51:
                told.set()
            if heard[-1] == 52:
                alone.set()

        run.listen(wake)
        run.start()
        result = finished(run)
    assert result.outcome == "completed"
    assert heard.count(51) == 1
    assert heard.count(52) == 1
    assert len([count for count in heard if 0 < count < 51]) <= 1  # not once for each of them
    assert run.wait(run.version - 1, 1) == run.version


def test_the_data_of_an_event_is_what_its_text_says() -> None:
    result = ran(stream_answer(*sse(TASK, "no json", "1.10", DONE)))
    assert [event.data for event in result.events][1] is None
    assert result.events[0].data["task"]["id"] == "run-1"
    assert str(result.events[2].data) == "1.10"  # every digit


def test_a_stream_asks_for_no_compression() -> None:
    with serving(stream_answer(*sse(TASK, DONE))) as server:
        finished(start(server.url))
        assert ("Accept-Encoding", "identity") in split(server.requests[0])[1]


def test_netrc_does_not_replace_the_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".netrc").write_text("machine 127.0.0.1 login thief password secret\n")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("NETRC", str(tmp_path / ".netrc"))
    with serving(json_answer(WHOLE_TASK)) as server:
        finished(start(server.url, "send"))
        finished(start(server.url, "send", auth="none"))
        assert [dict(split(request)[1]).get("Authorization") for request in server.requests] == [
            "Bearer sk_test_1234",
            None,
        ]


def test_a_redirect_is_told_and_not_followed() -> None:
    def answer(connection: socket.socket) -> None:
        connection.sendall(
            b"HTTP/1.1 302 Found\r\nLocation: https://elsewhere.example.com/x\r\nContent-Length: 0\r\n\r\n"
        )

    result = ran(answer)
    assert result.outcome == "refused"
    assert codes(result) == ["REDIRECT"]
    assert result.findings[0].params["location"] == "https://elsewhere.example.com/x"


def test_without_a_key_nothing_is_sent() -> None:
    with serving(json_answer("{}")) as server:
        run = Run(wire(server.url), key=None, combination=combination("1.0", "stream", "rest"), profile="memorylake")
        run.start()
        result = finished(run)
        assert (result.outcome, codes(result), server.requests) == ("no-connection", ["KEY_MISSING"], [])


def test_a_second_start_sends_nothing_again() -> None:
    with serving(json_answer(WHOLE_TASK)) as server:
        run = start(server.url, "send")
        run.start()
        finished(run)
        run.start()
        run.stop()
        assert run.result().outcome == "completed"
        assert len(server.requests) == 1


# Answers


def test_a_blocking_answer() -> None:
    result = ran(json_answer(WHOLE_TASK), "send")
    assert (result.outcome, result.reply) == ("completed", "Hello")
    assert result.response is not None
    assert (result.response.status, result.response.body) == (200, WHOLE_TASK)
    assert [(event.seq, event.raw, event.update.kind) for event in result.events] == [(1, WHOLE_TASK, "task")]
    assert result.findings == []


def test_a_production_stream() -> None:
    events = [TASK, fragment("Hel"), fragment("lo"), DONE]
    result = ran(stream_answer(*sse(*events), ": ping\n\n", "data:\n\n", "event: ping\ndata: 1\n\n", "data: {}\n\n"))
    assert (result.outcome, result.reply) == ("completed", "Hello")
    assert [event.raw for event in result.events] == events
    assert [event.seq for event in result.events] == [1, 2, 3, 4]
    assert result.keep_alives == 4
    assert result.findings == []
    assert result.response is not None
    assert result.response.body is None
    assert [state for state, _ in result.states] == ["working", "completed"]
    assert result.tail == ""


def test_an_event_is_in_the_log_while_the_stream_still_runs() -> None:
    go_on = threading.Event()

    def answer(connection: socket.socket) -> None:
        connection.sendall(STREAM_HEAD + b"Transfer-Encoding: chunked\r\n\r\n" + chunk(sse(TASK)[0].encode()))
        assert go_on.wait(10)
        connection.sendall(chunk(sse(DONE)[0].encode()) + b"0\r\n\r\n")

    with serving(answer) as server:
        run = start(server.url)
        until(lambda: len(run.events_after(0)) == 1)
        assert run.running
        assert run.result().outcome is None
        go_on.set()
        assert finished(run).outcome == "completed"


def test_a_close_delimited_stream() -> None:
    def answer(connection: socket.socket) -> None:
        connection.sendall(STREAM_HEAD + b"Connection: close\r\n\r\n" + "".join(sse(TASK, DONE)).encode())

    assert ran(answer).outcome == "completed"


def test_a_json_answer_to_a_stream_call_is_decoded_with_a_warning() -> None:
    result = ran(json_answer(WHOLE_TASK))
    assert (result.outcome, codes(result)) == ("completed", ["NOT_A_STREAM"])


@pytest.mark.parametrize("operation", ["send", "stream"])
def test_html_is_not_a2a(operation: str) -> None:
    result = ran(json_answer("<html>Hello</html>", content_type="text/html"), operation)
    assert result.outcome == "not-a2a"
    assert "NOT_A2A" in codes(result)
    assert result.events[0].raw == "<html>Hello</html>"


@pytest.mark.parametrize("operation", ["send", "stream"])
def test_an_envelope_is_a_refusal_with_its_code(operation: str) -> None:
    envelope = '{"success": false, "message": "Invalid API key", "error_code": "UNAUTHORIZED"}'
    result = ran(json_answer(envelope, "401 Unauthorized"), operation)
    assert (result.outcome, codes(result)) == ("refused", ["UNAUTHORIZED"])


def test_an_error_frame_in_the_stream_keeps_what_came_before() -> None:
    frame = 'event: error\ndata: {"error": {"code": 500, "status": "INTERNAL", "message": "unknown exception"}}\n\n'
    result = ran(stream_answer(*sse(TASK, fragment("Hel")), frame))
    assert (result.outcome, result.reply) == ("refused", "Hel")
    assert [event.update.kind for event in result.events] == ["task", "status-update", "error"]
    assert result.findings[0].params["server"] == "unknown exception"


def test_an_empty_answer() -> None:
    assert ran(stream_answer()).outcome == "ended-early"
    result = ran(json_answer(""), "send")
    assert (result.outcome, codes(result)) == ("not-a2a", ["EMPTY_ANSWER", "NOT_A2A"])
    assert [(event.seq, event.raw) for event in result.events] == [(1, "")]
    nothing = ran(lambda connection: connection.sendall(b"HTTP/1.1 204 No Content\r\n\r\n"), "send")
    assert (nothing.outcome, codes(nothing)) == ("done", [])


def test_bytes_that_are_no_utf8_are_kept() -> None:
    body = b'{"message": {"messageId": "m", "parts": [{"text": "\xff"}]}}'
    result = ran(json_answer(body), "send")
    assert (result.outcome, result.reply, codes(result)) == ("message", "\ufffd", ["NOT_UTF8"])
    assert result.response is not None
    assert result.response.body is None
    assert base64.b64decode(result.response.body_base64 or "") == body
    stream = ran(stream_answer(b"data: " + body + b"\n\n"))
    assert base64.b64decode(stream.events[0].raw_base64 or "") == b"data: " + body + b"\n\n"


def test_a_key_that_the_server_sends_back_is_masked() -> None:
    task = WHOLE_TASK.replace("Hello", "Your key is sk_test_1234")
    result = ran(json_answer(task), "send")
    assert result.reply == "Your key is ***"
    assert "KEY_ECHOED" in codes(result)
    assert "sk_test_1234" not in repr(result)


def test_a_key_that_comes_back_in_a_disguise_or_beside_the_body_is_masked_too() -> None:
    body = WHOLE_TASK.replace("Hello", "\\u0073k_\\u0074est_1234 \\u00e9")
    head = "HTTP/1.1 200 sk_test_1234\r\nContent-Type: text/sk_test_1234\r\nX-Key: sk_test_1234\r\n"
    answer = f"{head}Content-Length: {len(body)}\r\n\r\n{body}"
    result = ran(lambda connection: connection.sendall(answer.encode()))
    assert result.reply == "*** é"
    assert "sk_test_1234" not in repr(result)
    broken = ran(lambda connection: connection.sendall(b"NONSENSE sk_test_1234\r\n\r\n"))
    assert broken.outcome == "interrupted"
    assert "sk_test_1234" not in repr(broken)


# Breaks


def test_a_stream_that_ends_without_a_final_event() -> None:
    result = ran(stream_answer(*sse(TASK, fragment("Hel"))))
    assert (result.outcome, result.reply, codes(result)) == ("ended-early", "Hel", ["ENDED_EARLY"])


def test_a_stream_that_is_cut_inside_an_event_keeps_the_tail_apart() -> None:
    result = ran(stream_answer(*sse(TASK), 'data:{"statusUpd'))
    assert (result.outcome, len(result.events), result.tail) == ("ended-early", 1, 'data:{"statusUpd')
    assert codes(result) == ["ENDED_EARLY", "UNFINISHED_EVENT"]


def test_a_missing_last_chunk_is_an_interruption() -> None:
    result = ran(stream_answer(*sse(TASK, fragment("Hel")), end=b""))
    assert (result.outcome, result.reply, codes(result)) == ("interrupted", "Hel", ["INTERRUPTED"])


def test_a_cut_behind_the_final_event_is_only_a_warning() -> None:
    result = ran(stream_answer(*sse(TASK, DONE), end=b""))
    assert (result.outcome, codes(result)) == ("completed", ["INTERRUPTED", "AFTER_THE_END"])
    assert {found.level for found in result.findings} == {"warning"}


def test_a_reset() -> None:
    def answer(connection: socket.socket) -> None:
        connection.sendall(STREAM_HEAD + b"Transfer-Encoding: chunked\r\n\r\n" + chunk(sse(TASK)[0].encode()))
        time.sleep(0.05)
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\x00\x00\x00\x00\x00\x00\x00")
        connection.close()

    result = ran(answer)
    assert (result.outcome, len(result.events), codes(result)) == ("interrupted", 1, ["INTERRUPTED"])


def test_a_short_body() -> None:
    def answer(connection: socket.socket) -> None:
        connection.sendall(b'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"task":')

    result = ran(answer, "send")
    assert (result.outcome, result.events[0].raw) == ("interrupted", '{"task":')


def test_no_answer_at_all() -> None:
    result = ran(lambda connection: None)
    assert (result.outcome, codes(result), result.sent_as_shown) == ("interrupted", ["INTERRUPTED"], True)


def test_silence_ends_at_the_idle_limit() -> None:
    release = threading.Event()

    def answer(connection: socket.socket) -> None:
        connection.sendall(STREAM_HEAD + b"Transfer-Encoding: chunked\r\n\r\n" + chunk(sse(TASK)[0].encode()))
        release.wait(10)

    result = ran(answer, limits=Limits(connect=5, idle=0.2))
    release.set()
    assert (result.outcome, len(result.events), codes(result)) == ("timed-out", 1, ["IDLE_TIMEOUT"])
    result = ran(lambda connection: release.wait(0.0) and time.sleep(1), limits=Limits(connect=5, idle=0.2))
    assert (result.outcome, codes(result)) == ("timed-out", ["IDLE_TIMEOUT"])


def test_the_total_limit_ends_a_stream_that_never_ends() -> None:
    def answer(connection: socket.socket) -> None:
        connection.sendall(STREAM_HEAD + b"Transfer-Encoding: chunked\r\n\r\n")
        while True:
            connection.sendall(chunk(b": still here\n\n"))
            time.sleep(0.02)

    result = ran(answer, limits=Limits(connect=5, idle=5, total=0.3))
    assert (result.outcome, codes(result)) == ("timed-out", ["TOTAL_TIMEOUT"])


def test_a_large_body_may_take_longer_than_the_connect_limit() -> None:
    def answer(connection: socket.socket) -> None:
        json_answer(WHOLE_TASK)(connection)

    server = socket.create_server(("127.0.0.1", 0))

    def slow() -> None:
        connection, _ = server.accept()
        with connection:
            received = 0
            while received < 6_000_000:
                received += len(connection.recv(300_000))
                time.sleep(0.03)
            answer(connection)
            connection.recv(1)

    threading.Thread(target=slow, daemon=True).start()
    draft, _ = Draft.from_tree({"target": {"a2aUrl": f"http://127.0.0.1:{server.getsockname()[1]}"},
                                "message": {"parts": [{"type": "text", "text": "x" * 6_000_000}]}})  # fmt: skip
    assert draft is not None
    request = encode(draft, ids=Ids("m", "r")).request
    assert request is not None
    limits = Limits(connect=0.2, idle=5)
    run = Run(request, key=None, combination=combination("1.0", "send", "rest"), profile="a2a", limits=limits)
    run.start()
    result = finished(run)
    server.close()
    assert (result.outcome, result.sent_as_shown, codes(result)) == ("completed", True, [])


# Odd heads


@pytest.mark.parametrize("interim", ["100 Continue", "102 Processing", "103 Early Hints", "199 Whatever"])
def test_an_interim_answer_is_not_the_answer(interim: str) -> None:
    def answer(connection: socket.socket) -> None:
        connection.sendall(f"HTTP/1.1 {interim}\r\nLink: </x>\r\n\r\n".encode())
        json_answer(WHOLE_TASK)(connection)

    result = ran(answer, "send")
    assert (result.outcome, result.response and result.response.status) == ("completed", 200)


@pytest.mark.parametrize(
    "head", ["HTTP/1.1 200 OK\r\nContent-Ty", "HTTP/1.1 200 OK\r\nX: 1\r\n", "HTTP/1.1 200 OK\r\n"]
)
def test_an_answer_that_is_cut_inside_its_head_is_interrupted(head: str) -> None:
    result = ran(lambda connection: connection.sendall(head.encode()), "send")
    assert (result.outcome, codes(result), result.response) == ("interrupted", ["INTERRUPTED"], None)
    assert "inside its headers" in result.findings[0].params["problem"]


def test_a_line_that_is_no_header_hides_none_of_the_others() -> None:
    def answer(connection: socket.socket) -> None:
        head = "HTTP/1.1 200 OK\r\nX: 1\r\nbad line\r\nContent-Type : text/event-stream\r\nConnection: close\r\n\r\n"
        connection.sendall((head + "".join(sse(TASK, DONE))).encode())

    result = ran(answer)
    assert (result.outcome, len(result.events), codes(result)) == ("completed", 2, ["HEADERS_DAMAGED"])
    assert result.findings[0].params["lines"] == "bad line"


# Streams that are none


def test_text_in_a_stream_that_is_no_event_is_shown_as_one() -> None:
    error = '{"jsonrpc": "2.0", "id": "1", "error": {"code": -32001, "message": "Task not found"}}'
    result = ran(stream_answer(f"{error}\n\n"))
    assert (result.outcome, codes(result)) == ("refused", ["TASK_NOT_FOUND", "NOT_SSE"])
    page = ran(stream_answer("<html>\n<p>Sorry</p>\n\n"))
    assert (page.outcome, page.events[0].raw) == ("ended-early", "<html>\n<p>Sorry</p>")
    frame = ran(stream_answer("event: error\ndata:{}\n\n"))
    assert frame.outcome == "refused"


def test_an_event_of_very_many_lines() -> None:
    pretty = json.dumps(json.loads(WHOLE_TASK) | {"filler": list(range(5000))}, indent=1)
    lines = "".join(f"data: {line}\r\n" for line in pretty.split("\n"))
    result = ran(stream_answer(f": ping\r\n{lines}id: 7\r\nevent: message\r\n\r\n"))
    assert (result.outcome, result.reply, len(result.events)) == ("completed", "Hello", 1)
    assert result.events[0].raw == pretty


def test_findings_of_one_kind_are_not_endless() -> None:
    odd = [f'{{"statusUpdate": {{"taskId": "t", "status": {{"state": "S{n}"}}}}}}' for n in range(500)]
    result = ran(stream_answer(*sse(*odd)))
    assert len(result.events) == 500
    assert codes(result) == ["UNKNOWN_STATE"] * 20 + ["ENDED_EARLY"]


# Stop


def test_what_had_arrived_of_an_answer_is_kept_when_it_is_stopped() -> None:
    release = threading.Event()

    def half_a_body(connection: socket.socket) -> None:
        connection.sendall(b'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"task":')
        release.wait(10)

    def half_an_event(connection: socket.socket) -> None:
        connection.sendall(STREAM_HEAD + b"Transfer-Encoding: chunked\r\n\r\n" + chunk(b'data:{"task":'))
        release.wait(10)

    with serving(half_a_body) as server:
        run = start(server.url, "send")
        until(lambda: run.result().response and run._arriving)
        run.stop()
        response = run.result().response
        assert response is not None
        assert response.body == '{"task":'
    with serving(half_an_event) as server:
        result = finished(start(server.url, limits=Limits(connect=5, idle=5, total=0.5)))
        assert (result.outcome, result.tail) == ("timed-out", 'data:{"task":')
    release.set()


def test_stop_before_the_headers_are_there() -> None:
    release = threading.Event()
    with serving(lambda connection: release.wait(10) and None) as server:
        run = start(server.url)
        until(lambda: server.requests)
        run.stop()
        assert (run.running, run.result().outcome, codes(run.result())) == (False, "stopped", ["STOPPED"])
        assert run.result().sent_as_shown is True  # the request had left, though nothing had come back
        run._thread.join(5)
        assert not run._thread.is_alive()
        release.set()
        assert server.closed_by_client.wait(5)


def test_stop_in_the_middle_closes_the_connection_and_keeps_what_came() -> None:
    with serving(endless) as server:
        run = start(server.url)
        until(lambda: len(run.events_after(0)) > 2)
        run.stop()
        kept, version = run.result(), run.version
        assert kept.outcome == "stopped"
        run._thread.join(5)
        assert not run._thread.is_alive()
        assert run.version == version
        assert run.result() == kept  # an ended run does not change any more


def test_stop_ends_a_tls_handshake() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        run = start(f"https://127.0.0.1:{listener.getsockname()[1]}", limits=Limits(connect=60, idle=60))
        connection, _ = listener.accept()
        with connection:
            connection.settimeout(10)
            assert connection.recv(1)  # the client's hello; no answer comes
            run.stop()
            run._thread.join(5)
            assert not run._thread.is_alive()
            while connection.recv(65536):
                pass  # until the client's end is there
    assert run.result().outcome == "stopped"


def test_bytes_as_shown_is_known_while_the_answer_is_awaited() -> None:
    release = threading.Event()
    with serving(lambda connection: release.wait(10) and None) as server:
        run = start(server.url)
        until(lambda: run.result().sent_as_shown is not None)
        assert run.running
        run.stop()
        release.set()


def endless(connection: socket.socket) -> None:
    connection.sendall(STREAM_HEAD + b"Transfer-Encoding: chunked\r\n\r\n" + chunk(sse(TASK)[0].encode()))
    while True:
        connection.sendall(chunk(sse(fragment("x"))[0].encode()))
        time.sleep(0.01)


# No connection


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
        return port


def test_a_server_that_is_down() -> None:
    result = finished(start(f"http://127.0.0.1:{free_port()}"))
    assert (result.outcome, codes(result), result.sent_as_shown) == ("no-connection", ["CONNECTION_REFUSED"], None)


def test_a_name_that_is_not_known() -> None:
    result = finished(start("http://nowhere.invalid"))
    assert (result.outcome, codes(result)) == ("no-connection", ["NAME_NOT_FOUND"])


def test_a_connection_that_never_comes() -> None:
    # A full backlog: the kernel neither accepts nor refuses.
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen(0)
        port = listener.getsockname()[1]
        fillers = []
        for _ in range(3):
            filler = socket.socket()
            filler.setblocking(False)
            filler.connect_ex(("127.0.0.1", port))
            fillers.append(filler)
        result = finished(start(f"http://127.0.0.1:{port}", limits=Limits(connect=0.3, idle=5)))
        for filler in fillers:
            filler.close()
    assert (result.outcome, codes(result)) == ("no-connection", ["CONNECT_TIMEOUT"])


def test_a_server_that_speaks_no_tls() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def refuse() -> None:
            connection, _ = listener.accept()
            with connection:
                connection.recv(10)
                connection.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")

        threading.Thread(target=refuse, daemon=True).start()
        result = finished(start(f"https://127.0.0.1:{listener.getsockname()[1]}"))
    assert (result.outcome, codes(result)) == ("no-connection", ["TLS_FAILED"])


def test_a_tls_handshake_that_nobody_answers() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        url = f"https://127.0.0.1:{listener.getsockname()[1]}"
        result = finished(start(url, limits=Limits(connect=0.3, idle=5)))
    assert (result.outcome, codes(result)) == ("no-connection", ["CONNECT_TIMEOUT"])


@pytest.fixture
def secure(tmp_path: Path) -> Iterator[tuple[int, Path]]:
    """A server that speaks TLS with a certificate of its own: its port and the certificate's file."""
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "key.pem", "-out", "cert.pem",
         "-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1,DNS:agents.example.com"],
        cwd=tmp_path, check=True, capture_output=True,
    )  # fmt: skip
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(tmp_path / "cert.pem", tmp_path / "key.pem")
    listener = context.wrap_socket(socket.create_server(("127.0.0.1", 0)), server_side=True)
    answered = threading.Event()

    def serve() -> None:
        while not answered.is_set():
            try:
                connection, _ = listener.accept()
            except OSError:
                continue
            with connection:
                read_request(connection)
                json_answer(WHOLE_TASK)(connection)
                answered.set()

    threading.Thread(target=serve, daemon=True).start()
    yield listener.getsockname()[1], tmp_path / "cert.pem"
    answered.set()
    listener.close()


def test_a_certificate_that_nobody_vouches_for(secure: tuple[int, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    port, certificate = secure
    result = finished(start(f"https://127.0.0.1:{port}", "send"))
    assert (result.outcome, codes(result)) == ("no-connection", ["TLS_FAILED"])
    monkeypatch.setenv("REQUESTS_CA_BUNDLE", str(certificate))
    result = finished(start(f"https://127.0.0.1:{port}", "send"))
    assert (result.outcome, result.sent_as_shown) == ("completed", True)


def test_https_through_a_proxy(secure: tuple[int, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    port, certificate = secure

    def tunnel(connection: socket.socket) -> None:
        connection.sendall(b"HTTP/1.1 200 Connection established\r\n\r\n")
        with socket.create_connection(("127.0.0.1", port)) as server:
            back = threading.Thread(target=pump, args=[server, connection], daemon=True)
            back.start()
            pump(connection, server)
            back.join(10)

    with serving(tunnel) as proxy:
        monkeypatch.setenv("no_proxy", "")
        monkeypatch.setenv("https_proxy", proxy.url)
        monkeypatch.setenv("REQUESTS_CA_BUNDLE", str(certificate))
        result = finished(start("https://agents.example.com", "send"))
        assert split(proxy.requests[0])[0].startswith("CONNECT agents.example.com:443 HTTP/1.")
        assert b"sk_test_1234" not in proxy.requests[0]
    assert (result.outcome, result.reply, result.sent_as_shown) == ("completed", "Hello", True)


def pump(source: socket.socket, target: socket.socket) -> None:
    with suppress(OSError):
        while data := source.recv(65536):
            target.sendall(data)
        target.shutdown(socket.SHUT_WR)


def test_a_proxy_of_the_environment_is_used_and_its_failure_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("no_proxy", "")
    with serving(json_answer(WHOLE_TASK)) as proxy:
        monkeypatch.setenv("http_proxy", proxy.url)
        result = finished(start("http://agents.example.com", "send"))
        assert split(proxy.requests[0])[0].startswith("POST http://agents.example.com/api/v3/")
    assert (result.outcome, result.sent_as_shown) == ("completed", True)
    monkeypatch.setenv("http_proxy", f"http://user:secret@127.0.0.1:{free_port()}")
    with serving(json_answer(WHOLE_TASK)) as server:  # this machine is reached past the proxy
        assert finished(start(server.url, "send")).outcome == "completed"
    monkeypatch.setenv("https_proxy", f"http://127.0.0.1:{free_port()}")
    result = finished(start("https://agents.example.com", "send"))
    assert (result.outcome, codes(result)) == ("no-connection", ["PROXY_FAILED"])


# Keys


@pytest.mark.parametrize(
    ("url", "allowed"),
    [
        ("https://app.memorylake.ai/openapi/memorylake/x", True),
        ("https://app.memorylake.cn/openapi/memorylake/x", True),
        ("https://own.example.com/openapi/memorylake/x", True),
        ("http://127.0.0.1:9/x", True),
        ("http://localhost:9/x", True),
        ("https://friend.example.com/x", True),
        ("http://app.memorylake.ai/x", False),
        ("https://app.memorylake.ai.evil.com/x", False),
        ("https://app.memorylake.ai:444/x", False),
        ("https://own.example.com:8443/x", False),
        ("https://evil.example.com/x", False),
        ("http://127.evil.com/x", False),
    ],
)
def test_where_the_environments_key_may_go(url: str, allowed: bool) -> None:
    environment = {
        "MEMORYLAKE_API_KEY": "sk_env",
        "MEMORYLAKE_BASE_URL": "https://own.example.com/openapi/memorylake",
    }
    key = environment_key(url, ["friend.example.com"], environment)
    assert (key is not None and key.get_secret_value() == "sk_env") == allowed
    assert environment_key(url, [], {}) is None


def test_key_findings_and_redaction() -> None:
    request = wire("https://h.example.com")
    assert key_finding(request, SecretStr("sk_1"), {}) is None
    found = [key_finding(request, None, {}), key_finding(request, None, {"MEMORYLAKE_API_KEY": "x"})]
    found.append(key_finding(request, SecretStr("sk 1\n"), {}))
    assert [f.code for f in found if f] == ["KEY_MISSING", "KEY_NOT_FOR_HOST", "KEY_INVALID"]
    assert key_finding(wire("https://h.example.com", auth="none"), None, {}) is None
    assert redacted("a sk_1 b sk_1", SecretStr("sk_1")) == "a *** b ***"
    assert redacted("a", None) == redacted("a", SecretStr("")) == "a"
    # A dummy key is part of ordinary words: masking it would ruin answers and requests.
    assert redacted("message", SecretStr("message")) == "message"
    assert redacted("sk_", SecretStr("sk_")) == "sk_"
    assert redacted(r"\u0073k\u005F1234", SecretStr("sk_1234")) == "***"


def test_a_dummy_key_ruins_nothing_and_is_told() -> None:
    with serving(json_answer(WHOLE_TASK)) as server:
        rest = combination("1.0", "send", "rest")
        run = Run(wire(server.url, "send"), key=SecretStr("task"), combination=rest, profile="memorylake")
        run.start()
        result = finished(run)
    assert (result.outcome, result.reply, codes(result)) == ("completed", "Hello", ["KEY_SHORT"])
