"""Files and data, on the way in and on the way out."""

import base64

import pytest
from sandbox.variants import (
    REST03,
    REST10,
    RPC03,
    RPC10,
    VARIANTS,
    bare_task_of,
    error_of,
    events_of,
    parts_of,
    task_of,
    text_of,
)

# The four bytes ff d8 ff e0, in plain base64. A second encoding of it would be "LzlqLzRBPT0=".
JPEG = "/9j/4A=="
PART_IN = {
    REST10: {"raw": JPEG, "mediaType": "image/jpeg", "filename": "a.jpg"},
    RPC10: {"raw": JPEG, "mediaType": "image/jpeg", "filename": "a.jpg"},
    REST03: {"file": {"fileWithBytes": JPEG, "mimeType": "image/jpeg", "name": "a.jpg"}},
    RPC03: {"kind": "file", "file": {"bytes": JPEG, "mimeType": "image/jpeg", "name": "a.jpg"}},
}
LINK_IN = {
    REST10: {"url": "https://example.com/a.png", "mediaType": "image/png", "filename": "a.png"},
    RPC10: {"url": "https://example.com/a.png", "mediaType": "image/png", "filename": "a.png"},
    REST03: {"file": {"fileWithUri": "https://example.com/a.png", "mimeType": "image/png", "name": "a.png"}},
    RPC03: {"kind": "file", "file": {"uri": "https://example.com/a.png", "mimeType": "image/png", "name": "a.png"}},
}
DATA_IN = {
    REST10: {"data": {"k": "v"}},
    RPC10: {"data": {"k": "v"}},
    REST03: {"data": {"data": {"k": "v"}}},
    RPC03: {"kind": "data", "data": {"k": "v"}},
}


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("parts_in", [PART_IN, LINK_IN, DATA_IN], ids=["bytes", "link", "data"])
def test_a_part_comes_back_as_it_was_sent_in_every_variant(client, variant, parts_in):
    task = task_of(variant, client.say(variant, "", parts=[parts_in[variant]]))
    assert parts_of(task["history"][0]) == [parts_in[variant]]
    for reading in VARIANTS:
        read = bare_task_of(reading, client.task(reading, "get", task["id"]))
        assert parts_of(read["history"][0]) == [parts_in[reading]]


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_agent_gets_the_bytes_and_not_their_encoding(client, variant):
    task = task_of(variant, client.say(variant, "", parts=[PART_IN[variant], LINK_IN[variant], DATA_IN[variant]]))
    assert "I received 0 words and a.jpg (4 bytes), a link to a.png and data." in text_of(task["artifacts"][0]["parts"])


def test_base64_may_be_url_safe_and_unpadded_in_v03_rest(client):
    task = task_of(REST03, client.say(REST03, "", parts=[{"file": {"fileWithBytes": "_9j_4A"}}]))
    assert parts_of(task["history"][0]) == [{"file": {"fileWithBytes": JPEG}}]


def test_proto_names_are_as_good_as_json_names_over_rest(client):
    """The official Python client sends them in v0.3 REST."""
    body = {
        "request": {
            "message_id": "msg-p",
            "role": "ROLE_USER",
            "content": [{"text": "hi"}, {"file": {"file_with_bytes": JPEG, "mime_type": "image/jpeg"}}],
            "context_id": "ctx_mine",
        },
        "configuration": {"blocking": True, "history_length": 1},
    }
    task = task_of(REST03, client.post("/v1/message:send", body))
    assert task["contextId"] == "ctx_mine"
    assert [message["role"] for message in task["history"]] == ["ROLE_AGENT"]
    user = bare_task_of(REST03, client.task(REST03, "get", task["id"]))["history"][0]
    assert user["messageId"] == "msg-p"
    assert user["content"] == [{"text": "hi"}, {"file": {"fileWithBytes": JPEG, "mimeType": "image/jpeg"}}]


@pytest.mark.parametrize("variant", [REST10, REST03])
def test_what_is_no_base64_is_refused(client, variant):
    part = {"raw": "a"} if variant == REST10 else {"file": {"fileWithBytes": "a"}}
    response = client.say(variant, "", parts=[part])
    assert response.status_code == 400
    assert response.json()["error_code"] == "INVALID_ARGUMENT"


@pytest.mark.parametrize("variant", [RPC10, RPC03])
def test_what_is_no_base64_is_refused_over_json_rpc(client, variant):
    part = {"raw": "a"} if variant == RPC10 else {"kind": "file", "file": {"bytes": "a"}}
    assert client.say(variant, "", parts=[part]).json()["error"]["code"] == -32602


def test_a_file_name_inside_of_data_is_left_alone(client):
    part = {"data": {"data": {"fileWithBytes": "not base64!"}}}
    task = task_of(REST03, client.say(REST03, "", parts=[part]))
    assert parts_of(task["history"][0]) == [part]


