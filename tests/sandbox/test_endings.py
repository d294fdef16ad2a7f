"""The scenarios that end in another way than with a reply, or bring more than one, in every variant."""

import base64
import struct
import zlib

import pytest
from sandbox.variants import REST03, REST10, RPC03, RPC10, VARIANTS, bare_task_of, events_of, parts_of, task_of, text_of

OPERATIONS = ("send", "stream")
BOTH = pytest.mark.parametrize("operation", OPERATIONS)
EVERY = pytest.mark.parametrize("variant", VARIANTS)


def spelled(variant, state):
    return state if variant == RPC03 else f"TASK_STATE_{state.upper().replace('-', '_')}"


def played(client, variant, operation, text):
    """The status at the end and the artifacts of a task, sent or streamed, as (name, parts)."""
    if operation == "send":
        task = task_of(variant, client.say(variant, text))
    else:
        events = events_of(variant, client.say(variant, text, "stream"))
        task = bare_task_of(variant, client.task(variant, "get", events[0][1]["id"]))
        assert events[-1][1]["status"] == task["status"]
    return task["status"], [(one["name"], one["parts"]) for one in task.get("artifacts", [])]


@EVERY
@BOTH
@pytest.mark.parametrize(
    ("text", "state", "message"),
    [
        ("Please reject this", "rejected", "The sandbox rejected the task because the message asked for it."),
        (
            "Auth required",
            "auth-required",
            "Sign in to the calendar at https://example.com/sign-in, then send any message with the same taskId and "
            "contextId.",
        ),
    ],
)
def test_an_ending_has_its_state_and_message(client, variant, operation, text, state, message):
    status, artifacts = played(client, variant, operation, text)
    assert status["state"] == spelled(variant, state)
    assert text_of(parts_of(status["message"])) == message
    assert artifacts == []


@EVERY
def test_after_the_sign_in_the_task_goes_on(client, variant):
    asked = task_of(variant, client.say(variant, "Auth required"))
    again = client.say(variant, "done", messageId="msg-v", taskId=asked["id"], contextId=asked["contextId"])
    answered = task_of(variant, again)
    assert answered["id"] == asked["id"]
    assert answered["status"]["state"] == spelled(variant, "completed")
    assert text_of(answered["artifacts"][0]["parts"]).startswith("Thank you. You answered: done.")


@EVERY
@BOTH
def test_a_late_failure_leaves_text_and_an_artifact_behind(client, variant, operation):
    status, artifacts = played(client, variant, operation, "Please fail late")
    assert status["state"] == spelled(variant, "failed")
    assert text_of(parts_of(status["message"])).startswith("The sandbox failed late")
    assert [(name, text_of(parts)) for name, parts in artifacts] == [
        ("summary", "# Summary\n\nTuesday was the busiest day.\n")
    ]


@EVERY
@BOTH
def test_an_answer_without_a_task(client, variant, operation):
    metadata = {"memorylake": {"actorId": "act_user_omar"}}
    response = client.say(variant, "Message only, please", operation, metadata=metadata)
    if operation == "stream":
        ((kind, message),) = events_of(variant, response)
        assert kind == "message"
    else:
        document = response.json()
        document = document["result"] if variant in (RPC10, RPC03) else document
        message = document if variant == RPC03 else document["message"]
    assert text_of(parts_of(message)).startswith("This answer is a message; there is no task behind it.")
    assert message["role"] == ("agent" if variant == RPC03 else "ROLE_AGENT")
    assert message["contextId"].startswith("ctx_")
    assert "taskId" not in message
    assert message["metadata"]["memorylake"]["searched"] == [{"type": "actor", "id": "act_user_omar"}]


