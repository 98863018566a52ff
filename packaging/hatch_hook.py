"""Puts the built user interface into every wheel and sdist; an editable install leaves it to the start."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class UiHook(BuildHookInterface[Any]):
    """Named in pyproject.toml."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build when stale. Raises: RuntimeError rather than a package without its interface."""
        if version == "editable":
            return
        if runpy.run_path(str(Path(self.root) / "packaging" / "ui.py"))["main"]() != 0:
            raise RuntimeError("the user interface could not be built; Node.js 20.19 or newer and npm are needed")
