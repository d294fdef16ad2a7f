"""What a draft becomes, in all eight combinations and both profiles."""

import json
from typing import Any

import pytest
from documents import DRAFTS, REQUESTS, ROOT
from hypothesis import given
from hypothesis import strategies as st

from playground.model import jsontext
from playground.model.draft import Draft
from playground.protocol import wording
from playground.protocol.address import Bases, host, is_loopback, origin, segment, url_of
from playground.protocol.combination import COMBINATIONS
from playground.protocol.encode import Built, Ids, derived_ids, encode, random_ids
from playground.snippet import FORMATS

IDS = Ids("made-message", "made-request")
TARGET = {"workspaceId": "ws_abc123", "agentId": "agt_r8k2m1n3"}


def draft(**members: Any) -> Draft:
    tree = {"target": TARGET, "message": {"parts": [{"type": "text", "text": "Hi"}]}} | members
    read, findings = Draft.from_json(json.dumps(tree))
    assert read is not None, findings
    return read


def built(**members: Any) -> Built:
    return encode(draft(**members), ids=IDS)


def body(**members: Any) -> dict[str, Any]:
    request = built(**members).request
    assert request is not None
    assert request.body is not None
    return json.loads(request.body)


def codes(result: Built) -> list[tuple[str, str, str | None]]:
    return [(found.level, found.code, found.where) for found in result.findings]


@pytest.mark.parametrize("number", range(1, 9))
def test_documented_request(number: int) -> None:
    read, findings = Draft.from_json(json.dumps(DRAFTS[number]))
    assert read is not None
    assert findings == []
    result = encode(read, ids=IDS)
    assert result.request is not None
    assert result.findings == []
    expected = REQUESTS[number]
    assert result.request.method == expected["method"]
    assert result.request.url == expected["url"]
    assert [list(pair) for pair in result.request.headers] == expected["headers"]
    assert json.loads(result.request.body or b"") == expected["body"]


def test_numbers_of_the_table_are_those_of_the_document() -> None:
    assert [(c.number, c.version, c.operation, c.transport, c.path or c.rpc_method) for c in COMBINATIONS] == [
        (1, "1.0", "send", "rest", "/message:send"),
        (2, "1.0", "stream", "rest", "/message:stream"),
        (3, "0.3", "send", "rest", "/v1/message:send"),
        (4, "0.3", "stream", "rest", "/v1/message:stream"),
        (5, "1.0", "send", "jsonrpc", "SendMessage"),
        (6, "1.0", "stream", "jsonrpc", "SendStreamingMessage"),
        (7, "0.3", "send", "jsonrpc", "message/send"),
        (8, "0.3", "stream", "jsonrpc", "message/stream"),
    ]


PARTS = [
    {"type": "text", "text": "Hi"},
    {"type": "file", "url": "https://example.com/a.png", "mediaType": "image/png", "filename": "a.png"},
    {"type": "file", "bytes": "aGk=", "mediaType": "text/plain", "filename": "hi.txt"},
    {"type": "data", "data": {"k": [1, 2]}},
]


