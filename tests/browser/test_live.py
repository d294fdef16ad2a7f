"""The live view in Chromium: every event, in order, through edits, page switches and cut sockets; and its fallback."""

import json
import re
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from browser import actions
from browser.actions import HOLD, request, result, send, tab
from browser.conftest import started
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect
from proxies import Proxy
from runs import DONE, fragment
from servers import STREAM_HEAD, Answer, RawServer, chunk, serving

FEEDS = "[...globalThis[Symbol.for('memorylake-playground.feeds')].values()]"


def go_to_server(page: Page, url: str) -> None:
    """The server, asked as MemoryLake is: fragments of a reply join. Without a key."""
    actions.go_to_server(page, url)
    page.get_by_role("radio", name="memorylake").click(delay=HOLD)
    expect(request(page)).to_contain_text("Authorization")
    page.get_by_role("radio", name="None", exact=True).click(delay=HOLD)
    expect(request(page)).not_to_contain_text("Authorization")


def counting(count: int, pause: float = 0.0, hold: threading.Event | None = None) -> Any:
    """Sends that many numbered fragments, then waits if it shall, then the end."""

    def answer(connection: socket.socket) -> None:
        connection.sendall(STREAM_HEAD + b"Transfer-Encoding: chunked\r\n\r\n")
        begin = time.monotonic()
        batch = b""
        for number in range(1, count + 1):
            batch += chunk(fragment(f"<{number}>").encode())
            if pause:
                time.sleep(max(0.0, begin + number * pause - time.monotonic()))
            if pause or len(batch) > 60_000:
                connection.sendall(batch)
                batch = b""
        connection.sendall(batch)
        if hold is not None:
            hold.wait(30)
        connection.sendall(chunk(DONE.encode()) + b"0\r\n\r\n")

    return answer


def opened(context: BrowserContext, url: str) -> Page:
    page = context.new_page()
    page.set_default_timeout(20_000)
    page.goto(url)
    page.locator(".st-key-request-code code").wait_for()
    return page


@contextmanager
def behind(
    chromium: Browser,
    folder: Path,
    answer: Answer,
    path: str = "/",
    environment: dict[str, str] | None = None,
    **how: Any,
) -> Iterator[tuple[Page, Proxy]]:
    """A page of its own behind a proxy, with a server that answers so as the target."""
    with started(folder / "log", **(environment or {})) as (_url, port), serving(answer) as server:
        proxy = Proxy(port, **how)
        context = chromium.new_context(viewport={"width": 1440, "height": 900})
        page = opened(context, f"{proxy.url}{path}")
        go_to_server(page, server.url)
        yield page, proxy
        context.close()
        proxy.close()


def rows(page: Page) -> Locator:
    return result(page).locator(".list .row")


def test_600_events_arrive_in_order_through_edits_page_switches_and_cut_sockets(
    chromium: Browser, tmp_path: Path
) -> None:
    """The socket is cut by a proxy in between, five times, while somebody works on."""
    hold = threading.Event()
    with behind(chromium, tmp_path, counting(600, 0.02, hold)) as (page, proxy):
        tab(page, "Events")
        send(page)
        rows(page).first.wait_for()
        message = page.get_by_label("Message", exact=True)
        for round_ in range(5):
            message.fill(f"edited {round_}")
            expect(page.locator(".st-key-request-code")).to_contain_text(f"edited {round_}")
            page.wait_for_function(f"{FEEDS}[0].greeted && {FEEDS}[0].socket")
            assert proxy.cut("/live-feed") == 1
            if round_ in {1, 3}:
                page.get_by_role("link", name="Help").click(delay=HOLD)
                expect(page.locator(".st-key-request-code")).to_have_count(0)
                page.get_by_role("link", name="Build").click(delay=HOLD)
                rows(page).first.wait_for()
            page.wait_for_timeout(700)
        assert page.locator(".st-key-stop button").is_enabled()
        expect(result(page).locator(".strip")).to_contain_text("600 events", timeout=30_000)
        hold.set()
        expect(page.locator(".st-key-stop button")).to_be_disabled()
        arrived = page.evaluate(f"{FEEDS}.map((feed) => feed.rows.map((row) => [row[0], row[4]]))")
        assert arrived == [[[number, f"<{number}>"] for number in range(1, 601)] + [[601, ""]]]
        assert len([path for path in proxy.passed if path == "/live-feed"]) >= 6
        expect(page.locator(".st-key-clock")).to_contain_text("bytes as shown: yes")
        tab(page, "Reply")
        expect(result(page)).to_contain_text("".join(f"<{number}>" for number in range(1, 601)))
        assert message.input_value() == "edited 4"


