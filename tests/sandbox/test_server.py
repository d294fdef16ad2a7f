"""Starting, stopping, sharing; and that nothing is printed."""

import gc
import json
import logging
import subprocess
import sys
import threading

import pytest
import requests
from sandbox.variants import REST10, VARIANTS, Client, task_of
from sandbox.waiting import eventually

from playground.sandbox import server


def test_the_package_itself_does_not_load_the_sdk():
    code = "import sys, playground.sandbox; print(sorted({'a2a', 'uvicorn', 'starlette'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


def test_two_sandboxes_know_nothing_of_each_other(sandbox, client):
    other = server.start(pace_seconds=0)
    try:
        task = task_of(REST10, Client(other).say(REST10, "Hello"))
        assert other.api_base != sandbox.api_base
        assert client.task(REST10, "get", task["id"]).status_code == 404
    finally:
        other.stop()
    assert client.say(REST10, "Hello").status_code == 200


def test_the_api_base_and_the_key_are_all_that_a_client_needs(sandbox):
    assert sandbox.api_base.startswith("http://127.0.0.1:")
    assert sandbox.api_base.endswith("/openapi/memorylake")
    assert sandbox.key == "sk_sandbox_0000"


def test_stop_frees_the_port_and_may_be_called_twice():
    first = server.start(pace_seconds=0)
    first.stop()
    first.stop()
    port = int(first.api_base.split(":")[2].split("/")[0])
    second = server.start(port=port, pace_seconds=0)
    try:
        assert second.api_base == first.api_base
        assert Client(second).say(REST10, "Hello").status_code == 200
    finally:
        second.stop()


def test_a_port_in_use_is_an_error_of_the_caller(sandbox):
    port = int(sandbox.api_base.split(":")[2].split("/")[0])
    with pytest.raises(OSError, match="in use"):
        server.start(port=port)


def test_stop_ends_open_streams_and_waiting_sends():
    running = server.start(pace_seconds=3600)
    client = Client(running)
    streams = [client.say(variant, "Hello", "stream") for variant in VARIANTS]
    firsts = [next(stream.iter_content(None)) for stream in streams]
    assert all(first.startswith(b"data:{") for first in firsts)
    answers = []
    waiting = threading.Thread(target=lambda: answers.append(client.say(REST10, "Hello")))
    waiting.start()
    eventually(lambda: client.get("/tasks").json()["totalSize"] == len(VARIANTS) + 1)
    running.stop()
    for stream in streams:
        b"".join(stream.iter_content(None))  # ends, and is not cut
    waiting.join()
    assert task_of(REST10, answers[0])["status"]["state"] == "TASK_STATE_WORKING"


def test_a_client_that_goes_away_does_not_stop_its_task(client):
    stream = client.say(REST10, "Hello", "stream")
    task_id = json.loads(next(stream.iter_lines()).removeprefix(b"data:"))["task"]["id"]
    stream.close()
    eventually(lambda: client.task(REST10, "get", task_id).json()["status"]["state"] == "TASK_STATE_COMPLETED")


def test_shared_is_one_sandbox_for_all_threads():
    found = []
    threads = [threading.Thread(target=lambda: found.append(server.shared())) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({id(sandbox) for sandbox in found}) == 1
    card = f"{found[0].api_base}/api/v3/workspaces/ws_abc123/agents/agt_r8k2m1n3/.well-known/agent-card.json"
    assert requests.get(card, headers={"Authorization": f"Bearer {found[0].key}"}, timeout=10).status_code == 200


NOISY = """
import logging, requests
logging.basicConfig(level=logging.INFO)
logging.getLogger("urllib3").setLevel(logging.WARNING)  # the client's
logging.getLogger("asyncio").setLevel(logging.ERROR)  # it notes in debug mode what took long on a busy machine
from playground.sandbox import server
sandbox = server.start(pace_seconds=3600)
fast = server.start(pace_seconds=0)
path_of_agent = "/api/v3/workspaces/ws_abc123/agents/agt_r8k2m1n3/a2a"
url = sandbox.api_base + path_of_agent
headers = {"Authorization": "Bearer sk_1"}
bodies = [b"", b"{}", b"[[", b'{"message":{"role":"ROLE_USER","parts":[{"text":"x"}],"taskId":"run-x"}}']
bodies.append(b'{"message":{"role":"ROLE_USER","content":[{"text":"x"}],"taskId":"run-x"}}')
bodies.append(b'{"jsonrpc":"2.0","id":1,"method":"message/send","params":{"message":{}}}')
bodies.append(
    b'{"jsonrpc":"2.0","id":1,"method":"message/stream","params":{"message":'
    b'{"role":"user","messageId":"m","taskId":"t","parts":[{"kind":"text","text":"x"}]}}}'
)
for path in ("/message:send", "/v1/message:send", "/message:stream", "/v1/message:stream", "", "/nope", "/tasks/x"):
    for body in bodies:
        requests.post(url + path, data=body, headers=headers)
message = {"message": {"role": "ROLE_USER", "parts": [{"text": "x"}]}}
gone = requests.post(url + "/message:stream", json=message, headers=headers, stream=True)
next(gone.iter_content(None))
gone.close()
for text in ("drop the connection", "error in the stream", "message only", "answer with 429"):
    for url_end in ("send", "stream"):
        trouble = {"message": {"role": "ROLE_USER", "parts": [{"text": text}]}}
        try:
            requests.post(fast.api_base + path_of_agent + "/message:" + url_end, json=trouble, headers=headers)
        except requests.exceptions.ChunkedEncodingError:
            pass
fast.stop()
open_stream = requests.post(url + "/message:stream", json=message, headers=headers, stream=True)
next(open_stream.iter_content(None))
sandbox.stop()
"""


def test_nothing_is_printed_or_logged():
    """Refusals, trouble on demand, a client that goes away, a stop in mid-stream: the terminal stays clean."""
    command = [sys.executable, "-X", "dev", "-c", NOISY]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_refused_messages_leave_nothing_behind(caplog) -> None:
    """What the SDK forgets to close ends in a traceback when Python collects it."""
    running = server.start(pace_seconds=0)
    url = f"{running.api_base}/api/v3/workspaces/ws_abc123/agents/agt_r8k2m1n3/a2a/message:"
    headers = {"Authorization": f"Bearer {running.key}"}
    message = {"role": "ROLE_USER", "parts": [{"text": "hello"}]}
    task = requests.post(f"{url}send", json={"message": message}, headers=headers, timeout=10).json()["task"]
    for again in ({"taskId": task["id"]}, {"taskId": "run-unknown"}, {"taskId": task["id"], "contextId": "other"}):
        for operation in ("send", "stream"):
            refused = requests.post(f"{url}{operation}", json={"message": message | again}, headers=headers, timeout=10)
            assert refused.status_code in {400, 404}
    gc.collect()
    running.stop()
    gc.collect()
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == []
