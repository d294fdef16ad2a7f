"""Undo and Redo: no click takes away what was typed."""

import base64
from collections.abc import Iterator

import pytest
from forms import APP, choose, drawn, held, opened, press
from runs import DONE, fragment
from servers import json_answer, serving, stream_answer
from streamlit.testing.v1 import AppTest

from playground.ui import examples, undo
from playground.ui.places import PLACES

NUMBER = "field:configuration.historyLength"


def typed(at: AppTest, key: str, text: str) -> None:
    at.text_input(key=key).set_value(text).run()
    assert not at.exception


def example(at: AppTest, number: int) -> None:
    at.menu_button(key="documents").click(examples.DOCUMENT[number - 1].title).run()
    assert not at.exception


def sent(at: AppTest, key: str = "send") -> None:
    press(at, key)
    run = held(at).runs[-1].run
    while run.running:
        run.wait(run.version, 1)
    drawn(at)


def disabled(at: AppTest) -> tuple[bool, bool]:
    return at.button(key="undo").disabled, at.button(key="redo").disabled


def test_what_was_typed_comes_back_as_it_was_typed() -> None:
    at = opened(everything=True, message={"parts": [{"type": "data", "data": {"a": 1, "b": [1, 2]}}]})
    held(at).typed["message.parts[0].data"] = '{"a":1,   "b":[1,2]}'
    held(at).typed["metadata"] = "{ }"
    held(at).draft["metadata"] = {}
    example(at, 1)
    assert held(at).typed == {}
    press(at, "undo")
    assert held(at).typed == {"message.parts[0].data": '{"a":1,   "b":[1,2]}', "metadata": "{ }"}
    assert held(at).draft["message"]["parts"] == [{"type": "data", "data": {"a": 1, "b": [1, 2]}}]


def test_many_steps_go_back_and_forth_and_typing_between_them_is_kept() -> None:
    at = opened(everything=True, tab="Configuration")
    assert disabled(at) == (True, True)
    typed(at, NUMBER, "1")
    example(at, 1)
    typed(at, NUMBER, "2")
    example(at, 2)
    typed(at, NUMBER, "3")
    press(at, "undo")
    assert at.text_input(key=NUMBER).value == "2"
    press(at, "undo")
    assert at.text_input(key=NUMBER).value == "1"
    assert disabled(at) == (True, False)
    typed(at, NUMBER, "1.5")
    press(at, "redo")  # typing has not taken the way forth, and going there does not take what was typed
    assert at.text_input(key=NUMBER).value == "2"
    press(at, "redo")
    assert at.text_input(key=NUMBER).value == "3"
    assert disabled(at) == (False, True)
    press(at, "undo")
    press(at, "undo")
    assert at.text_input(key=NUMBER).value == "1.5"


def test_what_was_undone_can_still_be_reached_after_another_step() -> None:
    at = opened(everything=True, tab="Configuration")
    typed(at, NUMBER, "1")
    example(at, 1)
    typed(at, NUMBER, "2")
    press(at, "undo")
    example(at, 2)
    press(at, "undo")
    assert at.text_input(key=NUMBER).value == "1"
    press(at, "undo")
    assert at.text_input(key=NUMBER).value == "2"


def test_the_steps_have_an_end() -> None:
    steps = undo.Steps()
    for number in range(60):
        steps.push(undo.Held({"n": number}, {}, "sandbox", {}, {}, None, ""))
    assert [step.held.draft["n"] for step in steps.past] == list(range(10, 60))


def test_a_step_that_changed_nothing_is_passed_over() -> None:
    at = opened(everything=True, tab="Configuration")
    typed(at, NUMBER, "1")
    for _ in range(3):
        example(at, 1)
    press(at, "undo")
    assert at.text_input(key=NUMBER).value == "1"


