"""A keyring for servers that tests start: everything lies in one file outside the server's folder.

A server uses it with PYTHON_KEYRING_BACKEND=tests.support.keyring_elsewhere.Elsewhere and KEYRING_ELSEWHERE=FILE.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING

from keyring.backend import KeyringBackend
from keyring.errors import PasswordDeleteError

if TYPE_CHECKING:
    from collections.abc import Mapping


def environ(file: Path) -> dict[str, str]:
    """What makes a server use it."""
    return {"PYTHON_KEYRING_BACKEND": f"{__name__}.{Elsewhere.__name__}", "KEYRING_ELSEWHERE": str(file)}


def values(file: Path) -> list[str]:
    """Everything that a keyring file holds."""
    return list(json.loads(file.read_text("utf-8")).values())


class Elsewhere(KeyringBackend):
    """As the library's backends. One process at a time."""

    priority = 5.0

    def get_password(self, service: str, username: str) -> str | None:
        """See KeyringBackend."""
        return self._read().get(f"{service}\n{username}")

    def set_password(self, service: str, username: str, password: str) -> None:
        """See KeyringBackend."""
        self._write({**self._read(), f"{service}\n{username}": password})

    def delete_password(self, service: str, username: str) -> None:
        """See KeyringBackend."""
        kept = self._read()
        if kept.pop(f"{service}\n{username}", None) is None:
            raise PasswordDeleteError("none")
        self._write(kept)

    def _read(self) -> dict[str, str]:
        file = Path(os.environ["KEYRING_ELSEWHERE"])
        return dict(json.loads(file.read_text("utf-8"))) if file.exists() else {}

    def _write(self, kept: Mapping[str, str]) -> None:
        Path(os.environ["KEYRING_ELSEWHERE"]).write_text(json.dumps(kept), "utf-8")
