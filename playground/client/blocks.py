"""Cuts a byte stream into whole server-sent event blocks for sseclient-py.

sseclient-py alone grows quadratically with the size of an event, misses mixed line ends and a byte order mark, and
yields an event that was cut off as if it were whole. It is given one whole block at a time instead, with LF ends.
Source: WHATWG HTML, 9.2.5 and 9.2.6.
"""

import re
from collections.abc import Callable, Iterator

# Two line ends in a row. The atomic groups keep CR LF together: it is one end, not two.
_BLOCK_END = re.compile(rb"(?>\r\n|\n|\r)(?>\r\n|\n|\r)")
_LINE_END = re.compile(rb"\r\n|\r")
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
        """The block with LF line ends, its blank line last, in valid UTF-8."""
        text = _LINE_END.sub(b"\n", block).strip(b"\n") + b"\n\n"
        try:
            text.decode("utf-8")
        except UnicodeDecodeError:
            self.damaged = block
            return text.decode("utf-8", "replace").encode("utf-8")
        self.damaged = None
        return text
