"""The whole form in Chromium: every field's way into the request, lists, maps, parts, files, capabilities."""

import re
from collections.abc import Callable

import pytest
from browser.actions import HOLD
from playwright.sync_api import Browser, Locator, Page, expect

from playground.ui import fields, textarea

# What is typed for each field of the form, and the text of the request that says it.
WAYS = {
    "message.messageId": ("msg-1", '"messageId": "msg-1"'),
    "message.contextId": (" ctx_1 ", '"contextId": " ctx_1 "'),
    "message.taskId": ("run-1", '"taskId": "run-1"'),
    "message.referenceTaskIds": ("run-0", '"referenceTaskIds": [ "run-0" ]'),
    "message.extensions": ("https://e.example/x,y", '"extensions": [ "https://e.example/x,y" ]'),
    "message.metadata": ('{"m": 1.10}', '"metadata": { "m": 1.10 }'),
    "configuration.blocking": ("false", '"blocking": false'),
    "configuration.historyLength": ("1e1", '"historyLength": 1e1'),
    "configuration.acceptedOutputModes": (
        "text/plain;charset=utf-8, x",
        '"acceptedOutputModes": [ "text/plain;charset=utf-8, x" ]',
    ),
    "configuration.pushNotificationConfig.url": ("https://e.example/hook", '"url": "https://e.example/hook"'),
    "configuration.pushNotificationConfig.id": ("p1", '"id": "p1"'),
    "configuration.pushNotificationConfig.token": ("tok", '"token": "tok"'),
    "configuration.pushNotificationConfig.authentication.scheme": ("Bearer", '"scheme": "Bearer"'),
    "configuration.pushNotificationConfig.authentication.credentials": ("cred", '"credentials": "cred"'),
    "memorylake.actorId": ("act_1", '"actorId": "act_1"'),
    "memorylake.readWriteProjectId": ("proj_1", '"readWriteProjectId": "proj_1"'),
    "memorylake.readOnlyProjectIds": ("proj_2", '"readOnlyProjectIds": [ "proj_meetings", "proj_2" ]'),
    "memorylake.skipMemory": ("true", '"skipMemory": true'),
    "memorylake.subagentMapping": (("researcher", "agt_2"), '"subagentMapping": { "researcher": "agt_2" }'),
    "memorylake.overrides.model": ("gpt-4o", '"model": "gpt-4o"'),
    "memorylake.overrides.maxTurns": ("5", '"maxTurns": 5'),
    "memorylake.overrides.systemPromptOverride": ("one\ntwo", '"systemPromptOverride": "one\\ntwo"'),
    "memorylake.overrides.modelParams": (("temperature", "0.20"), '"modelParams": { "temperature": 0.20 }'),
    "memorylake.overrides.reasoning.type": ("enabled", '"type": "enabled"'),
    "memorylake.overrides.reasoning.budgetTokens": ("1024", '"budgetTokens": 1024'),
    "memorylake.overrides.capabilitiesOverride": ("web search", '"capabilitiesOverride": { "web_search": {} }'),
    "requestId": ("req-1", '"id": "req-1"'),
    "metadata": ('{"other": [1e3]}', '"other": [ 1e3 ]'),
}


def code(page: Page) -> Locator:
    return page.locator(".st-key-request-code")


def says(page: Page, text: str) -> None:
    """Wait until the request holds the text; a blank beside a bracket or behind a comma may be a line break there."""
    pattern = re.sub(r"(?<=[\[{,]) | (?=\\[\]}])", r"\\s*", re.escape(text).replace(r"\ ", " "))
    expect(code(page)).to_contain_text(re.compile(pattern))


def says_not(page: Page, text: str) -> None:
    expect(code(page)).not_to_contain_text(text)


def all_fields(page: Page, title: str = "Message") -> None:
    page.get_by_role("radio", name="All fields").click(delay=HOLD)
    form_tab(page, title)


def form_tab(page: Page, title: str) -> None:
    tab = page.locator(".st-key-form").get_by_role("tab", name=title, exact=True)
    tab.click(delay=HOLD)
    expect(tab).to_have_attribute("aria-selected", "true")


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click(delay=HOLD)


def place(page: Page, path: str) -> Locator:
    """The element of a field."""
    return page.locator(".st-key-field-" + re.sub(r"[^a-zA-Z0-9]", "-", path))


def empty_form(page: Page) -> None:
    """The document's JSON-RPC request, which has few fields and an ID of its own to replace."""
    press(page, "Documents")
    page.get_by_role("menuitem", name="6 · v1.0 stream JSON-RPC").click(delay=HOLD)
    says(page, "SendStreamingMessage")


