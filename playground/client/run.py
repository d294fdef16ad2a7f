"""A run: one request sent in a thread of its own, and the log of all that came back."""

import secrets
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import cast

import requests
from pydantic import SecretStr
from requests.auth import AuthBase
from requests.hooks import default_hooks
from sseclient import SSEClient
from urllib3.exceptions import HTTPError

from playground.client import failure
from playground.client.blocks import Blocks
from playground.client.connection import Wire, WireAdapter
from playground.client.keys import SHORTEST_MASKED, can_be_masked, key_finding, redacted
from playground.client.pairs import Pairs
from playground.model.base64text import encoded
from playground.model.draft import Profile
from playground.model.finding import Finding, error, note, warning
from playground.model.request import KEY_VARIABLE, MASK, Headers, WireRequest
from playground.model.run import Event, Frame, Outcome, Response, Result, Timing, Update
from playground.protocol.address import host, is_loopback
from playground.protocol.combination import Combination
from playground.protocol.decode import decode
from playground.protocol.fold import Fold
from playground.protocol.outcome import Answer, End, outcome

_READ_SIZE = 65536
_MOST_OF_A_KIND = 20
_BROKEN = (HTTPError, OSError, ValueError, requests.RequestException)
"""What requests, urllib3 and http.client raise while an answer is read."""


@dataclass(frozen=True)
class Limits:
    """How long a run may take, in seconds. `total` None means no limit."""

    connect: float = 10.0
    idle: float = 120.0
    total: float | None = None


class _Bearer(AuthBase):
    """Puts the key where the request says `$MEMORYLAKE_API_KEY` in Authorization, and nowhere else.

    An `AuthBase`, because requests would otherwise let `~/.netrc` replace the header.
    """

    def __init__(self, key: SecretStr | None) -> None:
        self._key = key

    def __call__(self, prepared: requests.PreparedRequest) -> requests.PreparedRequest:
        pairs = Pairs((name, _revealed(name, value, self._key)) for name, value in prepared.headers.items())
        prepared.headers = pairs  # type: ignore[assignment]  # typed as requests' own dict, used as a mapping
        return prepared


def _revealed(name: str, value: str, key: SecretStr | None) -> str:
    if name.lower() != "authorization" or key is None:
        return value
    return value.replace(KEY_VARIABLE, key.get_secret_value())


