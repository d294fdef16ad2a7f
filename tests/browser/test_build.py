"""The build page in Chromium: typing, streaming, switching, hostile answers, narrow screens."""

import json
import re

import pytest
from browser.actions import (
    HOLD,
    choose,
    ended,
    go_to_server,
    request,
    result,
    send,
    send_button,
    settled,
    stop_button,
    tab,
)
from playwright.sync_api import Browser, Page, expect
from servers import STREAM_HEAD, chunk, json_answer, serving, stream_answer

SENTENCE = "the quick brown fox jumps over the lazy dog and keeps running until it is tired"


SHOWN = {
    "Reply": ".st-key-thread",
    "Events": "[data-testid=stDataFrame]",
    "Task and history": ".st-key-task-ids",
    "Artifacts": ".st-key-artifact-0",
    "Raw JSON": ".st-key-as-received",
    "Response": "text=The same as curl",
}
"""What each of the result's tabs shows once it is drawn."""


def drawn_tab(page: Page, title: str) -> None:
    """Open one of the result's tabs and wait until all of it is there."""
    tab(page, title)
    expect(result(page).locator(SHOWN[title])).to_be_visible()
    settled(page)


def example(page: Page, title: str) -> None:
    choose(page, "Documents", title)


def test_typing_while_a_stream_runs_loses_nothing(page: Page) -> None:
    message, actor = page.get_by_label("Message", exact=True), page.get_by_label("Actor", exact=True)
    send(page)
    message.press("Control+a")
    message.press_sequentially(SENTENCE, delay=10)
    actor.press("Control+a")
    actor.press_sequentially("act_typed_quickly", delay=10)
    expect(request(page)).to_contain_text(SENTENCE)
    expect(request(page)).to_contain_text("act_typed_quickly")
    ended(page, "completed")
    expect(message).to_have_value(SENTENCE)
    expect(actor).to_have_value("act_typed_quickly")


def test_the_caret_stays_where_one_types(page: Page) -> None:
    message = page.get_by_label("Message", exact=True)
    message.press("Control+a")
    message.press_sequentially("end", delay=20)
    expect(request(page)).to_contain_text('"end"')
    message.press("Home")
    typed = ""
    for char in "start, ":
        message.press(char)
        typed += char
        expect(request(page)).to_contain_text(f'"{typed}end"')  # the answer to each key comes back before the next one
    expect(message).to_have_value("start, end")
    expect(request(page)).to_contain_text('"start, end"')


def test_values_and_result_survive_a_page_switch_while_streaming(page: Page) -> None:
    page.get_by_label("Message", exact=True).fill("Summarize our meeting\n  in two lines ")
    page.get_by_label("Actor", exact=True).fill("act_kept")
    page.get_by_role("radio", name="All fields").click(delay=HOLD)
    metadata = page.get_by_label("Message metadata", exact=True)
    metadata.fill('{"b": 1.10,   "a": 2}')
    expect(request(page)).to_contain_text("1.10")
    send(page)
    expect(stop_button(page)).to_be_enabled()
    page.get_by_role("link", name="Help").click(delay=HOLD)
    expect(page.get_by_text("The eight combinations")).to_be_visible()
    page.get_by_role("link", name="Build").click(delay=HOLD)
    expect(page.get_by_label("Text", exact=True)).to_have_value("Summarize our meeting\n  in two lines ")
    expect(metadata).to_have_value('{"b": 1.10,   "a": 2}')
    ended(page, "completed")
    expect(result(page)).to_contain_text("Our last meeting")
    page.get_by_role("radio", name="Simple").click(delay=HOLD)
    expect(page.get_by_label("Actor", exact=True)).to_have_value("act_kept")


