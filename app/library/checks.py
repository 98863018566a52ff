"""What is known of own node files that cannot be loaded, so that only what changed is tried again.

A file that never ends costs its whole allowance each time it is tried; that verdict is also written down, for the next
start. Any other failure may be gone with the next start: a library that was missing may have been installed.
"""

from __future__ import annotations

import json
import logging
import sys
from typing import TYPE_CHECKING, NamedTuple

from app import __version__
from app.core.graph.jsontext import read_json
from app.core.vocab.errors import Unavailable
from app.core.vocab.reason import Reason, reason
from app.library.atomic import write_atomic

if TYPE_CHECKING:
    from collections.abc import Collection
    from pathlib import Path

log = logging.getLogger(__name__)

_SLOW = "custom_too_slow"


class State(NamedTuple):
    """One state of one file. digest: SHA-256 of the content, in hex. mtime_ns: saved again, it is tried again."""

    name: str
    digest: str
    mtime_ns: int


class Checks:
    """Verdicts by state of file. Not thread-safe for one state; `keep_only` is for when nothing is being tried.

    file: where verdicts of slowness stay, None for nowhere; one that is damaged or of another interpreter counts for
    nothing. allowance_s: what a file may take now; one that failed with less is not known to be slow.
    """

    def __init__(self, file: Path | None, allowance_s: float) -> None:
        self._file = file
        self._interpreter = f"{sys.executable} {sys.version} {__version__}"
        self._failed: dict[State, Reason] = {}
        self._written = self._read(allowance_s)
        self._failed.update(self._written)

    def known(self, state: State) -> Reason | None:
        """Why this state of the file failed; None when it did not, or was not tried."""
        return self._failed.get(state)

    def failed(self, state: State, why: Reason) -> None:
        """Remember a failure."""
        self._failed[state] = why

    def forget(self) -> None:
        """Try everything again."""
        self._failed.clear()

    def keep_only(self, states: Collection[State]) -> None:
        """Drop what is known of files that are gone or have changed, and write down what the next start should know."""
        self._failed = {state: self._failed[state] for state in states if state in self._failed}
        slow = {state: why for state, why in self._failed.items() if why.code == _SLOW}
        if slow == self._written or self._file is None:
            return
        rows = [[*state, why.params["seconds"]] for state, why in slow.items()]
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            write_atomic(self._file, json.dumps({"interpreter": self._interpreter, "slow": rows}).encode())
        except (OSError, Unavailable) as error:  # the next start tries the file again, and that is all
            log.info("%s is not written: %s", self._file, error)
            return
        self._written = slow

    def _read(self, allowance_s: float) -> dict[State, Reason]:
        try:
            value = read_json(self._file.read_bytes()).value if self._file is not None else None
            if value is None or value["interpreter"] != self._interpreter:
                return {}
            rows = [(State(str(name), str(digest), int(at)), float(s)) for name, digest, at, s in value["slow"]]
        except (OSError, ValueError, TypeError, KeyError, OverflowError):
            return {}
        return {state: reason(_SLOW, seconds=seconds) for state, seconds in rows if seconds >= allowance_s}
