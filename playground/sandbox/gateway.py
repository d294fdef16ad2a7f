"""The gateway in front of the SDK: paths, keys and envelopes of MemoryLake around the SDK's own endpoints."""

import json
import logging
import re
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing, suppress
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from a2a.server.agent_execution import SimpleRequestContextBuilder
from a2a.server.jsonrpc_models import JSONParseError
from a2a.server.request_handlers import build_error_response
from a2a.server.routes import create_agent_card_routes, create_jsonrpc_routes, create_rest_routes
from a2a.utils.error_handlers import build_rest_error_payload
from a2a.utils.errors import A2AError, InvalidParamsError, InvalidRequestError
from sse_starlette.event import ServerSentEvent
from sse_starlette.sse import EventSourceResponse
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Match, Route
from starlette.types import Message, Receive, Scope, Send

from playground.model.draft import Version
from playground.sandbox.agent import PrefixedIds, SandboxAgent
from playground.sandbox.body import BodyTooLargeError, NotJSONError, dump, parse, read, restored
from playground.sandbox.card import agent_card
from playground.sandbox.dialect import VARIANTS, Variant, adapt_answer, adapt_send, refuse
from playground.sandbox.discovery import discover
from playground.sandbox.envelope import Refused, envelope, error_envelope
from playground.sandbox.memory import Memory
from playground.sandbox.place import API_PATH
from playground.sandbox.seed import AGENTS, WORKSPACE_ID, Agent
from playground.sandbox.tasks import TaskHandler, TaskStore
from playground.sandbox.trouble import Cut, trouble_of

_KEY = re.compile(r"bearer +sk_\S+", re.IGNORECASE)
_AGENT_PATH = re.compile(
    re.escape(API_PATH) + r"/api/v3/workspaces/(?P<workspace>[^/]+)/agents/(?P<agent>[^/]+)"
    r"(?P<rest>/\.well-known/agent-card\.json|/a2a(/.*)?)"
)

_logger = logging.getLogger(__name__)

_SEND_METHODS = ("SendMessage", "SendStreamingMessage", "message/send", "message/stream")
# A parked task is released by the SDK after this time; answering it later works all the same.
_PARKED_SECONDS = 600.0


@dataclass(frozen=True)
class _Endpoints:
    """The SDK's endpoints of one agent."""

    handler: TaskHandler
    tasks: TaskStore
    card: Route
    rest: list[Route]
    jsonrpc: Route


def _endpoints(agent: Agent, a2a_url: str, memory: Memory, pace_seconds: float) -> _Endpoints:
    card = agent_card(agent, a2a_url)
    tasks = TaskStore()
    handler = TaskHandler(
        agent_executor=SandboxAgent(memory, pace_seconds),
        task_store=tasks,
        agent_card=card,
        request_context_builder=SimpleRequestContextBuilder(
            task_id_generator=PrefixedIds("run-"), context_id_generator=PrefixedIds("ctx_")
        ),
        interrupted_task_timeout=_PARKED_SECONDS,
    )
    rest = create_rest_routes(handler, enable_v0_3_compat=True)
    return _Endpoints(
        handler=handler,
        tasks=tasks,
        card=create_agent_card_routes(card)[0],
        # The last of the SDK's routes takes any first path segment for a tenant. MemoryLake has no tenants.
        rest=[route for route in rest if isinstance(route, Route)],
        jsonrpc=create_jsonrpc_routes(handler, "/", enable_v0_3_compat=True)[0],
    )


@dataclass(frozen=True)
class _Sent:
    """What came in: the body for the SDK, the ``historyLength`` asked for, wherever it stood, the trouble wanted."""

    body: bytes
    history_length: object
    trouble: Refused | type[Cut] | None = None

    def broken(self, answer: Response) -> Response:
        """The answer, cut off where the message wants that."""
        return Cut(answer) if self.trouble is Cut else answer


@dataclass(frozen=True)
class _Event:
    """One event of a stream on its way from the SDK to the client."""

    document: Any
    name: str | None = None

    @property
    def is_error(self) -> bool:
        return isinstance(self.document, dict) and "error" in self.document

    def frame(self) -> bytes:
        """Frames the event as production does: no blank after the colon, LF, one line of JSON."""
        name = f"event:{self.name}\n".encode() if self.name else b""
        return name + b"data:" + dump(self.document) + b"\n\n"


