"""Undo and Redo in Chromium: what was typed into text areas, tags and the exact request comes back to the letter."""

import re

from browser.actions import HOLD, choose, press, request
from playwright.sync_api import Page, expect

TYPED = '{"a":1,   "b":[1,2]}'


def test_a_text_comes_back_as_it_was_typed_and_goes_forth_again(page: Page) -> None:
    page.get_by_role("radio", name="All fields").click(delay=HOLD)
    area = page.get_by_label("Message metadata", exact=True)
    area.fill(TYPED)
    expect(request(page)).to_contain_text('"b": [')
    choose(page, "Documents", "5 · v1.0 send JSON-RPC")
    expect(area).to_have_value("")
    page.get_by_label("Text", exact=True).fill("typed since")
    expect(request(page)).to_contain_text("typed since")
    press(page, "Undo")
    expect(area).to_have_value(TYPED)
    expect(request(page)).not_to_contain_text("typed since")
    area.press("End")
    area.press_sequentially(" ", delay=20)
    press(page, "Redo")
    expect(page.get_by_label("Text", exact=True)).to_have_value("typed since")
    press(page, "Undo")
    expect(area).to_have_value(f"{TYPED} ")


def test_a_tag_that_one_click_took_away_comes_back(page: Page) -> None:
    entry = page.get_by_label("Read-only projects", exact=True)
    entry.press_sequentially("mine")
    entry.press("Enter")
    expect(request(page)).to_contain_text('"mine"')
    press(page, "Remove proj_meetings")
    expect(request(page)).not_to_contain_text("proj_meetings")
    press(page, "Undo")
    expect(request(page)).to_contain_text(re.compile(r'"proj_meetings",\s*"mine"'))
    expect(page.get_by_role("button", name="Remove proj_meetings", exact=True)).to_be_visible()


def test_the_exact_request_comes_back_into_the_field_that_is_open(page: Page) -> None:
    page.locator(".st-key-raw-bar").get_by_text("Edit the exact request", exact=True).click(delay=HOLD)
    method = page.get_by_role("textbox", name="Exact method", exact=True)
    method.fill("PUT")
    expect(request(page)).to_contain_text("-X PUT")
    press(page, "Remove proj_meetings")  # a step elsewhere
    expect(request(page)).not_to_contain_text("proj_meetings")
    method.fill("PATCH")
    expect(request(page)).to_contain_text("-X PATCH")
    press(page, "Undo")
    expect(method).to_have_value("PUT")
    expect(request(page)).to_contain_text("-X PUT")
    press(page, "Redo")
    expect(method).to_have_value("PATCH")
