"""One warm process for all chaos tests of a session."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.support.warm_servers import Warm, warm_servers

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(scope="session")
def warm() -> Iterator[Warm]:
    """Where servers are forked from."""
    with warm_servers() as process:
        yield process
