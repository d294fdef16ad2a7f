"""The sandbox's memory in the sidebar, as Streamlit's own test runner sees it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from playground.sandbox.facts import told
from playground.sandbox.seed import Owner
from playground.sandbox.server import Sandbox
from playground.ui import embedded
from playground.ui.serving import SERVING

APP = Path(__file__).parents[2] / "playground" / "app.py"
START = "Memory: 13 facts, 0 of them told since the start; 11 documents."
JANE, PROJECT = Owner("actor", "act_user_jane"), Owner("project", "proj_def456")


@pytest.fixture
def sandbox() -> Iterator[Sandbox]:
    embedded.hurry()
    running = embedded.begin().result(20)
    assert running is not None
    running.reset()
    yield running
    running.reset()


def opened() -> AppTest:
    page = AppTest.from_file(str(APP), default_timeout=20).run()
    assert not page.exception
    return page


def captions(page: AppTest) -> list[str]:
    return [one.value for one in page.sidebar.caption]


def test_the_sidebar_says_what_the_memory_holds_and_resets_it(sandbox: Sandbox) -> None:
    page = opened()
    assert START in captions(page)
    sandbox.memory.keep(told("My favourite colour is green"), [JANE, PROJECT], "act_user_jane")
    page.run()
    assert "Memory: 14 facts, 1 of them told since the start; 11 documents." in captions(page)
    page.button(key="lake-reset").click().run()
    assert not page.exception
    assert START in captions(page)
    assert sandbox.memory.size.told == 0


@pytest.mark.parametrize(("address", "loud"), [("127.0.0.1", False), ("0.0.0.0", True), (None, True)])
def test_the_sidebar_says_that_everybody_shares_the_memory_and_louder_where_others_can_come(
    monkeypatch: pytest.MonkeyPatch, sandbox: Sandbox, address: str | None, loud: bool
) -> None:
    option = st.get_option
    monkeypatch.setattr(st, "get_option", lambda name: address if name == "server.address" else option(name))
    page = opened()
    said = [one.value for one in page.sidebar.warning] if loud else captions(page)
    assert any("verybody who opens" in text and "shares" in text for text in said)
    assert bool(page.sidebar.warning) == loud


def test_only_the_sandbox_has_a_memory_to_show(sandbox: Sandbox) -> None:
    page = opened()
    page.segmented_control(key="field:target:place").set_value("global").run()
    assert not [text for text in captions(page) if text.startswith("Memory:")]


def test_without_the_sandbox_there_is_nothing_to_show(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SERVING, "sandbox", False)
    assert not [text for text in captions(opened()) if text.startswith("Memory:")]
