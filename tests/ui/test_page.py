"""The pages as Streamlit's own test runner sees them. Text areas are components: the browser tests type into those."""

import json
from pathlib import Path

import pytest
import streamlit as st
from documents import REQUESTS
from runs import DONE, ended, fragment, run_at
from servers import serving, stream_answer
from streamlit.testing.v1 import AppTest

from playground.client.run import Run
from playground.model.draft import Draft
from playground.protocol.combination import COMBINATIONS
from playground.protocol.encode import Ids, encode
from playground.ui import examples, feed, state
from playground.ui.places import PLACES
from playground.ui.sent import Sent
from playground.ui.serving import SERVING

APP = Path(__file__).parents[2] / "playground" / "app.py"


@pytest.fixture
def page() -> AppTest:
    return opened()


def opened() -> AppTest:
    at = AppTest.from_file(str(APP), default_timeout=20).run()
    assert not at.exception
    return at


def held(at: AppTest) -> state.State:
    return at.session_state["playground"]


def request_text(at: AppTest) -> str:
    """What the code view was given to show. It is a component, which this runner knows only as its data."""
    (shown,) = [one.proto for one in at.get("bidi_component") if one.proto.component_name == "playground.codeview"]
    text = json.loads(shown.json)["text"]
    assert isinstance(text, str)
    return text


def choose(at: AppTest, path: str, value: object) -> None:
    at.segmented_control(key=f"field:{path}").set_value(value).run()
    assert not at.exception


def show_fields(at: AppTest, tab: str = "Message") -> None:
    at.session_state["form-tabs"] = tab
    choose(at, "mode", True)


def example(at: AppTest, title: str) -> None:
    titles = {example.title: key for key, (_title, choices) in examples.MENUS.items() for example in choices}
    at.menu_button(key=titles[title]).click(title).run()
    assert not at.exception


def test_opens_with_an_example_ready_to_send(page: AppTest) -> None:
    assert not page.button(key="send").disabled
    assert page.button(key="stop").disabled
    text = request_text(page)
    assert text.startswith("curl -N -g -X POST 'http://127.0.0.1:")
    assert "Summarize our last meeting notes" in text
    assert "$MEMORYLAKE_API_KEY" in text


@pytest.mark.parametrize("number", range(1, 9))
def test_each_documented_request_is_one_choice_away(number: int) -> None:
    at = opened()
    example(at, examples.DOCUMENT[number - 1].title)
    expected = REQUESTS[number]
    at.session_state["format"] = "JSON"
    at.run()
    shown = json.loads(request_text(at))
    assert shown["headers"] == expected["headers"]
    assert shown["url"].rpartition("/a2a")[2] == expected["url"].rpartition("/a2a")[2]
    assert json.loads(shown["body"]) == expected["body"]
    assert f"**#{number}**" in [element.value for element in at.markdown]


def test_the_combination_changes_the_request(page: AppTest) -> None:
    choose(page, "transport", "jsonrpc")
    assert '"method": "SendStreamingMessage"' in request_text(page)
    choose(page, "version", "0.3")
    assert '"method": "message/stream"' in request_text(page)
    choose(page, "operation", "send")
    assert '"method": "message/send"' in request_text(page)
    assert page.button(key="send").label == "Send"


def test_what_is_typed_is_sent_untouched_and_blank_is_absent(page: AppTest) -> None:
    actor = page.text_input(key="field:memorylake.actorId")
    actor.set_value("  jane  ").run()
    assert '"actorId": "  jane  "' in request_text(page)
    page.text_input(key="field:memorylake.actorId").set_value("").run()
    assert "actorId" not in request_text(page)


def test_all_fields_is_one_switch_and_simple_says_what_else_is_set(page: AppTest) -> None:
    show_fields(page, "Configuration")
    page.text_input(key="field:configuration.historyLength").set_value("1e1").run()
    assert '"historyLength": 1e1' in request_text(page)
    choose(page, "configuration.blocking", "false")
    assert '"blocking": false' in request_text(page)
    choose(page, "mode", False)
    assert any("`blocking`, `historyLength`" in caption.value for caption in page.caption)
    choose(page, "mode", True)
    assert page.text_input(key="field:configuration.historyLength").value == "1e1"
    choose(page, "configuration.blocking", "")
    page.text_input(key="field:configuration.historyLength").set_value("").run()
    assert "configuration" not in request_text(page)


