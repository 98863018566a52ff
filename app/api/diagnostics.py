"""A zip with what is needed to tell what is wrong with a server: what it is, how it is set, what it has logged.

Nothing in it opens anything: no token, no remembered value, no graph, no output of a run.
"""

from __future__ import annotations

import io
import json
import platform
import sys
import zipfile
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from app.core.events.masking import Mask

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

MAX_LOG_BYTES = 4 * 1024 * 1024
"""Of the newest log, and as much again of the one before it."""


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """What goes in. parts: file name -> JSON value. log_dir: of server.log. hidden: texts that must not go out."""

    parts: Mapping[str, Any]
    log_dir: Path
    hidden: tuple[str, ...]

    def to_zip(self) -> bytes:
        """The bytes of the zip. Reads and packs some megabytes: call it in a thread."""
        mask = Mask(self.hidden)
        made = io.BytesIO()
        with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as out:
            for name, value in {**self.parts, "machine.json": machine()}.items():
                text = json.dumps(value, ensure_ascii=False, indent=2, allow_nan=False, default=str)
                out.writestr(name, mask.text(text) + "\n")
            for name in ("server.log", "server.log.1"):
                text = tail(self.log_dir / name)
                if text:
                    out.writestr(f"logs/{name}", mask.text(text))
        return made.getvalue()


def machine() -> dict[str, Any]:
    """The system and the interpreter; no name of the machine or of a person."""
    return {
        "system": platform.system(),
        "release": platform.release(),
        "architecture": platform.machine(),
        "python": sys.version,
        "frozen": bool(getattr(sys, "frozen", False)),
    }


def tail(file: Path) -> str:
    """The last of a log, from the beginning of a line; empty when there is none."""
    try:
        with file.open("rb") as opened:
            size = opened.seek(0, io.SEEK_END)
            opened.seek(max(0, size - MAX_LOG_BYTES))
            data = opened.read(MAX_LOG_BYTES)
    except OSError:
        return ""
    if size > MAX_LOG_BYTES:
        data = data.partition(b"\n")[2]
    return data.decode("utf-8", "replace")