def _line(page: Page, item: fields.Field, value: str) -> None:
    page.get_by_label(item.label, exact=True).fill(value)


def _flag(page: Page, item: fields.Field, value: str) -> None:
    place(page, item.path).get_by_role("radio", name=value, exact=True).click(delay=HOLD)


def _id(page: Page, item: fields.Field, value: str) -> None:
    place(page, f"{item.path}:how").get_by_role("radio", name="My own").click(delay=HOLD)
    page.get_by_label(f"{item.label}, my own").fill(value)


def _list(page: Page, item: fields.Field, value: str) -> None:
    entry = page.get_by_label(item.label, exact=True)
    entry.press_sequentially(value)
    entry.press("Enter")


def _rows(page: Page, item: fields.Field, value: tuple[str, str]) -> None:
    place(page, item.path).get_by_role("button", name=": + Add").click(delay=HOLD)
    page.get_by_label(f"{item.label}: name 1").press_sequentially(value[0])
    page.keyboard.press("Enter")
    page.keyboard.type(value[1])


def _capabilities(page: Page, item: fields.Field, value: str) -> None:
    place(page, f"{item.path}:choice").get_by_role("radio", name=value, exact=True).click(delay=HOLD)


TYPED: dict[str, Callable[..., None]] = {
    "flag": _flag,
    "id": _id,
    "list": _list,
    "map": _rows,
    "params": _rows,
    "capabilities": _capabilities,
}


@pytest.mark.parametrize("number", range(len(fields.TABS)), ids=[title for title, _groups in fields.TABS])
def test_every_field_has_its_way_into_the_request(page: Page, number: int) -> None:
    empty_form(page)
    title, groups = fields.TABS[number]
    all_fields(page, title)
    items = [item for group in groups for item in group.fields]
    for item in items:
        value, text = WAYS[item.path]
        TYPED.get(item.kind, _line)(page, item, value)
        says(page, text)
    expect(page.locator(".st-key-send button")).to_be_enabled()
    # All of it is there again, in the form and in the request, after another page.
    page.get_by_role("link", name="Help").click(delay=HOLD)
    page.get_by_role("link", name="Build").click(delay=HOLD)
    for item in items:
        says(page, WAYS[item.path][1])
        if item.kind in {"line", "number", "text", "json", "object"}:
            expect(page.get_by_label(item.label, exact=True)).to_have_value(WAYS[item.path][0])


def test_the_table_above_has_every_field() -> None:
    assert set(WAYS) == {item.path for item in fields.ALL}


# Kind of part: the button that adds it, what is typed for each of its fields, and the text of the request.
PART_WAYS = {
    "text": ("Text", {"text": (" a\nb ", '"text": " a\\nb "'), "metadata": ('{"m": 1.0}', '"metadata": { "m": 1.0 }')}),
    "url": (
        "File by URL",
        {
            "url": ("https://e.example/a b", '"url": "https://e.example/a b"'),
            "mediaType": ("image/png", '"mediaType": "image/png"'),
            "filename": ("a b.png", '"filename": "a b.png"'),
            "metadata": ("[1e3]", '"metadata": [ 1e3 ]'),
        },
    ),
    "bytes": (
        "File by bytes",
        {
            "mediaType": ("image/png", '"mediaType": "image/png"'),
            "filename": ("a.png", '"filename": "a.png"'),
            "metadata": ("true", '"metadata": true'),
        },
    ),
    "data": (
        "Data",
        {"data": ('{"d":   -0}', '"data": { "d": -0 }'), "metadata": ('{"m": null}', '"metadata": { "m": null }')},
    ),
}


@pytest.mark.parametrize("kind", list(PART_WAYS))
def test_every_field_of_a_part_has_its_way_into_the_request(page: Page, kind: str) -> None:
    all_fields(page)
    button, ways = PART_WAYS[kind]
    press(page, button)
    part = page.locator(".st-key-part-1")
    expect(part).to_contain_text("Part 2")
    for item in fields.PARTS[kind][1]:
        value, text = ways[item.path]
        field = part.get_by_label(item.label, exact=True)
        field.fill(value)
        says(page, text)
        expect(field).to_have_value(value)
    assert set(ways) == {item.path for item in fields.PARTS[kind][1]}


# Text areas


