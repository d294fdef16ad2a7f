"""Drafts that the form did not make, as Streamlit's own test runner sees them: nothing of them is hidden or lost."""

import base64
import json
from copy import deepcopy
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from playground.model.draft import Draft
from playground.model.jsontext import Json
from playground.protocol.encode import encode
from playground.ui import examples, parts, raw, state
from playground.ui.places import PLACES

APP = Path(__file__).parents[2] / "playground" / "app.py"


def held(at: AppTest) -> state.State:
    return at.session_state["playground"]


def opened(*, everything: bool = False, tab: str = "Message", **draft: Json) -> AppTest:
    """The page with a draft in which these members are replaced."""
    at = AppTest.from_file(str(APP), default_timeout=20)
    tree = examples.FIRST.tree() | {"target": deepcopy(PLACES["sandbox"])} | deepcopy(draft)
    at.session_state["playground"] = state.State(tree, everything=everything)
    at.session_state["form-tabs"] = tab
    at.run()
    assert not at.exception
    return at


def request(at: AppTest) -> dict[str, Json]:
    """The request that the page's draft stands for."""
    draft, _found = Draft.from_tree(held(at).draft)
    assert draft is not None
    built = encode(draft, ids=held(at).ids)
    assert built.request is not None
    return built.request.as_json()


def body(at: AppTest) -> Json:
    return json.loads(request(at)["body"])


def texts(at: AppTest) -> str:
    """What the page says, without the backslashes that keep text from being Markdown."""
    shown = [element.value for kind in (at.markdown, at.caption, at.error, at.warning) for element in kind]
    return " ".join(shown).replace("\\", "")


def press(at: AppTest, key: str) -> None:
    at.button(key=key).click().run()
    assert not at.exception


MIXED = [
    {"type": "text", "text": "one"},
    {"type": "data", "dataText": '{"open": '},
    {"type": "file", "bytes": base64.b64encode(b"hello").decode(), "filename": "a.txt", "mediaType": "text/plain"},
    {"type": "file", "url": "https://e.example/x", "bytes": "", "extra": 1},
]


def test_parts_move_with_what_cannot_be_read_yet() -> None:
    at = opened(everything=True, message={"parts": MIXED})
    assert at.button(key="drop-up-0").disabled
    assert at.button(key="drop-down-3").disabled
    press(at, "drop-down-0")
    press(at, "drop-up-3")
    assert parts_of(at) == [MIXED[1], MIXED[0], MIXED[3], MIXED[2]]
    press(at, "drop-part-0")
    press(at, "drop-part-1")
    assert parts_of(at) == [MIXED[0], MIXED[2]]
    press(at, "put-part-back")
    press(at, "put-part-back")
    assert parts_of(at) == [MIXED[1], MIXED[0], MIXED[3], MIXED[2]]
    assert "put-part-back" not in [button.key for button in at.button]


def parts_of(at: AppTest) -> Json:
    return held(at).draft["message"]["parts"]


def test_a_removed_part_belongs_to_its_draft() -> None:
    at = opened(everything=True, message={"parts": MIXED})
    press(at, "drop-part-1")
    at.segmented_control(key="field:mode").set_value(False).run()
    press(at, "remove-further")  # which fills the form with another draft
    at.segmented_control(key="field:mode").set_value(True).run()
    assert parts_of(at) == [MIXED[0]]
    assert "put-part-back" not in [button.key for button in at.button]


def test_each_kind_of_part_goes_into_the_request() -> None:
    given = [MIXED[0], {"type": "data", "data": [1]}, MIXED[2], {"type": "file", "url": "https://e.example/x"}]
    assert body(opened(message={"parts": given}))["message"]["parts"] == [
        {"text": "one"},
        {"data": [1]},
        {"raw": "aGVsbG8=", "mediaType": "text/plain", "filename": "a.txt"},
        {"url": "https://e.example/x"},
    ]


def test_what_a_part_holds_is_shown() -> None:
    shown = texts(opened(everything=True, message={"parts": MIXED}))
    assert "a.txt · text/plain · 5 B" in shown
    assert "0 B" in shown  # the last part has a URL and bytes: both can be seen
    wrong = {"type": "file", "bytes": "no base64!"}
    assert "this is no base64; it is sent as it stands" in texts(opened(everything=True, message={"parts": [wrong]}))


def test_a_file_beyond_the_limit_is_refused_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "LARGEST_FILE", 4)
    at = opened(everything=True, message={"parts": [{"type": "file", "bytes": None}]})
    at.file_uploader[0].upload("a.txt", b"hello", "text/plain").run()
    assert "has 5 B and was not taken" in texts(at)
    assert parts_of(at) == [{"type": "file", "bytes": None}]
    at.file_uploader[0].upload("b.txt", b"hi", "text/plain").run()
    assert "was not taken" not in texts(at)
    assert parts_of(at) == [{"type": "file", "bytes": "aGk=", "mediaType": "text/plain", "filename": "b.txt"}]
    press(at, "drop-file-0")
    assert parts_of(at) == [{"type": "file", "bytes": None, "mediaType": "text/plain", "filename": "b.txt"}]


