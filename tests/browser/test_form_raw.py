"""The exact request, typed by hand, in Chromium."""

import re

from browser.actions import HOLD
from playwright.sync_api import Locator, Page, expect
from servers import json_answer, serving


def code(page: Page) -> Locator:
    return page.locator(".st-key-request-code")


def switch(page: Page, name: str) -> None:
    page.locator(".st-key-raw-bar").get_by_text(name, exact=True).click(delay=HOLD)


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click(delay=HOLD)


def exact(page: Page, name: str) -> Locator:
    return page.get_by_role("textbox", name=f"Exact {name}", exact=True)


def test_what_is_not_touched_follows_the_form_and_the_rest_is_the_users(page: Page) -> None:
    switch(page, "Edit the exact request")
    expect(exact(page, "method")).to_have_value("POST")
    expect(exact(page, "headers")).to_have_value(
        "Authorization: Bearer $MEMORYLAKE_API_KEY\nContent-Type: application/json\nAccept: text/event-stream"
    )
    page.get_by_label("Message", exact=True).fill("first")
    expect(exact(page, "body")).to_have_value(re.compile('"text": "first"'))
    expect(page.locator(".st-key-raw-bar")).not_to_contain_text("Back to")

    # Typed at one go: nothing is lost where the field stops following the form.
    body = exact(page, "body")
    body.press("Control+End")
    body.press_sequentially("\n trailing  words", delay=15)
    expect(body).to_have_value(re.compile(r"\}\n trailing  words$"))
    expect(code(page)).to_contain_text(re.compile(r"\}\s+trailing +words"))
    expect(page.locator(".st-key-request")).to_contain_text("Overridden by hand: body")
    expect(page.locator(".st-key-form")).to_contain_text("what you change here does not count for its body")
    expect(page.locator(".st-key-form")).to_contain_text("raw")

    # The form stays and the members that follow it still do.
    page.get_by_label("Message", exact=True).fill("second")
    page.get_by_role("radio", name="JSON-RPC").click(delay=HOLD)
    expect(exact(page, "headers")).to_have_value(re.compile("A2A-Version: 1.0"))
    expect(body).to_have_value(re.compile('"text": "first"'))
    expect(code(page)).to_contain_text("A2A-Version: 1.0")
    expect(code(page)).not_to_contain_text("second")

    page.get_by_role("link", name="Help").click(delay=HOLD)
    page.get_by_role("link", name="Build").click(delay=HOLD)
    expect(body).to_have_value(re.compile(r"\}\n trailing  words$"))

    switch(page, "Compare with the form's")
    difference = page.locator(".st-key-request-difference")
    expect(difference).to_contain_text("+ trailing  words")
    expect(difference).to_contain_text(re.compile(r'-\s+"jsonrpc": "2\.0"'))
    press(page, "Back to the form's body")
    expect(body).to_have_value(re.compile('"text": "second"'))
    expect(page.locator(".st-key-request")).not_to_contain_text("Overridden by hand")
    press(page, "Undo")
    expect(body).to_have_value(re.compile(r"\}\n trailing  words$"))


def test_method_url_headers_and_body_are_sent_as_they_were_typed(page: Page) -> None:
    with serving(json_answer("{}")) as server:
        switch(page, "Edit the exact request")
        exact(page, "method").fill("PATCH")
        exact(page, "URL").fill(f"{server.url}/any?q=1")
        headers = exact(page, "headers")
        headers.fill("X-One:  two blanks \nX-One: again\nX-Empty:")
        exact(page, "body").fill('{"a":1,  "a":2')
        expect(code(page)).to_contain_text("-H 'X-One:  two blanks '")
        page.locator(".st-key-send button").click(delay=HOLD)
        expect(page.locator(".st-key-clock")).to_contain_text("bytes as shown: yes")
        head, _, body = server.requests[0].partition(b"\r\n\r\n")
        assert head.startswith(b"PATCH /any?q=1 HTTP/1.1\r\n")
        lines = head.split(b"\r\n")
        assert [line for line in lines if line.startswith(b"X-")] == [
            b"X-One:  two blanks ",
            b"X-One: again",
            b"X-Empty: ",
        ]
        assert not [line for line in lines if line.lower().startswith((b"authorization", b"content-type"))]
        assert body == b'{"a":1,  "a":2'

        # An empty body and none are two requests.
        exact(page, "body").fill("")
        page.get_by_text("Send no body at all").click(delay=HOLD)
        expect(page.locator(".st-key-download-body")).to_have_count(0)
        exact(page, "body").press_sequentially("x")
        expect(page.locator(".st-key-download-body")).to_contain_text("1 B")
        expect(page.get_by_text("Send no body at all")).to_have_count(0)


def test_header_lines_that_cannot_be_read_are_kept_and_refused(page: Page) -> None:
    switch(page, "Edit the exact request")
    headers = exact(page, "headers")
    headers.press("Control+End")
    headers.press_sequentially("\nnonsense", delay=10)
    expect(headers).to_have_attribute("aria-invalid", "true")
    expect(page.locator(".st-key-raw-editor")).to_contain_text("there is no colon, line 4 column 1")
    expect(page.locator(".st-key-send button")).to_be_disabled()
    page.get_by_role("link", name="Help").click(delay=HOLD)
    page.get_by_role("link", name="Build").click(delay=HOLD)
    expect(headers).to_have_value(re.compile("\nnonsense$"))
    headers.press("Control+End")
    headers.press_sequentially(": x", delay=10)
    expect(code(page)).to_contain_text("-H 'nonsense: x'")
    expect(page.locator(".st-key-send button")).to_be_enabled()
    page.locator(".st-key-form-back button").click(delay=HOLD)
    expect(code(page)).not_to_contain_text("nonsense")
    expect(headers).to_have_value(re.compile("event-stream$"))
