"""What leaves the run list as a file."""

import json
from typing import Any

from pydantic import SecretStr
from runs import DONE, ended, fragment
from servers import STREAM_HEAD, chunk, serving

from playground.client.run import Run
from playground.model.draft import Draft
from playground.protocol.combination import COMBINATIONS
from playground.protocol.encode import Ids, encode
from playground.ui import feed, runs
from playground.ui.sent import Sent

KEY = "sk_very_secret_1234"
DRAFT: dict[str, Any] = {
    "operation": "stream",
    "target": {"workspaceId": "ws", "agentId": "agt", "headers": [["Cookie", "session=abc"], ["X-Trace", KEY]]},
    "message": {"parts": [{"type": "text", "text": f"My key is {KEY}"}]},
    "configuration": {
        "pushNotificationConfig": {
            "url": "https://example.com/hook",
            "token": 't"\\',
            "authentication": {"credentials": "c"},
        }
    },
}


def exported(**target: Any) -> dict[str, Any]:
    """The file of a run whose server echoes the key and sets a cookie."""

    def answer(connection: Any) -> None:
        connection.sendall(STREAM_HEAD + b"Set-Cookie: id=9\r\nTransfer-Encoding: chunked\r\n\r\n")
        connection.sendall(chunk(fragment(f"You said {KEY}").encode()) + chunk(DONE.encode()) + b"0\r\n\r\n")

    with serving(answer) as server:
        tree = DRAFT | {"target": DRAFT["target"] | {"apiBase": server.url} | target}
        draft, _ = Draft.from_tree(tree)
        assert draft is not None
        request = encode(draft, ids=Ids("m", "r")).request
        assert request is not None
        run = ended(Run(request, key=SecretStr(KEY), combination=COMBINATIONS[1], profile="memorylake"))
    sent = Sent(1, run, feed.offer(run, None), COMBINATIONS[1], tree, server.url)
    text = runs.exported(sent).decode()
    assert KEY not in text
    saved: dict[str, Any] = json.loads(text)
    return saved


def test_no_key_and_no_secret_leaves_with_a_run() -> None:
    saved = exported()
    assert saved["outcome"] == "completed"
    headers = dict(saved["request"]["headers"])
    assert headers["Authorization"] == "Bearer $MEMORYLAKE_API_KEY"
    assert headers["Cookie"] == "***"
    assert headers["X-Trace"] == "***"
    body = json.loads(saved["request"]["body"])
    assert body["message"]["parts"] == [{"text": "My key is ***"}]
    webhook = body["configuration"]["pushNotificationConfig"]
    assert webhook == {"url": "https://example.com/hook", "token": "***", "authentication": {"credentials": "***"}}
    assert ["Set-Cookie", "***"] in saved["response"]["headers"]
    assert saved["reply"] == "You said ***"
    assert saved["masked"] == ["header:Cookie", "header:Set-Cookie", "body"]


def test_a_run_without_secrets_is_saved_as_it_was_sent() -> None:
    with serving(lambda connection: connection.sendall(b"HTTP/1.1 204 No Content\r\n\r\n")) as server:
        draft, _ = Draft.from_tree(
            {"target": {"a2aUrl": server.url}, "message": {"parts": [{"type": "text", "text": "é"}]}}
        )
        assert draft is not None
        request = encode(draft, ids=Ids("m", "r")).request
        assert request is not None
        run = ended(Run(request, key=None, combination=COMBINATIONS[0], profile="a2a"))
    saved = json.loads(runs.exported(Sent(1, run, feed.offer(run, None), COMBINATIONS[0], {}, server.url)))
    assert "masked" not in saved
    assert saved["request"]["body"] == request.body_text
    assert saved["outcome"] == "done"
