"""What a follower of a run is told: all of the log, once, in order, however it arrives in pieces."""

import gc
import json
import threading
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from runs import DONE, ended, fragment, run_at
from servers import STREAM_HEAD, chunk, serving, stream_answer
from streamlit.web.server.starlette.starlette_app_utils import generate_xsrf_token_string

from playground.ui import feed


def followed(follower: feed.Follower) -> dict[str, Any]:
    """What a browser makes of the frames."""
    rows: list[feed.Row] = []
    reply = ""
    outcome = None
    for frame in frames_of(follower):
        assert frame["from"] == len(rows) + 1 or not frame["rows"]
        rows += frame["rows"]
        grown = frame.get("reply", {})
        reply = grown["text"] if "text" in grown else reply + grown.get("append", "")
        outcome = frame.get("outcome")
    return {"rows": rows, "reply": reply, "outcome": outcome}


def test_a_finished_run_is_told_whole() -> None:
    with serving(stream_answer(fragment("Hel"), fragment("lo"), DONE)) as server:
        run = ended(run_at(server.url))
    told = followed(feed.Follower(run))
    assert [(row[0], row[2], row[3], row[4], row[5]) for row in told["rows"]] == [
        (1, "status-update", "working", "Hel", ""),
        (2, "status-update", "working", "lo", ""),
        (3, "status-update", "completed", "", ""),
    ]
    assert told["reply"] == "Hello"
    assert told["outcome"] == "completed"
    assert [row[4] for frame in frames_of(feed.Follower(run, after=1)) for row in frame["rows"]] == ["lo", ""]


def test_a_run_is_told_as_it_grows_and_nothing_is_told_twice() -> None:
    go = threading.Semaphore(0)

    def answer(connection: Any) -> None:
        connection.sendall(STREAM_HEAD + b"Transfer-Encoding: chunked\r\n\r\n")
        for text in ("a", "b", "c"):
            go.acquire()
            connection.sendall(chunk(fragment(text).encode()))
        go.acquire()
        connection.sendall(chunk(DONE.encode()) + b"0\r\n\r\n")

    with serving(answer) as server:
        run = run_at(server.url)
        rung = threading.Event()
        deaf = run.listen(rung.set)
        run.start()
        follower = feed.Follower(run)
        told: list[str] = []
        for count, whole in enumerate(("a", "ab", "abc"), start=1):
            go.release()
            while len(run.events_after(0)) < count:
                assert rung.wait(10)
                rung.clear()
            frame = follower.frame()
            assert frame is not None
            assert [row[4] for row in frame["rows"]] == [whole[-1]]
            told.append(frame["reply"].get("text", frame["reply"].get("append")))
            assert follower.frame() is None or not follower.ended
        assert told == ["a", "b", "c"]
        go.release()
        while run.running:
            run.wait(run.version, 1)
        last = follower.frame()
        assert last is not None
        assert last["outcome"] == "completed"
        assert follower.ended
        deaf()


def test_many_rows_come_in_frames_of_a_bounded_size() -> None:
    with serving(stream_answer(*[fragment(str(number)) for number in range(1203)], DONE)) as server:
        run = ended(run_at(server.url))
    follower = feed.Follower(run)
    sizes = []
    while (frame := follower.frame()) is not None:
        sizes.append(len(frame["rows"]))
    assert sizes == [500, 500, 204]


@given(st.lists(st.text(min_size=1, max_size=8), min_size=1, max_size=12), st.integers(0, 14))
def test_whatever_the_agent_says_is_told_as_it_is(texts: list[str], after: int) -> None:
    with serving(stream_answer(*map(fragment, texts), DONE)) as server:
        run = ended(run_at(server.url))
    told = [row for frame in frames_of(feed.Follower(run, after)) for row in frame["rows"]]
    assert [row[0] for row in told] == list(range(after + 1, len(texts) + 2))
    assert json.loads(json.dumps(told, ensure_ascii=False).encode()) == [list(row) for row in told]
    reply = run.result().reply
    assert "".join(frame.get("reply", {}).get("text", "") for frame in frames_of(feed.Follower(run, after))) == reply


def frames_of(follower: feed.Follower) -> list[dict[str, Any]]:
    frames = []
    while (frame := follower.frame()) is not None:
        frames.append(frame)
    return frames


def test_an_opened_event_is_cut_for_the_page_and_whole_for_the_download() -> None:
    long = "x" * 300_000
    with serving(stream_answer(fragment(long), ": hint\nevent: error\ndata: no json\n\n", DONE)) as server:
        run = ended(run_at(server.url))
    opened = feed.detail(run, 1)
    assert opened is not None
    assert (len(opened["json"]), len(opened["raw"]), opened["cut"]) == (200_000, 200_000, True)
    assert opened["size"] == len(run.events_after(0)[0].raw)
    assert feed.whole(run, 1) == run.events_after(0)[0].raw
    assert feed.lines(run, 1) == fragment(long)
    stray = feed.detail(run, 2)
    assert stray is not None
    # What an error frame looks like on the wire is what support needs to see.
    assert (stray["json"], stray["raw"]) == ("", ": hint\nevent: error\ndata: no json\n\n")
    assert feed.whole(run, 2) == "no json"
    assert "no json" in stray["findings"][0]
    for unknown in (0, -1, 4, "1", None, 1.5, [1]):
        assert feed.detail(run, unknown) is None
        assert feed.whole(run, unknown) is None
        assert feed.lines(run, unknown) is None


def test_a_reply_that_is_cut_says_so() -> None:
    with serving(stream_answer(fragment("x" * 250_000), DONE)) as server:
        run = ended(run_at(server.url))
    (frame,) = frames_of(feed.Follower(run))
    assert len(frame["reply"]["text"]) == 200_000
    assert frame["cut"] is True


def test_a_run_is_found_by_its_token_and_its_browser_only() -> None:
    run = run_at("http://127.0.0.1:9")
    other = run_at("http://127.0.0.1:9")
    held = feed.offer(run, "jane's browser")
    free = feed.offer(other, None)
    assert feed.find(run.token, "jane's browser") is run
    assert feed.find(run.token, "tom's browser") is None
    assert feed.find(run.token, None) is None
    assert feed.find("another token", "jane's browser") is None
    assert feed.find(None, "jane's browser") is None
    assert feed.find({"a": 1}, "jane's browser") is None
    assert feed.find(other.token, None) is other
    # When the session lets go of it, it cannot be found any more.
    token = run.token
    del held, free, run, other
    gc.collect()
    assert feed.find(token, "jane's browser") is None


@given(st.binary(min_size=16, max_size=16))
def test_a_browser_is_known_again_by_any_of_its_cookies(secret: bytes) -> None:
    cookies = {generate_xsrf_token_string(secret) for _ in range(3)}
    assert {feed.browser_of(cookie) for cookie in cookies} == {secret.hex()}


ODD_COOKIES = [None, "", "2|", "2||abcd|1", "2|zz|abcd|1", "garbage", "é|é|é|é", "2|00|ff|é", "\ud800", "2|0|ff|1"]


@pytest.mark.parametrize("cookie", ODD_COOKIES)
def test_a_cookie_that_is_none_finds_nothing(cookie: str | None) -> None:
    assert feed.browser_of(cookie) is None
    held = feed.offer(run_at("http://127.0.0.1:9"), "00ff")
    assert feed.find(held.run.token, feed.browser_of(cookie)) is None
    assert feed.find(held.run.token, feed.browser_of('"2|00000000|00ff|1"')) is held.run
