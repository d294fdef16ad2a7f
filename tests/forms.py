"""The build page as Streamlit's own test runner sees it, with a draft of the test's own."""

from copy import deepcopy
from pathlib import Path

from streamlit.testing.v1 import AppTest

from playground.model.jsontext import Json
from playground.ui import examples, state
from playground.ui.places import PLACES

APP = Path(__file__).parents[1] / "playground" / "app.py"


def opened(*, everything: bool = False, tab: str = "Message", **draft: Json) -> AppTest:
    """The page with a draft in which these members are replaced."""
    at = AppTest.from_file(str(APP), default_timeout=20)
    tree = examples.FIRST.tree() | {"target": deepcopy(PLACES["sandbox"])} | deepcopy(draft)
    at.session_state["playground"] = state.State(tree, everything=everything)
    at.session_state["form-tabs"] = tab
    return drawn(at)


def drawn(at: AppTest) -> AppTest:
    """The page drawn once more."""
    at.run()
    assert not at.exception
    return at


def held(at: AppTest) -> state.State:
    """What the session holds."""
    return at.session_state["playground"]


def press(at: AppTest, key: str) -> None:
    """Click a button."""
    at.button(key=key).click().run()
    assert not at.exception


def choose(at: AppTest, path: str, value: object) -> None:
    """Choose a value of a segmented control."""
    at.segmented_control(key=f"field:{path}").set_value(value).run()
    assert not at.exception
