"""Runs against servers of a test, and the events that those send."""

import json

from playground.client.run import Run
from playground.model.draft import Draft
from playground.protocol.combination import COMBINATIONS
from playground.protocol.encode import Ids, encode


def run_at(url: str) -> Run:
    """A stream to that A2A root, not started yet."""
    draft, _ = Draft.from_tree({"target": {"a2aUrl": url}, "message": {"parts": [{"type": "text", "text": "Hi"}]}})
    assert draft is not None
    request = encode(draft.model_copy(update={"operation": "stream"}), ids=Ids("m", "r")).request
    assert request is not None
    return Run(request, key=None, combination=COMBINATIONS[1], profile="memorylake")


def ended(run: Run) -> Run:
    """The run, started and over."""
    run.start()
    while run.running:
        run.wait(run.version, 1)
    return run


def fragment(text: str, state: str = "WORKING") -> str:
    """A status event with a piece of the reply."""
    message = {"role": "ROLE_AGENT", "parts": [{"text": text}]}
    update = {"taskId": "run-1", "contextId": "ctx-1", "status": {"state": f"TASK_STATE_{state}", "message": message}}
    return f"data:{json.dumps({'statusUpdate': update})}\n\n"


DONE = 'data:{"statusUpdate":{"taskId":"run-1","contextId":"ctx-1","status":{"state":"TASK_STATE_COMPLETED"}}}\n\n'
