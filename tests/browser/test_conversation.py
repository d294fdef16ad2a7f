"""The conversation on the build page, and the run list."""

import json
import re
from pathlib import Path

import pytest
from browser.actions import HOLD, ended, go_to_server, request, result, send, tab
from playwright.sync_api import Page, expect
from runs import DONE, fragment
from servers import serving, stream_answer


def say(page: Page, text: str) -> None:
    page.get_by_label("Message", exact=True).fill(text)
    expect(request(page)).to_contain_text(text)
    send(page)


def answer(page: Page, label: str, text: str) -> None:
    page.get_by_label(label, exact=True).fill(text)
    page.locator(".st-key-send-next button").click(delay=HOLD)


def turns(page: Page) -> list[str]:
    return page.locator(".st-key-thread [data-testid=stChatMessage]").all_inner_texts()


def row(page: Page, number: int) -> None:
    """Select a row of the table by the box before it."""
    box = page.get_by_test_id("stDataFrame").first.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + 15, box["y"] + 52 + 31 * (number - 1))


def test_a_question_back_is_answered_in_place_and_the_conversation_goes_on(page: Page) -> None:
    say(page, "Please ask me first")
    expect(page.locator(".st-key-question")).to_contain_text("Which project should I look in?")
    # The caret stands in the box for the answer.
    expect(page.get_by_label("Your answer", exact=True)).to_be_focused()
    answer(page, "Your answer", "The blue one")
    expect(result(page)).to_contain_text("You answered: The blue one")
    ended(page)
    sent = _sent(page)
    assert sent["message"]["taskId"].startswith("run-")
    assert sent["message"]["contextId"].startswith("ctx_")
    assert sent["message"]["parts"] == [{"text": "The blue one"}]
    context = sent["message"]["contextId"]
    # The task has ended: its ID left the form, the context stays.
    expect(request(page)).not_to_contain_text('"taskId"')
    expect(request(page)).to_contain_text(f'"contextId": "{context}"')
    # The next turn goes on in the context, as a message of its own.
    tab(page, "Reply")
    answer(page, "Next message", "And another thing")
    expect(page.locator(".st-key-thread-head")).to_contain_text("3 turns")
    ended(page)
    said = turns(page)
    assert len(said) == 6
    assert "Please ask me first" in said[0]
    assert "Which project should I look in?" in said[1]
    assert "The blue one" in said[2]
    assert "You answered: The blue one" in said[3]
    assert "And another thing" in said[4]
    expect(request(page)).not_to_contain_text('"taskId"')
    # Each turn has its run behind it.
    page.locator(".st-key-thread").get_by_role("button", name="Show this run").first.click(delay=HOLD)
    expect(result(page)).to_contain_text("input-required")
    expect(page.locator(".st-key-question")).to_contain_text("Which project should I look in?")
    # A new conversation begins with an empty page; the form forgets the context. Undo brings it back.
    page.get_by_role("button", name="New conversation").click(delay=HOLD)
    expect(page.locator(".st-key-thread")).to_have_count(0)
    expect(request(page)).not_to_contain_text('"contextId"')
    page.get_by_role("button", name="Undo", exact=True).click(delay=HOLD)
    expect(request(page)).to_contain_text(f'"contextId": "{context}"')


def _sent(page: Page) -> dict[str, dict[str, object]]:
    """The body that the last run sent, from the Response tab."""
    tab(page, "Response")
    text = result(page).locator("code").filter(has_text="Content-Length").first.inner_text()
    body: dict[str, dict[str, object]] = json.loads(text[text.index("\n{") :])
    return body


def test_the_next_turn_says_why_it_cannot_be_sent_and_keeps_its_text(page: Page) -> None:
    say(page, "Hello")
    ended(page)
    page.locator(".st-key-send-next button").click(delay=HOLD)
    expect(page.locator(".st-key-next-turn")).to_contain_text("Type something first.")
    page.get_by_role("radio", name="All fields").click(delay=HOLD)
    page.get_by_label("Message metadata", exact=True).fill("{")
    expect(page.locator(".st-key-send button")).to_be_disabled()
    answer(page, "Next message", "And then?")
    expect(page.locator(".st-key-next-turn")).to_contain_text("Nothing can be sent as the form stands")
    expect(page.get_by_label("Next message", exact=True)).to_have_value("And then?")
    page.get_by_label("Message metadata", exact=True).fill("{}")
    expect(page.locator(".st-key-send button")).to_be_enabled()
    page.locator(".st-key-send-next button").click(delay=HOLD)
    expect(page.locator(".st-key-thread-head")).to_contain_text("2 turns")
    expect(page.locator(".st-key-thread")).to_contain_text("And then?")


