"""Every finding has its words, and model and protocol stay free of I/O."""

import ast
import re
import subprocess
import sys
from collections.abc import Collection
from pathlib import Path

import pytest

import playground
from playground.client import failure
from playground.model.finding import error
from playground.protocol import refusal, wording

PACKAGE = Path(playground.__file__).parent


def codes_in_source(makers: Collection[str] = ("error", "warning", "note")) -> set[str]:
    """The codes in every error(...), warning(...) and note(...) call of the package, and in the table of failures."""
    found = {code for _, code in failure._CODES} | {"KEY_MISSING", "KEY_NOT_FOR_HOST"}
    for file in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args:
                first = node.args[0]
                if node.func.id in makers and isinstance(first, ast.Constant):
                    found.add(str(first.value))
                if node.func.id in makers and isinstance(first, ast.IfExp):
                    found |= {str(c.value) for c in (first.body, first.orelse) if isinstance(c, ast.Constant)}
    return found


def test_every_code_has_words() -> None:
    codes = codes_in_source()
    assert len(codes) > 50
    assert codes - set(wording.WORDS) - {"ERROR"} == set()


def test_an_error_has_a_next_step() -> None:
    silent = {code for code, words in wording.WORDS.items() if not words.hint}
    assert (
        silent & {found for found in codes_in_source() if found.startswith(("HEADER", "URL", "CONN", "KEY_M"))} == set()
    )


def test_words_are_filled_and_what_is_missing_stands_as_nothing() -> None:
    found = error("TARGET_INCOMPLETE", "target.agentId", name="agentId")
    assert wording.message(found) == "The target has no agentId yet."
    assert wording.line(found).startswith("error: target.agentId: The target has no agentId yet. Fill it in")
    assert wording.message(error("DATA_NOT_OBJECT")) == "In v0.3 a data part must be a JSON object."
    assert wording.hint(error("DATA_NOT_OBJECT")) == "Wrap it in { }, or use v1.0."
    assert wording.line(error("FORBIDDEN", server="\x1b]0;owned\x07")) == (
        "error: The key may not do this: \\x1b]0;owned\\x07 Ask for the permission workspace:a2a. [FORBIDDEN]"
    )
    assert wording.message(error("CONNECTION_REFUSED")) == " refuses the connection: nothing was sent."
    assert wording.message(error("HTTP_418", status="418", server="teapot")) == "The server answered HTTP 418: teapot"
    assert (
        wording.message(error("SOMETHING_NEW", server="{x}")) == "The server refused the request (SOMETHING_NEW): {x}"
    )


def test_codes_of_the_specification_have_words() -> None:
    assert {"TASK_NOT_FOUND", "VERSION_NOT_SUPPORTED", "INVALID_PARAMS"} <= set(refusal.RPC_ERRORS.values())
    assert set(wording.WORDS) >= {"UNAUTHORIZED", "ACCESS_DENIED", "FORBIDDEN", "QUOTA_EXCEEDED", "RATE_LIMIT_EXCEEDED"}


@pytest.mark.parametrize("room", ["model", "protocol", "snippet"])
def test_the_core_imports_no_io(room: str) -> None:
    modules = [
        "playground." + ".".join(file.relative_to(PACKAGE).with_suffix("").parts)
        for file in (PACKAGE / room).glob("*.py")
        if file.stem != "__init__"
    ]
    script = "; ".join(f"import {name}" for name in modules) + "; import sys; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout.split()
    assert {name.split(".")[0] for name in loaded} & {"streamlit", "requests", "sseclient", "pandas", "a2a"} == set()


# Imports point downwards only.
LAYERS = [["model"], ["protocol"], ["client", "snippet", "sandbox"], ["ui"], ["cli", "app"]]


def test_imports_point_downwards() -> None:
    height = {room: level for level, rooms in enumerate(LAYERS) for room in rooms}
    for room, level in height.items():
        for file in [*(PACKAGE / room).rglob("*.py"), *PACKAGE.glob(f"{room}.py")]:
            for target in re.findall(r"^\s*(?:from|import) playground\.(\w+)", file.read_text("utf-8"), re.MULTILINE):
                if target in height and target != room:
                    assert height[target] < level, f"{file.name} imports {target}"