@pytest.mark.parametrize(
    ("version", "transport", "key", "expected"),
    [
        (
            "1.0", "rest", "parts",
            [
                {"text": "Hi"},
                {"url": "https://example.com/a.png", "mediaType": "image/png", "filename": "a.png"},
                {"raw": "aGk=", "mediaType": "text/plain", "filename": "hi.txt"},
                {"data": {"k": [1, 2]}},
            ],
        ),
        (
            "1.0", "jsonrpc", "parts",
            [
                {"text": "Hi"},
                {"url": "https://example.com/a.png", "mediaType": "image/png", "filename": "a.png"},
                {"raw": "aGk=", "mediaType": "text/plain", "filename": "hi.txt"},
                {"data": {"k": [1, 2]}},
            ],
        ),
        (
            "0.3", "rest", "content",
            [
                {"text": "Hi"},
                {"file": {"fileWithUri": "https://example.com/a.png", "mimeType": "image/png", "name": "a.png"}},
                {"file": {"fileWithBytes": "aGk=", "mimeType": "text/plain", "name": "hi.txt"}},
                {"data": {"data": {"k": [1, 2]}}},
            ],
        ),
        (
            "0.3", "jsonrpc", "parts",
            [
                {"kind": "text", "text": "Hi"},
                {
                    "kind": "file",
                    "file": {"uri": "https://example.com/a.png", "mimeType": "image/png", "name": "a.png"},
                },
                {"kind": "file", "file": {"bytes": "aGk=", "mimeType": "text/plain", "name": "hi.txt"}},
                {"kind": "data", "data": {"k": [1, 2]}},
            ],
        ),
    ],
)  # fmt: skip
@pytest.mark.parametrize("operation", ["send", "stream"])
def test_parts(version: str, transport: str, operation: str, key: str, expected: list[Any]) -> None:
    params = body(version=version, transport=transport, operation=operation, message={"parts": PARTS})
    message = params["params"]["message"] if transport == "jsonrpc" else params["message"]
    assert message[key] == expected
    assert message["messageId"] == "made-message"
    assert message["role"] == ("user" if (version, transport) == ("0.3", "jsonrpc") else "ROLE_USER")


WHOLE_EXTENSION = {
    "actorId": "act_1",
    "readWriteProjectId": "proj_1",
    "readOnlyProjectIds": ["proj_2", "proj_3"],
    "skipMemory": True,
    "subagentMapping": {"researcher": "agt_2"},
    "overrides": {
        "model": "gpt-4o",
        "systemPromptOverride": "Be brief.",
        "modelParams": {"temperature": 0.2, "max_tokens": 100},
        "reasoning": {"type": "enabled", "budgetTokens": 1024},
        "capabilitiesOverride": [],
        "maxTurns": 5,
    },
}


@pytest.mark.parametrize("combination", COMBINATIONS)
def test_whole_extension_and_metadata_in_every_combination(combination: Any) -> None:
    choice = {name: getattr(combination, name) for name in ("version", "operation", "transport")}
    tree = body(**choice, memorylake=WHOLE_EXTENSION, metadata={"other": {"a": 1}})
    params = tree["params"] if combination.rpc_method else tree
    assert params["metadata"] == {"memorylake": WHOLE_EXTENSION, "other": {"a": 1}}


def test_keys_stand_in_the_order_of_the_documents() -> None:
    request = built(
        transport="jsonrpc", memorylake=dict(reversed(WHOLE_EXTENSION.items())), configuration={"blocking": True}
    ).request
    assert request is not None
    tree = json.loads(request.body or b"")
    assert list(tree) == ["jsonrpc", "id", "method", "params"]
    assert list(tree["params"]) == ["message", "configuration", "metadata"]
    assert list(tree["params"]["message"]) == ["messageId", "role", "parts"]
    assert list(tree["params"]["metadata"]["memorylake"]) == list(WHOLE_EXTENSION)


def test_body_text_is_indented_utf8_without_escapes() -> None:
    request = built(message={"messageId": None, "parts": [{"type": "text", "text": "你好 \u2028 é"}]}).request
    assert request is not None
    assert request.body is not None
    assert request.body.decode("utf-8") == (
        '{\n  "message": {\n    "role": "ROLE_USER",\n    "parts": [\n      {\n        "text": "你好 \u2028 é"\n'
        "      }\n    ]\n  }\n}"
    )


def test_what_is_empty_is_sent_and_what_is_null_is_not() -> None:
    tree = body(
        message={"parts": [], "contextId": "", "taskId": None, "referenceTaskIds": [], "extensions": None},
        configuration={"blocking": False, "historyLength": 0, "acceptedOutputModes": None},
        memorylake={},
        metadata={},
    )
    assert tree == {
        "message": {
            "messageId": "made-message",
            "role": "ROLE_USER",
            "parts": [],
            "contextId": "",
            "referenceTaskIds": [],
        },
        "configuration": {"blocking": False, "historyLength": 0},
        "metadata": {"memorylake": {}},
    }
    assert "metadata" not in body(memorylake=None)
    assert "configuration" not in body(configuration=None)


