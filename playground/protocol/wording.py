"""The words of findings: one table from code to sentence and next step, filled in and translated at the edge.

The catalogue's template collects them with `xgettext --keyword=Words:1 --keyword=Words:2`.
"""

from collections.abc import Callable
from typing import NamedTuple

from playground.model.finding import Finding

Translate = Callable[[str], str]


class Words(NamedTuple):
    """What happened, and what to do next. `{name}` is filled from the finding's parameters."""

    message: str
    hint: str = ""


# In the order in which a user meets them: the draft, the request, the connection, the answer.
WORDS: dict[str, Words] = {
    # The command line
    "DRAFT_UNREADABLE": Words("The draft {name} cannot be read: {problem}.", "Name a file, or - for standard input."),
    "KEY_UNREADABLE": Words("The key file {name} cannot be read: {problem}.", "It holds the key and nothing else."),
    "OUTPUT_FAILED": Words("The result could not be written: {problem}.", "Look at where standard output goes."),
    "PORT_TAKEN": Words("Port {port} cannot be used: {problem}.", "Choose another with --port."),
    # The draft file
    "DRAFT_NOT_JSON": Words("The draft is no JSON: {problem}.", "Correct the text at that place."),
    "DRAFT_NOT_OBJECT": Words("The draft is JSON, but not an object.", "It starts with {{ and ends with }}."),
    "DRAFT_FIELD": Words("This field cannot be read: {problem}.", "See the draft's format in the README."),
    # Fields
    "UNPARSED": Words("This text cannot be read yet, so nothing is sent.", "Correct it, or empty the field."),
    "UNKNOWN_FIELD": Words("“{name}” is no field that we know; it is sent as it stands.", "Check its spelling."),
    "UNKNOWN_FIELD_UNSENT": Words("“{name}” is no field that we know; it is kept but not sent.", "Check its spelling."),
    "LONE_SURROGATE": Words(
        "This text holds half of a character (a lone surrogate), which cannot be sent.",
        "Delete the damaged character and type it again.",
    ),
    "DOT_SEGMENT": Words(
        "“{value}” cannot be an id: clients and proxies resolve it as a folder of the path.", "Use the full id."
    ),
    "TASK_FINISHED": Words(
        "The task {task} has ended ({state}): servers take no more messages to it.",
        "Take the task id out to go on in the same context.",
    ),
    "TARGET_INCOMPLETE": Words(
        "The target has no {name} yet.",
        "Fill it in; MemoryLake's console shows it on the workspace's and agent's page.",
    ),
    "BASE_QUERY": Words(
        "“{url}” has a query or fragment, behind which no path can stand.", "End it with /openapi/memorylake."
    ),
    "TARGET_TWICE": Words("Both apiBase and a2aUrl are given; a2aUrl counts.", "Remove the one that is not meant."),
    "SANDBOX_PORT": Words(
        "The sandbox answers at port {port} only while it runs there.", "Start it: memorylake-playground sandbox."
    ),
    "URL_MISSING": Words("The target has no address yet.", "Fill it in; it begins with https://."),
    "URL_NO_SCHEME": Words("“{url}” is no http(s) address.", "Begin it with https:// (or http:// on this machine)."),
    "URL_INVALID": Words("“{url}” cannot be read as an address.", "Check host and port."),
    "URL_CREDENTIALS": Words(
        "The user name and password in the address are not sent: clients differ in what they make of them.",
        "Put them into an Authorization header.",
    ),
    "URL_FRAGMENT": Words("“#{fragment}” is never sent to a server and was left out.", "Remove it from the address."),
    "PLAIN_HTTP": Words("{host} is reached over plain http: the key can be read on the way.", "Use https."),
    "HEADER_NO_NAME": Words("A header has no name.", "Name it, or remove the row."),
    "HEADER_LINE_BREAK": Words("A header cannot hold a line break or NUL.", "Remove it from the header."),
    "HEADER_NOT_LATIN1": Words(
        "A header can only hold Latin-1 characters.", "Percent-encode the value, or put it into the body."
    ),
    "HEADER_NAME": Words("“{name}” cannot be a header's name.", "Use letters, digits and hyphens."),
    "HEADER_NAME_ODD": Words(
        "“{name}” is no proper name for a header; many servers refuse it.", "Use letters, digits and hyphens."
    ),
    "HEADER_REPLACED": Words("Your header {name} replaces the one the protocol asks for.", "Remove it unless meant."),
    "HEADER_FRAMING": Words(
        "{name} belongs to the connection; a value of your own can break the request.", "Remove it unless meant."
    ),
    "SECRET_SHOWN": Words("This looks like a secret; it is shown as it was typed.", ""),
    "METHOD_INVALID": Words("“{value}” is no HTTP method.", "Use POST, or another word without blanks."),
    "OPERATION_NOT_YET": Words("The playground cannot send “{name}” yet.", "Use send or stream."),
    "RAW_BODY_TWICE": Words("Both body and bodyBase64 are given; bodyBase64 counts.", "Remove the other one."),
    "NOT_BASE64": Words("This is no base64.", "Paste the base64 text without line breaks."),
    "BODY_NOT_JSON": Words("The message cannot be written as JSON: {problem}.", "Look for NaN or very deep nesting."),
    "METADATA_TWICE": Words(
        "metadata.memorylake is given twice; the MemoryLake section counts.", "Remove it from the metadata."
    ),
    "MESSAGE_ID_LEFT_OUT": Words(
        "The message has no messageId; the A2A specification requires one and most servers refuse it.",
        "Leave the field out to have one made.",
    ),
    "TEXT_EMPTY": Words("The text is empty.", "Type something, or remove the part."),
    "NO_PARTS": Words("The message has no parts; the specification asks for at least one.", "Add a text part."),
    "REFERENCE_TASKS_V03_REST": Words(
        "v0.3 REST has no referenceTaskIds; a server may ignore or refuse it.", "Use v1.0, or JSON-RPC."
    ),
    "FILE_EMPTY": Words("The file part has neither a URL nor bytes.", "Give one of them."),
    "FILE_TWICE": Words("The file part has a URL and bytes; servers take one or refuse both.", "Keep one of them."),
    "V03_REST_BYTES": Words(
        "v0.3 REST carries these bytes as base64, as its proto says; the Python a2a-sdk expects base64 of base64.",
        "Against a Python server use a URL, JSON-RPC or v1.0.",
    ),
    "DATA_EMPTY": Words("The data part is empty.", "Type a JSON value."),
    "DATA_NOT_OBJECT": Words("In v0.3 a data part must be a JSON object.", "Wrap it in {{ }}, or use v1.0."),
    "BLOCKING_TURNED": Words(
        "In v1.0 the specification says returnImmediately, the opposite of blocking; that is what is sent.",
        "Use the memorylake profile to send blocking.",
    ),
    "VERSION_HEADER_ADDED": Words(
        "The specification asks for A2A-Version on every v1.0 request; MemoryLake does without it on REST.", ""
    ),
    "KIND_ADDED": Words('The specification has kind: "message" here; MemoryLake does without it.', ""),
    "WEBHOOK_RENAMED": Words(
        "The specification calls the webhook {name} here.", "MemoryLake says pushNotificationConfig everywhere."
    ),
    # The key
    "KEY_MISSING": Words(
        "There is no key for {origin}.", "Fill it in, or set MEMORYLAKE_API_KEY; it needs the permission workspace:a2a."
    ),
    "KEY_NOT_FOR_HOST": Words(
        "The environment's key is not sent to {origin}, which is not MemoryLake's.",
        "Allow the host with --allow-host {host}, or use --api-key-file.",
    ),
    "KEY_SHORT": Words(
        "The key is so short that it cannot be told from other text: it is not masked where it comes back.",
        "Use a key of at least {length} characters.",
    ),
    "KEY_MASKED": Words(
        "The draft holds your key; it is printed as {mask}, so this is not what is sent byte for byte.",
        "Leave it to the Authorization header.",
    ),
    "KEY_INVALID": Words("The key holds a character that no header can carry.", "Copy the key again, without blanks."),
    # The connection
    "NAME_NOT_FOUND": Words("The name {host} is not known: nothing was sent.", "Check the address for a typing error."),
    "CONNECTION_REFUSED": Words(
        "{host} refuses the connection: nothing was sent.", "Check host and port, and whether the server is running."
    ),
    "CONNECT_TIMEOUT": Words(
        "{host} did not answer the connection within {seconds} s: nothing was sent.",
        "Check the network, VPN or proxy, or raise the connect limit.",
    ),
    "TLS_FAILED": Words(
        "No secure connection to {host}: {problem}. Nothing was sent.", "Check the address and the certificate."
    ),
    "PROXY_FAILED": Words("The proxy did not let the request through: {problem}.", "Check HTTPS_PROXY and NO_PROXY."),
    "CONNECTION_FAILED": Words("No connection to {host}: {problem}. Nothing was sent.", "Check address and network."),
    "IDLE_TIMEOUT": Words(
        "The server was silent for {seconds} s, so we stopped waiting.",
        "Raise the idle limit, or ask the server for the task's state.",
    ),
    "TOTAL_TIMEOUT": Words("The run took longer than {seconds} s, so we ended it.", "Raise the total limit."),
    "STOPPED": Words("You stopped this run.", "The task may still be running on the server."),
    "INTERRUPTED": Words(
        "The connection broke before the answer was complete: {problem}.",
        "What had arrived is kept. Look the task up before you send again.",
    ),
    "ENDED_EARLY": Words(
        "The stream ended without a final event.", "What had arrived is kept. Look the task up before you send again."
    ),
    "UNFINISHED_EVENT": Words("The stream ended inside an event; its part is shown apart.", ""),
    "PLAYGROUND_FAULT": Words(
        "The playground itself failed here ({problem}).", "What had arrived is kept. Please report it."
    ),
    "HEADERS_DAMAGED": Words(
        "The answer's headers hold lines that are none; they were left out: {lines}", "Tell the server's owner."
    ),
    "NOT_SSE": Words("Text in the event stream that is no event; it is shown as one.", "Look at the raw text."),
    "NOT_UTF8": Words("The answer holds bytes that are no UTF-8; they are shown as \ufffd.", ""),
    "KEY_ECHOED": Words("The server sent your key back; it is shown as {mask}.", "Tell the server's owner."),
    "NOT_AS_SHOWN": Words(
        "What left differs from what was shown: the connection ended too early, or the client changed a header.",
        "Compare with Sent, under Response.",
    ),
    "AFTER_THE_END": Words("After the final event the connection broke or reported an error.", ""),
    # The answer
    "REDIRECT": Words(
        "The server redirects to {location}. Redirects are not followed, since a POST would lose its body.",
        "Put that address into the target.",
    ),
    "NOT_JSON": Words("This is no JSON.", "Look at the raw text."),
    "NOT_A_STREAM": Words("The server answered {type} instead of a stream.", "The answer is decoded as it is."),
    "NOT_A2A": Words("The answer is no A2A answer that we know.", "Look at the raw text; check the address."),
    "EMPTY_ANSWER": Words("The answer is empty.", "Check the address and the transport."),
    "UNKNOWN_EVENT": Words("An event of a kind that we do not know; it is shown as it came.", ""),
    "UNKNOWN_PART": Words("A part of a kind that we do not know; it is shown as data.", ""),
    "UNKNOWN_STATE": Words("“{state}” is no task state of the specification.", ""),
    "APPEND_TO_UNKNOWN": Words("A chunk was appended to an artifact that had not begun; it begins here.", ""),
    # Errors of the server, by the codes that A2A, JSON-RPC and MemoryLake use
    "UNAUTHORIZED": Words(
        "The server does not accept the key: {server}",
        "Check that a key is sent, and which: it belongs to one host and starts with sk_.",
    ),
    "ACCESS_DENIED": Words("The key may not do this: {server}", "Ask for the permission workspace:a2a."),
    "FORBIDDEN": Words("The key may not do this: {server}", "Ask for the permission workspace:a2a."),
    "QUOTA_EXCEEDED": Words("The account's quota is used up: {server}", "Ask for more, or wait for the next period."),
    "NOT_FOUND": Words("The server does not know this: {server}", "Check workspace, agent and path."),
    "RATE_LIMIT_EXCEEDED": Words("Too many requests: {server}", "Wait as long as Retry-After says, then send again."),
    "INVALID_ARGUMENT": Words("The server refuses a value: {server}", "Check the field that it names."),
    "STATE_NOT_READY": Words("The server is not ready for this: {server}", "Wait a little, then send again."),
    "CONNECTOR_NOT_LINKED": Words("A connector is not linked: {server}", "Link it in MemoryLake's console."),
    "INTERNAL_ERROR": Words("The server failed: {server}", "Send again; if it stays, report the request's time."),
    "TASK_NOT_FOUND": Words("The server does not know the task: {server}", "Check taskId, workspace and agent."),
    "TASK_NOT_CANCELABLE": Words("The task cannot be canceled any more: {server}", "Look at its state."),
    "UNSUPPORTED_OPERATION": Words(
        "The server does not allow this: {server}", "A finished task takes no more messages: remove taskId."
    ),
    "VERSION_NOT_SUPPORTED": Words(
        "The server does not take this protocol version here: {server}", "Switch the version, or the profile."
    ),
    "CONTENT_TYPE_NOT_SUPPORTED": Words("The server does not take this content type: {server}", "Use JSON."),
    "METHOD_NOT_FOUND": Words(
        "The server does not know this JSON-RPC method: {server}", "Methods differ by version: switch the version."
    ),
    "INVALID_PARAMS": Words("The server refuses the request's fields: {server}", "Check version and the named field."),
    "INVALID_REQUEST": Words("The server cannot read the request: {server}", "Check version and body."),
    "PARSE_ERROR": Words("The server cannot read the body as JSON: {server}", "Check the body."),
}

