"""What a user does on the page, in steps that take the page's own pace into account."""

from playwright.sync_api import Page, TimeoutError

HOLD = 100
"""A click of 0 ms right after typing loses the navigation."""


def choose(page: Page, menu: str, title: str) -> None:
    """Choose an entry of a menu. A page that is just being drawn may close it again: it is then opened once more."""
    entry = page.get_by_role("menuitem", name=title, exact=True)
    page.get_by_role("button", name=menu, exact=True).click(delay=HOLD)
    try:
        entry.click(delay=HOLD, timeout=3_000)
    except TimeoutError:
        page.get_by_role("button", name=menu, exact=True).click(delay=HOLD)
        entry.click(delay=HOLD)
