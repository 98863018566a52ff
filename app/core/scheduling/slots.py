"""How many runs one queue may execute at a time: defaults per kind of device, and overrides per queue key."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

CPU_LIMIT = 2
ACCELERATOR_LIMIT = 1


@dataclass(frozen=True)
class SlotLimits:
    """Limits by queue key; anything under 1 counts as 1. accelerator: each card, mps and each set of cards."""

    cpu: int = CPU_LIMIT
    accelerator: int = ACCELERATOR_LIMIT
    overrides: Mapping[str, int] = field(default_factory=dict)

    def of(self, queue_key: str) -> int:
        """Runs that may execute at a time under this key."""
        limit = self.overrides.get(queue_key)
        if limit is None:
            limit = self.cpu if queue_key.rpartition("/")[2] == "cpu" else self.accelerator
        return max(1, limit)


def parse_overrides(text: str) -> tuple[dict[str, int], tuple[str, ...]]:
    """Read `cuda:0=2,cpu=8` (commas or spaces between entries).

    Answers (limits by queue key, entries that are no `key=whole number`); the last entry for a key holds, a number
    under 1 counts as 1. Numbers of more than 6 digits are malformed.
    """
    limits: dict[str, int] = {}
    malformed: list[str] = []
    for entry in text.replace(",", " ").split():
        key, equals, number = entry.rpartition("=")
        digits = number.removeprefix("-")
        if not equals or not key or not (digits.isascii() and digits.isdigit()) or len(digits) > 6:
            malformed.append(entry)
            continue
        limits[key] = max(1, int(number))
    return limits, tuple(malformed)
