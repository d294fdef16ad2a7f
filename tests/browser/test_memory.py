"""The sandbox's memory in Chromium: a fact is told, asked for, looked at and forgotten."""

from collections.abc import Iterator

import pytest
from browser.actions import choose, ended, press, request, result, say, send, settled
from playwright.sync_api import Page, expect

from playground.ui import examples

QUESTION = "How do I configure two-factor authentication?"
FACT = "“My two-factor authentication codes come from a YubiKey”"
SCOPES = "(actor act_user_jane, project proj_def456)"
MESSAGES = {one.title: one.draft["message"]["parts"][0]["text"] for one in examples.GOOD}
START = "Memory: 13 facts, 0 of them told since the start; 11 documents."


@pytest.fixture
def lake(page: Page) -> Iterator[Page]:
    """The page, with the memory at its start, before the test and after it."""
    reset(page)
    yield page
    reset(page)


def reset(page: Page) -> None:
    press(page, "Reset")
    expect(page.locator(".st-key-lake")).to_contain_text(START)


def run(page: Page, title: str, answer: str) -> None:
    """Sends an example as it is and waits for its answer."""
    choose(page, "Examples", title)
    expect(request(page)).to_contain_text(f'"text": "{MESSAGES[title]}"')
    settled(page)
    send(page)
    expect(result(page)).to_contain_text(answer)
    ended(page)


def test_the_documents_question_before_and_after_a_fact_was_told_with_and_without_skip_memory(lake: Page) -> None:
    reply = result(lake)
    run(lake, "Memory: ask for it", "To configure two-factor authentication, open Settings")
    expect(reply).to_contain_text("(actor act_user_jane).")  # her authenticator app, which the memory starts with
    expect(reply).not_to_contain_text("YubiKey")

    run(lake, "Memory: tell with skipMemory, nothing is kept", "skipMemory is set.")
    expect(lake.locator(".st-key-lake")).to_contain_text(START)
    run(lake, "Memory: ask for what was not kept", "I know nothing about “What is my favourite colour?”.")

    run(lake, "Memory: tell a fact", f"I keep {FACT} {SCOPES}.")
    expect(lake.locator(".st-key-lake")).to_contain_text("Memory: 14 facts, 1 of them told since the start")
    run(lake, "Memory: ask for it", f"I remember: {FACT} {SCOPES}.")
    run(lake, "Memory: another actor sees the project only", f"{FACT} (project proj_def456, told by act_user_jane).")
    run(lake, "Memory: none, without the extension", "Without metadata.memorylake I run without memory.")


def test_the_facts_are_listed_as_plain_text_and_forgotten(lake: Page) -> None:
    say(lake, "My motto is **bold** <b>and</b> [loud](http://example.com)")
    send(lake)
    ended(lake, "completed")
    expect(lake.locator(".st-key-lake")).to_contain_text("1 of them told")
    press(lake, "Facts")
    listed = lake.locator(".st-key-lake-list")
    expect(listed).to_contain_text("actor act_user_jane · Jane Miller")
    expect(listed).to_contain_text("– My motto is **bold** <b>and</b> [loud](http://example.com) (told)")
    expect(listed).to_contain_text("负责华东地区的销售")
    assert listed.locator("b, a, strong").count() == 0
    lake.keyboard.press("Escape")
    expect(listed).to_have_count(0)