def test_numbers_keep_their_digits() -> None:
    text = """{"target": {"workspaceId": "w", "agentId": "a"}, "transport": "jsonrpc", "requestId": 1e3,
        "message": {"parts": [{"type": "data",
            "data": {"a": 1.10, "b": 1e400, "c": -0, "d": 1000000000000000000000000000000}}]},
        "configuration": {"historyLength": 1e1}}"""
    read, _ = Draft.from_json(text)
    assert read is not None
    sent = (encode(read, ids=IDS).request or pytest.fail("refused")).body_text or ""
    for piece in ('"id": 1e3', '"a": 1.10', '"b": 1e400', '"c": -0', '"d": 1' + "0" * 30, '"historyLength": 1e1'):
        assert piece in sent
    assert Draft.from_json(read.to_json())[0] == read


# Ids


def test_ids_are_made_left_out_or_kept() -> None:
    assert body(transport="jsonrpc")["id"] == "made-request"
    assert body(transport="jsonrpc", requestId="req-1")["id"] == "req-1"
    assert body(transport="jsonrpc", requestId=7)["id"] == 7
    assert "id" not in body(transport="jsonrpc", requestId=None)
    assert body()["message"]["messageId"] == "made-message"
    assert body(message={"messageId": "m", "parts": []})["message"]["messageId"] == "m"
    assert "messageId" not in body(message={"messageId": None, "parts": []})["message"]


def test_derived_ids_depend_on_what_is_said_and_not_on_how_it_is_sent() -> None:
    first = derived_ids(draft(version="1.0", transport="rest"))
    assert first == derived_ids(draft(version="0.3", transport="jsonrpc"))
    assert first != derived_ids(draft(message={"parts": [{"type": "text", "text": "Ho"}]}))
    assert first.message != first.request
    assert random_ids() != random_ids()


# The a2a profile

A2A = {"a2aUrl": "https://agents.example.com/a2a/"}


def test_a2a_profile_sends_the_version_on_every_v1_request_and_no_key() -> None:
    for transport in ("rest", "jsonrpc"):
        request = built(target=A2A, transport=transport).request
        assert request is not None
        assert request.headers == (("Content-Type", "application/json"), ("A2A-Version", "1.0"))
        old = built(target=A2A, transport=transport, version="0.3").request
        assert old is not None
        assert old.headers == (("Content-Type", "application/json"),)


def test_a2a_url_gets_the_path_with_one_slash_and_json_rpc_posts_to_it_as_it_stands() -> None:
    assert built(target=A2A).request.url == "https://agents.example.com/a2a/message:send"  # type: ignore[union-attr]
    assert built(target=A2A, transport="jsonrpc").request.url == "https://agents.example.com/a2a/"  # type: ignore[union-attr]
    query = {"a2aUrl": "https://agents.example.com/a2a?tenant=1"}
    assert built(target=query).request.url == "https://agents.example.com/a2a/message:send?tenant=1"  # type: ignore[union-attr]


WEBHOOK = {
    "id": "p1",
    "url": "https://example.com/hook",
    "token": "t",
    "authentication": {"scheme": "Bearer", "credentials": "c"},
}


