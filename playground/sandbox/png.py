"""A picture made in code: the smallest PNG writer that does (PNG specification, 5 and 11)."""

import struct
import zlib


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def bar_chart(heights: tuple[int, ...], bar: int = 24, height: int = 64) -> bytes:
    """Draws a bar chart.

    In: the height of each bar in pixels, the width of a bar with its gap, and the picture's height. Out: a PNG file of
    8-bit RGB.
    """
    blue, white = b"\x2f\x6f\xb7", b"\xff\xff\xff"
    gap = bar // 4
    rows = [
        b"\x00" + b"".join((blue if height - y <= tall else white) * (bar - gap) + white * gap for tall in heights)
        for y in range(height)
    ]
    header = struct.pack(">IIBBBBB", bar * len(heights), height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + _chunk(b"IHDR", header)
        + _chunk(b"IDAT", zlib.compress(b"".join(rows)))
        + _chunk(b"IEND", b"")
    )
