"""Cuts a byte stream into whole server-sent event blocks for sseclient-py.

sseclient-py alone grows quadratically with the size of an event, misses mixed line ends and a byte order mark, and
yields an event that was cut off as if it were whole. It is given one whole block at a time instead, with LF ends.
Source: WHATWG HTML, 9.2.5 and 9.2.6.
"""

import re
from collections.abc import Callable, Iterator

from sseclient import Event

# Two line ends in a row. The atomic groups keep CR LF together: it is one end, not two.
_BLOCK_END = re.compile(rb"(?>\r\n|\n|\r)(?>\r\n|\n|\r)")
_LINE_END = re.compile(rb"\r\n|\r")
_FIELD = re.compile(rb"(?:data|event|id|retry)(?::|$)|:|$")
_MANY_LINES = 16
_JOINT = b"\x1f"
_BOM = b"\xef\xbb\xbf"


class Blocks:
    """An iterable of blocks, as SSEClient reads them. `read` returns the next bytes, empty at the end."""

    def __init__(self, read: Callable[[], bytes]) -> None:
        self._read = read
        self._buffer = bytearray()
        self.count = 0
        """How many blocks were yielded."""
        self.damaged: bytes | None = None
        """The last block as it came, if it is no UTF-8 and characters had to be replaced; else None."""
        self.stray = False
        """Whether the last block was text that is no event at all."""
        self.joint: str | None = None
        """What stands for a line end in the last block's data, if it had very many lines."""

    @property
    def tail(self) -> str:
        """What came after the last whole block."""
        return self._buffer.decode("utf-8", "replace")

    def __iter__(self) -> Iterator[bytes]:
        started = False
        scanned = 0
        swallow_lf = False
        while data := self._read():
            self._buffer += data
            if not started:
                if len(self._buffer) < len(_BOM) and _BOM.startswith(bytes(self._buffer)):
                    continue
                started = True
                if self._buffer.startswith(_BOM):
                    del self._buffer[: len(_BOM)]
            while True:
                # A block that ended in CR was yielded at once; an LF that follows belongs to that CR.
                if swallow_lf and self._buffer:
                    if self._buffer[0] == 0x0A:
                        del self._buffer[0]
                    swallow_lf = False
                found = _BLOCK_END.search(self._buffer, max(0, scanned - 3))
                if found is None:
                    scanned = len(self._buffer)
                    break
                block = bytes(self._buffer[: found.end()])
                swallow_lf = block.endswith(b"\r")
                del self._buffer[: found.end()]
                scanned = 0
                if block.strip(b"\r\n"):
                    self.count += 1
                    yield self._clean(block)

    def _clean(self, block: bytes) -> bytes:
        """The block as SSEClient reads it best: LF line ends, its blank line last, in valid UTF-8, few lines."""
        text = _LINE_END.sub(b"\n", block).strip(b"\n")
        self.damaged = None
        try:
            text.decode("utf-8")
        except UnicodeDecodeError:
            self.damaged = block
            text = text.decode("utf-8", "replace").encode("utf-8")
        lines = text.split(b"\n")
        self.stray = not any(_FIELD.match(line) for line in lines)
        if self.stray:  # an error document or a page where events were promised: shown as an event
            lines = [b"data:" + line for line in lines]
        self.joint = None
        if len(lines) > _MANY_LINES:
            lines = self._joined(lines)
        return b"\n".join(lines) + b"\n\n"

    def _joined(self, lines: list[bytes]) -> list[bytes]:
        """All data in one line, because SSEClient's time grows with the square of the lines; comments left out."""
        joint = _JOINT
        data = [line[5:].removeprefix(b" ") for line in lines if line.startswith(b"data:") or line == b"data"]
        while any(joint in line for line in data):
            joint += _JOINT
        self.joint = joint.decode("ascii")
        others = {
            line.partition(b":")[0]: line for line in lines if _FIELD.match(line) and not line.startswith(b"data")
        }
        return [*others.values(), *([b"data:" + joint.join(data)] if data else [])]

    def data_of(self, event: Event) -> str:
        """An event's data with its line ends, which had to be replaced where there were many."""
        data: str = event.data
        return data if self.joint is None else data.replace(self.joint, "\n")