def test_a_text_that_cannot_be_read_refuses_and_is_kept(page: AppTest) -> None:
    show_fields(page, "Configuration")
    page.text_input(key="field:configuration.historyLength").set_value("ten").run()
    assert page.button(key="send").disabled
    assert any("cannot be read" in error.value for error in page.error)
    assert page.text_input(key="field:configuration.historyLength").value == "ten"
    page.text_input(key="field:configuration.historyLength").set_value("10").run()
    assert not page.button(key="send").disabled


def test_message_id_made_own_or_left_out(page: AppTest) -> None:
    choose(page, "mode", True)
    made = held(page).ids.message
    assert made in request_text(page)
    choose(page, "message.messageId:how", "none")
    assert "messageId" not in request_text(page)
    choose(page, "message.messageId:how", "own")
    page.text_input(key="field:message.messageId").set_value("msg-1").run()
    assert '"messageId": "msg-1"' in request_text(page)
    choose(page, "message.messageId:how", "made")
    assert made in request_text(page)


def test_parts_are_added_and_removed(page: AppTest) -> None:
    choose(page, "mode", True)
    page.button(key="add-part-url").click().run()
    page.text_input(key="field:message.parts[1].url").set_value("https://example.com/a").run()
    assert '"url": "https://example.com/a"' in request_text(page)
    page.button(key="add-part-bytes").click().run()
    page.file_uploader[0].upload("a.txt", b"hello", "text/plain").run()
    assert '"raw": "aGVsbG8="' in request_text(page)
    assert '"filename": "a.txt"' in request_text(page)
    page.button(key="drop-part-1").click().run()
    assert not page.exception
    assert "https://example.com/a" not in request_text(page)
    assert page.text_input(key="field:message.parts[1].filename").value == "a.txt"


def test_headers_are_added_and_removed(page: AppTest) -> None:
    page.button(key="add-header").click().run()
    assert not page.button(key="send").disabled  # a row that nobody filled in is no header
    page.text_input(key="field:target.headers[0].0").set_value("X-Trace").run()
    page.text_input(key="field:target.headers[0].1").set_value("1").run()
    assert "-H 'X-Trace: 1'" in request_text(page)
    page.text_input(key="field:target.headers[0].1").set_value("日本").run()
    assert page.button(key="send").disabled
    page.button(key="drop-header-0").click().run()
    assert "X-Trace" not in request_text(page)
    assert not page.button(key="send").disabled


def test_a_target_that_is_left_keeps_its_fields_and_no_key_is_carried_over(page: AppTest) -> None:
    page.text_input(key="field:target:key:sandbox").set_value("sk_mine").run()
    choose(page, "target:place", "global")
    assert held(page).draft["target"] == PLACES["global"]
    key = page.text_input(key="field:target:key:https://app.memorylake.ai:443")
    assert key.value == ""
    page.text_input(key="field:target.workspaceId").set_value("ws_1").run()
    page.text_input(key="field:target.agentId").set_value("agt_1").run()
    assert page.button(key="send").disabled
    page.text_input(key="field:target:key:https://app.memorylake.ai:443").set_value("sk_global").run()
    assert not page.button(key="send").disabled
    choose(page, "target:place", "sandbox")
    assert page.text_input(key="field:target:key:sandbox").value == "sk_mine"
    choose(page, "target:place", "global")
    assert page.text_input(key="field:target.workspaceId").value == "ws_1"


def test_no_key_stands_in_the_draft_or_the_request(page: AppTest) -> None:
    page.text_input(key="field:target:key:sandbox").set_value("sk_very_secret").run()
    assert "sk_very_secret" not in json.dumps(held(page).draft)
    assert "sk_very_secret" not in repr(held(page))
    for title in ("curl", "HTTP", "JSON"):
        page.session_state["format"] = title
        page.run()
        assert "sk_very_secret" not in request_text(page)


@pytest.mark.parametrize(("address", "used"), [("127.0.0.1", True), ("0.0.0.0", False), (None, False)])
def test_the_environments_key_serves_this_machine_only(
    monkeypatch: pytest.MonkeyPatch, address: str | None, used: bool
) -> None:
    monkeypatch.setenv("MEMORYLAKE_API_KEY", "sk_environment")
    option = st.get_option
    monkeypatch.setattr(st, "get_option", lambda name: address if name == "server.address" else option(name))
    at = opened()
    choose(at, "target:place", "global")
    at.text_input(key="field:target.workspaceId").set_value("ws_1").run()
    at.text_input(key="field:target.agentId").set_value("agt_1").run()
    assert at.button(key="send").disabled is not used
    assert "sk_environment" not in str(at.main) + str(at.sidebar)
    choose(at, "target:place", "other")
    at.text_input(key="field:target.a2aUrl").set_value("https://example.com/a2a").run()
    choose(at, "target:auth", "bearer")
    assert at.button(key="send").disabled  # not a host of MemoryLake


