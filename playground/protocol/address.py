"""Where a request goes: from a target to one normalised URL."""

from collections.abc import Mapping
from dataclasses import dataclass
from ipaddress import ip_address
from urllib.parse import quote, urlsplit, urlunsplit

from urllib3.exceptions import LocationParseError
from urllib3.util import parse_url

from playground.model.draft import SANDBOX, Target
from playground.model.finding import Finding, error, note, warning

GLOBAL = "https://app.memorylake.ai/openapi/memorylake"
CHINA = "https://app.memorylake.cn/openapi/memorylake"

BASE_VARIABLE = "MEMORYLAKE_BASE_URL"
SANDBOX_PORT = 8502
"""Where the verb `sandbox` listens unless told otherwise, so that a built command can name it."""


@dataclass(frozen=True)
class Bases:
    """What an absent `apiBase` and the word `sandbox` stand for."""

    default: str = GLOBAL
    sandbox: str = f"http://127.0.0.1:{SANDBOX_PORT}/openapi/memorylake"

    @classmethod
    def of(cls, environment: Mapping[str, str], sandbox: str | None = None) -> "Bases":
        """The bases in an environment (`MEMORYLAKE_BASE_URL`, else Global), with a running sandbox's API base."""
        return cls(default=environment.get(BASE_VARIABLE) or GLOBAL, sandbox=sandbox or cls.sandbox)


def segment(text: str) -> str:
    """A text as one path segment: everything but unreserved characters is percent-encoded (RFC 3986, 3.3)."""
    return quote(text, safe="", errors="surrogatepass")


def a2a_root(target: Target, bases: Bases) -> tuple[str, list[Finding]]:
    """The A2A root of a target, not normalised, with findings.

    A workspace or agent that is missing stands as `{workspaceId}`, as in the documents, and refuses the request.
    """
    if target.a2a_url is not None:
        twice = target.api_base is not None
        return target.a2a_url, [note("TARGET_TWICE", "target.apiBase")] if twice else []
    base = bases.default if target.api_base is None else target.api_base
    findings: list[Finding] = []
    if base == SANDBOX:
        base = bases.sandbox
    path = base.rstrip("/") + "/api/v3"
    for name, place, value in (
        ("workspaces", "workspaceId", target.workspace_id),
        ("agents", "agentId", target.agent_id),
    ):
        if not value:
            findings.append(error("TARGET_INCOMPLETE", f"target.{place}", name=place))
        elif value in {".", ".."}:
            findings.append(error("DOT_SEGMENT", f"target.{place}", value=value))
        path += f"/{name}/{segment(value)}" if value else f"/{name}/{{{place}}}"
    return f"{path}/a2a", findings


def join(root: str, path: str) -> str:
    """A REST path behind an A2A root with exactly one slash; a query of the root stays behind the path."""
    if not path:
        return root
    parts = urlsplit(root)
    return urlunsplit(parts._replace(path=f"{parts.path.rstrip('/')}/{path.lstrip('/')}", fragment=""))


def normalised(url: str, where: str, typed: str | None = None) -> tuple[str, list[Finding]]:
    """The URL as the HTTP library will send it (urllib3's own normalisation), with findings about what was typed.

    Percent-encodes what may not stand in a URL, lowers the host, resolves dot segments, drops the fragment. A URL
    without http(s) scheme or host, or with a user in it, is refused: the text is returned as it came.
    """
    shown = url if typed is None else typed
    scheme, _, rest = url.partition("://")
    if scheme.lower() not in {"http", "https"} or not rest:
        return url, [error("URL_NO_SCHEME", where, url=shown)]
    try:
        parsed = parse_url(url)
    except LocationParseError:
        return url, [error("URL_INVALID", where, url=shown)]
    if not parsed.host:
        return url, [error("URL_INVALID", where, url=shown)]
    if parsed.auth is not None:
        return url, [error("URL_CREDENTIALS", where)]
    # requests folds slashes at the start of the path into one, so that it cannot be read as a host.
    clean = parsed._replace(fragment=None, path="/" + (parsed.path or "").lstrip("/")).url
    findings = []
    if parsed.fragment is not None:
        findings.append(note("URL_FRAGMENT", where, fragment=parsed.fragment))
    if parsed.scheme == "http" and not is_loopback(parsed.host):
        findings.append(warning("PLAIN_HTTP", where, host=parsed.host))
    return clean, findings


def origin(url: str) -> str:
    """`scheme://host:port` of a URL, with the port always named: what a key belongs to. Empty if there is none."""
    try:
        parsed = parse_url(url)
    except LocationParseError:
        return ""
    if not parsed.scheme or not parsed.host:
        return ""
    port = parsed.port or {"http": 80, "https": 443}.get(parsed.scheme, 0)
    return f"{parsed.scheme}://{parsed.host}:{port}"


def is_loopback(host: str) -> bool:
    """Whether a host name or address is this machine."""
    bare = host.strip("[]").lower()
    try:
        return ip_address(bare).is_loopback
    except ValueError:
        return bare == "localhost"
