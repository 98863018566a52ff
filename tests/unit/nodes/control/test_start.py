"""Start: a marker without a value."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.nodes.control.start import Start
from tests.support.nodes import call

if TYPE_CHECKING:
    from pathlib import Path


def test_gives_no_value(tmp_path: Path) -> None:
    assert call(Start, tmp_path) == {}