class Run:
    """One send. `start` it once; look at it from any thread with `result`; `stop` ends it at once.

    `version` grows with every change of the log, so that a view knows whether to look again; `wait` blocks until it
    has grown. Nothing is ever sent twice.
    """

    def __init__(
        self,
        request: WireRequest,
        *,
        key: SecretStr | None,
        combination: Combination,
        profile: Profile,
        limits: Limits | None = None,
    ) -> None:
        self.request = request
        self.combination = combination
        self.token = secrets.token_urlsafe(16)
        self.limits = limits or Limits()
        self._key = key
        self._wire = Wire(self._compare, self.limits.idle)
        self._changed = threading.Condition()
        self._fold = Fold(profile)
        self._thread = threading.Thread(target=self._work, name=f"run-{self.token[:6]}", daemon=True)
        self._timer: threading.Timer | None = None
        self._listeners: list[Callable[[], None]] = []
        self._started_at = ""
        self._zero = 0.0
        self._version = 0
        self._told = 0
        """The version of which those who wait have been told."""
        # All below is written under the lock, and no more once `_outcome` is there.
        self._outcome: Outcome | None = None
        self._events: list[Event] = []
        self._findings: list[Finding] = []
        self._found: dict[str, list[Finding]] = {}
        self._response: Response | None = None
        self._keep_alives = 0
        self._tail = ""
        self._first_byte_ms: float | None = None
        self._total_ms: float | None = None
        self._as_shown: bool | None = None
        self._added: Headers = ()
        self._error_seen = False
        self._arriving: Blocks | bytearray | None = None
        """The answer while it is read: what of it is not in the log yet is kept when the run is ended."""
        self._body_read = False

    def start(self) -> None:
        """Send the request, in the background. A second call does nothing."""
        with self._changed:
            if self._started_at:
                return
            self._started_at = datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
            self._zero = time.perf_counter()
            self._version += 1
        if self.limits.total is not None:
            total = self.limits.total
            self._timer = threading.Timer(total, self._end_by_limit, [total])
            self._timer.daemon = True
            self._timer.start()
        self._thread.start()

    def stop(self) -> None:
        """End the run now, by the user's wish. What had arrived stays. On an ended run it does nothing."""
        self._compare()
        self._finish("stopped", [note("STOPPED")])
        self._wire.end()

    def _end_by_limit(self, seconds: float) -> None:
        self._compare()
        self._finish("timed-out", [error("TOTAL_TIMEOUT", None, seconds=f"{seconds:g}")])
        self._wire.end()

    @property
    def started(self) -> bool:
        """Whether `start` was called."""
        return bool(self._started_at)

    @property
    def running(self) -> bool:
        """Whether the run was started and has not ended."""
        return self.started and self._outcome is None

    @property
    def version(self) -> int:
        """Grows with every change of the log."""
        return self._version

    @property
    def elapsed_ms(self) -> float:
        """Milliseconds since the send, until the end."""
        if not self.started:
            return 0.0
        return self._total_ms if self._total_ms is not None else self._now()

    def wait(self, version: int, timeout: float | None = None) -> int:
        """Block until the log has a newer version than that, or the run has ended; returns the version."""
        with self._changed:
            self._changed.wait_for(lambda: self._version > version or not self.running, timeout)
            return self._version

    def masked(self, text: str) -> str:
        """A text with this run's key, should it occur, as `***`."""
        return redacted(text, self._key)

    def listen(self, wake: Callable[[], None]) -> Callable[[], None]:
        """Have `wake` called at each change of the log, from the thread that made it and with the lock held.

        So it must only signal and return. Returns the function that ends it.
        """
        with self._changed:
            self._listeners.append(wake)

        def end() -> None:
            with self._changed:
                if wake in self._listeners:
                    self._listeners.remove(wake)

        return end

    def events_after(self, seq: int) -> list[Event]:
        """The events behind the one of that number."""
        with self._changed:
            return self._events[seq:]

    def result(self) -> Result:
        """All that is known now, as one consistent value; may be asked at any time from any thread."""
        with self._changed:
            return Result(
                request=self.request,
                started_at=self._started_at,
                sent_as_shown=self._as_shown,
                added_headers=self._added,
                response=self._response,
                outcome=self._outcome,
                reply=self._fold.reply(),
                task=self._fold.task(),
                events=self._events.copy(),
                keep_alives=self._keep_alives,
                findings=[*self._findings, *self._fold.findings[:_MOST_OF_A_KIND]],
                timing=Timing(
                    self._first_byte_ms,
                    self._events[0].elapsed_ms if self._events else None,
                    self._total_ms,
                ),
                tail=self._tail,
                states=self._fold.states.copy(),
            )

    # The run's own thread

    def _work(self) -> None:
        try:
            self._send()
        except Exception as fault:  # noqa: BLE001 - a defect of ours must end the run as a finding, not leave it hanging
            self._finish("interrupted", [error("PLAYGROUND_FAULT", None, problem=type(fault).__name__)])
        finally:
            self._wire.end()
            self._wire.close()
            if self._timer is not None:
                self._timer.cancel()

    def _send(self) -> None:
        missing = key_finding(self.request, self._key)
        if missing is not None:
            self._finish("no-connection", [missing])
            return
        with requests.Session() as session:
            adapter = WireAdapter(self._wire)
            prepared = _prepared(self.request, self._key)
            # The environment's proxies and certificates; not its cookies and .netrc. A proxy cannot reach this machine.
            settings = session.merge_environment_settings(self.request.url, {}, True, None, None)
            try:
                response = adapter.send(
                    prepared,
                    stream=True,
                    timeout=(self.limits.connect, self.limits.idle),
                    verify=True if settings["verify"] is None else settings["verify"],
                    cert=settings["cert"],
                    proxies={} if is_loopback(host(self.request.url)) else settings["proxies"],
                )
            except _BROKEN as problem:
                self._compare()
                self._fail(problem)
                return
            finally:
                # Ends idle pooled connections; the one in use belongs to the response.
                adapter.close()
            try:
                self._answer(response)
            finally:
                response.close()

    def _answer(self, response: requests.Response) -> None:
        self._compare()
        content_type = response.headers.get("Content-Type", "")
        stream = content_type.lower().startswith("text/event-stream") and 200 <= response.status_code < 300
        headers = tuple((name, redacted(_text(value), self._key)) for name, value in response.raw.headers.items())
        with self._changed:
            if self._outcome is not None:
                return
            self._first_byte_ms = self._now()
            self._response = Response(response.status_code, redacted(response.reason or "", self._key), headers)
            if self._wire.damaged:
                lines = "; ".join(self._wire.damaged[:5])[:500]
                self._find(warning("HEADERS_DAMAGED", "response", lines=redacted(lines, self._key)))
            if self._key is not None and not can_be_masked(self._key.get_secret_value()):
                self._find(note("KEY_SHORT", "header:Authorization", length=str(SHORTEST_MASKED)))
            self._bump()
        read = self._reader(response)
        if stream:
            self._read_stream(read)
        else:
            self._read_body(read, content_type)

    def _read_stream(self, read: Callable[[], bytes]) -> None:
        self._arriving = blocks = Blocks(read)
        events = SSEClient(iter(blocks)).events()
        listed = 0
        end: End = "complete"
        problem: Exception | None = None
        while True:
            try:
                event = next(events, None)
            except _BROKEN as broken:
                end, problem = "interrupted", broken
                break
            if event is None:
                break
            named_error = event.event == "error"
            # Comments, empty data, `ping` and `{}` keep a connection alive and say nothing.
            if named_error or (event.event != "ping" and event.data.strip() not in {"", "{}"}):
                listed += 1
                stray = [warning("NOT_SSE", "response")] if blocks.stray else []
                data = blocks.data_of(event)
                frame = blocks.around(data)
                self._log(data, named_error=named_error, damaged=blocks.damaged, extra=stray, frame=frame)
            self._count_keep_alives(blocks.count - listed)
        self._count_keep_alives(blocks.count - listed)
        self._conclude(end, problem, stream=True, tail=blocks.tail)

    def _count_keep_alives(self, count: int) -> None:
        if count == self._keep_alives:
            return
        with self._changed:
            if self._outcome is None:
                self._keep_alives = count
                self._version += 1

    def _read_body(self, read: Callable[[], bytes], content_type: str) -> None:
        self._arriving = body = bytearray()
        end: End = "complete"
        problem: Exception | None = None
        try:
            while data := read():
                body += data
        except _BROKEN as broken:
            end, problem = "interrupted", broken
        text = body.decode("utf-8", "replace")
        damaged = bytes(body) if text.encode("utf-8") != body else None
        with self._changed:
            if self._outcome is not None or self._response is None:
                return
            self._body_read = True
            self._response = replace(
                self._response,
                body=redacted(text, self._key) if damaged is None else None,
                body_base64=_base64(damaged),
            )
            status, headers = self._response.status, self._response.headers
        location = next((value for name, value in headers if name.lower() == "location"), None)
        redirect = 300 <= status < 400 and location is not None
        empty = not text and status == 204
        self._log(text, status=status, damaged=damaged, expected=redirect or empty)
        notes: list[Finding] = []
        if redirect:
            notes.append(error("REDIRECT", "response", location=location or ""))
        elif self.combination.streams and not empty and not self._error_seen:
            notes.append(warning("NOT_A_STREAM", "response", type=redacted(content_type, self._key) or "nothing"))
        self._conclude(end, problem, stream=False, extra=notes, empty=empty)

    def _log(
        self,
        text: str,
        *,
        status: int | None = None,
        named_error: bool = False,
        damaged: bytes | None = None,
        expected: bool = False,
        extra: Sequence[Finding] = (),
        frame: Frame | None = None,
    ) -> None:
        """Decode one event or body, put it into the log and fold it.

        `damaged`: its bytes, if they are no UTF-8. `expected`: what is unusual about it is explained otherwise.
        """
        elapsed = self._now()
        clean = redacted(text, self._key)
        _, update = decode(clean, self.combination.dialect, status=status)
        if named_error and update.kind != "error":
            update = Update("error", finding=error("ERROR", "response", server=clean[:2000]))
        notes = [*([] if expected else update.notes), *extra]
        if damaged is not None:
            notes.append(warning("NOT_UTF8", "response"))
        if clean != text:
            notes.append(warning("KEY_ECHOED", "response", mask=MASK))
        if frame is not None:
            before, after = frame
            frame = redacted(before, self._key), None if after is None else redacted(after, self._key)
        if len(notes) != len(update.notes):
            update = replace(update, notes=tuple(notes))
        with self._changed:
            if self._outcome is not None:
                return
            self._events.append(Event(len(self._events) + 1, elapsed, clean, update, _base64(damaged), frame))
            self._fold.add(update, elapsed)
            if update.finding is not None:
                self._error_seen = True
                if not expected:
                    self._find(update.finding)
            if notes:
                self._find(*notes)
            self._version += 1

    def _find(self, *findings: Finding) -> None:
        """Add to the findings of the run, each once and not endlessly many; call with the lock held."""
        for found in findings:
            same = self._found.setdefault(found.code, [])
            if len(same) < _MOST_OF_A_KIND and found not in same:
                same.append(found)
                self._findings.append(found)

    def _conclude(
        self,
        end: End,
        problem: Exception | None,
        *,
        stream: bool,
        tail: str = "",
        extra: list[Finding] | None = None,
        empty: bool = False,
    ) -> None:
        """The answer is over: decide the outcome and say what was unusual about the end."""
        findings = list(extra or [])
        if problem is not None and failure.is_timeout(problem):
            end = "timed-out"
        with self._changed:
            if self._outcome is not None:
                return
            status = self._response.status if self._response is not None else None
            answer = Answer(end, stream, status=status, error=self._error_seen, empty=empty)
            ended = outcome(answer, self._fold)
        if problem is not None:
            findings.append(self._failure(problem, sent=True))
        if ended == "ended-early":
            findings.append(error("ENDED_EARLY", "response"))
        if tail.strip():
            findings.append(warning("UNFINISHED_EVENT", "response"))
        if ended == "not-a2a":
            findings.append(error("NOT_A2A", "response"))
        if self._fold.final is not None and (problem is not None or self._error_seen):
            findings = [f.model_copy(update={"level": "warning"}) for f in findings]
            findings.append(warning("AFTER_THE_END", "response"))
        self._finish(ended, findings)

    def _fail(self, problem: Exception) -> None:
        """No answer came at all: nothing was sent, or the connection broke while we waited."""
        sent = bool(self._wire.sent)
        end: Outcome = "interrupted" if sent else "no-connection"
        if sent and failure.is_timeout(problem):
            end = "timed-out"
        self._finish(end, [self._failure(problem, sent=sent)])

    def _failure(self, problem: Exception, *, sent: bool) -> Finding:
        """The library's exception as a finding; it may quote bytes of the server."""
        found = failure.finding(problem, self.request.url, self.limits.connect, self.limits.idle, sent=sent)
        return found.model_copy(
            update={"params": {name: redacted(value, self._key) for name, value in found.params.items()}}
        )

    def _finish(self, ended: Outcome, findings: list[Finding]) -> None:
        """The first end counts; whatever comes later changes nothing."""
        with self._changed:
            if self._outcome is not None:
                return
            self._outcome = ended
            self._find(*findings)
            if self._as_shown is False:
                self._find(warning("NOT_AS_SHOWN"))
            self._keep_arriving()
            self._total_ms = self._now() if self.started else 0.0
            self._bump()

    def _keep_arriving(self) -> None:
        """Keep what came of an answer that somebody ended while it was read; call with the lock held."""
        if isinstance(self._arriving, Blocks):
            self._tail = redacted(self._arriving.tail, self._key)
        elif self._arriving is not None and self._response is not None and not self._body_read:
            text = bytes(self._arriving).decode("utf-8", "replace")
            self._response = replace(self._response, body=redacted(text, self._key))

    def _compare(self) -> None:
        """Hold what left the connection against what was shown."""
        sent = self._wire.sent
        with self._changed:
            if sent and self._outcome is None:
                self._as_shown, self._added = _compared(sent, self.request, self._key)
                self._bump()

    def _bump(self) -> None:
        """A change of which those who wait are to know now; call with the lock held."""
        self._version += 1
        self._tell()

    def _tell(self) -> None:
        """Tell those who wait, if they do not know yet; call with the lock held."""
        if self._told == self._version:
            return
        self._told = self._version
        self._changed.notify_all()
        for wake in self._listeners:
            wake()

    def _reader(self, response: requests.Response) -> Callable[[], bytes]:
        """A function that returns the next bytes as soon as they are there, unpacked; empty at the end.

        What the bytes before meant is told first, once for all events that came together: told one by one, those who
        wait would take turns with this thread at each of thousands.
        """

        def read() -> bytes:
            with self._changed:
                self._tell()
            return cast(bytes, response.raw.read1(_READ_SIZE, decode_content=True))

        return read

    def _now(self) -> float:
        return (time.perf_counter() - self._zero) * 1000