def test_a_text_whose_lines_end_in_crlf_keeps_them(chromium: Browser) -> None:
    page = chromium.new_page()
    page.set_content("<textarea></textarea>")
    typed = """([value, more]) => {
        const area = document.querySelector("textarea"), said = [];
        writeArea(area, { value, generation: value, rows: 1, placeholder: "" }, (text) => said.push(text));
        area.value += more;
        area.dispatchEvent(new Event("input"));
        return said[0];
    }"""
    for value, more, expected in (
        ("a\r\nb", "c\nd", "a\r\nbc\r\nd"),
        ("a\nb", "\nc", "a\nb\nc"),
        ("a\r\nb\nc", "d", "a\nb\ncd"),  # mixed ends cannot be kept by a text area
        ("\r\n", "x", "\r\nx"),
    ):
        assert page.evaluate(f"(given) => {{ {textarea.AREA_JS} return ({typed})(given); }}", [value, more]) == expected
    page.close()


# Lists


def test_tags_hold_exactly_what_was_typed(page: Page) -> None:
    entry = page.get_by_label("Read-only projects", exact=True)
    entry.press("Backspace")  # the example's own
    says_not(page, "readOnlyProjectIds")
    expect(place(page, "memorylake.readOnlyProjectIds")).to_contain_text("Not sent.")
    press(page, "Read-only projects: Send it empty")
    says(page, '"readOnlyProjectIds": []')
    press(page, "Read-only projects: Do not send it")
    says_not(page, "readOnlyProjectIds")
    for text in (" a, b ", "twice", "twice"):
        entry.press_sequentially(text)
        entry.press("Enter")
    entry.press_sequentially("still typing")
    says_list(page, [" a, b ", "twice", "twice", "still typing"])
    entry.press("Tab")
    expect(page.get_by_role("button", name="Remove still typing")).to_be_visible()
    page.get_by_role("button", name="Remove twice").first.click(delay=HOLD)
    says_list(page, [" a, b ", "twice", "still typing"])
    expect(entry).to_be_focused()
    place(page, "memorylake.readOnlyProjectIds").get_by_text("twice", exact=True).click(delay=HOLD)
    expect(entry).to_have_value("twice")
    entry.press("End")
    entry.press_sequentially(" more")
    says_list(page, [" a, b ", "twice more", "still typing"])
    entry.press("Enter")
    entry.evaluate(
        """element => {
            const clipboardData = new DataTransfer();
            clipboardData.setData("text/plain", "one\\r\\n two \\n\\nthree");
            element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
        }"""
    )
    expected = [" a, b ", "twice more", "still typing", "one", " two ", "three"]
    says_list(page, expected)
    # The other ways to show the form, another page and back: nothing is lost.
    page.get_by_role("radio", name="All fields").click(delay=HOLD)
    form_tab(page, "Memory")
    page.get_by_role("link", name="Help").click(delay=HOLD)
    page.get_by_role("link", name="Build").click(delay=HOLD)
    expect(page.get_by_role("button", name="Remove three")).to_be_visible()
    says_list(page, expected)


def says_list(page: Page, items: list[str]) -> None:
    inner = r",\s*".join(re.escape(f'"{item}"') for item in items)
    expect(code(page)).to_contain_text(re.compile(rf'"readOnlyProjectIds": \[\s*{inner}\s*\]'))


def test_a_list_as_json_can_say_what_tags_cannot(page: Page) -> None:
    press(page, "Read-only projects as JSON")
    area = page.get_by_label("Read-only projects", exact=True)
    expect(area).to_have_value('[\n  "proj_meetings"\n]')
    area.fill('["",   "a\\nb"')
    expect(area).to_have_attribute("aria-invalid", "true")
    expect(page.locator(".st-key-send button")).to_be_disabled()
    area.press_sequentially(" ]")
    says(page, '"readOnlyProjectIds": [ "", "a\\nb" ]')
    expect(area).to_have_value('["",   "a\\nb" ]')
    area.fill("")
    says_not(page, "readOnlyProjectIds")
    area.fill('["", "b"]')
    press(page, "Read-only projects as tags")
    expect(place(page, "memorylake.readOnlyProjectIds")).to_contain_text("empty text")
    says(page, '"readOnlyProjectIds": [ "", "b" ]')


# Maps


