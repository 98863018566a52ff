"""Files that a person chose to open, read once and handed to the page piece by piece."""

from __future__ import annotations

import itertools
import threading
from dataclasses import dataclass
from pathlib import Path

from app.cli.regular import NotRegularError, read_regular

MOST_BYTES = 50 * 2**20
"""The largest graph file; the page has the same limit for files that are dropped on it."""

PIECE = 1_000_000
"""Characters that go over in one message."""

MOST_HELD = 8


class TextError(Exception):
    """A file that cannot be opened. code: for the page's words; params: for the same."""

    def __init__(self, code: str, name: str) -> None:
        super().__init__(code)
        self.code = code
        self.params = {"name": name}


@dataclass(frozen=True, slots=True)
class Held:
    """A text that waits for the page. size: characters."""

    id: str
    name: str
    size: int


class Texts:
    """Holds a few texts until the page has read them. Thread-safe."""

    def __init__(self) -> None:
        self._ids = itertools.count(1)
        self._texts: dict[str, str] = {}
        self._guard = threading.Lock()

    def take(self, path: str) -> Held:
        """Read a file. Raises: TextError."""
        name = Path(path).name
        text = _read(path, name)
        with self._guard:
            key = str(next(self._ids))
            self._texts[key] = text
            while len(self._texts) > MOST_HELD:  # a page that never came for them
                del self._texts[next(iter(self._texts))]
        return Held(key, name, len(text))

    def piece(self, key: str, offset: int) -> tuple[str, int | None]:
        """(text from `offset` on, where the next piece begins); None after the last one, which also lets it go.

        Raises: TextError(file_gone) for one that is not held.
        """
        with self._guard:
            text = self._texts.get(key)
            if text is None or offset < 0:
                raise TextError("file_gone", "")
            following = offset + PIECE
            if following >= len(text):
                del self._texts[key]
                return text[offset:], None
            return text[offset:following], following


def _read(path: str, name: str) -> str:
    try:
        data = read_regular(Path(path), MOST_BYTES + 1)
    except NotRegularError:
        raise TextError("file_not_regular", name) from None
    except FileNotFoundError:
        raise TextError("file_missing", name) from None
    except IsADirectoryError:
        raise TextError("file_is_folder", name) from None
    except (OSError, ValueError):
        raise TextError("file_unreadable", name) from None
    if len(data) > MOST_BYTES:
        raise TextError("file_too_large", name)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise TextError("file_no_text", name) from None
