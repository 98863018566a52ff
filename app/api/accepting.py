"""What a client says that it takes, in headers such as Accept and Accept-Encoding (RFC 9110, 12.5)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection

_MOST_CHARACTERS = 1000


def takes(header: str, names: Collection[str]) -> bool:
    """Whether the first of these names that a header has is not ruled out with a weight of 0. names: in lower case."""
    for part in header[:_MOST_CHARACTERS].lower().split(","):
        name, *more = (piece.strip() for piece in part.split(";"))
        if name in names:
            return not any(re.fullmatch(r"q\s*=\s*0(\.0{0,3})?", piece) for piece in more)
    return False
