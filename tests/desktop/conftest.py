"""What the tests of the desktop window share: a display of their own, the built interface, one user."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tests.support.windows import Desk, x_display

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture(scope="session")
def display() -> Iterator[str]:
    """An X display with a window manager."""
    with x_display() as name:
        yield name


@pytest.fixture(scope="session")
def ui(request: pytest.FixtureRequest) -> None:
    """The interface, built; fails where it cannot be built."""
    done = subprocess.run(
        [sys.executable, str(request.config.rootpath / "packaging" / "ui.py")],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr


@pytest.fixture
def desk(tmp_path: Path, display: str, ui: None) -> Iterator[Desk]:
    """One user with a folder of their own; whatever they leave behind is ended."""
    del ui
    made = Desk(tmp_path / "home", display)
    yield made
    made.leave()