def _prepared(request: WireRequest, key: SecretStr | None) -> requests.PreparedRequest:
    """The request as it stands: requests' own preparation would rewrite URL and headers."""
    prepared = requests.PreparedRequest()
    prepared.method = request.method
    prepared.url = request.url
    prepared.body = request.body
    prepared.hooks = default_hooks()
    # http.client writes Host itself.
    added = [pair for pair in request.added_headers if pair[0] != "Host"]
    prepared.headers = Pairs([*request.headers, *added])  # type: ignore[assignment]  # as in _Bearer
    return _Bearer(key)(prepared)


def _compared(sent: bytes, request: WireRequest, key: SecretStr | None) -> tuple[bool, Headers]:
    """Whether the recorded bytes are the request that was shown, and which headers they carry beside ours."""
    head, _, body = sent.partition(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")
    method, _, rest = first.partition(" ")
    path, _, _ = rest.rpartition(" ")
    # A plain-http proxy is asked with the whole URL.
    same = method == request.method and path in {request.path, request.url} and body == (request.body or b"")
    ours = [(name, _revealed(name, value, key)) for name, value in request.headers]
    added: list[tuple[str, str]] = []
    for line in lines:
        name, _, value = line.partition(": ")
        if ours and ours[0] == (name, value):
            ours.pop(0)
        else:
            secret = name.lower() == "proxy-authorization"  # of the environment's proxy; nobody needs to see it
            added.append((name, MASK if secret else redacted(value, key)))
    return same and not ours, tuple(added)


def _base64(data: bytes | None) -> str | None:
    return None if data is None else encoded(data)


def _text(value: str | bytes) -> str:
    return value.decode("latin-1") if isinstance(value, bytes) else value
