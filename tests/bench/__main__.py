"""`python tests/bench`: measures the playground beside references in the same run.

Prints a table and writes a JSON file. No test asserts a time; this is where speed is looked at.
"""

import argparse
import json
import os
import platform
import sys
import tempfile
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import client_rows
import live_rows
import page_rows
from figures import Figure, table

ROWS: dict[str, Callable[[int], list[Figure]]] = {
    "delay": client_rows.delay,
    "burst": client_rows.burst,
    "big": client_rows.big,
    "live": live_rows.live,
    "flood": live_rows.flood,
    "click": live_rows.click,
    "keystroke": page_rows.keystroke,
    "start": page_rows.start,
}

_JSON = Path(tempfile.gettempdir()) / "playground-bench.json"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python tests/bench", description=__doc__)
    parser.add_argument("row", nargs="*", help=f"which rows (all): {', '.join(ROWS)}")
    parser.add_argument("--rounds", type=int, default=7, help="how often each is repeated (7)")
    parser.add_argument("--json", type=Path, default=_JSON, help=f"where the JSON file goes ({_JSON})")
    given = parser.parse_args()
    unknown = [name for name in given.row if name not in ROWS]
    if unknown:
        parser.error(f"no such row: {', '.join(unknown)}")
    figures: list[Figure] = []
    for name in given.row or ROWS:
        print(f"{name} ...", file=sys.stderr, flush=True)
        found = ROWS[name](given.rounds)
        print(table(found), file=sys.stderr, flush=True)
        figures += found
    print(table(figures))
    run = {
        "at": datetime.now(UTC).isoformat(timespec="seconds"),
        "python": platform.python_version(),
        "cores": os.cpu_count(),
        "load": os.getloadavg()[0],
        "figures": [figure.tree() for figure in figures],
    }
    given.json.write_text(json.dumps(run, indent=2) + "\n")
    print(f"written to {given.json}", file=sys.stderr)


if __name__ == "__main__":
    main()