def test_without_the_sandbox_it_is_not_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SERVING, "sandbox", False)
    at = opened()
    assert "Sandbox" not in at.segmented_control(key="field:target:place").options
    assert "https://app.memorylake.ai/" in request_text(at)
    assert at.button(key="send").disabled


def test_another_server_gets_no_key_and_a_blank_address_goes_nowhere(page: AppTest) -> None:
    choose(page, "target:place", "other")
    assert page.button(key="send").disabled
    page.text_input(key="field:target.a2aUrl").set_value("http://127.0.0.1:9/a2a").run()
    assert "'http://127.0.0.1:9/a2a/message:stream'" in request_text(page)
    assert "Authorization" not in request_text(page)
    page.text_input(key="field:target.a2aUrl").set_value("").run()
    assert page.button(key="send").disabled
    assert "memorylake.ai" not in "".join(code.value for code in page.code)


def test_examples_keep_the_target_and_can_be_undone(page: AppTest) -> None:
    page.text_input(key="field:memorylake.actorId").set_value("jane").run()
    example(page, examples.DOCUMENT[4].title)
    assert '"method": "SendMessage"' in request_text(page)
    assert "http://127.0.0.1:" in request_text(page)
    page.button(key="undo").click().run()
    assert '"actorId": "jane"' in request_text(page)


def test_a_run_is_sent_once_and_its_result_stays(page: AppTest) -> None:
    choose(page, "operation", "send")
    ids = held(page).ids
    page.button(key="send").click().run()
    sent = held(page).shown
    assert sent is not None
    run = sent.run
    assert run.request.body is not None
    assert ids.message.encode() in run.request.body
    assert held(page).ids != ids
    while run.running:
        run.wait(run.version, 1)
    page.run()
    assert not page.exception
    assert any("Our last meeting" in text.value for text in page.text)
    assert any("bytes as shown: yes" in caption.value for caption in page.caption)
    page.text_input(key="field:memorylake.actorId").set_value("other").run()
    page.switch_page(str(APP.parents[1] / "pages" / "help.py")).run()
    page.switch_page(str(APP.parents[1] / "pages" / "build.py")).run()
    assert not page.exception
    assert held(page).shown is sent
    assert held(page).runs == [sent]
    assert any("Our last meeting" in text.value for text in page.text)
    for title in ("Events", "Task and history", "Artifacts", "Raw JSON", "Response"):
        page.session_state["result-tabs"] = title
        page.run()
        assert not page.exception


def test_an_event_too_long_to_be_indented_is_shown_as_it_came(page: AppTest) -> None:
    with serving(stream_answer(fragment("x" * 2_100_000), DONE)) as server:
        run = ended(run_at(server.url))
    sent = Sent(1, run, feed.offer(run, None), COMBINATIONS[1], {}, server.url)
    held(page).runs, held(page).shown = [sent], sent
    page.session_state["result-tabs"] = "Raw JSON"
    page.run()
    assert not page.exception
    assert any('"text": "xxxx' in text.value for text in page.text)


def test_help_opens() -> None:
    at = opened()
    at.switch_page(str(APP.parents[1] / "pages" / "help.py")).run()
    assert not at.exception
    assert any("eight combinations" in element.value for element in at.markdown)


class EndingRun(Run):
    """A run that has ended, but says so only after it was asked a number of times."""

    asked = 0
    ends_after = 0

    @property
    def running(self) -> bool:
        self.asked += 1
        return self.asked <= self.ends_after


@pytest.mark.parametrize("ends_after", range(16))
def test_a_run_that_ends_while_the_page_is_drawn_leaves_no_stop_behind(page: AppTest, ends_after: int) -> None:
    """Whichever of the page's parts is the first to see the end, the page that stays offers Send and not Stop.

    Where none saw it the run goes on for the page, and its timer, which this runner does not drive, will look again.
    """
    draft, _findings = Draft.from_tree({"target": {"a2aUrl": "http://127.0.0.1:9"}})
    assert draft is not None
    built = encode(draft, ids=Ids("m", "r"))
    assert built.request is not None
    run = EndingRun(built.request, key=None, combination=COMBINATIONS[1], profile="a2a")
    run.ends_after = ends_after
    sent = Sent(1, run, feed.offer(run, None), COMBINATIONS[1], {}, "http://127.0.0.1:9")
    held(page).runs, held(page).shown = [sent], sent
    page.run()
    assert not page.exception
    goes_on = run.asked <= ends_after
    assert (page.button(key="send").disabled, page.button(key="stop").disabled) == (goes_on, not goes_on)