CSV = "ZGF5LG1lc3NhZ2VzCk1vbmRheSwxMgpUdWVzZGF5LDMwCg=="
SUMMARY = {"days": ["Monday", "Tuesday"], "messages": [12, 30], "sources": ["proj_def456"]}
REPORT_OUT = {
    REST10: [
        {"text": "# Support report\n\n"},
        {"text": "Sources: proj_def456.\n\n"},
        {"text": "Tuesday was the busiest day: 30 messages against 12 on Monday.\n"},
        {"raw": CSV, "filename": "messages.csv", "mediaType": "text/csv"},
        {"data": SUMMARY},
    ],
    REST03: [
        {"text": "# Support report\n\n"},
        {"text": "Sources: proj_def456.\n\n"},
        {"text": "Tuesday was the busiest day: 30 messages against 12 on Monday.\n"},
        {"file": {"fileWithBytes": CSV, "name": "messages.csv", "mimeType": "text/csv"}},
        {"data": {"data": SUMMARY}},
    ],
    RPC03: [
        {"kind": "text", "text": "# Support report\n\n"},
        {"kind": "text", "text": "Sources: proj_def456.\n\n"},
        {"kind": "text", "text": "Tuesday was the busiest day: 30 messages against 12 on Monday.\n"},
        {"kind": "file", "file": {"bytes": CSV, "name": "messages.csv", "mimeType": "text/csv"}},
        {"kind": "data", "data": SUMMARY},
    ],
}
REPORT_OUT[RPC10] = REPORT_OUT[REST10]
MEMORY = {"memorylake": {"readWriteProjectId": "proj_def456"}}


def test_the_report_is_what_its_base64_says():
    assert base64.b64decode(CSV) == b"day,messages\nMonday,12\nTuesday,30\n"


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_report_streams_in_chunks_with_a_file_and_data(client, variant):
    events = events_of(variant, client.say(variant, "Write a report", "stream", metadata=MEMORY))
    chunks = [payload for kind, payload in events if kind == "artifactUpdate"]
    *report, result = chunks
    task_id = events[0][1]["id"]
    assert [chunk["artifact"]["artifactId"] for chunk in report] == [f"report-{task_id}"] * 5
    assert [chunk.get("append", False) for chunk in report] == [False, True, True, True, True]
    assert [chunk.get("lastChunk", False) for chunk in report] == [False, False, False, False, True]
    assert [chunk["artifact"]["parts"] for chunk in report] == [[part] for part in REPORT_OUT[variant]]
    assert result["artifact"]["artifactId"] == f"result-{task_id}"


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_report_is_kept_whole(client, variant):
    sent = task_of(variant, client.say(variant, "Write a report", metadata=MEMORY))
    read = bare_task_of(variant, client.task(variant, "get", sent["id"]))
    for task in (sent, read):
        report, result = task["artifacts"]
        assert report == {"artifactId": f"report-{sent['id']}", "name": "report", "parts": REPORT_OUT[variant]}
        assert result["name"] == "result"


BAD_PARTS = [
    (REST10, {}, "message.parts[0]"),
    (REST10, {"file": {"fileWithUri": "https://example.com"}}, "message.parts[0]"),
    (REST10, {"text": "a", "url": "https://example.com"}, "message.parts[0]"),
    (REST10, "text", "message.parts[0]"),
    (REST03, {}, "message.content[0]"),
    (REST03, {"data": {"k": "v"}}, "message.content[0].data"),
    (REST03, {"data": {"data": [1]}}, "message.content[0].data"),
    (REST03, {"file": {"uri": "https://example.com"}}, "message.content[0].file"),
    (REST03, {"file": {"fileWithBytes": 5}}, "message.content[0].file.fileWithBytes"),
    (RPC10, {"kind": "text", "text": "a"}, "message.parts[0].kind"),
    (RPC03, {"text": "a"}, "message.parts[0].kind"),
    (RPC03, {"kind": "text", "file": {"uri": "u"}}, "message.parts[0].kind"),
    (RPC03, {"kind": "file", "file": {}}, "message.parts[0].file"),
    (RPC03, {"kind": "data", "data": [1]}, "message.parts[0].data"),
]


@pytest.mark.parametrize(("variant", "part", "field"), BAD_PARTS)
def test_a_part_that_the_variant_does_not_have_is_refused_by_name(client, variant, part, field):
    response = client.say(variant, "", parts=[part])
    if variant in (RPC10, RPC03):
        error = response.json()["error"]
        assert error["code"] == -32602
    else:
        assert response.status_code == 400
        error = error_of(response)
    assert error["message"].startswith(f"{field}: ")
