"""The command `memorylake-playground`: thin; every verb calls the same functions as the pages.

Standard output is only the result; findings and logs go to standard error. The key is never an argument.
"""

import argparse
import os
import signal
import socket
import sys
import threading
import tomllib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TextIO, get_args

from pydantic import SecretStr

from playground.client.keys import environment_key, key_finding, redacted
from playground.client.run import Limits, Run
from playground.model import jsontext
from playground.model.draft import SANDBOX, Draft, Transport, Version
from playground.model.finding import Finding, error, warning
from playground.model.jsontext import Json, JsonError
from playground.model.request import MASK, WireRequest
from playground.model.run import Event, Outcome, Result
from playground.model.task import PAUSED
from playground.protocol import wording
from playground.protocol.address import SANDBOX_PORT, Bases, origin
from playground.protocol.combination import OPERATIONS, combination
from playground.protocol.encode import derived_ids, encode, random_ids
from playground.protocol.record import event_tree, result_tree
from playground.snippet import FORMATS
from playground.ui.serving import SERVING

OK, FAILED, USAGE, NO_CONNECTION, STOPPED = 0, 1, 2, 3, 130

_EXIT_CODES: dict[Outcome, int] = {
    "failed": FAILED,
    "rejected": FAILED,
    "canceled": FAILED,
    "refused": FAILED,
    "interrupted": FAILED,
    "ended-early": FAILED,
    "not-a2a": FAILED,
    "timed-out": FAILED,
    "no-connection": NO_CONNECTION,
    "stopped": STOPPED,
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one verb; returns the exit code."""
    _open_streams()
    options = _parser().parse_args(arguments if arguments is not None else sys.argv[1:])
    verb: Callable[[argparse.Namespace], int] = options.verb
    try:
        return verb(options)
    except BrokenPipeError:
        # The reader (`head`, say) has seen enough.
        _discard(sys.stdout)
        return OK
    except KeyboardInterrupt:
        return STOPPED
    except OSError as problem:
        _discard(sys.stdout)
        _report([error("OUTPUT_FAILED", None, problem=problem.strerror or str(problem))])
        return FAILED


def _open_streams() -> None:
    """A closed standard stream (`>&-`) is None in Python and would fail, or worse, be taken for another one."""
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115 - for the whole process
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115 - as above
        stream = getattr(sys, name)
        if hasattr(stream, "reconfigure"):
            # Texts are Unicode whatever the terminal's locale; half characters must not end the command.
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def _discard(stream: TextIO) -> None:
    """Let what else goes to a broken stream go nowhere: Python's own flush at the end would complain once more."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


class _Verb(argparse.ArgumentParser):
    def __init__(self, **settings: Any) -> None:  # noqa: ANN401 - passed on as they are
        super().__init__(**settings, allow_abbrev=False)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="memorylake-playground",
        description="Build, see, send and understand A2A requests to MemoryLake agents.",
        allow_abbrev=False,  # `--api-key sk_...` must not be taken for --api-key-file and printed
    )
    parser.set_defaults(verb=_serve)
    _serve_options(parser)
    verbs = parser.add_subparsers(title="verbs", metavar="VERB", parser_class=_Verb)

    serve = verbs.add_parser("serve", help="the web page with the embedded sandbox (what happens without a verb)")
    serve.set_defaults(verb=_serve)
    _serve_options(serve)

    build = verbs.add_parser("build", help="print the request that a draft stands for")
    build.set_defaults(verb=_build)
    _draft_options(build)
    build.add_argument("--as", dest="format", choices=list(FORMATS), default="json", help="default: json")

    send = verbs.add_parser("send", help="send a draft and print what came back")
    send.set_defaults(verb=_send)
    _draft_options(send)
    send.add_argument("--output", choices=list(_OUTPUTS), default="text", help="default: text, the reply")
    send.add_argument("--connect-timeout", type=_seconds, default=10.0, metavar="SECONDS")
    send.add_argument("--idle-timeout", type=_seconds, default=120.0, metavar="SECONDS")
    send.add_argument("--total-timeout", type=_seconds, default=None, metavar="SECONDS")
    send.add_argument("--api-key-file", type=Path, metavar="FILE", help="instead of $MEMORYLAKE_API_KEY")
    send.add_argument(
        "--allow-host", action="append", default=[], metavar="HOST", help="let $MEMORYLAKE_API_KEY go to that host too"
    )

    sandbox = verbs.add_parser("sandbox", help="only the embedded server; prints its API base on the first line")
    sandbox.set_defaults(verb=_sandbox)
    sandbox.add_argument("--port", type=_port, default=None, help=f"default: {SANDBOX_PORT}, or a free one")
    return parser


