"""Speaks the four variants to a sandbox, so that a test can say the same thing in each of them."""

import json

import requests

WORKSPACE = "/api/v3/workspaces/ws_abc123"
REST10, REST03, RPC10, RPC03 = VARIANTS = ("rest10", "rest03", "rpc10", "rpc03")

_METHODS = {
    RPC10: {"send": "SendMessage", "stream": "SendStreamingMessage", "get": "GetTask", "cancel": "CancelTask"},
    RPC03: {"send": "message/send", "stream": "message/stream", "get": "tasks/get", "cancel": "tasks/cancel"},
}


class Client:
    """One agent of a sandbox."""

    def __init__(self, sandbox, agent="agt_r8k2m1n3"):
        self.api_base = sandbox.api_base
        self.agent_url = f"{sandbox.api_base}{WORKSPACE}/agents/{agent}"
        self.a2a_url = f"{self.agent_url}/a2a"
        self.headers = {"Authorization": f"Bearer {sandbox.key}"}

    def get(self, path):
        return requests.get(self.a2a_url + path, headers=self.headers, timeout=10)

    def post(self, path, body, **headers):
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        return requests.post(
            self.a2a_url + path, data=data, headers={**self.headers, **headers}, timeout=10, stream=True
        )

    def rpc(self, method, params, **headers):
        return self.post("", {"jsonrpc": "2.0", "id": "req-1", "method": method, "params": params}, **headers)

    def say(self, variant, text, operation="send", *, parts=None, configuration=None, metadata=None, **message):
        """Sends a message; ``parts`` (in the variant's own shape) replaces the text."""
        kind = {"kind": "text"} if variant == RPC03 else {}
        body = {
            "message": {
                "messageId": "msg-u",
                "role": "user" if variant == RPC03 else "ROLE_USER",
                "content" if variant == REST03 else "parts": parts or [{**kind, "text": text}],
                **message,
            }
        }
        if configuration is not None:
            body["configuration"] = configuration
        if metadata is not None:
            body["metadata"] = metadata
        if variant in _METHODS:
            return self.rpc(_METHODS[variant][operation], body)
        return self.post(f"{'/v1' if variant == REST03 else ''}/message:{operation}", body)

    def task(self, variant, operation, task_id, query=""):
        """Gets or cancels a task."""
        if variant in _METHODS:
            return self.rpc(_METHODS[variant][operation], {"id": task_id})
        path = f"{'/v1' if variant == REST03 else ''}/tasks/{task_id}"
        return self.post(f"{path}:cancel", {}) if operation == "cancel" else self.get(path + query)


def task_of(variant, response):
    """Unwraps the task of a send."""
    assert response.status_code == 200, response.text
    document = response.json()
    return {
        REST10: lambda: document["task"],
        REST03: lambda: document["task"],
        RPC10: lambda: document["result"]["task"],
        RPC03: lambda: document["result"],
    }[variant]()


def bare_task_of(variant, response):
    """Unwraps the task of a get or cancel."""
    assert response.status_code == 200, response.text
    return response.json()["result"] if variant in _METHODS else response.json()


def frames_of(response):
    """Splits a stream into the JSON texts of its events and checks production's framing on the way."""
    assert response.status_code == 200, response.text
    assert response.headers["Content-Type"] == "text/event-stream"
    body = response.content
    assert b"\r" not in body
    assert body.endswith(b"}\n\n")
    frames = body[:-2].split(b"\n\n")
    for frame in frames:
        assert frame.startswith(b"data:{")
        assert b"\n" not in frame
    return [frame.removeprefix(b"data:").decode() for frame in frames]


_KINDS = {"status-update": "statusUpdate", "artifact-update": "artifactUpdate"}


def events_of(variant, response):
    """The events of a stream as (kind, payload), with v1.0's names of the kinds."""
    events = []
    for frame in frames_of(response):
        document = json.loads(frame)
        if variant in _METHODS:
            assert document["jsonrpc"] == "2.0"
            assert document["id"] == "req-1"
            document = document["result"]
        if variant == RPC03:
            events.append((_KINDS.get(document["kind"], document["kind"]), document))
        else:
            events.append(*document.items()) if len(document) == 1 else events.append(("?", document))
    return events


def text_of(parts):
    return "".join(part.get("text", "") for part in parts)


def parts_of(message):
    return message["content"] if "content" in message else message["parts"]


def error_of(response):
    """The A2A error document inside a REST envelope."""
    envelope = response.json()
    assert envelope["success"] is False
    assert list(envelope) == ["success", "message", "error_code"]
    return json.loads(envelope["message"])["error"]
