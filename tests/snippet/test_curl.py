"""Our curl command, run by a real bash and a real curl: it sends what the preview shows and what the client sends."""

import base64
import json
import os
import subprocess
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from pydantic import SecretStr
from servers import RawServer, json_answer, serving, split

from playground.client.run import Run
from playground.model.draft import Draft
from playground.model.request import WireRequest
from playground.protocol.combination import combination
from playground.protocol.encode import Ids, encode
from playground.snippet import FORMATS

KEY = "sk_test_1234"
COMBINATION = combination("1.0", "send", "rest")


@pytest.fixture(scope="module")
def server() -> Iterator[RawServer]:
    with serving(json_answer("{}")) as running:
        yield running


def request_for(server: RawServer, **members: Any) -> WireRequest:
    tree = {"target": {"apiBase": server.url, "workspaceId": "ws", "agentId": "agt"}} | members
    draft, findings = Draft.from_tree(tree)
    assert draft is not None, findings
    built = encode(draft, ids=Ids("m", "r"))
    assert built.request is not None
    assert not built.refused, built.findings
    return built.request


def by_bash(server: RawServer, request: WireRequest) -> tuple[str, list[tuple[str, str]], bytes]:
    """Run the command as a script, as somebody does who saved it; returns what the server received."""
    before = len(server.requests)
    done = subprocess.run(
        ["bash", "--norc", "-s"],
        input=FORMATS["curl"].render(request).encode("utf-8"),
        capture_output=True,
        env={"PATH": os.environ["PATH"], "MEMORYLAKE_API_KEY": KEY, "HOME": "/nonexistent"},
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()[-300:]
    assert len(server.requests) == before + 1
    return split(server.requests[-1])


def by_client(server: RawServer, request: WireRequest) -> tuple[str, list[tuple[str, str]], bytes]:
    before = len(server.requests)
    run = Run(request, key=SecretStr(KEY), combination=COMBINATION, profile="memorylake")
    run.start()
    while run.running:
        run.wait(run.version, 10)
    assert run.result().sent_as_shown is True
    assert len(server.requests) == before + 1
    return split(server.requests[-1])


def revealed(request: WireRequest) -> list[tuple[str, str]]:
    return [(name, value.replace("$MEMORYLAKE_API_KEY", KEY)) for name, value in request.headers]


def assert_same_everywhere(server: RawServer, request: WireRequest) -> None:
    """What the preview's formats show, what bash and curl send and what the client sends."""
    shown = json.loads(FORMATS["json"].render(request))
    if shown["body"] is not None:
        assert shown["body"].encode("utf-8") == request.body
        assert FORMATS["http"].render(request).partition("\n\n")[2].encode("utf-8") == request.body
    else:
        assert base64.b64decode(shown["bodyBase64"]) == request.body
    shell_line, shell_headers, shell_body = by_bash(server, request)
    client_line, client_headers, client_body = by_client(server, request)
    assert shell_body == client_body == (request.body or b"")
    assert shell_line == client_line == f"{request.method} {request.path} HTTP/1.1"
    for found in (shell_headers, client_headers):
        assert [pair for pair in found if pair in revealed(request)] == revealed(request)


# Every plane of Unicode, control characters, and what shells, printf, curl and JSON find special.
TEXT = st.text(
    st.one_of(
        st.sampled_from(list("'\"$`!%\\\n\r\t@#&;|<>(){}[]*?~^ \0\x1b\x7f\u2028\u2029\ufeff")),
        st.characters(exclude_categories=["Cs"]),
    ),
    max_size=200,
)


@given(TEXT)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@example('It\'s "100%" $HOME `id` \\n !! %s\n\n')
@example("'" * 50)
@example("\\'\\''$'\\x41'")
@example("")
@example("𝄞 \U0010ffff 你好 \x00\x01\x1b[31m")
def test_generated_texts(server: RawServer, text: str) -> None:
    assert_same_everywhere(server, request_for(server, message={"parts": [{"type": "text", "text": text}]}))


@pytest.mark.parametrize("text", ["x" * 300_000, "'" * 300_000, "%d \\ $x\n" * 40_000, "你" * 100_000])
def test_300_kilobytes(server: RawServer, text: str) -> None:
    request = request_for(server, message={"parts": [{"type": "text", "text": text}]})
    assert "printf '%s' '" in FORMATS["curl"].render(request)
    assert_same_everywhere(server, request)


def test_a_body_over_a_megabyte_does_not_wait_for_a_hundred_continue(server: RawServer) -> None:
    request = request_for(server, message={"parts": [{"type": "text", "text": "x" * 1_200_000}]})
    assert_same_everywhere(server, request)


@pytest.mark.parametrize("size", [131_070, 131_071, 131_072, 131_073])
def test_the_longest_argument(server: RawServer, size: int) -> None:
    request = request_for(server, raw={"body": "y" * size})
    assert ("--data-raw" in FORMATS["curl"].render(request)) == (size <= 131_071)
    assert_same_everywhere(server, request)


@given(st.binary(max_size=100))
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@example(b"\x00\xff")
@example(b"@/etc/passwd")
@example(b"")
def test_any_raw_body(server: RawServer, body: bytes) -> None:
    request = request_for(server).model_copy(update={"body": body})
    assert_same_everywhere(server, request)


HEADER_VALUE = st.text(st.characters(min_codepoint=0x20, max_codepoint=0xFF, exclude_categories=["Cc"]), max_size=30)


@given(st.lists(st.tuples(st.sampled_from(["X-A", "X-B", "x-c"]), HEADER_VALUE.map(str.strip)), max_size=4))
@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@example([("X-A", 'it\'s $HOME `id` "q" \\ !'), ("X-A", ""), ("x-c", "Zoë \xa1\xff")])
def test_generated_headers(server: RawServer, headers: list[tuple[str, str]]) -> None:
    target = {"apiBase": server.url, "workspaceId": "ws", "agentId": "agt", "headers": headers}
    assert_same_everywhere(server, request_for(server, target=target))


def test_unusual_authorization_and_missing_content_type(server: RawServer) -> None:
    headers = [["Authorization", "Key it's=$MEMORYLAKE_API_KEY; $HOME é"], ["X", "$MEMORYLAKE_API_KEY"]]
    request = request_for(server, raw={"headers": headers, "body": "x"})
    _, found, _ = by_bash(server, request)
    assert ("Authorization", f"Key it's={KEY}; $HOME é") in found
    assert ("X", "$MEMORYLAKE_API_KEY") in found  # only Authorization carries the key
    assert not [name for name, _ in found if name.lower() == "content-type"]
    _, found, _ = by_client(server, request)
    assert ("X", "$MEMORYLAKE_API_KEY") in found


def test_what_stands_behind_the_key_stays_behind_it(server: RawServer) -> None:
    for behind in ("x", "_2", "1", "-x", " x", ""):
        headers = [["Authorization", f"Bearer $MEMORYLAKE_API_KEY{behind}"], ["Content-Type", "text/plain"]]
        request = request_for(server, raw={"headers": headers, "body": "x"})
        assert_same_everywhere(server, request)


def test_characters_that_a_terminal_would_change_go_by_base64(server: RawServer) -> None:
    for body in ("a\r\nb", "a\x1bb", "a\x7fb", "a\tb\n"):
        request = request_for(server, raw={"body": body})
        assert ("base64 -d" in FORMATS["curl"].render(request)) == (body != "a\tb\n")
        assert_same_everywhere(server, request)


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "GET", "DELETE", "OPTIONS", "PURGE"])
def test_the_http_view_is_what_leaves_without_a_body(server: RawServer, method: str) -> None:
    request = request_for(server, raw={"method": method, "body": None})
    by_client(server, request)
    shown = FORMATS["http"].render(request).replace("$MEMORYLAKE_API_KEY", KEY)
    assert server.requests[-1].decode() == shown.replace("\n", "\r\n")


