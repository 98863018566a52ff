"""Names of parametrized cases that are the same in every process, so that a suite can be shared between several."""

from __future__ import annotations

import re


def named(value: object) -> str:
    """`str(value)` without addresses in memory, for `ids=` of cases that hold functions or bare objects."""
    return re.sub(r" at 0x[0-9a-f]+", "", str(value))