def test_a_finished_tasks_id_is_not_used_again_in_silence(page: Page) -> None:
    say(page, "Hello")
    ended(page)
    tab(page, "Task and history")
    expect(result(page)).to_contain_text("run-")
    found = re.search(r"run-[0-9a-f]+", result(page).inner_text())
    assert found is not None
    page.get_by_role("radio", name="All fields").click(delay=HOLD)
    page.get_by_label("Task ID", exact=True).fill(found[0])
    expect(page.locator(".st-key-form")).to_contain_text(f"The task {found[0]} has ended (completed)")
    expect(page.locator(".st-key-send button")).to_be_enabled()  # support must be able to send it
    page.get_by_label("Task ID", exact=True).fill("run-another")
    expect(page.locator(".st-key-form")).not_to_contain_text("has ended (completed)")


def test_a_conversation_at_another_target_is_not_carried_over(page: Page) -> None:
    say(page, "Hello")
    ended(page)
    expect(page.get_by_label("Next message", exact=True)).to_be_visible()
    with serving(stream_answer(fragment("Hi"), DONE)) as server:
        go_to_server(page, server.url)
        expect(result(page)).to_contain_text("This conversation is at another target")
        expect(page.locator(".st-key-send-next")).to_have_count(0)
        send(page)
        ended(page)
        expect(page.locator(".st-key-thread-head")).to_contain_text("1 turn")


def test_the_run_list_opens_loads_and_exports(page: Page, tmp_path: Path) -> None:
    say(page, "The first of two")
    ended(page)
    page.get_by_role("radio", name="v0.3").click(delay=HOLD)
    say(page, "Please fail")
    expect(result(page)).to_contain_text("failed")
    ended(page)
    page.get_by_role("link", name="Runs").click(delay=HOLD)
    page.get_by_test_id("stDataFrame").first.wait_for()
    row(page, 2)  # the newest stands first
    expect(page.get_by_text("Run 1", exact=True)).to_be_visible()
    expect(page.locator(".st-key-thread")).to_contain_text("The first of two")
    with page.expect_download() as saving:
        page.get_by_role("button", name="Export as JSON").click(delay=HOLD)
    saved = json.loads(Path(saving.value.path()).read_text("utf-8"))
    assert saved["outcome"] == "completed"
    assert saved["request"]["url"].endswith("/a2a/message:stream")
    assert json.loads(saved["request"]["body"])["message"]["parts"] == [{"text": "The first of two"}]
    assert ["Authorization", "Bearer $MEMORYLAKE_API_KEY"] in saved["request"]["headers"]
    assert "sk_sandbox_0000" not in json.dumps(saved)
    # Its draft comes back into the form, with what the second run has changed undone.
    page.get_by_role("button", name="Load its draft into the form").click(delay=HOLD)
    expect(page.get_by_label("Message", exact=True)).to_have_value("The first of two")
    expect(request(page)).to_contain_text("/a2a/message:stream")
    expect(result(page)).to_contain_text("failed")  # what the page showed stays
    page.get_by_role("button", name="Undo", exact=True).click(delay=HOLD)
    expect(page.get_by_label("Message", exact=True)).to_have_value("Please fail")
    expect(request(page)).to_contain_text("/a2a/v1/message:stream")
    # And an older run can be looked at on the build page.
    page.get_by_role("link", name="Runs").click(delay=HOLD)
    page.get_by_test_id("stDataFrame").first.wait_for()
    row(page, 2)
    page.get_by_role("button", name="Show on the build page").click(delay=HOLD)
    expect(page.locator(".st-key-thread")).to_contain_text("The first of two")
    expect(page.get_by_label("Message", exact=True)).to_have_value("Please fail")


@pytest.mark.parametrize("keys", ["Control+Enter", "Meta+Enter"])
def test_ctrl_enter_in_the_answers_box_sends_the_answer_and_not_the_form(page: Page, keys: str) -> None:
    say(page, "Please ask me first")
    box = page.get_by_label("Your answer", exact=True)
    expect(box).to_be_focused()
    box.press_sequentially("The blue one")
    box.press(keys)  # at once: the last letters may still be under way
    expect(result(page)).to_contain_text("You answered: The blue one")
    ended(page)
    expect(page.locator(".st-key-thread-head")).to_contain_text("2 turns")
    sent = _sent(page)
    assert sent["message"]["taskId"].startswith("run-")
    assert sent["message"]["parts"] == [{"text": "The blue one"}]
    tab(page, "Reply")
    expect(page.get_by_label("Next message", exact=True)).to_have_value("")
    # Anywhere else the keys send the form, as before.
    page.get_by_label("Message", exact=True).fill("From the form")
    page.get_by_label("Message", exact=True).press("Control+Enter")
    expect(page.locator(".st-key-thread")).to_contain_text("From the form")


def test_ctrl_enter_with_nothing_typed_says_so_and_sends_nothing(page: Page) -> None:
    say(page, "Please ask me first")
    expect(page.get_by_label("Your answer", exact=True)).to_be_focused()
    page.keyboard.press("Control+Enter")
    expect(page.locator(".st-key-next-turn")).to_contain_text("Type something first.")
    expect(page.locator(".st-key-thread-head")).to_contain_text("1 turn")