_ANY_ERROR = Words("The server refused the request ({code}): {server}", "Look at the raw answer.")
_HTTP_ERROR = Words("The server answered HTTP {status}: {server}", "Look at the raw answer; check address and key.")


class _Params(dict[str, str]):
    """Parameters for `format_map`: one that is missing stands as nothing instead of raising."""

    def __missing__(self, _key: str) -> str:
        return ""


def _same(text: str) -> str:
    return text


def message(finding: Finding, translate: Translate = _same) -> str:
    """What happened, as a sentence."""
    return _filled(finding, translate, _words(finding).message)


def hint(finding: Finding, translate: Translate = _same) -> str:
    """What to do next; empty where there is nothing to do."""
    return _filled(finding, translate, _words(finding).hint)


def line(finding: Finding) -> str:
    """A finding in one line of English, for the command line."""
    where = f"{finding.where}: " if finding.where else ""
    text = f"{finding.level}: {where}{message(finding)} {hint(finding)} [{finding.code}]"
    # A server's own words may run over several lines, and must not steer the terminal.
    return visible(" ".join(text.split()))


def visible(text: str, keep: str = "") -> str:
    """The text with its invisible and control characters as escapes, but for those in `keep`."""
    return "".join(
        char if char.isprintable() or char in keep else char.encode("unicode_escape").decode("ascii") for char in text
    )


def _words(finding: Finding) -> Words:
    if finding.code in WORDS:
        return WORDS[finding.code]
    return _HTTP_ERROR if finding.code.startswith("HTTP_") else _ANY_ERROR


def _filled(finding: Finding, translate: Translate, template: str) -> str:
    if not template:
        return ""
    return translate(template).format_map(_Params(finding.params, code=finding.code))
