"""The four dialects (protocol version x transport) and the table of combinations: the only place that knows them.

Sources: MemoryLake's A2A document ("three structural differences"), A2A 1.0 specification 4 and 11, A2A 0.3.0
specification and proto.
"""

from dataclasses import dataclass
from typing import Literal

from playground.model.draft import Operation, Transport, Version


@dataclass(frozen=True)
class Dialect:
    """How one protocol version over one transport spells a message."""

    version: Version
    transport: Transport
    parts_key: Literal["parts", "content"]
    """Where a message keeps its parts; artifacts say `parts` in every dialect."""
    role: Literal["ROLE_USER", "user"]
    kind: bool
    """Whether parts (and answers) carry the discriminator `kind`."""
    file_names: dict[str, str]
    """FilePart field -> name on the wire."""
    file_nested: bool
    """Whether those names stand inside `file`."""
    data_nested: bool
    """Whether data stands as `data.data`."""
    webhook: str
    """Name of the webhook in `configuration` (A2A; MemoryLake says `pushNotificationConfig` everywhere)."""

    @property
    def is_v03_rest(self) -> bool:
        """Whether this is proto-JSON of the v0.3 proto, which lacks fields that the other dialects have."""
        return (self.version, self.transport) == ("0.3", "rest")

    @property
    def any_data(self) -> bool:
        """Whether a data part may hold something else than an object."""
        return self.version == "1.0"


_V1_FILE = {"url": "url", "bytes": "raw", "media_type": "mediaType", "filename": "filename"}
_V03_REST_FILE = {"url": "fileWithUri", "bytes": "fileWithBytes", "media_type": "mimeType", "filename": "name"}
_V03_RPC_FILE = {"url": "uri", "bytes": "bytes", "media_type": "mimeType", "filename": "name"}

DIALECTS: dict[tuple[Version, Transport], Dialect] = {
    (dialect.version, dialect.transport): dialect
    for dialect in (
        Dialect("1.0", "rest", "parts", "ROLE_USER", False, _V1_FILE, False, False, "taskPushNotificationConfig"),
        Dialect("0.3", "rest", "content", "ROLE_USER", False, _V03_REST_FILE, True, True, "pushNotification"),
        Dialect("1.0", "jsonrpc", "parts", "ROLE_USER", False, _V1_FILE, False, False, "taskPushNotificationConfig"),
        Dialect("0.3", "jsonrpc", "parts", "user", True, _V03_RPC_FILE, True, False, "pushNotificationConfig"),
    )
}


@dataclass(frozen=True)
class Combination:
    """One way to send: version x operation x transport, numbered as in MemoryLake's document."""

    number: int
    version: Version
    operation: Operation
    transport: Transport
    path: str
    """Appended to the A2A root; empty for JSON-RPC."""
    rpc_method: str | None
    """JSON-RPC method, None for REST."""
    streams: bool
    method: str = "POST"

    @property
    def dialect(self) -> Dialect:
        """How this combination spells a message."""
        return DIALECTS[self.version, self.transport]

    @property
    def title(self) -> str:
        """`v1.0 · send · REST`, as in MemoryLake's document."""
        return f"v{self.version} · {self.operation} · {TRANSPORT_NAMES[self.transport]}"


TRANSPORT_NAMES: dict[Transport, str] = {"rest": "REST", "jsonrpc": "JSON-RPC"}

COMBINATIONS: tuple[Combination, ...] = (
    Combination(1, "1.0", "send", "rest", "/message:send", None, streams=False),
    Combination(2, "1.0", "stream", "rest", "/message:stream", None, streams=True),
    Combination(3, "0.3", "send", "rest", "/v1/message:send", None, streams=False),
    Combination(4, "0.3", "stream", "rest", "/v1/message:stream", None, streams=True),
    Combination(5, "1.0", "send", "jsonrpc", "", "SendMessage", streams=False),
    Combination(6, "1.0", "stream", "jsonrpc", "", "SendStreamingMessage", streams=True),
    Combination(7, "0.3", "send", "jsonrpc", "", "message/send", streams=False),
    Combination(8, "0.3", "stream", "jsonrpc", "", "message/stream", streams=True),
)

_BY_CHOICE = {(c.version, c.operation, c.transport): c for c in COMBINATIONS}


OPERATIONS: tuple[Operation, ...] = tuple(dict.fromkeys(c.operation for c in COMBINATIONS))
"""The operations that can be sent."""


def combination(version: Version, operation: Operation, transport: Transport) -> Combination:
    """The row of the table for one choice; raises KeyError for an operation that is not in `OPERATIONS`."""
    return _BY_CHOICE[version, operation, transport]