@EVERY
def test_several_artifacts_grow_and_are_replaced(client, variant):
    events = events_of(variant, client.say(variant, "Write several artifacts", "stream"))
    chunks = [
        (
            payload["artifact"]["name"],
            text_of(payload["artifact"]["parts"]),
            payload.get("append", False),
            payload.get("lastChunk", False),
        )
        for kind, payload in events
        if kind == "artifactUpdate"
    ]
    assert chunks[:-1] == [
        ("plan", "1. Collect the questions.\n", False, False),
        ("figures", "Monday: 10 messages (estimated)", False, False),
        ("plan", "2. Answer them.\n", True, False),
        ("figures", "Monday: 12 messages (counted)", False, True),
        ("plan", "3. Write down what was learnt.\n", True, True),
    ]
    task = bare_task_of(variant, client.task(variant, "get", events[0][1]["id"]))
    assert [(one["name"], text_of(one["parts"])) for one in task["artifacts"][:2]] == [
        ("plan", "1. Collect the questions.\n2. Answer them.\n3. Write down what was learnt.\n"),
        ("figures", "Monday: 12 messages (counted)"),
    ]


def picture_of(variant, part):
    if variant == REST03:
        file = part["file"]
        return file["fileWithBytes"], file["mimeType"], file["name"]
    if variant == RPC03:
        return part["file"]["bytes"], part["file"]["mimeType"], part["file"]["name"]
    return part["raw"], part["mediaType"], part["filename"]


@EVERY
@BOTH
def test_an_image_and_a_file_in_the_answer(client, variant, operation):
    _, artifacts = played(client, variant, operation, "Draw an image")
    name, (picture, table) = artifacts[0]
    assert name == "chart"
    data, media_type, filename = picture_of(variant, picture)
    assert (media_type, filename) == ("image/png", "messages.png")
    body = base64.b64decode(data, validate=True)
    assert body.startswith(b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR")
    width, height = struct.unpack(">II", body[16:24])
    assert (width, height) == (120, 64)
    start = body.index(b"IDAT") + 4
    assert len(zlib.decompress(body[start : body.index(b"IEND") - 8])) == height * (1 + 3 * width)
    data, media_type, filename = picture_of(variant, table)
    assert (base64.b64decode(data)[:12], media_type, filename) == (b"day,messages", "text/csv", "messages.csv")


@EVERY
@BOTH
@pytest.mark.parametrize(
    ("text", "reply"),
    [
        ("Wait 0.01 s", "I waited 0.01 s before I began."),
        ("A silence of 0.01 s", "Now I say nothing for 0.01 s, not even a keep-alive. Here I am again."),
    ],
)
def test_a_wait_ends_in_the_reply(client, variant, operation, text, reply):
    status, artifacts = played(client, variant, operation, text)
    assert status["state"] == spelled(variant, "completed")
    assert text_of(artifacts[0][1]).startswith(reply)


@EVERY
@pytest.mark.parametrize(
    ("text", "words", "events"), [("stream 30 words", 30, 34), ("stream 30 events at 1000/s", 26, 30)]
)
def test_a_stream_has_exactly_the_events_that_were_asked_for(client, variant, text, words, events):
    arrived = events_of(variant, client.say(variant, text, "stream"))
    assert len(arrived) == events
    told = [text_of(parts_of(one["status"]["message"])) for _, one in arrived if "message" in one.get("status", {})]
    assert told == [f"word{number:02} " for number in range(1, words + 1)]
    assert text_of(arrived[-2][1]["artifact"]["parts"]) == "".join(told)


def test_a_long_stream_is_whole_and_in_order(client):
    arrived = events_of(REST10, client.say(REST10, "stream 2000 words", "stream"))
    told = [text_of(parts_of(one["status"]["message"])) for _, one in arrived if "message" in one.get("status", {})]
    assert told == [f"word{number:04} " for number in range(1, 2001)]


def test_what_comes_before_a_silence_comes_at_once(client):
    with client.say(REST10, "A silence of 600 s", "stream") as response:
        lines = response.iter_lines()
        words = []
        while "keep-alive." not in words:
            line = next(lines)
            if b'"parts"' in line and b"ROLE_AGENT" in line:
                words.append(line.decode().split('"text":"')[1].split('"')[0].strip())
    assert words[:3] == ["Now", "I", "say"]
