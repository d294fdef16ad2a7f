"""Back to the start, while others are at work."""

import json
import threading

from sandbox.variants import REST10, Client, task_of, text_of
from sandbox.waiting import eventually

from playground.sandbox import server

JANE = {"memorylake": {"actorId": "act_user_jane", "readWriteProjectId": "proj_def456"}}


def ask(client, text):
    return text_of(task_of(REST10, client.say(REST10, text, metadata=JANE))["artifacts"][-1]["parts"])


def test_reset_forgets_what_was_told_and_the_tasks_that_have_ended():
    running = server.start(pace_seconds=0)
    client = Client(running)
    try:
        start = running.memory.size
        assert ask(client, "I live in Oslo").startswith("I keep")
        asked = task_of(REST10, client.say(REST10, "Ask me which project"))
        assert running.memory.size.told == start.told + 1
        running.reset()
        assert running.memory.size == start
        assert ask(client, "Where do I live?").startswith("I know nothing about")
        tasks = client.get("/tasks").json()["tasks"]
        assert len(tasks) == 2  # the question above, and the task that waits for its answer
        answered = task_of(REST10, client.say(REST10, "proj_def456", messageId="m", taskId=asked["id"]))
        assert answered["status"]["state"] == "TASK_STATE_COMPLETED"
        running.reset()
        assert client.get("/tasks").json()["tasks"] == []
    finally:
        running.stop()
    running.reset()  # after the end there is nothing to wait for
    assert running.memory.size == start


def test_a_task_that_runs_goes_on_through_a_reset():
    running = server.start(pace_seconds=0)
    client = Client(running)
    try:
        response = client.say(REST10, "stream 400 words at 400/s", "stream")
        lines = response.iter_lines()
        task_id = json.loads(next(lines).removeprefix(b"data:"))["task"]["id"]
        running.reset()
        words = [line for line in lines if b'"parts":[{"text":"word' in line and b"artifact" not in line]
        assert len(words) == 400
        eventually(lambda: client.task(REST10, "get", task_id).json()["status"]["state"] == "TASK_STATE_COMPLETED")
    finally:
        running.stop()


def test_resets_from_many_threads_while_many_ask():
    running = server.start(pace_seconds=0)
    client = Client(running)
    answers = []

    def work(number):
        for turn in range(5):
            task = task_of(REST10, client.say(REST10, f"Remember thing {number} {turn}", metadata=JANE))
            answers.append(task["status"]["state"])

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    threads += [threading.Thread(target=running.reset) for _ in range(8)]
    try:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        running.stop()
    assert answers == ["TASK_STATE_COMPLETED"] * 20