def _serve_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default: this machine only)")
    parser.add_argument("--port", type=_port, default=8501)
    parser.add_argument("--no-browser", action="store_true", help="do not open a browser")
    parser.add_argument("--no-sandbox", action="store_true", help="without the embedded server")
    parser.add_argument(
        "--allow-host", action="append", default=[], metavar="HOST", help="let $MEMORYLAKE_API_KEY go to that host too"
    )


def _draft_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("draft", metavar="DRAFT", help="a draft file, or - for standard input")
    parser.add_argument("--version", choices=get_args(Version), help="instead of the draft's")
    parser.add_argument("--operation", choices=OPERATIONS, help="instead of the draft's")
    parser.add_argument("--transport", choices=get_args(Transport), help="instead of the draft's")


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < 1e6:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of seconds above 0")
    return seconds


def _port(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is no port, a number from 0 to 65535")
    return int(text)


# build and send


def _draft(options: argparse.Namespace) -> Draft | None:
    """Read the draft that the options name; what is wrong with it goes to standard error."""
    try:
        data = sys.stdin.buffer.read() if options.draft == "-" else Path(options.draft).read_bytes()
        text = data.decode("utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        words = problem.strerror if isinstance(problem, OSError) else "it is not UTF-8"
        _report([error("DRAFT_UNREADABLE", None, name=options.draft, problem=words or "unknown reason")])
        return None
    draft, findings = Draft.from_json(text)
    _report(findings)
    if draft is None:
        return None
    chosen = {name: value for name in ("version", "operation", "transport") if (value := getattr(options, name))}
    return draft.model_copy(update=chosen)


def _build(options: argparse.Namespace) -> int:
    draft = _draft(options)
    if draft is None:
        return USAGE
    built = encode(draft, ids=derived_ids(draft), bases=Bases.of(os.environ))
    _report(built.findings)
    if built.refused or built.request is None:
        return USAGE
    secret = SecretStr(os.environ.get("MEMORYLAKE_API_KEY", ""))
    text = FORMATS[options.format].render(built.request)
    if redacted(text, secret) != text:
        _report([warning("KEY_MASKED", None, mask=MASK)])
    _print(text, secret)
    return OK


def _send(options: argparse.Namespace) -> int:
    draft = _draft(options)
    if draft is None:
        return USAGE
    sandbox = None
    if draft.target.a2a_url is None and draft.target.api_base == SANDBOX:
        from playground.sandbox.server import shared  # noqa: PLC0415 - imports a2a-sdk, which a URL needs not

        sandbox = shared()
    bases = Bases.of(os.environ, sandbox.api_base if sandbox is not None else None)
    built = encode(draft, ids=random_ids(), bases=bases)
    _report(built.findings)
    if built.refused or built.request is None:
        return USAGE
    key, found = _key(options, built.request)
    if sandbox is not None and options.api_key_file is None and origin(built.request.url) == origin(sandbox.api_base):
        key = SecretStr(sandbox.key)
    missing = key_finding(built.request, key)
    _report([*found, *([missing] if missing is not None and not found else [])])
    if found or missing is not None:
        return USAGE
    return _run(options, draft, built.request, key)


def _key(options: argparse.Namespace, request: WireRequest) -> tuple[SecretStr | None, list[Finding]]:
    if options.api_key_file is None:
        return environment_key(request.url, options.allow_host), []
    try:
        return SecretStr(options.api_key_file.read_text("utf-8").strip()), []
    except (OSError, UnicodeDecodeError) as problem:
        words = problem.strerror if isinstance(problem, OSError) else "it is not UTF-8"
        return None, [error("KEY_UNREADABLE", None, name=str(options.api_key_file), problem=words or "unknown reason")]


def _run(options: argparse.Namespace, draft: Draft, request: WireRequest, key: SecretStr | None) -> int:
    run = Run(
        request,
        key=key,
        combination=combination(draft.version, draft.operation, draft.transport),
        profile=draft.target.effective_profile,
        limits=Limits(options.connect_timeout, options.idle_timeout, options.total_timeout),
    )
    on_event, on_end = _OUTPUTS[options.output]
    run.start()
    seen, version = 0, 0
    try:
        while True:
            running = run.running
            for event in run.events_after(seen):
                seen = event.seq
                on_event(event, key)
            if not running:
                break
            version = run.wait(version)
    except KeyboardInterrupt:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # a second one must not spoil what is printed now
        run.stop()
    except OSError:  # standard output is gone
        run.stop()
        raise
    result = run.result()
    on_end(result, key)
    _report_task(result)
    _report(result.findings)
    outcome = result.outcome or "unknown"
    _say(f"outcome: {outcome}")
    return _EXIT_CODES.get(outcome, OK)


def _report_task(result: Result) -> None:
    """What one needs to go on with a task that waits or failed: its words, unless they are the reply, and its ids."""
    task = result.task
    if task is None:
        return
    if task.status_message is not None and task.status_message.text not in {"", result.reply}:
        _say(wording.visible(f"status: {' '.join(task.status_message.text.split())}"))
    if task.state in PAUSED:
        _say(wording.visible(f"answer with taskId {task.id} and contextId {task.context_id}"))


def _print_reply(result: Result, key: SecretStr | None) -> None:
    # An agent's text must not move the cursor of a terminal or set its title.
    text = wording.visible(result.reply, keep="\n\t") if sys.stdout.isatty() else result.reply
    if text:
        _print(text, key)


def _print_event(event: Event, key: SecretStr | None) -> None:
    tree = event_tree(event)
    try:
        line = jsontext.dumps(tree, indent=None, ascii_only=True)
    except JsonError:  # nested so deeply that it can be read but not written: the raw text has it all
        line = jsontext.dumps(tree | {"data": None}, indent=None, ascii_only=True)
    _print(line, key)


def _print_result(result: Result, key: SecretStr | None) -> None:
    _print(jsontext.dumps(result_tree(result), ascii_only=True), key)


def _print(text: str, key: SecretStr | None) -> None:
    """Standard output, at once; a key that stands in a draft (a header of the user's, say) is masked there too."""
    print(redacted(text, key), flush=True)


def _nothing(*_: object) -> None:
    return


_OUTPUTS: dict[str, tuple[Callable[[Event, SecretStr | None], None], Callable[[Result, SecretStr | None], None]]] = {
    "text": (_nothing, _print_reply),
    "jsonl": (_print_event, _nothing),
    "json": (_nothing, _print_result),
}


def _report(findings: list[Finding]) -> None:
    for found in findings:
        _say(wording.line(found))


def _say(text: str) -> None:
    """A line on standard error. That nobody reads it is no reason to fail."""
    try:
        print(text, file=sys.stderr, flush=True)
    except OSError:
        _discard(sys.stderr)


# serve and sandbox


def _serve(options: argparse.Namespace) -> int:
    from playground.ui.server import serve  # noqa: PLC0415 - only the page needs Streamlit

    try:
        family = socket.AF_INET6 if ":" in options.host else socket.AF_INET
        socket.create_server((options.host, options.port), family=family).close()
    except OSError as problem:
        _report([error("PORT_TAKEN", None, port=str(options.port), problem=problem.strerror or str(problem))])
        return USAGE
    SERVING.sandbox = not options.no_sandbox
    SERVING.allowed_hosts = tuple(options.allow_host)
    settings = _settings() | {
        "server.address": options.host,
        "server.port": options.port,
        "server.headless": True,  # else Streamlit asks for an e-mail address at the first start
    }
    try:
        serve(settings, open_browser=not options.no_browser)
    except SystemExit as ended:  # Streamlit has said why: the port is taken, say
        return USAGE if ended.code else OK
    return OK


def _settings() -> dict[str, Json]:
    """`.streamlit/config.toml` as settings, so that the page has its settings from whatever folder it is started.

    In a wheel the file stands inside the package, in a checkout beside it.
    """
    package = Path(__file__).parent
    places = [package / ".streamlit" / "config.toml", package.parent / ".streamlit" / "config.toml"]
    found = next((place for place in places if place.exists()), None)
    sections = tomllib.loads(found.read_text("utf-8")) if found is not None else {}
    return {f"{section}.{name}": value for section, values in sections.items() for name, value in values.items()}


def _sandbox(options: argparse.Namespace) -> int:
    from playground.sandbox.server import start  # noqa: PLC0415 - imports a2a-sdk

    try:
        sandbox = start(port=SANDBOX_PORT if options.port is None else options.port)
    except OSError as problem:
        if options.port is not None:
            _report([error("PORT_TAKEN", None, port=str(options.port), problem=problem.strerror or "")])
            return USAGE
        sandbox = start()
    print(sandbox.api_base, flush=True)
    _say(f"key: {sandbox.key} (any sk_... will do). Ctrl-C ends the server.")
    try:
        threading.Event().wait()
    except KeyboardInterrupt:
        sandbox.stop()
    return OK


if __name__ == "__main__":
    sys.exit(main())