def test_the_http_view_is_what_leaves_with_a_body(server: RawServer) -> None:
    request = request_for(server, operation="stream", message={"parts": [{"type": "text", "text": "你好"}]})
    by_client(server, request)
    shown = FORMATS["http"].render(request).replace("$MEMORYLAKE_API_KEY", KEY)
    head, _, body = shown.partition("\n\n")
    assert server.requests[-1].decode() == head.replace("\n", "\r\n") + "\r\n\r\n" + body


def test_house_style() -> None:
    draft, _ = Draft.from_tree(
        {
            "target": {"workspaceId": "ws_abc123", "agentId": "agt_r8k2m1n3"},
            "operation": "stream",
            "message": {"messageId": None, "parts": [{"type": "text", "text": "It's me"}]},
        }
    )
    assert draft is not None
    request = encode(draft, ids=Ids("m", "r")).request
    assert request is not None
    root = "https://app.memorylake.ai/openapi/memorylake/api/v3/workspaces/ws_abc123/agents/agt_r8k2m1n3/a2a"
    assert FORMATS["curl"].render(request) == (
        f"curl -N -g -X POST '{root}/message:stream' \\\n"
        '  -H "Authorization: Bearer $MEMORYLAKE_API_KEY" \\\n'
        "  -H 'Content-Type: application/json' \\\n"
        "  -H 'Accept: text/event-stream' \\\n"
        "  --data-raw '{\n"
        '  "message": {\n'
        '    "role": "ROLE_USER",\n'
        '    "parts": [\n'
        "      {\n"
        '        "text": "It\'\\\'\'s me"\n'
        "      }\n"
        "    ]\n"
        "  }\n"
        "}'"
    )
    assert FORMATS["http"].render(request).split("\n\n")[0] == (
        "POST /openapi/memorylake/api/v3/workspaces/ws_abc123/agents/agt_r8k2m1n3/a2a/message:stream HTTP/1.1\n"
        "Host: app.memorylake.ai\n"
        "Authorization: Bearer $MEMORYLAKE_API_KEY\n"
        "Content-Type: application/json\n"
        "Accept: text/event-stream\n"
        "User-Agent: memorylake-playground/0.1.0\n"
        "Accept-Encoding: identity\n"
        f"Content-Length: {len(request.body or b'')}"
    )


def test_the_table_names_each_format_once() -> None:
    assert list(FORMATS) == ["curl", "http", "json"]
    assert all(name == found.name for name, found in FORMATS.items())
