"""Where a request goes: from a target to one normalised URL."""

from collections.abc import Mapping
from dataclasses import dataclass
from ipaddress import ip_address
from urllib.parse import quote

from urllib3.exceptions import LocationParseError
from urllib3.util import Url, parse_url

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
        if bases.sandbox == Bases.sandbox:
            findings.append(note("SANDBOX_PORT", "target.apiBase", port=str(SANDBOX_PORT)))
    if "?" in base or "#" in base:
        findings.append(error("BASE_QUERY", "target.apiBase", url=base))
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


def url_of(root: str, path: str, where: str, typed: str | None = None) -> tuple[str, list[Finding]]:
    """The URL of an operation as the HTTP library will send it, with findings about what was typed.

    `path` comes behind the root's path with exactly one slash (a query of the root stays behind it); where it is empty
    the root is posted to as it stands. Normalised as urllib3 does it: percent-encodes what may not stand in a URL,
    lowers the host, resolves dot segments, drops the fragment. A root without http(s) scheme or host is refused: root
    and path are returned as they came.
    """
    shown = root if typed is None else typed
    if not shown:
        return root + path, [error("URL_MISSING", where)]
    scheme, _, rest = root.partition("://")
    if scheme.lower() not in {"http", "https"} or not rest:
        return root + path, [error("URL_NO_SCHEME", where, url=shown)]
    parsed = _parsed(root)
    if parsed is None or not parsed.host:
        return root + path, [error("URL_INVALID", where, url=shown)]
    findings = []
    if parsed.auth is not None:
        # Clients differ in what they make of it (curl sends Basic, others nothing), and it would be shown.
        findings.append(warning("URL_CREDENTIALS", where))
    if parsed.fragment is not None:
        findings.append(note("URL_FRAGMENT", where, fragment=parsed.fragment))
    if parsed.scheme == "http" and not is_loopback(parsed.host):
        findings.append(warning("PLAIN_HTTP", where, host=parsed.host))
    whole = f"{(parsed.path or '').rstrip('/')}/{path.lstrip('/')}" if path else parsed.path or ""
    # requests folds slashes at the start of the path into one, so that it cannot be read as a host.
    clean = parsed._replace(auth=None, fragment=None, path="/" + whole.lstrip("/"))
    return clean.url, findings


def _parsed(url: str) -> Url | None:
    try:
        return parse_url(url)
    except (LocationParseError, ValueError):
        return None


def origin(url: str) -> str:
    """`scheme://host:port` of a URL, with the port always named: what a key belongs to. Empty if there is none."""
    parsed = _parsed(url)
    if parsed is None or not parsed.scheme or not parsed.host:
        return ""
    port = parsed.port or {"http": 80, "https": 443}.get(parsed.scheme, 0)
    return f"{parsed.scheme}://{parsed.host}:{port}"


def host(url: str) -> str:
    """The host name or address of a URL, in lower case, without port; empty if it cannot be read."""
    parsed = _parsed(url)
    return (parsed.host or "").lower() if parsed is not None else ""


def is_loopback(host: str) -> bool:
    """Whether a host name or address is this machine."""
    bare = host.strip("[]").lower()
    try:
        return ip_address(bare).is_loopback
    except ValueError:
        return bare == "localhost"