@pytest.mark.parametrize(
    ("profile", "version", "transport", "key", "authentication"),
    [
        ("memorylake", "1.0", "rest", "pushNotificationConfig", {"scheme": "Bearer", "credentials": "c"}),
        ("memorylake", "1.0", "jsonrpc", "pushNotificationConfig", {"scheme": "Bearer", "credentials": "c"}),
        ("memorylake", "0.3", "rest", "pushNotificationConfig", {"schemes": ["Bearer"], "credentials": "c"}),
        ("memorylake", "0.3", "jsonrpc", "pushNotificationConfig", {"schemes": ["Bearer"], "credentials": "c"}),
        ("a2a", "1.0", "rest", "taskPushNotificationConfig", {"scheme": "Bearer", "credentials": "c"}),
        ("a2a", "1.0", "jsonrpc", "taskPushNotificationConfig", {"scheme": "Bearer", "credentials": "c"}),
        ("a2a", "0.3", "rest", "pushNotification", {"schemes": ["Bearer"], "credentials": "c"}),
        ("a2a", "0.3", "jsonrpc", "pushNotificationConfig", {"schemes": ["Bearer"], "credentials": "c"}),
    ],
)
def test_webhook(profile: str, version: str, transport: str, key: str, authentication: dict[str, Any]) -> None:
    tree = body(
        target=TARGET | {"profile": profile},
        version=version,
        transport=transport,
        configuration={"pushNotificationConfig": WEBHOOK},
    )
    configuration = (tree["params"] if transport == "jsonrpc" else tree)["configuration"]
    assert configuration == {
        key: {"id": "p1", "url": "https://example.com/hook", "token": "t", "authentication": authentication}
    }


@pytest.mark.parametrize(
    ("profile", "version", "expected"),
    [
        ("memorylake", "1.0", {"blocking": False}),
        ("memorylake", "0.3", {"blocking": False}),
        ("a2a", "1.0", {"returnImmediately": True}),
        ("a2a", "0.3", {"blocking": False}),
    ],
)
def test_blocking(profile: str, version: str, expected: dict[str, Any]) -> None:
    target = TARGET | {"profile": profile}
    assert body(target=target, version=version, configuration={"blocking": False})["configuration"] == expected


def test_a2a_message_has_its_kind_in_v03_json_rpc_only() -> None:
    assert body(target=A2A, version="0.3", transport="jsonrpc")["params"]["message"]["kind"] == "message"
    assert "kind" not in body(target=A2A, version="0.3")["message"]
    assert "kind" not in body(version="0.3", transport="jsonrpc")["params"]["message"]


def test_differences_of_the_profiles_are_told() -> None:
    result = built(target=A2A, configuration={"blocking": True, "pushNotificationConfig": {"url": "https://h/"}})
    assert codes(result) == [
        ("note", "VERSION_HEADER_ADDED", "header:A2A-Version"),
        ("note", "BLOCKING_TURNED", "configuration.blocking"),
        ("note", "WEBHOOK_RENAMED", "configuration.pushNotificationConfig"),
    ]
    left_out = built(target=A2A, version="0.3", message={"messageId": None, "parts": PARTS})
    assert ("warning", "MESSAGE_ID_LEFT_OUT", "message.messageId") in codes(left_out)


# Headers


def test_user_headers_come_behind_ours_and_replace_ours_in_place() -> None:
    result = built(
        target=TARGET | {"headers": [["X-Trace", "1"], ["accept", "*/*"], ["X-Trace", "2"]]}, operation="stream"
    )
    assert result.request is not None
    assert result.request.headers == (
        ("Authorization", "Bearer $MEMORYLAKE_API_KEY"),
        ("Content-Type", "application/json"),
        ("accept", "*/*"),
        ("X-Trace", "1"),
        ("X-Trace", "2"),
    )
    assert codes(result) == [("note", "HEADER_REPLACED", "header:accept")]


@pytest.mark.parametrize(
    ("header", "finding"),
    [
        (["X-A", "a\r\nB: c"], ("error", "HEADER_LINE_BREAK", "header:X-A")),
        (["X-A", "a\nb"], ("error", "HEADER_LINE_BREAK", "header:X-A")),
        (["X-A", "a\0b"], ("error", "HEADER_LINE_BREAK", "header:X-A")),
        (["X-A", "€"], ("error", "HEADER_NOT_LATIN1", "header:X-A")),
        (["X A", "b"], ("warning", "HEADER_NAME_ODD", "header:X A")),
        ([" X", "b"], ("error", "HEADER_NAME", "header: X")),
        (["@X", "b"], ("error", "HEADER_NAME", "header:@X")),
        (["", "b"], ("error", "HEADER_NO_NAME", "target.headers[0]")),
        (["Cookie", "a=b"], ("note", "SECRET_SHOWN", "header:Cookie")),
        (["Content-Length", "3"], ("warning", "HEADER_FRAMING", "header:Content-Length")),
    ],
)
def test_headers_that_cannot_or_should_not_be_sent(header: list[str], finding: tuple[str, str, str]) -> None:
    result = built(target=TARGET | {"headers": [header]})
    assert codes(result) == [finding]
    assert result.refused == (finding[0] == "error")