def test_10_000_events_at_full_speed(page: Page) -> None:
    with serving(counting(10_000)) as server:
        go_to_server(page, server.url)
        tab(page, "Events")
        send(page)
        expect(result(page)).to_contain_text("10001 events")
        expect(page.locator(".st-key-stop button")).to_be_disabled()
        # The settled view is the table; the list is one click away and holds every one, few of them in the page.
        expect(result(page).get_by_test_id("stDataFrame")).to_be_visible()
        result(page).get_by_role("radio", name="List").click(delay=HOLD)
        rows(page).first.wait_for()
        page.wait_for_function(f"{FEEDS}[0].rows.length === 10001")
        assert rows(page).count() < 60
        result(page).locator(".list").press("Home")
        expect(rows(page).filter(has_text="<1>")).to_have_count(1)
        result(page).locator(".list").press("End")
        expect(rows(page).filter(has_text="<10000>")).to_have_count(1)
        # The page is still quick to edit.
        page.get_by_label("Actor", exact=True).fill("act_after")
        expect(page.locator(".st-key-request-code")).to_contain_text("act_after")


def test_the_list_opens_filters_copies_and_follows(page: Page) -> None:
    hold = threading.Event()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    with serving(counting(60, hold=hold)) as server:
        go_to_server(page, server.url)
        tab(page, "Events")
        send(page)
        # It follows: the newest is in sight.
        expect(rows(page).filter(has_text="<60>")).to_be_visible()
        # A row opens to its parsed JSON and its text as it came.
        rows(page).filter(has_text="<59>").click()
        detail = result(page).locator(".detail")
        expect(detail).to_contain_text("Event 59")
        expect(detail.get_by_label("Parsed")).to_contain_text('"state": "TASK_STATE_WORKING"')
        raw = fragment("<59>").removeprefix("data:").strip()
        expect(detail.get_by_label("As it came", exact=True)).to_have_text(fragment("<59>").strip())
        for button, text in (("Copy as it came", fragment("<59>")), ("Copy data", raw)):
            detail.get_by_role("button", name=button).click()
            expect(detail).to_contain_text("Copied")
            assert page.evaluate("navigator.clipboard.readText()") == text
            expect(detail).not_to_contain_text("Copied")
        # The keyboard moves on and closes.
        result(page).locator(".list").press("ArrowUp")
        expect(detail).to_contain_text("Event 58")
        result(page).locator(".list").press("Escape")
        expect(detail).to_be_hidden()
        # One row is copied as it stands.
        rows(page).filter(has_text="<57>").hover()
        rows(page).filter(has_text="<57>").get_by_role("button").click()
        expect(rows(page).filter(has_text="<57>").get_by_role("button")).to_have_text("✓")
        assert page.evaluate("navigator.clipboard.readText()") == fragment("<57>").removeprefix("data:").strip()
        # Whoever looks back is left in peace when more comes, and on when the run has ended.
        result(page).locator(".list").press("Home")
        expect(rows(page).filter(has_text="<1>")).to_be_visible()
        hold.set()
        expect(page.locator(".st-key-stop button")).to_be_disabled()
        expect(rows(page).filter(has_text="<1>")).to_be_visible()
        result(page).get_by_role("button", name="To the end").click()
        expect(rows(page).filter(has_text="completed")).to_be_visible()
        # By kind: all of these are status updates.
        result(page).get_by_role("button", name="status-update 61").click()
        expect(rows(page).filter(has_text="<60>")).to_be_visible()