class Gateway:
    """The ASGI application: one workspace with its agents and their common memory."""

    def __init__(self, api_base: str, pace_seconds: float, memory: Memory) -> None:
        self._memory = memory
        self._agents = {
            agent.id: _endpoints(
                agent, f"{api_base}/api/v3/workspaces/{WORKSPACE_ID}/agents/{agent.id}/a2a", memory, pace_seconds
            )
            for agent in AGENTS
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers one HTTP request."""
        with suppress(ClientDisconnect):  # nobody is left to answer; a ConnectionCutError is for the server
            response = await self._answer(Request(scope, receive))
            await response(scope, receive, send)

    async def forget_finished(self) -> None:
        """Deletes the tasks that have ended."""
        for endpoints in self._agents.values():
            await endpoints.tasks.forget_finished()

    async def aclose(self) -> None:
        """Ends every running task, and with them the streams that follow one."""
        for endpoints in self._agents.values():
            await endpoints.handler.aclose()

    async def _answer(self, request: Request) -> Response:
        try:
            _check_key(request)
            listed = discover(request, API_PATH, self._memory)
            if listed is not None:
                return listed
            endpoints, path = self._find(request)
            match request.method, path:
                case "GET", "/.well-known/agent-card.json":
                    return await _call(endpoints.card, request, "1.0")
                case "POST", "/a2a":
                    return await _jsonrpc(endpoints, request)
                case _:
                    return await _rest(endpoints, request, path.removeprefix("/a2a"))
        except Refused as refusal:
            return envelope(refusal.status, str(refusal))
        except ClientDisconnect:
            raise
        except Exception:  # the outermost boundary: whatever went wrong, the client gets an envelope
            _logger.debug("Unexpected error", exc_info=True)
            return envelope(500, "Internal error")

    def _find(self, request: Request) -> tuple[_Endpoints, str]:
        """Finds the agent that a request is for, and what is left of the path behind it."""
        path = _AGENT_PATH.fullmatch(request.scope["path"])
        if path is None:
            raise _no_route(request)
        if path["workspace"] != WORKSPACE_ID:
            raise Refused(404, f"Workspace not found: {path['workspace']}")
        if path["agent"] not in self._agents:
            raise Refused(404, f"Agent not found: {path['agent']}")
        return self._agents[path["agent"]], path["rest"]


def _check_key(request: Request) -> None:
    if not _KEY.fullmatch(request.headers.get("authorization", "")):
        raise Refused(401, "Missing or invalid API key")


def _no_route(request: Request) -> Refused:
    return Refused(404, f"No such route: {request.method} {request.scope['path']}")


async def _rest(endpoints: _Endpoints, request: Request, path: str) -> Response:
    """Answers one request of the HTTP+JSON binding; ``/v1/`` in the path means A2A v0.3."""
    scope = {"type": "http", "method": request.method, "path": path}
    matches = ((route, *route.matches(scope)) for route in endpoints.rest)
    found = next(((route, child["path_params"]) for route, match, child in matches if match == Match.FULL), None)
    if found is None:
        raise _no_route(request)
    variant = VARIANTS["0.3" if path.startswith("/v1/") else "1.0", "rest"]
    is_send = path.endswith(("/message:send", "/message:stream"))
    try:
        sent = await _rest_body(request, variant, is_send=is_send)
    except (NotJSONError, BodyTooLargeError) as error:
        return error_envelope(build_rest_error_payload(InvalidRequestError(str(error))))
    except A2AError as error:
        return error_envelope(build_rest_error_payload(error))
    route, path_params = found
    return await _passed(route, request, variant, sent, path_params)


async def _rest_body(request: Request, variant: Variant, *, is_send: bool) -> _Sent:
    """Reads a REST request. Raises A2AError, NotJSONError or BodyTooLargeError."""
    history_length = request.query_params.get("historyLength")
    if history_length is not None and not re.fullmatch(r"-?\d{1,9}", history_length):
        refuse("historyLength", "must be an integer")
    body = await read(request)
    if not is_send and not body:
        return _Sent(b"", history_length)
    document = parse(body)
    if not isinstance(document, dict):
        raise InvalidRequestError("The body must be a JSON object")
    trouble = None
    if is_send:
        adapt_send(document, variant)
        trouble = trouble_of(document["message"], variant.parts)
    return _Sent(dump(document), history_length or _configured_history_length(document), trouble)


async def _jsonrpc(endpoints: _Endpoints, request: Request) -> Response:
    """Answers one JSON-RPC request; the name of the method decides the version, whatever ``A2A-Version`` says."""
    try:
        document = parse(await read(request))
    except NotJSONError as error:
        return JSONResponse(build_error_response(None, JSONParseError(message=str(error))))
    except BodyTooLargeError as error:
        return JSONResponse(build_error_response(None, InvalidRequestError(str(error))))
    call = document if isinstance(document, dict) else {}
    method, params = call.get("method"), call.get("params")
    variant = VARIANTS["0.3" if isinstance(method, str) and "/" in method else "1.0", "jsonrpc"]
    history_length: object = None
    trouble = None
    if isinstance(params, dict):
        history_length = params.get("historyLength", _configured_history_length(params))
        if method in _SEND_METHODS:
            try:
                adapt_send(params, variant)
            except InvalidParamsError as error:
                return _jsonrpc_refusal(call.get("id"), error, variant)
            trouble = trouble_of(params["message"], variant.parts)
    return await _passed(endpoints.jsonrpc, request, variant, _Sent(dump(document), history_length, trouble))


def _jsonrpc_refusal(request_id: object, error: InvalidParamsError, variant: Variant) -> Response:
    """Makes the -32602 answer; its ``data`` is an array of details in v1.0 (A2A v1.0, 9.5) and anything in v0.3."""
    known_id = request_id if isinstance(request_id, str | int) and not isinstance(request_id, bool) else None
    answer = build_error_response(known_id, error)
    if variant.version == "0.3":
        answer["error"]["data"] = error.data
    return JSONResponse(answer)


def _configured_history_length(params: Mapping[str, Any]) -> object:
    configuration = params.get("configuration")
    return configuration.get("historyLength") if isinstance(configuration, dict) else None


async def _passed(
    route: Route, request: Request, variant: Variant, sent: _Sent, path_params: Mapping[str, str] | None = None
) -> Response:
    """Passes a request on to the SDK and its answer back. Raises Refused where the message wants to be refused."""
    if isinstance(sent.trouble, Refused):
        raise sent.trouble
    response = await _call(route, request, variant.version, sent.body, path_params)
    return await _finish(response, variant, sent)


async def _call(
    route: Route, request: Request, version: Version, body: bytes = b"", path_params: Mapping[str, str] | None = None
) -> Response:
    """Calls one of the SDK's endpoints with the body and version that it expects."""
    headers = [(name, value) for name, value in request.headers.raw if name not in (b"a2a-version", b"content-length")]
    headers += [(b"a2a-version", version.encode()), (b"content-length", str(len(body)).encode())]

    async def receive() -> Message:
        return {"type": "http.request", "body": body, "more_body": False}

    scope = {**request.scope, "headers": headers, "path_params": dict(path_params or {})}
    response: Response = await route.endpoint(Request(scope, receive))
    return response


async def _finish(response: Response, variant: Variant, sent: _Sent) -> Response:
    """Turns an answer of the SDK into MemoryLake's: errors into envelopes, events into production's framing."""
    if isinstance(response, EventSourceResponse):
        return await _finish_stream(response, variant, sent)
    document = restored(json.loads(bytes(response.body)))
    if response.status_code >= HTTPStatus.BAD_REQUEST:
        return error_envelope(document)
    adapt_answer(document, variant, sent.history_length)
    answer = JSONResponse(document, response.status_code, media_type=response.media_type)
    return sent.broken(answer)


async def _finish_stream(response: EventSourceResponse, variant: Variant, sent: _Sent) -> Response:
    """Waits for the first event: a stream that is refused is answered by plain JSON, not by a stream."""
    events = _events(response)
    first = await anext(events, None)
    if first is not None and first.is_error:
        await events.aclose()
        return error_envelope(first.document) if variant.transport == "rest" else JSONResponse(first.document)

    async def frames() -> AsyncGenerator[bytes, None]:
        async with aclosing(events):
            if first is not None:
                adapt_answer(first.document, variant, sent.history_length)
                yield first.frame()
            async for event in events:
                adapt_answer(event.document, variant, sent.history_length)
                yield event.frame()

    # Starlette would add a charset, which production does not send.
    answer = StreamingResponse(frames(), headers={"content-type": "text/event-stream", "cache-control": "no-cache"})
    return sent.broken(answer)


async def _events(response: EventSourceResponse) -> AsyncGenerator[_Event, None]:
    """Takes the events out of the SDK's response; its three adapters give them as strings, dicts or objects."""
    try:
        async for item in response.body_iterator:
            match item:
                case str():
                    yield _Event(restored(json.loads(item)))
                case {"data": str(data), "event": str(name)}:
                    yield _Event(restored(json.loads(data)), name)
                case {"data": str(data)}:
                    yield _Event(restored(json.loads(data)))
                case ServerSentEvent(data=str(data)):
                    yield _Event(restored(json.loads(data)), item.event)
    except Exception as error:  # noqa: BLE001 - the SDK's v0.3 REST lets any error through, which would cut the stream
        yield _Event(build_rest_error_payload(error), "error")
