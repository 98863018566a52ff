"""What the window says when something stands between it and its server."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest

from tests.support.plain_proxy import plain_proxy
from tests.support.server_process import REPO
from tests.support.server_process import server as serving

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.support.plain_proxy import Proxy
    from tests.support.server_process import Running


@pytest.fixture
def proxy() -> Iterator[Proxy]:
    """A proxy that lets no WebSocket through."""
    with plain_proxy() as started:
        yield started


@pytest.fixture
def server(tmp_path: Path, ui: Path, proxy: Proxy) -> Iterator[Running]:
    """A server behind the proxy, which it answers to."""
    del ui
    with serving(tmp_path / "data", CODEFYUI_EXTRA_ALLOWED_HOSTS=f"127.0.0.1:{proxy.port}") as started:
        proxy.server = urlsplit(started.info["url"]).port or 0
        yield started


def test_what_stands_between_the_window_and_its_server_is_told(
    flow: Callable[..., dict[str, Any]], server: Running, proxy: Proxy
) -> None:
    seen = flow(
        "shell_faults",
        pid=str(server.process.pid),
        python=sys.executable,
        home=str(server.home),
        root=str(REPO),
        proxy=str(proxy.port),
    )
    assert seen == {
        "language": "zh-TW",
        "again": 0,
        "proxied": [True, 1],
        "quiet": 0,
        "run": [True, "The server does not answer"],
        "epochs": "10",
        "findings": [],
    }