def test_fields_of_a_tab_that_was_left_are_kept_and_an_example_replaces_them(page: Page) -> None:
    def form_tab(title: str) -> None:
        page.locator(".st-key-form").get_by_role("tab", name=title).click(delay=HOLD)

    page.get_by_role("radio", name="All fields").click(delay=HOLD)
    form_tab("Memory")
    page.get_by_label("Actor", exact=True).fill("act_typed")
    page.get_by_role("button", name="Model parameters as JSON").click(delay=HOLD)
    page.get_by_role("textbox", name="Model parameters", exact=True).fill('{"temperature":   0.20}')
    expect(request(page)).to_contain_text("0.20")
    form_tab("Message")
    page.get_by_label("Context ID", exact=True).fill("ctx_typed")
    expect(request(page)).to_contain_text("ctx_typed")
    form_tab("Memory")
    expect(page.get_by_label("Actor", exact=True)).to_have_value("act_typed")
    expect(page.get_by_role("textbox", name="Model parameters", exact=True)).to_have_value('{"temperature":   0.20}')
    form_tab("Message")
    example(page, "1 · v1.0 send REST")
    expect(page.get_by_label("Context ID", exact=True)).to_have_value("ctx_m4n7p2q9")
    form_tab("Memory")
    expect(page.get_by_label("Actor", exact=True)).to_have_value("act_user_jane")
    expect(page.get_by_role("button", name="Model parameters as JSON")).to_be_visible()
    expect(page.get_by_label("Max turns", exact=True)).to_have_value("5")
    expect(request(page)).to_contain_text("act_user_jane")
    expect(request(page)).not_to_contain_text("temperature")


def test_json_that_cannot_be_read_refuses_at_its_field(page: Page) -> None:
    page.get_by_role("radio", name="All fields").click(delay=HOLD)
    metadata = page.get_by_label("Message metadata", exact=True)
    metadata.press_sequentially('{"a": ', delay=10)
    expect(metadata).to_have_attribute("aria-invalid", "true")
    expect(send_button(page)).to_be_disabled()
    expect(page.locator(".st-key-sendbar")).to_contain_text("message.metadata")
    metadata.press_sequentially("1e400}", delay=10)
    expect(metadata).to_have_attribute("aria-invalid", "false")
    expect(request(page)).to_contain_text("1e400")
    expect(send_button(page)).to_be_enabled()


def test_an_example_fills_the_form_anew(page: Page) -> None:
    message = page.get_by_label("Message", exact=True)
    message.fill("my own words")
    example(page, "5 · v1.0 send JSON-RPC")
    expect(message).to_have_value("How do I configure two-factor authentication?")
    expect(request(page)).to_contain_text("SendMessage")
    page.get_by_role("button", name="Undo", exact=True).click(delay=HOLD)
    expect(message).to_have_value("my own words")


def test_a_double_click_sends_once_and_stop_closes_the_socket(page: Page) -> None:
    def stall(connection) -> None:
        connection.sendall(STREAM_HEAD + b"Transfer-Encoding: chunked\r\n\r\n")
        connection.sendall(chunk(b'data:{"task":{"id":"run-1","status":{"state":"TASK_STATE_WORKING"}}}\n\n'))
        connection.recv(1)

    with serving(stall) as server:
        go_to_server(page, server.url)
        send_button(page).dblclick(delay=20)
        expect(result(page)).to_contain_text("working")
        stop_button(page).click(delay=20)
        assert server.closed_by_client.wait(10)
        ended(page, "stopped")
        assert len(server.requests) == 1


def _event(**update: object) -> str:
    return f"data:{json.dumps(update)}\n\n"


def test_hostile_answers_are_shown_as_plain_text(page: Page) -> None:
    text = "<img src=x onerror=alert(1)> **bold** [l](http://x) :smile: $x$ \ud83d " + "w" * 3000
    artifact = {
        "artifactId": "a**b**<i>",
        "name": "![n](http://127.0.0.1:1/x.png) \ud83d",
        "parts": [
            {"text": text},
            {"data": {"big": 2**70}},
            {"raw": "!!!", "filename": "../../\ud83d"},
            {"raw": "aGVsbG8=", "filename": "a.txt", "mediaType": "text/plain"},
            {"url": "javascript:alert(1)"},
        ],
    }
    ids = {"taskId": "run-1", "contextId": "c"}
    events = (
        _event(task={"id": "run-1", "contextId": "c", "status": {"state": "TASK_STATE_WORKING"}}),
        _event(artifactUpdate={**ids, "artifact": artifact}),
        "data:not json\n\n",
        f"data:{'[' * 20_000}{']' * 20_000}\n\n",
        _event(statusUpdate={**ids, "status": {"state": "TASK_STATE_COMPLETED"}}),
    )
    fetched: list[str] = []
    page.on("request", lambda fetching: fetched.append(fetching.url))
    with serving(stream_answer(*events)) as server:
        go_to_server(page, server.url)
        send(page)
        ended(page, "completed")
        expect(result(page).locator("img, b, strong em")).to_have_count(0)
        expect(result(page)).to_contain_text("<img src=x onerror=alert(1)> **bold** [l](http://x) :smile: $x$ \\ud83d")
        for title in ("Events", "Task and history", "Artifacts", "Raw JSON", "Response"):
            drawn_tab(page, title)
            assert page.locator("[data-testid=stException]").count() == 0
            width = page.evaluate("document.documentElement.scrollWidth")
            assert width <= 1440
        tab(page, "Artifacts")
        expect(result(page)).to_contain_text(str(2**70))
        expect(result(page).locator("img, a")).to_have_count(0)
        assert not [url for url in fetched if "x.png" in url]