def test_rows_say_what_is_wrong_and_lose_nothing(page: Page) -> None:
    all_fields(page, "Memory")
    params = place(page, "memorylake.overrides.modelParams")
    params.get_by_role("button", name=": + Add").click(delay=HOLD)
    for keys in ("top_p", "Enter", "0.2.", "Enter", "effort", "Enter", "high", "Enter", "top_p", "Tab", "[1, {}]"):
        page.keyboard.press(keys) if keys in {"Enter", "Tab"} else page.keyboard.type(keys, delay=15)
    expect(params).to_contain_text('the name "top_p" stands twice')
    expect(page.locator(".st-key-send button")).to_be_disabled()
    page.get_by_label("Model parameters: name 3").fill("other")
    expect(params).to_contain_text("Nothing is sent while this cannot be read: top_p")
    page.get_by_role("link", name="Help").click(delay=HOLD)
    page.get_by_role("link", name="Build").click(delay=HOLD)
    first = page.get_by_label("Model parameters: value 1")
    expect(first).to_have_value("0.2.")
    first.fill("0.20")
    says(page, '"modelParams": { "top_p": 0.20, "effort": "high", "other": [ 1, {} ] }')
    press(page, "Model parameters: remove row 2")
    says_not(page, "effort")
    press(page, "Model parameters as JSON")
    area = page.get_by_role("textbox", name="Model parameters", exact=True)
    expect(area).to_have_value(re.compile(r'"top_p": 0\.20'))
    area.fill('{"a": "1"}')
    says(page, '"modelParams": { "a": "1" }')
    press(page, "Model parameters as rows")
    expect(page.get_by_label("Model parameters: value 1")).to_have_value('"1"')


# Parts


def test_parts_of_mixed_kind_are_moved_and_removed_with_what_was_typed(page: Page) -> None:
    all_fields(page)
    form = page.locator(".st-key-form")
    expect(form.get_by_role("button", name="Move part 1 up")).to_be_disabled()
    expect(form.get_by_role("button", name="Move part 1 down")).to_be_disabled()
    page.get_by_label("Text", exact=True).fill("first")
    press(page, "Data")
    data = page.get_by_label("Data", exact=True)
    data.fill('{"k": 1.10,   "open": [1')
    expect(data).to_have_attribute("aria-invalid", "true")
    expect(form).to_contain_text("line 1 column 25")
    press(page, "Show where")
    assert data.evaluate("e => e.selectionStart") == 24
    press(page, "Move part 2 up")
    expect(page.locator(".st-key-part-0")).to_contain_text("Data")
    expect(data).to_have_value('{"k": 1.10,   "open": [1')
    expect(page.get_by_label("Text", exact=True)).to_have_value("first")
    data.press("End")
    data.press_sequentially("]}")
    expect(code(page)).to_contain_text(
        re.compile(r'"data":\s*\{\s*"k": 1\.10,\s*"open": \[\s*1\s*\]\s*\}.*"first"', re.S)
    )
    press(page, "File by URL")
    page.get_by_label("File URL", exact=True).fill("https://e.example/a.png")
    says(page, '"url": "https://e.example/a.png"')
    expect(form.get_by_role("button", name="Move part 3 down")).to_be_disabled()
    press(page, "Move part 3 up")
    press(page, "Move part 2 up")
    expect(page.locator(".st-key-part-0")).to_contain_text("File by URL")
    expect(data).to_have_value('{"k": 1.10,   "open": [1]}')
    press(page, "Remove part 2")
    says_not(page, '"open"')
    expect(form).to_contain_text("Part 2 was removed.")
    page.get_by_label("Text", exact=True).fill("typed since")
    press(page, "Put it back")
    expect(data).to_have_value('{"k": 1.10,   "open": [1]}')
    expect(code(page)).to_contain_text(re.compile(r'"url".*"open".*"typed since"', re.S))


def test_a_file_is_held_replaced_and_refused_with_a_sentence(page: Page) -> None:
    all_fields(page)
    press(page, "File by bytes")
    part = page.locator(".st-key-part-1")
    choose = part.locator("input[type=file]")
    choose.set_input_files({"name": "a b.txt", "mimeType": "text/plain", "buffer": b"hello"})
    says(page, '"raw": "aGVsbG8="')
    expect(part).to_contain_text("a b.txt · text/plain · 5 B")
    expect(page.get_by_label("File name", exact=True)).to_have_value("a b.txt")
    choose.set_input_files({"name": "empty.bin", "mimeType": "application/octet-stream", "buffer": b""})
    expect(part).to_contain_text("empty.bin · application/octet-stream · 0 B")
    says(page, '"raw": ""')
    choose.set_input_files({"name": "big.bin", "mimeType": "application/x-big", "buffer": b"x" * 10_000_001})
    expect(part).to_contain_text("“big.bin” has 10.0 MB and was not taken: a part holds up to 10.0 MB")
    says(page, '"raw": ""')
    press(page, "Remove the file of part 2")
    says_not(page, '"raw"')
    expect(part).not_to_contain_text("0 B")


# Capabilities