def test_another_target_stays_where_the_step_did_not_touch_it() -> None:
    at = opened()
    example(at, 1)
    choose(at, "target:place", "global")
    typed(at, "field:target.workspaceId", "ws_1")
    press(at, "undo")
    assert held(at).place == "global"
    assert at.text_input(key="field:target.workspaceId").value == "ws_1"


def test_loading_a_run_and_undo_keep_both_targets() -> None:
    at = opened(operation="send")
    sent(at)
    choose(at, "target:place", "global")
    typed(at, "field:target.workspaceId", "ws_1")
    typed(at, "field:target.agentId", "agt_1")
    at = _load(at)
    assert held(at).place == "sandbox"
    choose(at, "target:place", "global")  # the target that was replaced is at its place
    assert at.text_input(key="field:target.workspaceId").value == "ws_1"
    choose(at, "target:place", "sandbox")
    press(at, "undo")
    assert held(at).place == "global"
    assert at.text_input(key="field:target.workspaceId").value == "ws_1"
    assert at.text_input(key="field:target.agentId").value == "agt_1"
    press(at, "redo")
    assert held(at).place == "sandbox"
    assert held(at).draft["target"] == PLACES["sandbox"]


def _load(at: AppTest) -> AppTest:
    """The page after its first run was loaded; the run list's table cannot be clicked here."""
    loading = AppTest.from_string("from playground.ui import state\nstate.load(state.current().runs[0])")
    loading.session_state["playground"] = held(at)
    loading.run()
    assert not loading.exception
    loaded = AppTest.from_file(str(APP), default_timeout=20)
    loaded.session_state["playground"] = held(at)
    return drawn(loaded)


def test_a_removed_part_an_unknown_key_and_a_header_come_back() -> None:
    at = opened(everything=True, message={"parts": [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]})
    press(at, "drop-part-1")
    assert held(at).draft["message"]["parts"] == [{"type": "text", "text": "a"}]
    press(at, "undo")
    assert held(at).draft["message"]["parts"] == [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]
    at = opened(everything=True, tab="Request", odd={"x": 1})
    press(at, "drop-kept-0")
    assert "odd" not in held(at).draft
    press(at, "undo")
    assert held(at).draft["odd"] == {"x": 1}
    at = opened(target=PLACES["sandbox"] | {"headers": [["X-Trace", "1"]]})
    press(at, "drop-header-0")
    press(at, "undo")
    assert at.text_input(key="field:target.headers[0].0").value == "X-Trace"


def test_a_file_and_an_id_of_ones_own_come_back() -> None:
    at = opened(everything=True, message={"messageId": "mine", "parts": [{"type": "file", "bytes": "aGk="}]})
    press(at, "drop-file-0")
    assert held(at).draft["message"]["parts"] == [{"type": "file", "bytes": None}]
    choose(at, "message.messageId:how", "made")
    press(at, "undo")
    assert at.text_input(key="field:message.messageId").value == "mine"
    press(at, "undo")
    assert held(at).draft["message"]["parts"] == [{"type": "file", "bytes": "aGk="}]


@pytest.fixture
def asked() -> Iterator[AppTest]:
    """A conversation whose task waits, with an answer that was refused: the form holds the task's ID by itself."""
    target = {"profile": "memorylake", "auth": "none"}
    with serving(stream_answer(fragment("Which one?", "INPUT_REQUIRED"))) as server:
        at = opened(target=target | {"a2aUrl": server.url})
        held(at).place = "a2a"
        sent(at)
        server.answer = json_answer("{}", "429 Too Many Requests")
        held(at).reply = "The blue one"
        sent(at, "send-next")
        assert held(at).draft["message"]["taskId"] == "run-1"
        server.answer = stream_answer(DONE)
        yield at


def test_an_id_that_the_page_put_in_leaves_when_the_task_has_ended(asked: AppTest) -> None:
    sent(asked)
    assert "taskId" not in held(asked).draft["message"]


