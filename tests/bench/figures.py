"""What a measurement says: ours, a reference of the same run, and what was to be reached."""

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """One line of the table."""

    row: str
    what: str
    ours: float
    goal: float
    """`ours` is to be at most this; worked out from the reference where it depends on it."""
    rule: str
    """The goal in words."""
    references: dict[str, float]
    """Name -> figure, measured in the same run."""
    unit: str = "ms"

    @property
    def reached(self) -> bool:
        return self.ours <= self.goal

    def tree(self) -> dict[str, object]:
        return {
            "row": self.row,
            "what": self.what,
            "unit": self.unit,
            "ours": round(self.ours, 3),
            "references": {name: round(value, 3) for name, value in self.references.items()},
            "ratio": round(self.ours / next(iter(self.references.values())), 3) if self.references else None,
            "goal": round(self.goal, 3) if math.isfinite(self.goal) else None,
            "rule": self.rule,
            "reached": self.reached,
        }


def p95(values: Sequence[float]) -> float:
    return sorted(values)[math.ceil(len(values) * 0.95) - 1]


median = statistics.median


def table(figures: Sequence[Figure]) -> str:
    """The figures for a terminal."""
    heads = ["row", "what", "ours", "reference", "to reach", "ratio", ""]
    lines = [heads]
    for figure in figures:
        references = ", ".join(f"{name} {value:.3g}" for name, value in figure.references.items())
        ratio = figure.tree()["ratio"]
        lines.append(
            [
                figure.row,
                figure.what,
                f"{figure.ours:.3g} {figure.unit}",
                references or "-",
                f"{figure.rule}: {figure.goal:.3g}" if math.isfinite(figure.goal) else figure.rule,
                f"{ratio:.2f}" if isinstance(ratio, float) else "-",
                ("yes" if figure.reached else "NO") if math.isfinite(figure.goal) else "",
            ]
        )
    widths = [max(len(line[column]) for line in lines) for column in range(len(heads))]
    return "\n".join("  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)) for line in lines)
