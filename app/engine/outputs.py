"""Which text values of a node name a file that people can download."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


class Downloads:
    """Knows the models folder of a run."""

    def __init__(self, models: Path) -> None:
        self._root = os.path.join(str(models), "")

    def path_of(self, text: str) -> str | None:
        """The path below the models folder, `/` between its parts, if the text names a file there; else None."""
        if not text.startswith(self._root) or "\0" in text or not os.path.isfile(text):
            return None
        below = os.path.relpath(text, self._root)
        return None if below.startswith("..") else below.replace(os.sep, "/")