def test_a_latin1_header_is_fine() -> None:
    assert built(target=TARGET | {"headers": [["X-Name", "Zoë"]]}).findings == []


# Targets


@pytest.mark.parametrize(
    ("target", "finding"),
    [
        (TARGET | {"apiBase": "app.memorylake.ai/openapi/memorylake"}, ("error", "URL_NO_SCHEME", "target.apiBase")),
        (TARGET | {"apiBase": "ftp://h/"}, ("error", "URL_NO_SCHEME", "target.apiBase")),
        (TARGET | {"apiBase": "https://"}, ("error", "URL_NO_SCHEME", "target.apiBase")),
        (TARGET | {"apiBase": "https://h:99999"}, ("error", "URL_INVALID", "target.apiBase")),
        (TARGET | {"apiBase": "https://h/base?x=1"}, ("error", "BASE_QUERY", "target.apiBase")),
        (TARGET | {"apiBase": "https://h/base#f"}, ("error", "BASE_QUERY", "target.apiBase")),
        (TARGET | {"apiBase": " https://h"}, ("error", "URL_NO_SCHEME", "target.apiBase")),
        ({"a2aUrl": "http://["}, ("error", "URL_INVALID", "target.a2aUrl")),
        ({"a2aUrl": "http://a\u2100b/"}, ("error", "URL_INVALID", "target.a2aUrl")),
        ({"a2aUrl": "agents.example.com"}, ("error", "URL_NO_SCHEME", "target.a2aUrl")),
        ({"agentId": "a"}, ("error", "TARGET_INCOMPLETE", "target.workspaceId")),
        ({"workspaceId": "w", "agentId": ""}, ("error", "TARGET_INCOMPLETE", "target.agentId")),
        ({"workspaceId": "..", "agentId": "a"}, ("error", "DOT_SEGMENT", "target.workspaceId")),
    ],
)
def test_target_that_cannot_be_reached_is_refused_at_its_field(target: Any, finding: tuple[str, str, str]) -> None:
    result = built(target=target)
    assert finding in codes(result)
    assert result.refused


def test_incomplete_target_is_shown_as_the_documents_write_it() -> None:
    request = built(target={}).request
    assert request is not None
    assert request.url == (
        "https://app.memorylake.ai/openapi/memorylake/api/v3/workspaces/{workspaceId}/agents/{agentId}/a2a/message:send"
    )


def test_a_user_in_the_address_is_left_out_with_a_warning() -> None:
    result = built(target=TARGET | {"apiBase": "https://u:p@h.example.com"})
    assert codes(result) == [("warning", "URL_CREDENTIALS", "target.apiBase")]
    assert "u:p" not in str(result.request)


def test_plain_http_is_a_warning_except_on_this_machine() -> None:
    assert codes(built(target=TARGET | {"apiBase": "http://example.com"})) == [
        ("warning", "PLAIN_HTTP", "target.apiBase")
    ]
    assert codes(built(target=TARGET | {"apiBase": "http://127.0.0.1:1"})) == []
    assert [is_loopback(host) for host in ("127.0.0.1", "localhost", "[::1]", "127.evil.com", "10.0.0.1")] == [
        True,
        True,
        True,
        False,
        False,
    ]


def test_bases() -> None:
    target = {"workspaceId": "w", "agentId": "a"}
    bases = Bases.of({"MEMORYLAKE_BASE_URL": "https://own.example.com/openapi/memorylake/"}, "http://127.0.0.1:9/x")
    urls = [
        encode(draft(target=target | extra), ids=IDS, bases=bases).request.url  # type: ignore[union-attr]
        for extra in ({}, {"apiBase": "sandbox"}, {"apiBase": "https://app.memorylake.cn/openapi/memorylake"})
    ]
    assert urls == [
        "https://own.example.com/openapi/memorylake/api/v3/workspaces/w/agents/a/a2a/message:send",
        "http://127.0.0.1:9/x/api/v3/workspaces/w/agents/a/a2a/message:send",
        "https://app.memorylake.cn/openapi/memorylake/api/v3/workspaces/w/agents/a/a2a/message:send",
    ]