def test_a_table_row_opens_too(page: Page) -> None:
    send(page)
    expect(result(page)).to_contain_text("completed")
    tab(page, "Events")
    table = result(page).get_by_test_id("stDataFrame")
    expect(table).to_be_visible()
    box = table.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + 15, box["y"] + 52)  # the box before the first row
    expect(result(page)).to_contain_text("Event 1 · task")
    expect(result(page)).to_contain_text('"TASK_STATE_WORKING"')


def test_a_run_ends_when_its_tab_is_closed(chromium: Browser, playground: str) -> None:
    """Half a minute later: a tab whose connection broke for a moment must find its run again."""
    with serving(counting(100_000, 0.05)) as server:
        context = chromium.new_context()
        page = opened(context, playground)
        go_to_server(page, server.url)
        send(page)
        expect(result(page).locator(".strip")).to_contain_text("events")
        context.close()
        assert not _ends_within(server, 20)
        assert _ends_within(server, 60)


def _ends_within(server: RawServer, seconds: float) -> bool:
    return server.broken.wait(seconds)


def test_two_browsers_cannot_see_each_others_runs(chromium: Browser, playground: str) -> None:
    hold = threading.Event()
    with serving(counting(5, hold=hold)) as server:
        jane, tom = chromium.new_context(), chromium.new_context()
        hers, his = opened(jane, playground), opened(tom, playground)
        go_to_server(hers, server.url)
        send(hers)
        expect(result(hers)).to_contain_text("<5>")
        token = hers.evaluate(f"{FEEDS}[0].token")
        ask = """([url, token]) => new Promise((resolve) => {
            const socket = new WebSocket(url), heard = [];
            socket.onopen = () => socket.send(JSON.stringify({run: token, after: 0}));
            socket.onmessage = (event) => heard.push(event.data);
            socket.onclose = (event) => resolve([event.code, heard]);
            setTimeout(() => resolve(["open", heard]), 1500);
        })"""
        url = playground.replace("http", "ws") + "/live-feed"
        assert his.evaluate(ask, [url, token]) == [4004, []]
        code, heard = hers.evaluate(ask, [url, token])
        assert code == "open"
        assert "<5>" in "".join(heard)
        his.get_by_role("link", name="Runs").click(delay=HOLD)
        expect(his.get_by_text("Nothing was sent in this session")).to_be_visible()
        hold.set()
        jane.close()
        tom.close()


def test_the_fallback_where_the_socket_is_refused(chromium: Browser, tmp_path: Path) -> None:
    with behind(chromium, tmp_path, counting(100, 0.1), refused="/live-feed") as (page, proxy):
        tab(page, "Events")
        send(page)
        expect(result(page)).to_contain_text("The live view cannot be reached from this browser")
        table = result(page).get_by_test_id("stDataFrame")
        expect(table).to_be_visible()
        assert page.locator(".st-key-stop button").is_enabled()
        expect(page.locator(".st-key-clock")).to_contain_text("last event")
        expect(result(page)).to_contain_text("101 events", timeout=20_000)
        expect(page.locator(".st-key-stop button")).to_be_disabled()
        tab(page, "Reply")
        expect(result(page)).to_contain_text("<99><100>")
        # Tried again it is refused again, and said so again; when the way is free, the live view is back.
        send(page)
        page.get_by_role("button", name="Try again").click(delay=HOLD)
        expect(result(page).locator(".strip")).to_be_visible()
        expect(result(page)).to_contain_text("The live view cannot be reached from this browser")
        proxy.refused = None
        page.get_by_role("button", name="Try again").click(delay=HOLD)
        expect(result(page).locator(".reply")).to_contain_text("<1><2>")
        assert page.locator(".st-key-stop button").is_enabled()


