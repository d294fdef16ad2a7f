"""A run as JSON: what `send --output json` prints and what a case saves."""

import re

from playground import __version__
from playground.model import jsontext
from playground.model.finding import Finding
from playground.model.jsontext import Json
from playground.model.request import KEY_VARIABLE, MASK, SECRET_HEADER
from playground.model.run import Event, Result
from playground.model.task import Artifact, ReceivedMessage, Task
from playground.protocol import wording


def finding_tree(found: Finding) -> dict[str, Json]:
    """`{"level", "code", "where", "message", "hint"}`, in English."""
    return {
        "level": found.level,
        "code": found.code,
        "where": found.where,
        "message": wording.message(found),
        "hint": wording.hint(found),
    }


def event_tree(event: Event) -> dict[str, Json]:
    """`{"seq", "elapsedMs", "kind", "data", "raw", "findings"}`."""
    return {
        "seq": event.seq,
        "elapsedMs": _ms(event.elapsed_ms),
        "kind": event.update.kind,
        "data": event.data,
        "raw": event.raw,
        "findings": [finding_tree(found) for found in event.findings],
        **({"rawBase64": event.raw_base64} if event.raw_base64 is not None else {}),
    }


def result_tree(result: Result) -> dict[str, Json]:
    """The whole run, in the documented shape."""
    response = result.response
    return {
        "request": result.request.as_json(),
        "startedAt": result.started_at,
        "playground": __version__,
        "sentAsShown": result.sent_as_shown,
        "response": {
            "status": response.status,
            "headers": [list(pair) for pair in response.headers],
            "body": response.body,
            **({"bodyBase64": response.body_base64} if response.body_base64 is not None else {}),
        }
        if response is not None
        else None,
        "outcome": result.outcome,
        "reply": result.reply,
        "task": _task(result.task) if result.task is not None else None,
        "events": [event_tree(event) for event in result.events],
        "keepAlives": result.keep_alives,
        "findings": [finding_tree(found) for found in result.findings],
        "timing": {
            "firstByteMs": _ms(result.timing.first_byte_ms),
            "firstEventMs": _ms(result.timing.first_event_ms),
            "totalMs": _ms(result.timing.total_ms),
        },
        **({"tail": result.tail} if result.tail else {}),
    }


def shareable(result: Result) -> dict[str, Json]:
    """The whole run as `result_tree` has it, with what looks like a secret as `***`: for a file that is handed on.

    That is: values of headers such as `Cookie`, `X-Api-Key` or `Set-Cookie`, and a webhook's token and credentials in
    the body. Where something was masked the tree says so, because its request is then not byte for byte what was sent.
    """
    tree = result_tree(result)
    request, response = tree["request"], tree["response"]
    masked = _mask_headers(request) + (_mask_headers(response) if response is not None else [])
    if request["body"] is not None:
        request["body"], count = _SECRET_MEMBER.subn(rf'\g<name>"{MASK}"', request["body"])
        masked += ["body"] * bool(count)
    return tree | ({"masked": masked} if masked else {})


def _mask_headers(holder: dict[str, Json]) -> list[str]:
    """Mask in place; returns where."""
    masked = []
    for pair in holder["headers"]:
        if SECRET_HEADER.search(pair[0]) and pair[1] and KEY_VARIABLE not in pair[1]:
            pair[1] = MASK
            masked.append(f"header:{pair[0]}")
    return masked


# A member of the body's text: the text is kept as it is written, but for the value.
_SECRET_MEMBER = re.compile(r'(?P<name>"(?:token|credentials)"\s*:\s*)"(?:[^"\\]|\\.)*"')


def _task(task: Task) -> dict[str, Json]:
    return {
        "id": task.id,
        "contextId": task.context_id,
        "state": task.state,
        "rawState": task.raw_state,
        "statusMessage": _message(task.status_message) if task.status_message is not None else None,
        "artifacts": [_artifact(artifact) for artifact in task.artifacts],
        "history": [_message(message) for message in task.history],
        "metadata": task.metadata,
    }


def _artifact(artifact: Artifact) -> dict[str, Json]:
    return {
        "id": artifact.id,
        "name": artifact.name,
        "description": artifact.description,
        "text": artifact.text,
        "parts": [part.model_dump(by_alias=True, exclude_none=True) for part in artifact.parts],
        "metadata": artifact.metadata,
    }


def _message(message: ReceivedMessage) -> dict[str, Json]:
    return {
        "role": message.role,
        "messageId": message.message_id,
        "text": message.text,
        "parts": [part.model_dump(by_alias=True, exclude_none=True) for part in message.parts],
        "metadata": message.metadata,
    }


def _ms(value: float | None) -> Json:
    """Milliseconds with three digits behind the point, as a JSON number."""
    return None if value is None else jsontext.Number(f"{value:.3f}")