def test_url_is_what_the_http_library_sends() -> None:
    for typed, sent in {
        "https://H.example.com/a[1]/../b?x=[1] y#frag": "https://h.example.com/b?x=%5B1%5D%20y",
        "http://127.0.0.1": "http://127.0.0.1/",
        "http://127.0.0.1//a//b": "http://127.0.0.1/a//b",
        "https://münchen.de/ü": "https://xn--mnchen-3ya.de/%C3%BC",
    }.items():
        assert url_of(typed, "", "raw.url")[0] == sent
    assert segment("run-1/../x?y") == "run-1%2F..%2Fx%3Fy"
    assert url_of("https://h/a/?x=1", "/tasks/x", "target.a2aUrl")[0] == "https://h/a/tasks/x?x=1"
    assert (host("https://User@H.example.com:8443/x"), host("http://[")) == ("h.example.com", "")
    assert origin("HTTPS://H/x") == "https://h:443"
    assert origin("nothing") == ""


# What cannot be sent, and what is odd but can


@pytest.mark.parametrize(
    ("members", "where"),
    [
        ({"message": {"parts": [{"type": "data", "dataText": "{"}]}}, "message.parts[0].data"),
        ({"memorylake": {"overrides": {"modelParamsText": "{,"}}}, "memorylake.overrides.modelParams"),
        ({"configuration": {"historyLengthText": "ten"}}, "configuration.historyLength"),
        ({"metadataText": "x"}, "metadata"),
    ],
)
def test_text_that_cannot_be_read_yet_refuses_the_request_and_stays(members: Any, where: str) -> None:
    result = built(**members)
    assert ("error", "UNPARSED", where) in codes(result)
    assert result.refused
    assert json.loads(draft(**members).to_json()).items() >= members.items()


def test_a_lone_surrogate_is_refused_at_its_field() -> None:
    result = built(message={"parts": [{"type": "text", "text": "a\ud800"}]})
    assert codes(result) == [("error", "LONE_SURROGATE", "message.parts[0].text")]
    assert result.refused


def test_null_is_absent_everywhere() -> None:
    nothing = dict.fromkeys(("version", "operation", "transport", "configuration", "memorylake", "metadata", "raw"))
    assert built(**nothing) == built()
    assert built(target=TARGET | dict.fromkeys(("apiBase", "a2aUrl", "profile", "auth", "headers"))) == built()
    assert body(message=None) == {"message": {"messageId": "made-message", "role": "ROLE_USER", "parts": []}}
    assert body(message={"parts": None})["message"]["parts"] == []
    assert body(message={"parts": [{"type": "text", "text": None}, {"type": "text"}]})["message"]["parts"] == [{}, {}]
    assert codes(built(target=None))[0] == ("error", "TARGET_INCOMPLETE", "target.workspaceId")


def test_an_operation_that_cannot_be_sent_yet_is_told() -> None:
    assert codes(built(operation="get", task={"taskId": "run-1"})) == [("error", "OPERATION_NOT_YET", "operation")]


def test_a_blank_header_row_is_no_header() -> None:
    assert built(target=TARGET | {"headers": [["", ""]]}) == built()


@pytest.mark.parametrize("task_id", [".", ".."])
def test_a_dot_as_task_id_is_refused(task_id: str) -> None:
    assert built(message={"parts": PARTS, "taskId": task_id}).refused
    assert built(task={"taskId": task_id}).refused


