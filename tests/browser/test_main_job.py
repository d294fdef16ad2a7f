"""The main job: type a message, see the request change, stream, watch, edit meanwhile, stop."""

import re

import requests
from browser.actions import HOLD, ended, request, result, say, send, stop_button, tab
from playwright.sync_api import Locator, Page, expect

STREAM_URL = re.compile(r"'(http://127\.0\.0\.1:\d+/[^']+/message:stream)'")


def message(page: Page) -> Locator:
    return page.get_by_label("Message", exact=True)


def events_of(page: Page, text: str) -> int:
    """How many events the sandbox streams for that message: asked directly, past the page."""
    url = STREAM_URL.search(request(page).inner_text().replace("\n", ""))
    assert url is not None
    body = {"message": {"role": "ROLE_USER", "parts": [{"text": text}]},
            "metadata": {"memorylake": {"actorId": "act_user_jane", "readWriteProjectId": "proj_def456",
                                        "readOnlyProjectIds": ["proj_meetings"]}}}  # fmt: skip
    answer = requests.post(url[1], json=body, headers={"Authorization": "Bearer sk_sandbox_0000"}, timeout=30)
    return answer.content.count(b"data:")


def test_the_main_job(page: Page) -> None:
    # The page opens with an example; the request follows each keystroke, before the field is left.
    message(page).click()
    page.keyboard.press("End")
    page.keyboard.type(" 你好", delay=30)
    expect(request(page)).to_contain_text('"text": "Summarize our last meeting notes 你好"')
    expect(message(page)).to_be_focused()

    # The whole answer comes, and the bytes that left are those that were shown.
    text = "Summarize our last meeting notes"
    say(page, text)
    expected = events_of(page, text)
    assert expected > 30
    send(page)
    ended(page, "completed")
    expect(result(page)).to_contain_text(f"{expected} events")
    expect(result(page)).to_contain_text("billing questions wait for the next meeting")
    expect(page.locator(".st-key-clock")).to_contain_text("bytes as shown: yes")

    # Words arrive while the stream still runs: a minute, so that a slow machine has the time for the rest of this.
    say(page, "Stream 600 words at 10/s")
    send(page)
    expect(stop_button(page)).to_be_enabled()
    expect(result(page)).to_contain_text("word001 word002")
    expect(result(page)).to_contain_text("working")

    # A field is edited meanwhile: it takes the text, the request follows, nothing of the stream is lost.
    page.get_by_label("Actor", exact=True).fill("act_other")
    expect(request(page)).to_contain_text('"actorId": "act_other"')
    expect(result(page)).to_contain_text(" ".join(f"word{number:03}" for number in range(1, 21)))
    expect(page.get_by_label("Actor", exact=True)).to_have_value("act_other")

    # It is stopped: what had come stays, and nothing more comes.
    stop_button(page).click(delay=HOLD)
    ended(page, "stopped")
    stopped = result(page).inner_text()
    words = re.findall(r"word\d{3}", stopped)
    assert 20 <= len(words) < 600
    assert words == [f"word{number:03}" for number in range(1, len(words) + 1)]
    say(page, "something else")
    assert result(page).inner_text() == stopped


def test_switching_the_combination_changes_the_request(page: Page) -> None:
    for version, transport, number, pieces in (
        ("v1.0", "REST", "#2", ["a2a/message:stream'", '"parts"', '"ROLE_USER"']),
        ("v0.3", "REST", "#4", ["a2a/v1/message:stream'", '"content"', '"ROLE_USER"']),
        ("v0.3", "JSON-RPC", "#8", ["a2a' ", '"message/stream"', '"kind": "text"', '"role": "user"']),
        ("v1.0", "JSON-RPC", "#6", ["a2a' ", '"SendStreamingMessage"', "A2A-Version: 1.0"]),
    ):
        page.get_by_role("radio", name=version).or_(page.get_by_role("button", name=version, exact=True)).first.click()
        page.get_by_role("radio", name=transport, exact=True).or_(
            page.get_by_role("button", name=transport, exact=True)
        ).first.click()
        expect(page.get_by_text(number, exact=True)).to_be_visible()
        for piece in pieces:
            expect(request(page)).to_contain_text(piece)
        send(page)
        expect(result(page)).to_contain_text(f"{number} {version}")  # this run, not the one before
        ended(page, "completed")
        expect(result(page)).to_contain_text("Our last meeting")


def test_values_survive_a_page_switch_and_a_run_goes_on(page: Page) -> None:
    say(page, "Please remember <b>this</b> & `that`")
    send(page)
    page.get_by_role("link", name="Help").click(delay=HOLD)
    expect(page.get_by_role("link", name="Build")).to_be_visible()
    expect(page.locator(".st-key-request-code")).to_have_count(0)
    page.get_by_role("link", name="Build").click(delay=HOLD)
    expect(message(page)).to_have_value("Please remember <b>this</b> & `that`")
    expect(result(page)).to_contain_text("completed")


def test_what_was_sent_stays_with_its_answer(page: Page) -> None:
    sent = re.search(r'"messageId": "([^"]+)"', request(page).inner_text())
    assert sent is not None
    send(page)
    expect(result(page)).to_contain_text("completed")
    say(page, "something else")
    tab(page, "Response")
    expect(result(page)).to_contain_text(sent[1])
    expect(result(page)).to_contain_text("Summarize our last meeting notes")
    expect(result(page)).to_contain_text("User-Agent: memorylake-playground/")


def test_failure_and_refusal_are_findings(page: Page) -> None:
    say(page, "Please fail")
    send(page)
    ended(page, "failed")
    # A server that is down.
    page.get_by_text("Other", exact=True).click()
    page.get_by_text("API base", exact=True).first.click()
    for label, value in (
        ("API base", "http://127.0.0.1:9/openapi/memorylake"),
        ("Workspace", "ws_abc123"),
        ("Agent", "agt_r8k2m1n3"),
        ("API key", "sk_wrong_9999"),
    ):
        page.get_by_role("textbox", name=label).fill(value)
    expect(request(page)).to_contain_text("http://127.0.0.1:9/openapi/memorylake")
    send(page)
    expect(result(page)).to_contain_text("refuses the connection")
    assert "sk_wrong_9999" not in page.locator("body").inner_text()
