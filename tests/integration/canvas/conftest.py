"""Every test finds its gate shut."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.support.sockets import Gate

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(autouse=True)
def _gate() -> Iterator[None]:
    """A test that fails leaves no node waiting."""
    Gate.reset()
    yield
    Gate.opened.set()