def test_capabilities_by_choice_and_as_json(page: Page) -> None:
    all_fields(page, "Memory")
    path = "memorylake.overrides.capabilitiesOverride"
    choice = place(page, f"{path}:choice")

    def choose(name: str) -> None:
        choice.get_by_role("radio", name=name, exact=True).click(delay=HOLD)

    choose("chosen data sets")
    says(page, '"capabilitiesOverride": { "web_search": { "open_datasets": [] } }')
    press(page, "patents/ip")
    entry = page.get_by_label("Data sets", exact=True)
    entry.press_sequentially("my/own")
    says(page, '"capabilitiesOverride": { "web_search": { "open_datasets": [ "patents/ip", "my/own" ] } }')
    choose("not set")
    says_not(page, "capabilitiesOverride")
    choose("chosen data sets")
    says(page, '"open_datasets": [ "patents/ip", "my/own" ]')
    choose("JSON")
    area = page.get_by_label("Capabilities as JSON", exact=True)
    expect(area).to_have_value(re.compile("patents/ip"))
    area.fill('[ "search",1.0 ]')
    says(page, '"capabilitiesOverride": [ "search", 1.0 ]')
    choose("web search")  # which cannot show it
    expect(choice.get_by_role("radio", name="JSON")).to_be_checked()
    expect(place(page, path)).to_contain_text("stays JSON")
    expect(area).to_have_value('[ "search",1.0 ]')
    choose("not set")
    says_not(page, "capabilitiesOverride")
    choose("JSON")
    expect(area).to_have_value('[ "search",1.0 ]')
    area.fill('{"web_search": {}}')
    choose("web search")
    expect(area).to_have_count(0)
    says(page, '"capabilitiesOverride": { "web_search": {} }')


# All of them


def test_the_caret_stays_and_examples_fill_lists_and_rows_anew(page: Page) -> None:
    entry = page.get_by_label("Read-only projects", exact=True)
    entry.press_sequentially("end", delay=20)
    entry.press("Home")
    typed = ""
    for char in "new-":
        entry.press(char)
        typed += char
        says_list(page, ["proj_meetings", f"{typed}end"])  # the answer to each key comes back before the next one
    expect(entry).to_have_value("new-end")
    says_list(page, ["proj_meetings", "new-end"])
    press(page, "Documents")
    page.get_by_role("menuitem", name="5 · v1.0 send JSON-RPC").click(delay=HOLD)
    says_list(page, ["proj_shared_kb"])
    expect(page.get_by_role("button", name="Remove proj_shared_kb")).to_be_visible()
    expect(page.get_by_role("button", name="Remove proj_meetings")).to_have_count(0)
    press(page, "Undo")
    expect(page.get_by_role("button", name="Remove new-end")).to_be_visible()
    all_fields(page, "Memory")
    place(page, "memorylake.subagentMapping").get_by_role("button", name=": + Add").click(delay=HOLD)
    page.keyboard.type("end", delay=20)
    page.keyboard.press("Home")
    typed = ""
    for char in "x-":
        page.keyboard.press(char)
        typed += char
        says(page, f'"subagentMapping": {{ "{typed}end": "" }}')
    expect(page.get_by_label("Sub-agent mapping: name 1")).to_have_value("x-end")
    says(page, '"subagentMapping": { "x-end": "" }')
    press(page, "Documents")
    page.get_by_role("menuitem", name="5 · v1.0 send JSON-RPC").click(delay=HOLD)
    expect(page.get_by_label("Sub-agent mapping: name 1")).to_have_count(0)
    says_not(page, "subagentMapping")


@pytest.mark.parametrize("width", [390, 1024])
def test_nothing_is_wider_than_the_screen(chromium: Browser, playground: str, width: int) -> None:
    page = chromium.new_page(viewport={"width": width, "height": 844})
    page.goto(playground)
    code(page).wait_for(timeout=30_000)
    page.get_by_role("radio", name="All fields").click(delay=HOLD)
    for kind in ("File by bytes", "Data"):
        press(page, kind)
    page.locator(".st-key-raw-bar").get_by_text("Edit the exact request").click(delay=HOLD)
    page.get_by_role("textbox", name="Exact method").press_sequentially("X")
    expect(page.locator(".st-key-request")).to_contain_text("Overridden by hand: method")
    for title, _groups in fields.TABS:
        form_tab(page, title)
        for name in ("form", "request"):
            assert page.locator(f".st-key-{name}").evaluate("e => e.scrollWidth <= e.clientWidth"), (title, name)
        assert page.evaluate("document.querySelector('.stMain').scrollWidth <= window.innerWidth")
    page.close()
