"""What a user does on the page and what is seen there, in steps that take the page's own pace into account."""

from playwright.sync_api import Locator, Page, TimeoutError, expect

HOLD = 100
"""A click of 0 ms right after typing loses the navigation."""


def request(page: Page) -> Locator:
    """The exact request, as the chosen format shows it."""
    return page.locator(".st-key-request-code code")


def result(page: Page) -> Locator:
    """All that came back: the strip of states, the tabs and what the open one shows."""
    return page.locator(".st-key-reply")


def send_button(page: Page) -> Locator:
    return page.locator(".st-key-send button")


def stop_button(page: Page) -> Locator:
    return page.locator(".st-key-stop button")


def settled(page: Page) -> None:
    """Wait until the server has drawn all that it wants to draw."""
    expect(page.get_by_test_id("stApp")).to_have_attribute("data-test-script-state", "notRunning")


def press(page: Page, name: str) -> None:
    """Click the button of that name."""
    page.get_by_role("button", name=name, exact=True).click(delay=HOLD)


def choose(page: Page, menu: str, title: str) -> None:
    """Choose an entry of a menu. A page that is just being drawn may close it again: it is then opened once more."""
    entry = page.get_by_role("menuitem", name=title, exact=True)
    press(page, menu)
    try:
        entry.click(delay=HOLD, timeout=3_000)
    except TimeoutError:
        press(page, menu)
        entry.click(delay=HOLD)


def say(page: Page, text: str) -> None:
    """Replace the message and wait until the request says it."""
    page.get_by_label("Message", exact=True).fill(text)
    expect(request(page)).to_contain_text(text)


def send(page: Page) -> None:
    """Send, as soon as it can be sent."""
    expect(send_button(page)).to_be_enabled()
    send_button(page).click(delay=HOLD)


def ended(page: Page, outcome: str = "") -> None:
    """Wait until the run has ended: with that outcome, where one is named."""
    expect(result(page)).to_contain_text(outcome, timeout=30_000)
    expect(stop_button(page)).to_be_disabled(timeout=30_000)
    expect(send_button(page)).to_be_enabled()


def tab(page: Page, title: str) -> None:
    """Open one of the result's tabs."""
    title_of_it = result(page).get_by_role("tab", name=title)
    title_of_it.click(delay=HOLD)
    expect(title_of_it).to_have_attribute("aria-selected", "true")


def go_to_server(page: Page, url: str) -> None:
    """Make a server of the test's own the target."""
    page.get_by_role("radio", name="Other").click(delay=HOLD)
    page.get_by_label("A2A URL", exact=True).fill(url)
    expect(request(page)).to_contain_text(f"{url}/message:stream")
