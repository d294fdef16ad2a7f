"""The live view's socket, by a real websocket client against a real server."""

import json
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
import uvicorn
from runs import DONE, ended, fragment, run_at
from servers import STREAM_HEAD, chunk, serving, stream_answer
from starlette.applications import Starlette
from streamlit.web.server.starlette.starlette_app_utils import generate_xsrf_token_string
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from playground.ui import feed, route

SECRET = b"jane's browser!!"
COOKIE = {"Cookie": f"_streamlit_xsrf={generate_xsrf_token_string(SECRET)}"}


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    server = uvicorn.Server(
        uvicorn.Config(Starlette(routes=[route.route()]), port=0, log_level="critical", lifespan="off")
    )
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    yield f"ws://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}/live-feed"
    server.should_exit = True
    thread.join(10)


def told(socket: ClientConnection) -> tuple[list[str | bytes], int | None]:
    """All that the server says, and the code with which it closes."""
    messages: list[str | bytes] = []
    try:
        while True:
            messages.append(socket.recv(timeout=10))
    except ConnectionClosed as end:
        return messages, end.rcvd.code if end.rcvd is not None else None


def closed(socket: ClientConnection) -> int | None:
    return told(socket)[1]


def heard(socket: ClientConnection) -> list[dict[str, Any]]:
    """The frames until the server says that the run has ended."""
    messages, code = told(socket)
    assert code == route.ENDED
    return [json.loads(message) for message in messages]


def test_a_finished_run_is_sent_whole_and_the_socket_closes_with_the_end(address: str) -> None:
    with serving(stream_answer(*[fragment(str(n)) for n in range(700)], DONE)) as server:
        run = ended(run_at(server.url))
    held = feed.offer(run, SECRET.hex())
    with connect(address, additional_headers=COOKIE) as socket:
        socket.send(json.dumps({"run": held.run.token, "after": 0}))
        frames = heard(socket)
    assert [row[0] for frame in frames for row in frame["rows"]] == list(range(1, 702))
    assert frames[-1]["outcome"] == "completed"
    with connect(address, additional_headers=COOKIE) as socket:
        socket.send(json.dumps({"run": run.token, "after": 650}))
        assert [row[0] for frame in heard(socket) for row in frame["rows"]] == list(range(651, 702))


def test_each_event_is_sent_while_the_stream_still_runs(address: str) -> None:
    go = threading.Semaphore(0)

    def answer(connection: Any) -> None:
        connection.sendall(STREAM_HEAD + b"Transfer-Encoding: chunked\r\n\r\n")
        for text in ("one", "two", "three"):
            go.acquire()
            connection.sendall(chunk(fragment(text).encode()))
        go.acquire()
        connection.sendall(chunk(DONE.encode()) + b"0\r\n\r\n")

    with serving(answer) as server, connect(address, additional_headers=COOKIE) as socket:
        run = run_at(server.url)
        held = feed.offer(run, SECRET.hex())
        socket.send(json.dumps({"run": held.run.token, "after": 0}))
        run.start()
        for text in ("one", "two", "three"):
            go.release()
            rows: list[Any] = []
            while not rows:
                rows = json.loads(socket.recv(timeout=10)).get("rows") or []
            assert [row[4] for row in rows] == [text]
        assert run.running
        go.release()
        assert heard(socket)[-1]["outcome"] == "completed"


def test_a_silent_run_gives_signs_of_life(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(route, "BEAT_SECONDS", 0.05)
    hold = threading.Event()

    def answer(connection: Any) -> None:
        connection.sendall(STREAM_HEAD + b"\r\n")
        hold.wait(20)

    with serving(answer) as server, connect(address, additional_headers=COOKIE) as socket:
        run = run_at(server.url)
        held = feed.offer(run, SECRET.hex())
        run.start()
        socket.send(json.dumps({"run": held.run.token, "after": 0}))
        beats = 0
        while beats < 3:
            beats += json.loads(socket.recv(timeout=10)).keys() == {"at"}
        run.stop()
        assert heard(socket)[-1]["outcome"] == "stopped"
        hold.set()


def test_an_event_is_opened_and_fetched_whole(address: str) -> None:
    with serving(stream_answer(fragment("你好 \u2028 </script>"), DONE)) as server:
        run = ended(run_at(server.url))
    held = feed.offer(run, SECRET.hex())
    answers = []
    for question in ({"open": 1}, {"whole": 1}, {"lines": 1}, {"open": 9}, {"whole": "x"}, {"lines": None}):
        with connect(address, additional_headers=COOKIE) as socket:
            socket.send(json.dumps({"run": held.run.token, **question}))
            answers.append(socket.recv(timeout=10))
    assert json.loads(answers[0])["seq"] == 1
    assert answers[1] == run.events_after(0)[0].raw
    assert json.loads(answers[0])["raw"] == answers[2] == fragment("你好 \u2028 </script>")
    assert answers[3:] == ["{}", "", ""]


OTHER = {"Cookie": f"_streamlit_xsrf={generate_xsrf_token_string(b'another browser!')}"}


@pytest.mark.parametrize(
    "headers", [{}, OTHER, {"Cookie": "_streamlit_xsrf=garbage"}, {"Cookie": "_streamlit_xsrf=2|é|é|1"}]
)
def test_another_browser_is_told_nothing(address: str, headers: dict[str, str]) -> None:
    held = feed.offer(run_at("http://127.0.0.1:9"), SECRET.hex())
    for question in ({"after": 0}, {"open": 1}, {"whole": 1}):
        with connect(address, additional_headers=headers) as socket:
            socket.send(json.dumps({"run": held.run.token, **question}))
            assert closed(socket) == route.UNKNOWN


@pytest.mark.parametrize("question", ["", "{", "[]", "null", '{"run": 1}', '{"run": null}', "[" * 100_000, "{}"])
def test_a_question_that_makes_no_sense_is_no_error(address: str, question: str) -> None:
    with connect(address, additional_headers=COOKIE) as socket:
        socket.send(question)
        assert closed(socket) == route.UNKNOWN


def test_a_question_in_bytes_is_no_error(address: str) -> None:
    with connect(address, additional_headers=COOKIE) as socket:
        socket.send(b"\xff\xfe")
        assert closed(socket) == route.UNKNOWN


def test_a_foreign_page_may_not_connect(address: str) -> None:
    for foreign in ("https://evil.example", "null", "http://["):
        headers = {**COOKIE, "Origin": foreign}
        with pytest.raises(InvalidStatus), connect(address, additional_headers=headers):
            pass
    host = address.removeprefix("ws://").partition("/")[0]
    with connect(address, origin=f"http://{host}", additional_headers=COOKIE) as socket:
        socket.send("{}")
        assert closed(socket) == route.UNKNOWN


def test_a_run_has_no_listener_when_its_follower_has_gone(address: str) -> None:
    hold = threading.Event()

    def answer(connection: Any) -> None:
        connection.sendall(STREAM_HEAD + b"\r\n" + fragment("one").encode())
        hold.wait(20)

    with serving(answer) as server:
        run = run_at(server.url)
        held = feed.offer(run, SECRET.hex())
        run.start()
        with connect(address, additional_headers=COOKIE) as socket:
            socket.send(json.dumps({"run": held.run.token, "after": 0}))
            socket.recv(timeout=10)
            assert len(run._listeners) == 1
        for _ in range(200):
            if not run._listeners:
                break
            time.sleep(0.05)
        assert not run._listeners
        run.stop()
        hold.set()