def test_keys_that_nobody_knows_are_shown_with_their_values_and_can_be_removed() -> None:
    draft = {"message": {"parts": [{"type": "text", "text": "a", "odd": [1]}], "new.name": 2}, "another": {"x": 1}}
    at = opened(**draft)
    assert "`another`, `name`, `odd`" in texts(at)
    at = opened(everything=True, tab="Request", **draft)
    shown = texts(at)
    for piece in (
        '`another` `{"x": 1}` kept and sent',
        "`message.parts[0].odd` `[1]` kept and sent",
        "message.new.name",
    ):
        assert piece in shown
    assert body(at)["another"] == {"x": 1}
    press(at, "drop-kept-0")
    assert "another" not in body(at)


def test_a_list_that_holds_more_than_texts_is_explained_at_its_field() -> None:
    at = opened(everything=True, message={"parts": [], "extensions": ["a", 1]})
    assert "a text is needed here" in texts(at)
    assert held(at).draft["message"]["extensions"] == ["a", 1]
    at.segmented_control(key="field:mode").set_value(False).run()
    assert "`extensions`" in texts(at)


def test_a_request_id_can_be_a_number() -> None:
    at = opened(everything=True, tab="Request", transport="jsonrpc", requestId=7)
    at.text_input(key="field:requestId").set_value("1e3").run()
    assert '"id": 1e3' in request(at)["body"]
    at.text_input(key="field:requestId").set_value("").run()
    assert at.button(key="send").disabled
    assert "a number is needed here" in texts(at)
    at.text_input(key="field:requestId").set_value("-1").run()
    assert not at.button(key="send").disabled
    assert body(at)["id"] == -1
    at.segmented_control(key="field:requestId:how").set_value("none").run()
    assert "id" not in body(at)
    at.segmented_control(key="field:requestId:how").set_value("number").run()
    assert body(at)["id"] == 1


# The exact request


def test_a_draft_that_replaces_members_is_marked_and_goes_back_in_one_click() -> None:
    at = opened(raw={"method": "PUT", "headers": [["X", "1"]], "bodyBase64": "/wD+"})
    shown = texts(at)
    assert "Overridden by hand: method, headers, body" in shown
    assert "does not count for its method, headers, body" in shown
    assert request(at) == {**request(at), "method": "PUT", "headers": [["X", "1"]], "bodyBase64": "/wD+"}
    press(at, "raw-back")
    assert "Overridden" not in texts(at)
    assert request(at)["method"] == "POST"
    press(at, "undo")
    assert held(at).draft["raw"] == {"method": "PUT", "headers": [["X", "1"]], "bodyBase64": "/wD+"}


def test_members_go_back_one_by_one() -> None:
    at = opened(raw={"method": "PUT", "url": "http://127.0.0.1:9/x", "headersText": "odd", "body": None})
    at.toggle(key="field:raw-edit").set_value(True).run()
    assert at.button(key="send").disabled
    for name in ("headers", "method", "url"):
        press(at, f"raw-back-{name}")
    assert held(at).draft["raw"] == {"body": None}
    assert request(at)["body"] is None
    press(at, "raw-back-body")
    assert "raw" not in held(at).draft


def test_a_body_that_is_no_text_stays_exact_until_it_is_replaced() -> None:
    at = opened(raw={"bodyBase64": "/wD+"})
    at.toggle(key="field:raw-edit").set_value(True).run()
    assert "3 B that are no UTF-8 text" in texts(at)
    assert "ff 00 fe" in [code.value for code in at.code]
    press(at, "raw-bytes-replace")
    assert "bodyBase64" not in held(at).draft["raw"]
    assert json.loads(held(at).draft["raw"]["body"])["message"]["role"] == "ROLE_USER"


def test_a_body_too_long_to_be_typed_is_not_sent_to_the_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(raw, "_LONGEST_TYPED", 10)
    at = opened()
    at.toggle(key="field:raw-edit").set_value(True).run()
    assert "too long to be changed here" in texts(at)
    press(at, "raw-long-replace")
    assert held(at).draft["raw"] == {"body": ""}


def test_the_comparison_names_what_differs() -> None:
    at = opened(raw={"method": "PUT", "body": "{}"})
    at.toggle(key="field:raw-compare").set_value(True).run()
    difference = next(code.value for code in at.code if code.value.startswith("--- what the form would send"))
    lines = difference.split("\n")
    assert lines[1] == "+++ what is sent"
    assert any(line.startswith("-POST http://127.0.0.1:") for line in lines)
    assert any(line.startswith("+PUT http://127.0.0.1:") for line in lines)
    assert "+{}" in lines
    assert " Content-Type: application/json" in lines


def test_simple_counts_the_exact_request() -> None:
    at = opened(raw={"method": "PUT"})
    assert "Also set, under All fields: `raw`" in texts(at)
    press(at, "remove-further")
    assert "raw" not in held(at).draft
