"""Interpreters that are not this one: virtual environments that see this one's libraries without a copy of them."""

from __future__ import annotations

import subprocess
import sysconfig
import venv
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def make(folder: Path, *, with_libraries: bool = True) -> str:
    """A new virtual environment; answers the path of its interpreter.

    with_libraries: whether what this interpreter has, torch among it, can be imported there: one line of a `.pth` file.
    """
    venv.EnvBuilder(with_pip=False, symlinks=True).create(folder)
    python = str(folder / "bin" / "python")
    if with_libraries:
        found = subprocess.run(
            [python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"],
            capture_output=True, text=True, check=True,
        )  # fmt: skip
        at = type(folder)(found.stdout.strip(), "theirs.pth")
        at.write_text(sysconfig.get_path("purelib") + "\n")
    return python