@pytest.mark.parametrize("way", ["undo", "redo", "example", "load"])
def test_an_id_of_ones_own_stays_when_the_task_has_ended(asked: AppTest, way: str) -> None:
    if way == "example":
        example(asked, 2)
    elif way == "load":
        asked = _load(asked)
    else:
        press(asked, "undo")
    if way == "redo":
        press(asked, "redo")
    held(asked).draft["message"]["taskId"] = "run-1"
    sent(asked)
    assert held(asked).runs[-1].result().outcome == "completed"
    assert held(asked).draft["message"]["taskId"] == "run-1"


def test_a_new_conversation_gives_back_what_was_typed_for_the_old_one(asked: AppTest) -> None:
    held(asked).reply = "half an answer"
    shown = held(asked).shown
    press(asked, "new-conversation")
    assert held(asked).reply == ""
    assert held(asked).shown is None
    press(asked, "undo")
    assert held(asked).reply == "half an answer"
    assert held(asked).shown is shown
    assert held(asked).draft["message"]["contextId"] == "ctx-1"


def test_a_file_fills_in_only_what_nobody_said() -> None:
    at = opened(everything=True, message={"parts": [{"type": "file", "bytes": None}]})
    typed(at, "field:message.parts[0].filename", "my name.txt")
    upload(at, "a.txt", b"hi", "text/plain")
    assert part(at) == {"type": "file", "bytes": "aGk=", "mediaType": "text/plain", "filename": "my name.txt"}
    upload(at, "b.png", b"png", "image/png")
    assert part(at) == {"type": "file", "bytes": "cG5n", "mediaType": "image/png", "filename": "my name.txt"}
    typed(at, "field:message.parts[0].mediaType", "image/x-mine")
    typed(at, "field:message.parts[0].filename", "")
    upload(at, "c.txt", b"hi", "text/plain")
    assert part(at) == {"type": "file", "bytes": "aGk=", "mediaType": "image/x-mine", "filename": "c.txt"}
    assert at.text_input(key="field:message.parts[0].filename").value == "c.txt"
    press(at, "undo")
    assert part(at) == {"type": "file", "bytes": "cG5n", "mediaType": "image/x-mine"}


def test_a_name_that_came_with_the_draft_stays_and_one_from_a_file_moves_with_its_part() -> None:
    given = {"type": "file", "bytes": base64.b64encode(b"old").decode(), "filename": "of the draft.txt"}
    at = opened(everything=True, message={"parts": [{"type": "text", "text": "a"}, given]})
    upload(at, "a.txt", b"hi", "text/plain")
    assert part(at, 1) == {"type": "file", "bytes": "aGk=", "mediaType": "text/plain", "filename": "of the draft.txt"}
    press(at, "drop-up-1")
    upload(at, "b.png", b"png", "image/png")
    assert part(at) == {"type": "file", "bytes": "cG5n", "mediaType": "image/png", "filename": "of the draft.txt"}


def upload(at: AppTest, name: str, content: bytes, kind: str) -> None:
    at.file_uploader[0].upload(name, content, kind).run()
    assert not at.exception


def part(at: AppTest, index: int = 0) -> object:
    return held(at).draft["message"]["parts"][index]


def test_the_choices_of_capabilities_are_steps_and_lose_nothing() -> None:
    sets = {"web_search": {"open_datasets": ["my/own"]}}
    at = opened(everything=True, tab="Memory", memorylake={"overrides": {"capabilitiesOverride": sets}})
    choice = "memorylake.overrides.capabilitiesOverride:choice"
    choose(at, choice, "")
    assert "memorylake" not in held(at).draft
    choose(at, choice, "sets")
    assert held(at).draft["memorylake"] == {"overrides": {"capabilitiesOverride": sets}}
    choose(at, choice, "all")
    assert held(at).typed == {}  # what a choice held before is no text that was typed
    press(at, "undo")
    assert held(at).draft["memorylake"] == {"overrides": {"capabilitiesOverride": sets}}
    assert at.segmented_control(key=f"field:{choice}").value == "sets"
