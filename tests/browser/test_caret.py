"""The caret stays in the field that is typed into, whatever the page says meanwhile above it."""

from browser.actions import HOLD, press, request, send, tab
from playwright.sync_api import Locator, Page, expect


def type_slowly(page: Page, field: Locator, text: str) -> None:
    """Keys go where the caret is: the answer to each comes back before the next one."""
    field.click(delay=HOLD)
    for char in text:
        page.keyboard.type(char)
        page.wait_for_timeout(150)
    expect(field).to_have_value(text)
    expect(field).to_be_focused()


def test_a_header_that_makes_the_key_needless_is_typed_at_one_go(page: Page) -> None:
    page.get_by_role("radio", name="Global", exact=True).click(delay=HOLD)
    target = page.locator(".st-key-target")
    expect(target).to_contain_text("There is no key")
    press(page, "Add")
    type_slowly(page, page.get_by_label("Name of header 1", exact=True), "Authorization")
    type_slowly(page, page.get_by_label("Value of header 1", exact=True), "x y")
    expect(target).not_to_contain_text("There is no key")


def test_a_header_of_the_same_name_as_one_above_is_typed_at_one_go(page: Page) -> None:
    for number, text in ((1, "Accept"), (2, "Accept-Language")):
        press(page, "Add")
        type_slowly(page, page.get_by_label(f"Name of header {number}", exact=True), text)


def test_workspace_agent_and_key_are_typed_at_one_go(page: Page) -> None:
    page.get_by_role("radio", name="Global", exact=True).click(delay=HOLD)
    for label in ("Workspace", "Agent", "API key"):
        type_slowly(page, page.get_by_label(label, exact=True), "ab ..")


def test_the_answer_is_typed_at_one_go(page: Page) -> None:
    page.get_by_label("Message", exact=True).fill("Please ask me first")
    expect(request(page)).to_contain_text("Please ask me first")
    send(page)
    box = page.get_by_label("Your answer", exact=True)
    expect(box).to_be_focused()
    page.keyboard.press("Control+Enter")
    expect(page.locator(".st-key-next-turn")).to_contain_text("Type something first.")
    type_slowly(page, box, "The blue one")
    tab(page, "Events")
    tab(page, "Reply")
    expect(box).to_have_value("The blue one")
