"""What answers and events say, in every dialect, and what they fold to."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from playground.model.draft import DataPart, FilePart, TextPart
from playground.model.run import Update
from playground.protocol.combination import DIALECTS, Dialect
from playground.protocol.decode import decode
from playground.protocol.fold import Fold
from playground.protocol.outcome import Answer, outcome

V1_REST, V03_REST = DIALECTS["1.0", "rest"], DIALECTS["0.3", "rest"]
V1_RPC, V03_RPC = DIALECTS["1.0", "jsonrpc"], DIALECTS["0.3", "jsonrpc"]


def said(data: Any, dialect: Dialect | None = None, status: int | None = None) -> Update:
    return decode(data if isinstance(data, str) else json.dumps(data), dialect, status=status)[1]


def rpc(result: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": "req-1", "result": result}


# One task, as the four dialects answer a blocking send (A2A 1.0 11.4, 9.4; A2A 0.3 7.1).
TASKS: list[tuple[Dialect, Any]] = [
    (
        V1_REST,
        {
            "task": {
                "id": "run-1",
                "contextId": "ctx-1",
                "status": {"state": "TASK_STATE_COMPLETED", "timestamp": "2026-11-30T16:50:25.245011Z"},
                "artifacts": [{"artifactId": "result-run-1", "name": "result", "parts": [{"text": "Hello"}]}],
                "history": [
                    {"messageId": "m1", "role": "ROLE_USER", "parts": [{"text": "Hi"}]},
                    {"messageId": "m2", "role": "ROLE_AGENT", "parts": [{"text": "Hello"}]},
                ],
            }
        },
    ),
    (
        V03_REST,
        {
            "task": {
                "id": "run-1",
                "contextId": "ctx-1",
                "status": {"state": "TASK_STATE_COMPLETED", "timestamp": "2026-11-30T16:50:25.245011Z"},
                "artifacts": [{"artifactId": "result-run-1", "name": "result", "parts": [{"text": "Hello"}]}],
                "history": [
                    {"messageId": "m1", "role": "ROLE_USER", "content": [{"text": "Hi"}]},
                    {"messageId": "m2", "role": "ROLE_AGENT", "content": [{"text": "Hello"}]},
                ],
            }
        },
    ),
    (
        V1_RPC,
        rpc(
            {
                "task": {
                    "id": "run-1",
                    "contextId": "ctx-1",
                    "status": {"state": "TASK_STATE_COMPLETED", "timestamp": "2026-11-30T16:50:25.245011Z"},
                    "artifacts": [{"artifactId": "result-run-1", "name": "result", "parts": [{"text": "Hello"}]}],
                    "history": [
                        {"messageId": "m1", "role": "ROLE_USER", "parts": [{"text": "Hi"}]},
                        {"messageId": "m2", "role": "ROLE_AGENT", "parts": [{"text": "Hello"}]},
                    ],
                }
            }
        ),
    ),
    (
        V03_RPC,
        rpc(
            {
                "kind": "task",
                "id": "run-1",
                "contextId": "ctx-1",
                "status": {"state": "completed", "timestamp": "2026-11-30T16:50:25.245011Z"},
                "artifacts": [
                    {"artifactId": "result-run-1", "name": "result", "parts": [{"kind": "text", "text": "Hello"}]}
                ],
                "history": [
                    {"kind": "message", "messageId": "m1", "role": "user", "parts": [{"kind": "text", "text": "Hi"}]},
                    {
                        "kind": "message",
                        "messageId": "m2",
                        "role": "agent",
                        "parts": [{"kind": "text", "text": "Hello"}],
                    },
                ],
            }
        ),
    ),
]


@pytest.mark.parametrize(("dialect", "answer"), TASKS)
def test_a_task_is_the_same_in_every_dialect(dialect: Dialect, answer: Any) -> None:
    update = said(answer, dialect, status=200)
    assert update.kind == "task"
    assert update.notes == ()
    task = update.task
    assert task is not None
    assert (task.id, task.context_id, task.state) == ("run-1", "ctx-1", "completed")
    assert task.raw_state == ("completed" if dialect is V03_RPC else "TASK_STATE_COMPLETED")
    assert task.timestamp == "2026-11-30T16:50:25.245011Z"
    assert [(a.id, a.name, a.text) for a in task.artifacts] == [("result-run-1", "result", "Hello")]
    assert [(m.role, m.message_id, m.text) for m in task.history] == [("user", "m1", "Hi"), ("agent", "m2", "Hello")]


@pytest.mark.parametrize(
    ("dialect", "parts"),
    [
        (
            V1_REST,
            [
                {"text": "note"},
                {"url": "https://e.com/d.pdf", "mediaType": "application/pdf", "filename": "d.pdf"},
                {"raw": "aGk=", "mediaType": "text/plain", "filename": "h.txt"},
                {"data": {"data": {"a": 1}}},
            ],
        ),
        (
            V03_REST,
            [
                {"text": "note"},
                {"file": {"fileWithUri": "https://e.com/d.pdf", "mimeType": "application/pdf", "name": "d.pdf"}},
                {"file": {"fileWithBytes": "aGk=", "mimeType": "text/plain", "name": "h.txt"}},
                {"data": {"data": {"data": {"a": 1}}}},
            ],
        ),
        (
            V03_RPC,
            [
                {"kind": "text", "text": "note"},
                {
                    "kind": "file",
                    "file": {"uri": "https://e.com/d.pdf", "mimeType": "application/pdf", "name": "d.pdf"},
                },
                {"kind": "file", "file": {"bytes": "aGk=", "mimeType": "text/plain", "name": "h.txt"}},
                {"kind": "data", "data": {"data": {"a": 1}}},
            ],
        ),
    ],
)
def test_parts_are_the_same_in_every_dialect(dialect: Dialect, parts: Any) -> None:
    update = said({"artifactUpdate": {"taskId": "t", "artifact": {"artifactId": "a", "parts": parts}}}, dialect)
    assert update.artifact is not None
    assert update.artifact.parts == [
        TextPart(type="text", text="note", metadata=None),
        FilePart(
            type="file", url="https://e.com/d.pdf", bytes=None, media_type="application/pdf", filename="d.pdf",
            metadata=None,
        ),
        FilePart(type="file", url=None, bytes="aGk=", media_type="text/plain", filename="h.txt", metadata=None),
        DataPart(type="data", data={"data": {"a": 1}}, metadata=None),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        ({"statusUpdate": {"taskId": "t", "status": {"state": "TASK_STATE_WORKING"}}}, "status-update"),
        (rpc({"statusUpdate": {"taskId": "t", "status": {"state": "TASK_STATE_WORKING"}}}), "status-update"),
        (
            rpc({"kind": "status-update", "taskId": "t", "status": {"state": "working"}, "final": False}),
            "status-update",
        ),
        ({"artifactUpdate": {"taskId": "t", "artifact": {"artifactId": "a", "parts": []}}}, "artifact-update"),
        (
            rpc({"kind": "artifact-update", "taskId": "t", "artifact": {"artifactId": "a", "parts": []}}),
            "artifact-update",
        ),
        ({"message": {"messageId": "m", "role": "ROLE_AGENT", "parts": [{"text": "x"}]}}, "message"),
        (rpc({"kind": "message", "messageId": "m", "role": "agent", "parts": []}), "message"),
        ({"id": "t", "status": {"state": "TASK_STATE_WORKING"}}, "task"),
        (rpc({"id": "t", "status": {"state": "TASK_STATE_WORKING"}}), "task"),
        ({"error": {"code": -32603, "message": "no"}, "id": "1", "jsonrpc": "2.0"}, "error"),
        ({"success": False, "message": "no", "error_code": "X"}, "error"),
        ({"something": "else"}, "unknown"),
        ("[]", "unknown"),
        ("null", "unknown"),
        ("<html>", "unknown"),
        ("", "unknown"),
    ],
)
def test_kinds(data: Any, kind: str) -> None:
    assert said(data).kind == kind


@pytest.mark.parametrize(
    ("raw", "state"),
    [
        ("TASK_STATE_SUBMITTED", "submitted"),
        ("TASK_STATE_WORKING", "working"),
        ("TASK_STATE_COMPLETED", "completed"),
        ("TASK_STATE_FAILED", "failed"),
        ("TASK_STATE_CANCELED", "canceled"),
        ("TASK_STATE_CANCELLED", "canceled"),
        ("canceled", "canceled"),
        ("TASK_STATE_REJECTED", "rejected"),
        ("TASK_STATE_INPUT_REQUIRED", "input-required"),
        ("input-required", "input-required"),
        ("TASK_STATE_AUTH_REQUIRED", "auth-required"),
        ("auth-required", "auth-required"),
        ("TASK_STATE_UNSPECIFIED", "unknown"),
    ],
)
def test_states(raw: str, state: str) -> None:
    update = said({"statusUpdate": {"taskId": "t", "status": {"state": raw}}})
    assert update.status is not None
    assert (update.status.state, update.status.raw_state, update.notes) == (state, raw, ())


def test_an_unknown_state_is_noted() -> None:
    update = said({"statusUpdate": {"taskId": "t", "status": {"state": "TASK_STATE_DREAMING"}}})
    assert update.status is not None
    assert update.status.state == "unknown"
    assert [(n.code, n.params) for n in update.notes] == [("UNKNOWN_STATE", {"state": "TASK_STATE_DREAMING"})]


ENVELOPE = json.dumps(
    {
        "success": False,
        "message": json.dumps(
            {
                "error": {
                    "code": 400,
                    "status": "FAILED_PRECONDITION",
                    "message": "Task cannot be canceled - current state: 3",
                    "details": [
                        {
                            "@type": "type.googleapis.com/google.rpc.ErrorInfo",
                            "reason": "TASK_NOT_CANCELABLE",
                            "domain": "a2a-protocol.org",
                            "metadata": {},
                        }
                    ],
                }
            }
        ),
        "error_code": "INVALID_ARGUMENT",
    }
)


@pytest.mark.parametrize(
    ("data", "status", "code", "server"),
    [
        (ENVELOPE, 400, "TASK_NOT_CANCELABLE", "Task cannot be canceled - current state: 3"),
        (ENVELOPE, 200, "TASK_NOT_CANCELABLE", "Task cannot be canceled - current state: 3"),
        ({"success": False, "message": "Bad key", "error_code": "UNAUTHORIZED"}, 401, "UNAUTHORIZED", "Bad key"),
        (
            {"error": {"code": 404, "status": "NOT_FOUND", "message": "Task not found", "details": [
                {"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": "TASK_NOT_FOUND"}]}},
            404, "TASK_NOT_FOUND", "Task not found",
        ),
        (
            {"error": {"code": 400, "message": "Invalid", "details": [
                {"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": "INVALID_PARAMS"},
                {"@type": "type.googleapis.com/google.rpc.BadRequest",
                 "fieldViolations": [{"field": "message.message_id", "description": "Field is required."}]}]}},
            400, "INVALID_PARAMS", "Invalid (message.message_id)",
        ),
        ({"jsonrpc": "2.0", "id": 1, "error": {"code": -32601, "message": "Method not found"}}, 200, "METHOD_NOT_FOUND",
         "Method not found"),
        ({"jsonrpc": "2.0", "id": 1, "error": {"code": -32001, "message": "Task not found", "data": None}}, 200,
         "TASK_NOT_FOUND", "Task not found"),
        ({"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Invalid", "data": "no parts"}}, 200,
         "INVALID_PARAMS", "Invalid: no parts"),
        ({"code": -32001, "message": "Task not found"}, 404, "TASK_NOT_FOUND", "Task not found"),
        ({"detail": "Not Found"}, 404, "HTTP_404", "Not Found"),
        ("<h1>Bad gateway</h1>", 502, "HTTP_502", "(a web page)"),
        ("<html><TITLE>Bad\n gateway</TITLE>", 502, "HTTP_502", "(a web page: Bad gateway)"),
        ("upstream\nfailed", 502, "HTTP_502", "upstream failed"),
        ("", 503, "HTTP_503", ""),
    ],
)  # fmt: skip
def test_errors(data: Any, status: int, code: str, server: str) -> None:
    update = said(data, None, status)
    assert update.kind == "error"
    assert update.finding is not None
    assert (update.finding.level, update.finding.code, update.finding.params["server"]) == ("error", code, server)


# Folding


def status(state: str, text: str | None = None) -> dict[str, Any]:
    message = (
        {"message": {"messageId": "m", "role": "ROLE_AGENT", "parts": [{"text": text}]}} if text is not None else {}
    )
    return {"statusUpdate": {"taskId": "run-1", "contextId": "ctx-1", "status": {"state": state, **message}}}


def artifact(identity: str | None, text: str, **flags: bool) -> dict[str, Any]:
    name = {"artifactId": identity} if identity is not None else {}
    return {"artifactUpdate": {"taskId": "run-1", "artifact": name | {"parts": [{"text": text}]}, **flags}}


def folded(*events: Any, profile: Any = "memorylake") -> Fold:
    fold = Fold(profile)
    for index, event in enumerate(events):
        fold.add(said(event, V1_REST), float(index))
    return fold


PRODUCTION = [
    {"task": {"id": "run-1", "contextId": "ctx-1", "status": {"state": "TASK_STATE_WORKING"}}},
    status("TASK_STATE_WORKING"),
    status("TASK_STATE_WORKING", "Hel"),
    status("TASK_STATE_WORKING", "lo "),
    status("TASK_STATE_WORKING", "you"),
    artifact(None, "Hello you", lastChunk=True),
    status("TASK_STATE_COMPLETED"),
]


def test_production_stream_shows_the_reply_once() -> None:
    fold = folded(*PRODUCTION)
    assert fold.reply() == "Hello you"
    assert fold.final == "completed"
    assert fold.states == [("working", 0.0), ("completed", 6.0)]
    task = fold.task()
    assert task is not None
    assert (task.id, task.context_id, task.state, [a.text for a in task.artifacts]) == (
        "run-1",
        "ctx-1",
        "completed",
        ["Hello you"],
    )


def test_reply_grows_with_the_fragments() -> None:
    assert [folded(*PRODUCTION[:n]).reply() for n in range(1, 8)] == [
        "", "", "Hel", "Hello ", "Hello you", "Hello you", "Hello you",
    ]  # fmt: skip


def test_in_the_a2a_profile_working_texts_replace_each_other() -> None:
    events = [status("TASK_STATE_WORKING", "one"), status("TASK_STATE_WORKING", "two"), status("TASK_STATE_COMPLETED")]
    assert folded(*events, profile="a2a").reply() == "two"
    assert folded(*events).reply() == "onetwo"


def test_append_joins_and_no_append_replaces() -> None:
    fold = folded(artifact("a", "Hello "), artifact("a", "wire", append=True), artifact("b", "B"))
    assert fold.reply() == "Hello wire\n\nB"
    assert folded(artifact("a", "old"), artifact("a", "new")).reply() == "new"
    started = folded(artifact("a", "x", append=True))
    assert started.reply() == "x"
    assert [found.code for found in started.findings] == ["APPEND_TO_UNKNOWN"]


def test_status_message_is_the_reply_of_a_pause_or_failure_and_a_message_is_one_too() -> None:
    question = folded(status("TASK_STATE_INPUT_REQUIRED", "Which one?"))
    assert (question.reply(), question.final) == ("Which one?", "input-required")
    failure = folded(status("TASK_STATE_FAILED", "It broke."))
    assert (failure.reply(), failure.final) == ("It broke.", "failed")
    message = folded({"message": {"messageId": "m", "role": "ROLE_AGENT", "parts": [{"text": "Hi"}]}})
    assert (message.reply(), message.final, message.task()) == ("Hi", "message", None)


def test_an_event_in_the_log_does_not_change_when_the_artifact_grows() -> None:
    first = said(artifact("a", "one"))
    snapshot = said({"task": {"id": "t", "status": {"state": "TASK_STATE_WORKING"}, "artifacts": [
        {"artifactId": "s", "parts": [{"text": "snap"}]}]}})  # fmt: skip
    fold = Fold("memorylake")
    for update in (first, snapshot, said(artifact("a", "two", append=True)), said(artifact("s", "two", append=True))):
        fold.add(update)
    assert (first.text, snapshot.text) == ("one", "snap")


def test_after_the_end_a_task_does_not_go_on() -> None:
    for late in (status("TASK_STATE_WORKING", "!"), status("TASK_STATE_FAILED", "!"), status("TASK_STATE_SUBMITTED")):
        fold = folded(*PRODUCTION, late)
        assert (fold.state, fold.final, fold.reply()) == ("completed", "completed", "Hello you")
    said_last = folded(
        status("TASK_STATE_WORKING", "a"), status("TASK_STATE_COMPLETED"), status("TASK_STATE_WORKING", "b")
    )
    assert said_last.reply() == "a"


def test_a_status_is_one_value() -> None:
    asked = status("TASK_STATE_INPUT_REQUIRED", "Which?")
    done = {"task": {"id": "run-1", "status": {"state": "TASK_STATE_COMPLETED"}}}
    fold = folded(asked, done)
    assert (fold.reply(), fold.state) == ("", "completed")


def test_artifacts_without_an_id_do_not_replace_each_other() -> None:
    assert folded(artifact(None, "A"), artifact(None, "B"), artifact(None, "C", append=True)).reply() == "A\n\nBC"
    snapshot = {"task": {"id": "t", "status": {"state": "TASK_STATE_WORKING"}, "artifacts": [
        {"parts": [{"text": "A"}]}, {"parts": [{"text": "B"}]}]}}  # fmt: skip
    assert folded(snapshot).reply() == "A\n\nB"


EVENTS = st.lists(
    st.one_of(
        st.builds(status, st.sampled_from(["TASK_STATE_WORKING", "TASK_STATE_COMPLETED", "x"]), st.text(max_size=5)),
        st.builds(artifact, st.sampled_from(["a", "b", None]), st.text(max_size=5), append=st.booleans()),
        st.just(PRODUCTION[0]),
    ),
    max_size=12,
)


@given(EVENTS, st.integers(0, 12), st.sampled_from(["memorylake", "a2a"]))
def test_folding_in_pieces_or_at_once_gives_the_same(events: list[Any], cut: int, profile: Any) -> None:
    updates = [said(event) for event in events]
    at_once, in_pieces = Fold(profile), Fold(profile)
    for update in updates:
        at_once.add(update)
    for update in updates[:cut]:
        in_pieces.add(update)
    in_pieces.task()
    in_pieces.reply()
    for update in updates[cut:]:
        in_pieces.add(update)
    assert (at_once.task(), at_once.reply(), at_once.final) == (in_pieces.task(), in_pieces.reply(), in_pieces.final)


@given(EVENTS, st.sampled_from(["memorylake", "a2a"]))
def test_asking_after_each_event_gives_what_a_fold_of_all_so_far_gives(events: list[Any], profile: Any) -> None:
    updates = [said(event) for event in events]
    asked = Fold(profile)
    for count, update in enumerate(updates, 1):
        asked.add(update)
        plain = Fold(profile)
        for earlier in updates[:count]:
            plain.add(earlier)
        assert asked.reply() == plain.reply()
        task = asked.task()
        artifacts = "\n\n".join(a.text for a in task.artifacts if a.text) if task is not None else ""
        assert not artifacts or asked.reply() == artifacts


def test_a_received_text_is_the_part_that_a_draft_has() -> None:
    update = said({"message": {"role": "ROLE_AGENT", "parts": [{"text": "Hi", "metadata": {"a": 1}}]}})
    assert update.message is not None
    (part,) = update.message.parts
    drafted = TextPart(type="text", text="Hi", metadata={"a": 1})
    assert part == drafted
    assert part.model_dump(by_alias=True) == drafted.model_dump(by_alias=True)
    assert part.model_fields_set == drafted.model_fields_set


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4)
    | st.dictionaries(
        st.sampled_from(
            ["task", "message", "statusUpdate", "artifactUpdate", "status", "state", "parts", "content", "kind", "id",
             "taskId", "artifact", "artifacts", "history", "error", "result", "jsonrpc", "data", "file", "text", "raw",
             "success", "error_code", "details", "role", "messageId", "code"]
        ),
        inner,
        max_size=6,
    ),
    max_leaves=30,
)  # fmt: skip


@given(JSON, st.sampled_from([None, 200, 404]), st.sampled_from([*DIALECTS.values(), None]))
def test_any_json_decodes_and_folds(data: Any, http: int | None, dialect: Dialect | None) -> None:
    _, update = decode(json.dumps(data), dialect, status=http)
    fold = Fold("memorylake")
    fold.add(update)
    assert isinstance(fold.reply(), str)
    assert isinstance(update.text, str)


@given(st.text(max_size=80))
def test_any_text_decodes(text: str) -> None:
    assert decode(text)[1].kind in {"task", "message", "status-update", "artifact-update", "error", "unknown"}


@pytest.mark.parametrize(
    ("answer", "events", "expected"),
    [
        (Answer("stopped", True), PRODUCTION, "stopped"),
        (Answer("timed-out", True), PRODUCTION, "timed-out"),
        (Answer("no-connection", False), [], "no-connection"),
        (Answer("complete", True), PRODUCTION, "completed"),
        (Answer("interrupted", True, error=True), PRODUCTION, "completed"),
        (Answer("complete", True), [status("TASK_STATE_INPUT_REQUIRED", "?")], "input-required"),
        (Answer("complete", False, status=200), PRODUCTION[:1], "working"),
        (Answer("complete", True, status=200), PRODUCTION[:3], "ended-early"),
        (Answer("interrupted", True, status=200), PRODUCTION[:3], "interrupted"),
        (Answer("complete", True, status=200, error=True), PRODUCTION[:3], "refused"),
        (Answer("complete", False, status=404, error=True), [], "refused"),
        (Answer("complete", False, status=302), [], "refused"),
        (Answer("complete", False, status=200), [], "not-a2a"),
        (Answer("complete", False, status=200), [status("TASK_STATE_UNSPECIFIED")], "not-a2a"),
        (Answer("complete", False, status=204, empty=True), [], "done"),
    ],
)
def test_outcome(answer: Answer, events: list[Any], expected: str) -> None:
    assert outcome(answer, folded(*events)) == expected