def test_a_large_answer_does_not_block_the_page(page: Page) -> None:
    ids = {"taskId": "run-1", "contextId": "c"}
    part = _event(
        artifactUpdate={**ids, "append": True, "artifact": {"artifactId": "a", "parts": [{"text": "x" * 10**6}]}}
    )
    words = [
        _event(statusUpdate={**ids, "status": {"state": "TASK_STATE_WORKING", "message": {"parts": [{"text": "w "}]}}})
        for _ in range(3000)
    ]
    end = _event(statusUpdate={**ids, "status": {"state": "TASK_STATE_COMPLETED"}})
    with serving(stream_answer(*words, *[part] * 5, end)) as server:
        go_to_server(page, server.url)
        send(page)
        ended(page, "completed")
        for title in ("Events", "Artifacts", "Raw JSON", "Reply"):
            drawn_tab(page, title)
        page.get_by_label("Actor", exact=True).fill("still_alive")
        expect(request(page)).to_contain_text("still_alive")
        expect(result(page)).to_contain_text("The whole reply")


def test_failures_say_what_happened_and_what_to_do(page: Page) -> None:
    go_to_server(page, "http://127.0.0.1:9")
    send(page)
    ended(page, "no-connection")
    expect(result(page)).to_contain_text("refuses the connection")
    expect(page.locator(".st-key-clock")).to_contain_text("nothing was sent")
    with serving(json_answer("<html>no</html>", "502 Bad Gateway", "text/html")) as server:
        go_to_server(page, server.url)
        send(page)
        ended(page, "refused")
        expect(result(page)).to_contain_text("502")
    with serving(json_answer("<html>no</html>", content_type="text/html")) as server:
        go_to_server(page, server.url)
        send(page)
        ended(page, "not-a2a")
        expect(result(page)).to_contain_text("check the address")
    working = {"state": "TASK_STATE_WORKING", "message": {"parts": [{"text": "what had arrived"}]}}
    cut = stream_answer(_event(statusUpdate={"taskId": "run-1", "status": working}), end=b"")
    with serving(cut) as server:
        go_to_server(page, server.url)
        send(page)
        ended(page, "interrupted")
        expect(result(page)).to_contain_text("Look the task up before you send again.")
        expect(result(page)).to_contain_text("what had arrived")


def test_a_wrong_key_is_explained_and_never_shown(page: Page) -> None:
    page.get_by_label("API key", exact=True).fill("sk_")
    page.get_by_label("API key", exact=True).fill("not-a-key-of-the-sandbox")
    send(page)
    ended(page, "refused")
    expect(result(page)).to_contain_text("key")
    for title in ("Events", "Raw JSON", "Response"):
        drawn_tab(page, title)
        assert "not-a-key-of-the-sandbox" not in page.locator("body").inner_text()


@pytest.mark.parametrize("width", [390, 768])
def test_narrow_screens_stack_form_send_reply_request(chromium: Browser, playground: str, width: int) -> None:
    page = chromium.new_page(viewport={"width": width, "height": 844})
    page.goto(playground)
    page.locator(".st-key-request-code code").wait_for(timeout=30_000)
    send(page)
    ended(page, "completed")
    tops = [
        page.locator(f".st-key-{name}").evaluate("e => e.getBoundingClientRect().top + e.closest('.stMain').scrollTop")
        for name in ("form", "reply", "request")
    ]
    assert tops == sorted(tops)
    assert page.evaluate("document.querySelector('.stMain').scrollWidth") <= width
    page.close()


def test_copied_request_names_no_key(page: Page) -> None:
    for title in ("HTTP", "JSON", "curl"):
        page.locator(".st-key-request").get_by_role("tab", name=title, exact=True).click(delay=HOLD)
        expect(request(page)).to_contain_text("$MEMORYLAKE_API_KEY")
        assert not re.search(r"sk_\w", request(page).inner_text())
