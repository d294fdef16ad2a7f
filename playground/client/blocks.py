"""Cuts a byte stream into whole server-sent event blocks for sseclient-py.

sseclient-py alone grows quadratically with the size of an event, misses mixed line ends and a byte order mark, and
yields an event that was cut off as if it were whole. It is given one whole block at a time instead, with LF ends.
Source: WHATWG HTML, 9.2.5 and 9.2.6.
"""

import re
from collections.abc import Callable, Iterator

from sseclient import Event

from playground.model.run import Frame

# Two line ends in a row. The possessive groups keep CR LF together: it is one end, not two. That it begins with a set
# of bytes lets the search skip everything else quickly.
_BLOCK_END = re.compile(rb"[\r\n](?:(?<=\r)\n)?+(?:\r\n|[\r\n])")
_BLANK_LINE = b"\n\n"
_LINE_END = re.compile(rb"\r\n|\r")
_FIELD = re.compile(rb"(?:data|event|id|retry)(?::|$)|:|$")
_MANY_LINES = 16
_JOINT = b"\x1f"
_BOM = b"\xef\xbb\xbf"
_PLAIN, _SPACED = ("data:", "\n\n"), ("data: ", "\n\n")


class Blocks:
    """An iterable of blocks, as SSEClient reads them. `read` returns the next bytes, empty at the end."""

    def __init__(self, read: Callable[[], bytes]) -> None:
        self._read = read
        self._buffer = bytearray()
        self._returns = False
        """Whether a CR came yet."""
        self.count = 0
        """How many blocks were yielded."""
        self.damaged: bytes | None = None
        """The last block as it came, if it is no UTF-8 and characters had to be replaced; else None."""
        self.stray = False
        """Whether the last block was text that is no event at all."""
        self._block = b""
        self._is_plain = False
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
            self._returns = self._returns or b"\r" in data
            if not started:
                if len(self._buffer) < len(_BOM) and _BOM.startswith(self._buffer):
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
                end = self._end(max(0, scanned - 3))
                if end < 0:
                    scanned = len(self._buffer)
                    break
                with memoryview(self._buffer) as whole:
                    block = bytes(whole[:end])
                swallow_lf = block.endswith(b"\r")
                del self._buffer[:end]
                scanned = 0
                if block.strip(b"\r\n"):
                    self.count += 1
                    yield self._clean(block)

    def _end(self, start: int) -> int:
        """Where the first block ends that does not end before `start`; -1 if there is none yet."""
        if self._returns:
            found = _BLOCK_END.search(self._buffer, start)
            return found.end() if found is not None else -1
        place = self._buffer.find(_BLANK_LINE, start)  # many times faster, and most servers write LF only
        return place + len(_BLANK_LINE) if place >= 0 else -1

    def _clean(self, block: bytes) -> bytes:
        """The block as SSEClient reads it best: LF line ends, its blank line last, in valid UTF-8, few lines."""
        self.damaged, self.stray, self.joint = None, False, None
        self._block, self._is_plain = block, self._is_clean(block)
        if self._is_plain:
            return block
        text = _LINE_END.sub(b"\n", block).strip(b"\n")
        try:
            text.decode("utf-8")
        except UnicodeDecodeError:
            self.damaged = block
            text = text.decode("utf-8", "replace").encode("utf-8")
        lines = text.split(b"\n")
        self.stray = not any(_FIELD.match(line) for line in lines)
        if self.stray:  # an error document or a page where events were promised: shown as an event
            lines = [b"data:" + line for line in lines]
        if len(lines) > _MANY_LINES:
            lines = self._joined(lines)
        return b"\n".join(lines) + b"\n\n"

    def _is_clean(self, block: bytes) -> bool:
        """Whether the block is what nearly every block is: one line of data in UTF-8, and LFs."""
        if not block.startswith(b"data:") or block.find(b"\n") != len(block) - 2 or (self._returns and b"\r" in block):
            return False
        try:
            block.decode("utf-8")
        except UnicodeDecodeError:
            return False
        return True

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

    def around(self, data: str) -> Frame:
        """What stood before and behind an event's data in its block, as it came.

        `data` is what `data_of` returned for the last block. Together the three are the block, with its field names,
        comments and line ends; where the data was spread over several lines, the first is the block and the other None.
        """
        if self._is_plain:
            return _SPACED if self._block[5:6] == b" " else _PLAIN
        text = self._block.decode("utf-8", "replace")
        before, found, after = text.partition(data) if data else (text, "", "")
        return (before, after) if found else (text, None)