@pytest.mark.parametrize("transport", ["rest", "jsonrpc"])
@pytest.mark.parametrize("value", [[1], "text", 1, None, True])
def test_data_that_is_no_object_is_refused_in_v03_only(transport: str, value: Any) -> None:
    message = {"parts": [{"type": "data", "data": value}]}
    old = built(version="0.3", transport=transport, message=message)
    assert codes(old) == [("error", "DATA_NOT_OBJECT", "message.parts[0].data")]
    assert old.refused
    new = built(version="1.0", message=message)
    assert new.findings == []
    assert body(version="1.0", message=message)["message"]["parts"] == [{"data": value}]


def test_unknown_keys_are_sent_with_a_note() -> None:
    result = built(
        message={"parts": [{"type": "text", "text": "Hi", "mood": 1}], "priority": "high"},
        configuration={"returnImmediately": True},
        memorylake={"futureField": [1]},
    )
    assert codes(result) == [
        ("note", "UNKNOWN_FIELD", "message.priority"),
        ("note", "UNKNOWN_FIELD", "message.parts[0].mood"),
        ("note", "UNKNOWN_FIELD", "configuration.returnImmediately"),
        ("note", "UNKNOWN_FIELD", "memorylake.futureField"),
    ]
    assert json.loads((result.request.body if result.request else None) or b"") == {
        "message": {
            "messageId": "made-message",
            "role": "ROLE_USER",
            "parts": [{"text": "Hi", "mood": 1}],
            "priority": "high",
        },
        "configuration": {"returnImmediately": True},
        "metadata": {"memorylake": {"futureField": [1]}},
    }


def test_a_misspelt_key_is_sent_as_it_is() -> None:
    result = built(memorylake={"actor_id": "x"}, message={"message_id": "m", "parts": []})
    assert ("note", "UNKNOWN_FIELD", "memorylake.actor_id") in codes(result)
    assert json.loads((result.request.body if result.request else None) or b"") == {
        "message": {"messageId": "made-message", "role": "ROLE_USER", "parts": [], "message_id": "m"},
        "metadata": {"memorylake": {"actor_id": "x"}},
    }
    again, _ = Draft.from_json(draft(memorylake={"actor_id": "x"}).to_json())
    assert again is not None
    assert again.to_tree()["memorylake"] == {"actor_id": "x"}


def test_capabilities_override_is_sent_as_given() -> None:
    for value in ([], ["web_search"], {"web_search": {"open_datasets": ["patents/ip"]}}):
        overrides = {"capabilitiesOverride": value}
        assert body(memorylake={"overrides": overrides})["metadata"]["memorylake"]["overrides"] == overrides


def test_warnings_do_not_refuse() -> None:
    result = built(version="0.3", message={"parts": [{"type": "file", "bytes": "aGk="}], "referenceTaskIds": ["t"]})
    assert codes(result) == [
        ("note", "V03_REST_BYTES", "message.parts[0].bytes"),
        ("warning", "REFERENCE_TASKS_V03_REST", "message.referenceTaskIds"),
    ]
    assert not result.refused


# raw


def test_raw_replaces_each_member_whole() -> None:
    result = built(
        raw={
            "method": "PUT",
            "url": "https://h/x y",
            "headers": [["X", "1"], ["X", "2"]],
            "body": '{"broken": ',
        }
    )
    assert result.request is not None
    assert result.request.model_dump() == {
        "method": "PUT",
        "url": "https://h/x%20y",
        "headers": (("X", "1"), ("X", "2")),
        "body": b'{"broken": ',
        "streams": False,
    }


def test_raw_members_are_independent() -> None:
    assert built(raw={"body": None}).request.body is None  # type: ignore[union-attr]
    assert built(raw={"bodyBase64": "AP8="}).request.body == b"\x00\xff"  # type: ignore[union-attr]
    assert built(raw={"url": "https://h/"}).request.url == "https://h/"  # type: ignore[union-attr]
    assert built(raw={}).request == built().request
    assert codes(built(raw={"bodyBase64": "?"})) == [("error", "NOT_BASE64", "raw.bodyBase64")]
    assert codes(built(raw={"url": "h"})) == [("error", "URL_NO_SCHEME", "raw.url")]
    assert codes(built(raw={"method": ""})) == [("error", "METHOD_INVALID", "raw.method")]
    assert codes(built(raw={"body": "x", "bodyBase64": "AP8="})) == [("warning", "RAW_BODY_TWICE", "raw.body")]
    # What the form could not send does not matter when its body is replaced.
    assert not built(message={"taskId": "..", "parts": [{"type": "text", "text": "\ud800"}]}, raw={"body": "x"}).refused
    assert not built(version="0.3", message={"parts": [{"type": "data", "data": 1}]}, raw={"body": "x"}).refused


