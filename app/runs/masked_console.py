"""The console of a run with secrets: their values are masked before anything is written."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.core.events.masking import Mask
    from app.runs.console import ConsoleFile


class MaskedConsole:
    """A ConsoleFile behind a mask. Text arrives in pieces, from any thread: what may begin a value waits for the next
    piece of its thread.
    """

    def __init__(self, mask: Mask, console: ConsoleFile) -> None:
        self._mask = mask
        self._console = console
        self._lock = threading.Lock()
        self._held: dict[int, str] = {}

    def write(self, text: str) -> None:
        """Pass the text on, but for an end that may be half a value."""
        thread = threading.get_ident()
        with self._lock:
            text = self._held.pop(thread, "") + text
            start = self._mask.unfinished(text)
            if start is not None:
                self._held[thread] = text[start:]
                text = text[:start]
        if text:
            self._console.write(self._mask.text(text))

    def close(self) -> None:
        """Pass on what is held back, masked; nothing more is written."""
        with self._lock:
            held, self._held = list(self._held.values()), {}
        for text in held:
            self._console.write(self._mask.text(text))
        self._console.close()