def test_a_socket_that_never_answers_is_given_up_soon(chromium: Browser, tmp_path: Path) -> None:
    """Some proxies swallow a websocket's request; the page must not stay empty meanwhile."""
    with behind(chromium, tmp_path, counting(400, 0.1), swallowed="/live-feed") as (page, _proxy):
        send(page)
        expect(result(page)).to_contain_text("The live view cannot be reached from this browser", timeout=15_000)
        expect(result(page)).to_contain_text("<20>")
        assert page.locator(".st-key-stop button").is_enabled()


def test_the_list_of_a_short_run_says_so_too_where_the_socket_is_refused(chromium: Browser, tmp_path: Path) -> None:
    with behind(chromium, tmp_path, counting(3), refused="/live-feed") as (page, _proxy):
        tab(page, "Events")
        send(page)
        expect(page.locator(".st-key-stop button")).to_be_disabled()
        listed = result(page).get_by_role("radio", name="List")
        told = result(page).get_by_text("The live view cannot be reached from this browser")
        expect(listed.or_(told)).to_be_visible()
        if listed.count():  # else the fallback was faster than the run
            listed.click(delay=HOLD)
        expect(result(page)).to_contain_text("The live view cannot be reached from this browser")
        expect(result(page).get_by_test_id("stDataFrame")).to_be_visible()


WHERE: dict[str, tuple[dict[str, str], str]] = {
    "base": ({"STREAMLIT_SERVER_BASE_URL_PATH": "tool/a2a"}, "/tool/a2a/"),
    "proxy": ({}, "/"),
    "host": ({"STREAMLIT_BROWSER_SERVER_ADDRESS": "127.0.0.1"}, "/"),
}


@pytest.mark.parametrize("where", WHERE)
def test_it_works_below_a_base_path_and_behind_proxies(chromium: Browser, tmp_path: Path, where: str) -> None:
    """`base`: the server knows its path; `proxy`: only the proxy does; `host`: a proxy that rewrites Host too."""
    environment, path = WHERE[where]
    how = {"prefix": "" if where == "base" else "/behind", "rewrites_host": where == "host"}
    hold = threading.Event()
    with behind(chromium, tmp_path, counting(7, hold=hold), path, environment, **how) as (page, _proxy):
        send(page)
        expect(result(page).locator(".reply")).to_contain_text("<7>")
        assert page.evaluate(f"{FEEDS}[0].socket.readyState") == 1
        hold.set()
        expect(result(page)).to_contain_text("completed")


def test_ctrl_c_ends_a_server_with_streams_and_followers(chromium: Browser, tmp_path: Path) -> None:
    """`started` asserts exit code 0 and a clean log."""
    with serving(counting(100_000, 0.01)) as server:
        with started(tmp_path / "log") as (url, _port):
            context = chromium.new_context()
            page = opened(context, url)
            go_to_server(page, server.url)
            send(page)
            expect(result(page).locator(".strip")).to_contain_text("events")
        context.close()
        assert server.broken.wait(10)


def test_what_the_server_says_is_only_text(page: Page) -> None:
    hostile = "<img src=x onerror=\"document.title='owned'\"><script>document.title='owned'</script>"
    hold = threading.Event()

    def answer(connection: socket.socket) -> None:
        connection.sendall(STREAM_HEAD + b"Transfer-Encoding: chunked\r\n\r\n" + chunk(fragment(hostile).encode()))
        connection.sendall(chunk(fragment("\ud800 half").encode()) + chunk(b"data:<b>no json</b>\n\n"))
        hold.wait(30)
        connection.sendall(chunk(DONE.encode()) + b"0\r\n\r\n")

    with serving(answer) as server:
        go_to_server(page, server.url)
        send(page)
        expect(result(page).locator(".reply")).to_contain_text(hostile)
        tab(page, "Events")
        expect(rows(page).filter(has_text="half")).to_contain_text("\\ud800 half")
        rows(page).first.click()
        expect(result(page).locator(".detail")).to_contain_text("Event 1")
        shown = result(page).get_by_label("As it came", exact=True).inner_text()
        assert json.loads(shown.removeprefix("data:"))
        hold.set()
        expect(page.locator(".st-key-stop button")).to_be_disabled()
        assert not re.search("owned", page.title())
        assert page.locator("img[src=x]").count() == 0