def test_root_is_the_documented_one() -> None:
    assert built(transport="jsonrpc").request.url == ROOT  # type: ignore[union-attr]


ADDRESS = st.one_of(
    st.text(max_size=20),
    st.text(st.sampled_from(list("htps:/[]@.?#%1a \u2100\ud800é\\")), max_size=12).map(lambda text: f"http://{text}"),
)
HEADERS = st.lists(st.tuples(st.text(max_size=8), st.text(max_size=8)), max_size=3)


@given(
    target=st.fixed_dictionaries(
        {},
        optional={
            "apiBase": ADDRESS, "workspaceId": st.text(max_size=8), "agentId": st.text(max_size=8),
            "a2aUrl": ADDRESS, "headers": HEADERS, "profile": st.sampled_from(["memorylake", "a2a"]),
        },
    ),
    raw=st.fixed_dictionaries(
        {},
        optional={
            "method": st.text(max_size=5), "url": ADDRESS, "headers": HEADERS, "bodyBase64": st.text(max_size=8),
        },
    ),
    transport=st.sampled_from(["rest", "jsonrpc"]),
    text=st.text(st.characters(), max_size=20),
)  # fmt: skip
def test_whatever_is_typed_is_built_or_refused_and_shown(target: Any, raw: Any, transport: str, text: str) -> None:
    tree = {
        "target": target,
        "raw": raw,
        "transport": transport,
        "message": {"parts": [{"type": "text", "text": text}]},
    }
    read, findings = Draft.from_tree(tree)
    assert read is not None, findings
    result = encode(read, ids=IDS)
    for found in result.findings:
        assert wording.message(found)
        assert wording.line(found).isprintable()
    if result.request is not None:
        for form in FORMATS.values():
            assert form.render(result.request)
    if not result.refused:
        assert result.request is not None
        assert origin(result.request.url)


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        ("{", "DRAFT_NOT_JSON"),
        ("[]", "DRAFT_NOT_OBJECT"),
        ('{"version": "2.0"}', "DRAFT_FIELD"),
        ('{"version": "1.0", "version": "0.3"}', "DRAFT_NOT_JSON"),
        ('{"metadata": {"a": NaN}}', "DRAFT_NOT_JSON"),
        ('{"metadata": {"a": Infinity}}', "DRAFT_NOT_JSON"),
        ('{"configuration": {"blocking": "yes"}}', "DRAFT_FIELD"),
        ('{"configuration": {"historyLength": true}}', "DRAFT_FIELD"),
        ('{"message": {"parts": [{"type": "text", "text": 5}]}}', "DRAFT_FIELD"),
        ('{"a":' * 100_000, "DRAFT_NOT_JSON"),
    ],
)
def test_a_draft_that_cannot_be_read_is_a_finding(text: str, finding: str) -> None:
    read, findings = Draft.from_json(text)
    assert read is None
    assert [found.code for found in findings] == [finding]


def test_findings_name_the_field() -> None:
    _, findings = Draft.from_json('{"message": {"parts": [{"type": "data", "data": 1}, {"type": "text", "text": 5}]}}')
    assert [found.where for found in findings] == ["message.parts[1].text"]


def test_deep_data_is_a_finding_and_no_exception() -> None:
    deep: Any = []
    for _ in range(100_000):
        deep = [deep]
    read = draft().model_copy(update={"metadata": {"deep": deep}})
    result = encode(read, ids=IDS)
    assert [found.code for found in result.findings] == ["BODY_NOT_JSON"]
    assert jsontext.has_lone_surrogate("\ud800")
