"""The command line as somebody uses it: real processes, their standard output, standard error and exit codes."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from documents import DRAFTS, QUESTION, REQUESTS, SUMMARY
from servers import STREAM_HEAD, chunk, json_answer, serving, stream_answer

from playground.sandbox.server import Sandbox
from playground.sandbox.server import start as start_sandbox

PROGRAM = [sys.executable, "-m", "playground.cli"]
DONE = (
    '{"task": {"id": "run-1", "status": {"state": "TASK_STATE_COMPLETED"}, "artifacts": [{"parts": [{"text": "Hé"}]}]}}'
)


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    running = start_sandbox(pace_seconds=0)
    yield running
    running.stop()


def environment(**variables: str) -> dict[str, str]:
    return {"PATH": os.environ["PATH"], "HOME": "/nonexistent", "PYTHONPATH": os.pathsep.join(sys.path)} | variables


def command(*arguments: str, draft: Any = None, **variables: str) -> subprocess.CompletedProcess[bytes]:
    text = draft if isinstance(draft, str) else json.dumps(draft)
    return subprocess.run(
        [*PROGRAM, *arguments],
        input=text.encode("utf-8", "surrogatepass"),
        capture_output=True,
        env=environment(**variables),
        timeout=60,
        check=False,
    )


def draft_for(url: str, **members: Any) -> dict[str, Any]:
    target = {"apiBase": url, "workspaceId": "ws_abc123", "agentId": "agt_r8k2m1n3"}
    return {"target": target, "message": {"parts": [{"type": "text", "text": QUESTION}]}} | members


def sends(*arguments: str, draft: Any, **variables: str) -> subprocess.CompletedProcess[bytes]:
    return command("send", "-", *arguments, draft=draft, **({"MEMORYLAKE_API_KEY": "sk_test_1234"} | variables))


@pytest.mark.parametrize("number", range(1, 9))
def test_build_prints_the_documented_request(number: int) -> None:
    done = command("build", "-", draft=DRAFTS[number])
    assert (done.returncode, done.stderr) == (0, b"")
    printed = json.loads(done.stdout)
    expected = REQUESTS[number]
    assert {name: printed[name] for name in ("method", "url", "headers")} == {
        name: expected[name] for name in ("method", "url", "headers")
    }
    assert json.loads(printed["body"]) == expected["body"]


def test_build_takes_the_combination_from_its_options_and_reads_a_file(tmp_path: Path) -> None:
    file = tmp_path / "draft.json"
    file.write_text("\ufeff" + json.dumps(DRAFTS[1]), "utf-8")
    options = ["--version", "0.3", "--operation", "stream", "--transport", "jsonrpc", "--as", "http"]
    done = command("build", str(file), *options)
    assert done.returncode == 0
    assert done.stdout.decode().splitlines()[0].endswith("/agents/agt_r8k2m1n3/a2a HTTP/1.1")
    assert '"method": "message/stream"' in done.stdout.decode()


def test_same_draft_same_bytes() -> None:
    draft = draft_for("https://app.memorylake.ai/openapi/memorylake")
    assert command("build", "-", draft=draft).stdout == command("build", "-", draft=draft).stdout


def test_base_url_of_the_environment() -> None:
    draft = {"target": {"workspaceId": "w", "agentId": "a"}, "message": {"parts": []}}
    done = command("build", "-", draft=draft, MEMORYLAKE_BASE_URL="https://own.example.com/openapi/memorylake")
    assert json.loads(done.stdout)["url"].startswith("https://own.example.com/openapi/memorylake/api/v3/workspaces/w/")


@pytest.mark.parametrize(
    ("draft", "said"),
    [
        ("{", "The draft is no JSON"),
        ("[]", "not an object"),
        ({"version": "2.0"}, "version"),
        ({"target": {"workspaceId": "w", "agentId": "a", "headers": [["X", "a\nb"]]}}, "header:X"),
        ('{"target": {"a2aUrl": "https://h/"}, "message": {"parts": [{"type": "text", "text": "\\ud800"}]}}',
         "message.parts[0].text"),
        ({"target": {"a2aUrl": "h"}}, "target.a2aUrl"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("verb", ["build", "send"])
def test_what_cannot_be_sent_is_told_with_its_field(verb: str, draft: Any, said: str) -> None:
    done = command(verb, "-", draft=draft)
    assert (done.returncode, done.stdout) == (2, b"")
    assert said in done.stderr.decode()
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize("name", ["/nonexistent/draft.json", "/"])
def test_a_file_that_cannot_be_read(name: str) -> None:
    done = command("build", name)
    assert done.returncode == 2
    assert b"cannot be read" in done.stderr
    assert b"Traceback" not in done.stderr


def test_bytes_that_are_no_utf8() -> None:
    done = subprocess.run(
        [*PROGRAM, "build", "-"], input=b'{"a": "\xff"}', capture_output=True, env=environment(), check=False
    )
    assert done.returncode == 2
    assert b"it is not UTF-8" in done.stderr


# send


def answered(number: int, sandbox: Sandbox) -> dict[str, Any]:
    """The run of a documented draft, sent to the sandbox as it stands but for the host."""
    done = sends("--output", "json", draft=DRAFTS[number] | {"target": draft_for(sandbox.api_base)["target"]})
    assert done.returncode == 0, done.stderr
    run: dict[str, Any] = json.loads(done.stdout)
    assert (run["sentAsShown"], run["findings"]) == (True, [])
    return run


def test_the_four_documented_sends_agree_on_reply_state_and_history(sandbox: Sandbox) -> None:
    reply = (
        "To configure two-factor authentication, open Settings, choose Security, then Two-factor authentication, scan "
        "the code with an authenticator app and enter the six digits it shows. (document “Two-factor authentication”, "
        "project proj_def456) I remember: “Has an authenticator app on her work phone” (actor act_user_jane)."
    )
    for number in (1, 3, 5, 7):
        run = answered(number, sandbox)
        history = [(item["role"], item["text"]) for item in run["task"]["history"]]
        assert (run["outcome"], run["task"]["state"], run["reply"]) == ("completed", "completed", reply)
        assert history == [("user", QUESTION), ("agent", reply)]


def test_the_four_documented_streams_agree_on_reply_and_state(sandbox: Sandbox) -> None:
    reply = (
        "Our last meeting settled three points: the new onboarding guide ships on Friday, Jane reviews the access "
        "rules, and billing questions wait for the next meeting. (document “Meeting notes, 27 November”, project "
        "proj_meetings) I remember: “Likes meeting notes in one short paragraph” (actor act_user_jane)."
    )
    for number in (2, 4, 6, 8):
        run = answered(number, sandbox)
        assert (run["outcome"], run["task"]["state"], run["reply"]) == ("completed", "completed", reply)


def test_one_draft_sent_and_streamed_in_all_eight_ways_gives_one_answer(sandbox: Sandbox) -> None:
    draft = DRAFTS[1] | {"target": draft_for(sandbox.api_base)["target"], "requestId": "req-1"}
    sent, streamed = set(), set()
    for version in ("1.0", "0.3"):
        for transport in ("rest", "jsonrpc"):
            for operation, found in (("send", sent), ("stream", streamed)):
                options = ["--version", version, "--transport", transport, "--operation", operation]
                run = json.loads(sends(*options, "--output", "json", draft=draft).stdout)
                history = tuple((item["role"], item["text"]) for item in run["task"]["history"])
                found.add(
                    (run["outcome"], run["task"]["state"], run["reply"], *(history if operation == "send" else ()))
                )
    assert len(sent) == len(streamed) == 1
    assert sent.pop()[:3] == streamed.pop()


def test_jsonl_is_one_event_a_line_and_the_outcome_goes_to_standard_error(sandbox: Sandbox) -> None:
    draft = draft_for(sandbox.api_base, operation="stream", memorylake={"actorId": "act_user_jane"})
    done = sends("--output", "jsonl", draft=draft)
    assert done.returncode == 0
    events = [json.loads(line) for line in done.stdout.decode("ascii").splitlines()]
    assert [event["seq"] for event in events] == list(range(1, len(events) + 1))
    assert list(events[0]) == ["seq", "elapsedMs", "kind", "data", "raw", "findings"]
    assert [event["kind"] for event in events[:3]] == ["task", "status-update", "status-update"]
    assert [event["kind"] for event in events[-2:]] == ["artifact-update", "status-update"]
    assert json.loads(events[0]["raw"]) == events[0]["data"]
    assert done.stderr.decode().endswith("outcome: completed\n")


def test_jsonl_prints_an_event_when_it_arrives() -> None:
    first = 'data:{"statusUpdate": {"taskId": "t", "status": {"state": "TASK_STATE_WORKING"}}}\n\n'

    def answer(connection: Any) -> None:
        connection.sendall(STREAM_HEAD + b"Transfer-Encoding: chunked\r\n\r\n" + chunk(first.encode()))
        connection.recv(1)  # until the client goes

    with serving(answer) as server:
        process = subprocess.Popen(
            [*PROGRAM, "send", "-", "--output", "jsonl"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env=environment(MEMORYLAKE_API_KEY="sk_test_1234"),
        )  # fmt: skip
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(json.dumps(draft_for(server.url, operation="stream")).encode())
        process.stdin.close()
        assert json.loads(process.stdout.readline())["kind"] == "status-update"  # while the stream still runs
        process.send_signal(signal.SIGINT)
        errors = process.stderr.read().decode()
        process.stdout.close()
        process.stderr.close()
        assert process.wait(10) == 130
        assert errors.endswith("outcome: stopped\n")
        assert "Traceback" not in errors


def test_the_whole_run_as_json() -> None:
    with serving(json_answer(DONE.replace("Hé", "154284075601887489123 1.10"))) as server:
        done = sends("--output", "json", draft=draft_for(server.url, metadata={"n": 1}))
    run = json.loads(done.stdout.decode("ascii"))
    assert list(run) == [
        "request", "startedAt", "playground", "sentAsShown", "response", "outcome", "reply", "task", "events",
        "keepAlives", "findings", "timing",
    ]  # fmt: skip
    assert run["request"]["headers"][0] == ["Authorization", "Bearer $MEMORYLAKE_API_KEY"]
    assert run["response"]["status"] == 200
    assert run["response"]["body"] == run["events"][0]["raw"]
    assert (run["outcome"], run["reply"]) == ("completed", "154284075601887489123 1.10")
    assert run["task"]["artifacts"][0]["parts"] == [{"type": "text", "text": "154284075601887489123 1.10"}]
    assert b"sk_test_1234" not in done.stdout + done.stderr


def test_digits_of_an_answer_are_kept() -> None:
    metadata = '{"a": 154284075601887489123, "b": 1.10, "c": 1e400}'
    answer = '{"task": {"id": "t", "status": {"state": "TASK_STATE_COMPLETED"}, "metadata": ' + metadata + "}}"
    with serving(json_answer(answer)) as server:
        printed = sends("--output", "json", draft=draft_for(server.url)).stdout.decode()
    for digits in ('"a": 154284075601887489123', '"b": 1.10', '"c": 1e400'):
        assert printed.count(digits) == 2  # in the task and in the event


@pytest.mark.parametrize(
    ("body", "status", "code", "outcome"),
    [
        (DONE, "200 OK", 0, "completed"),
        ('{"task": {"id": "t", "status": {"state": "TASK_STATE_INPUT_REQUIRED"}}}', "200 OK", 0, "input-required"),
        ('{"task": {"id": "t", "status": {"state": "TASK_STATE_WORKING"}}}', "200 OK", 0, "working"),
        ('{"message": {"messageId": "m", "role": "ROLE_AGENT", "parts": [{"text": "Hi"}]}}', "200 OK", 0, "message"),
        ('{"task": {"id": "t", "status": {"state": "TASK_STATE_FAILED"}}}', "200 OK", 1, "failed"),
        ('{"task": {"id": "t", "status": {"state": "TASK_STATE_REJECTED"}}}', "200 OK", 1, "rejected"),
        ('{"task": {"id": "t", "status": {"state": "TASK_STATE_CANCELED"}}}', "200 OK", 1, "canceled"),
        ('{"success": false, "message": "no", "error_code": "FORBIDDEN"}', "403 Forbidden", 1, "refused"),
        ('{"success": false, "message": "no", "error_code": "FORBIDDEN"}', "200 OK", 1, "refused"),
        ("<html>", "200 OK", 1, "not-a2a"),
    ],
)
def test_exit_codes(body: str, status: str, code: int, outcome: str) -> None:
    with serving(json_answer(body, status)) as server:
        done = sends(draft=draft_for(server.url))
    assert done.returncode == code
    assert done.stderr.decode().splitlines()[-1] == f"outcome: {outcome}"
    assert b"Traceback" not in done.stderr


def test_text_output_is_the_reply_in_utf8_whatever_the_locale() -> None:
    with serving(json_answer(DONE)) as server:
        done = sends(draft=draft_for(server.url), LC_ALL="C", PYTHONIOENCODING="ascii")
    assert done.stdout.decode("utf-8") == "Hé\n"


def test_a_cut_stream_keeps_what_came_and_says_what_to_do() -> None:
    status = {"state": "TASK_STATE_WORKING", "message": {"parts": [{"text": "Hel"}]}}
    working = json.dumps({"statusUpdate": {"taskId": "t", "status": status}})
    with serving(stream_answer(f"data:{working}\n\n", end=b"")) as server:
        done = sends(draft=draft_for(server.url, operation="stream"))
    assert (done.returncode, done.stdout) == (1, b"Hel\n")
    assert "Look the task up before you send again." in done.stderr.decode()


def test_a_server_that_is_down_is_exit_code_3() -> None:
    done = sends(draft=draft_for("http://127.0.0.1:9"))
    assert done.returncode == 3
    assert "nothing was sent" in done.stderr.decode()


def test_timeouts_are_options() -> None:
    with serving(lambda connection: time.sleep(5)) as server:
        done = sends("--idle-timeout", "0.2", draft=draft_for(server.url))
        assert (done.returncode, b"silent for 0.2 s" in done.stderr) == (1, True)
        done = sends("--total-timeout", "0.3", draft=draft_for(server.url))
        assert (done.returncode, b"longer than 0.3 s" in done.stderr) == (1, True)
    assert sends("--idle-timeout", "-1", draft=draft_for("http://127.0.0.1:9")).returncode == 2


def test_the_key_comes_from_the_environment_or_a_file_and_is_kept_from_strangers(tmp_path: Path) -> None:
    no_key = command("send", "-", draft=draft_for("http://127.0.0.1:9"))
    assert (no_key.returncode, b"MEMORYLAKE_API_KEY" in no_key.stderr) == (2, True)
    stranger = sends(draft=draft_for("https://agents.example.com"))
    assert (stranger.returncode, b"--allow-host agents.example.com" in stranger.stderr) == (2, True)
    (tmp_path / "key").write_text("sk_from_file\n")
    with serving(json_answer(DONE)) as server:
        done = command("send", "-", "--api-key-file", str(tmp_path / "key"), draft=draft_for(server.url))
        assert done.returncode == 0
        assert b"Authorization: Bearer sk_from_file\r\n" in server.requests[0]
    missing = command("send", "-", "--api-key-file", "/nonexistent", draft=draft_for("http://127.0.0.1:9"))
    assert (missing.returncode, b"key file" in missing.stderr) == (2, True)


def test_a_key_in_the_draft_is_masked_in_what_is_printed() -> None:
    target = {
        "apiBase": "https://h.example.com",
        "workspaceId": "w",
        "agentId": "a",
        "headers": [["X-Key", "sk_test_1234"]],
    }
    for form in ("json", "http", "curl"):
        done = command("build", "-", "--as", form, draft={"target": target}, MEMORYLAKE_API_KEY="sk_test_1234")
        assert (done.returncode, b"sk_test_1234" in done.stdout + done.stderr, b"***" in done.stdout) == (
            0,
            False,
            True,
        )


@pytest.mark.parametrize(
    ("line", "code", "output", "said"),
    [
        ("send - >&-", 3, "", "outcome: no-connection"),
        ("build - <&-", 2, "", "no JSON"),
        ("build - >/dev/full", 1, "", "could not be written"),
        ("send - 2>&-", 3, "", ""),
        ("send - 2> >(exec true)", 3, "", ""),
        ("send - --api-key sk_live_x", 2, "", "unrecognized arguments"),
    ],
)
def test_closed_and_full_streams(line: str, code: int, output: str, said: str) -> None:
    done = subprocess.run(
        ["bash", "-c", f"{' '.join(PROGRAM)} {line}"],
        input=json.dumps(draft_for("http://127.0.0.1:9")).encode(),
        capture_output=True,
        env=environment(MEMORYLAKE_API_KEY="sk_test_1234"),
        check=False,
    )
    assert (done.returncode, done.stdout.decode()) == (code, output)
    assert said in done.stderr.decode()
    assert b"Traceback" not in done.stderr


def test_a_port_that_is_taken_is_an_error() -> None:
    with serving(json_answer("")) as server:
        for verb in (["serve", "--no-browser"], ["sandbox"]):
            done = command(*verb, "--port", str(server.port), draft="")
            assert (done.returncode, b"Traceback" in done.stderr) == (2, False)


def test_the_word_sandbox_reaches_the_embedded_server() -> None:
    done = command("send", "-", draft=draft_for("sandbox", message={"parts": [{"type": "text", "text": SUMMARY}]}))
    assert done.returncode == 0, done.stderr
    assert "meeting" in done.stdout.decode()


def test_sandbox_prints_its_api_base_first_and_ends_on_ctrl_c() -> None:
    process = subprocess.Popen(
        [*PROGRAM, "sandbox", "--port", "0"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment()
    )
    assert process.stdout is not None
    base = process.stdout.readline().decode().strip()
    assert base.startswith("http://127.0.0.1:")
    assert base.endswith("/openapi/memorylake")
    assert sends(draft=draft_for(base)).returncode == 0
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=10)
    assert process.returncode == 0
    assert b"Traceback" not in errors


def test_a_reader_that_leaves_early_is_no_error() -> None:
    long = draft_for("https://h.example.com", message={"parts": [{"type": "text", "text": "x" * 500_000}]})
    done = subprocess.run(
        ["bash", "-c", f"{' '.join(PROGRAM)} build - --as http | head -c 1"],
        input=json.dumps(long).encode(),
        capture_output=True,
        env=environment(),
        check=False,
    )
    assert (done.stdout, done.stderr) == (b"P", b"")


HEAVY = ("streamlit", "pandas", "a2a", "uvicorn", "starlette")


def test_build_and_send_to_a_url_import_nothing_heavy(tmp_path: Path) -> None:
    with serving(json_answer(DONE)) as server:
        file = tmp_path / "draft.json"
        file.write_text(json.dumps(draft_for(server.url)))
        script = (
            "import sys, json; from playground.cli import main\n"
            f"codes = [main(['build', {str(file)!r}, '--as', name]) for name in ('json', 'http', 'curl')]\n"
            f"codes.append(main(['send', {str(file)!r}, '--output', 'json']))\n"
            f"heavy = [name for name in sys.modules if name.split('.')[0] in {HEAVY!r}]\n"
            "print(json.dumps([codes, heavy]))"
        )
        done = subprocess.run(
            [sys.executable, "-c", script], capture_output=True, env=environment(MEMORYLAKE_API_KEY="sk_x"), check=False
        )
    assert json.loads(done.stdout.splitlines()[-1]) == [[0, 0, 0, 0], []], done.stderr
