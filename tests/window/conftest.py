"""What the tests of the window share: a built interface, a real server, a real browser."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.support.browser_flow import built, run_flow
from tests.support.own_nodes import put
from tests.support.server_process import server as serving

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.support.server_process import Running


@pytest.fixture(scope="session")
def ui(request: pytest.FixtureRequest) -> Path:
    """The folder of the interface's sources, built; fails where it cannot be built."""
    return built(request.config.rootpath)


@pytest.fixture
def own_nodes() -> dict[str, str]:
    """Node types of the server's own: file name -> source. A module that needs some has a fixture of this name."""
    return {}


@pytest.fixture
def server(tmp_path: Path, ui: Path, own_nodes: dict[str, str]) -> Iterator[Running]:
    """A server of its own, on a user-data folder of its own."""
    del ui
    if own_nodes:
        put(tmp_path / "data", **own_nodes)
    with serving(tmp_path / "data") as started:
        yield started


@pytest.fixture
def flow(server: Running, ui: Path, tmp_path: Path) -> Callable[..., dict[str, Any]]:
    """Run a script of `flows/` in the browser: what it says at its end. Fails with what the browser's console said."""

    def run(name: str, **options: str) -> dict[str, Any]:
        return run_flow(ui.parent, server.info["url"], name, tmp_path / "profile", **options)

    return run
