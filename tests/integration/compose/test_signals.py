"""The first signal is a stop within the grace, the second a stop now; a start that fails leaves nothing."""

from __future__ import annotations

import asyncio
import os
import signal
from typing import TYPE_CHECKING, Any

import pytest

from app.compose.plane import Plane
from app.compose.serve import serve
from app.core.vocab.errors import CduiError
from app.settings import Settings
from tests.support.fake_runs import FakeRuns
from tests.support.plane import make

if TYPE_CHECKING:
    from pathlib import Path


class Stubborn(FakeRuns):
    """A run service whose stop never ends by itself."""

    def __init__(self) -> None:
        super().__init__()
        self.stopping = asyncio.Event()
        self.cut = False

    async def stop(self, grace_s: float = 5.0) -> None:
        self.stopping.set()
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            self.cut = True
            raise


def settings(folder: Path) -> Settings:
    return Settings.from_env({"CODEFYUI_USER_DATA_DIR": str(folder)})


async def test_a_second_signal_cuts_the_stop_short_and_still_takes_everything_down(tmp_path: Path) -> None:
    runs, ready = Stubborn(), asyncio.Event()
    closed: list[str] = []

    async def make_services(_: Any, token: str, boot_id: str, stack: Any) -> Any:
        stack.callback(closed.append, "database")
        return make(tmp_path, runs=runs, token=token, boot_id=boot_id)

    before = signal.getsignal(signal.SIGTERM)
    serving = asyncio.ensure_future(
        serve(settings(tmp_path), "127.0.0.1", 0, on_ready=lambda _: ready.set(), make_services=make_services)
    )
    async with asyncio.timeout(60):
        await ready.wait()
        os.kill(os.getpid(), signal.SIGTERM)
        await runs.stopping.wait()
        assert not serving.done()
        os.kill(os.getpid(), signal.SIGTERM)
        await serving
    assert (runs.cut, closed) == (True, ["database"])
    assert signal.getsignal(signal.SIGTERM) is before
    assert not (tmp_path / "server.json").exists()


async def test_a_start_that_fails_late_takes_down_what_it_made(tmp_path: Path) -> None:
    closed: list[str] = []

    async def make_services(_: Any, token: str, boot_id: str, stack: Any) -> Any:
        stack.callback(closed.append, "database")
        return make(tmp_path, runs=FakeRuns(), token=token, boot_id=boot_id)

    plane = Plane(settings(tmp_path), make_services)
    with pytest.raises(CduiError) as caught:
        await plane.start("203.0.113.7", 0)
    assert (caught.value.reason.code, closed) == ("address_unusable", ["database"])
    again = Plane(settings(tmp_path), make_services)
    await again.start("127.0.0.1", 0)  # the folder was given back
    await again.stop()
    await again.stop()


async def test_it_stays_while_a_run_waits_and_leaves_when_none_does(tmp_path: Path) -> None:
    runs, ready = FakeRuns(), asyncio.Event()

    async def make_services(_: Any, token: str, boot_id: str, stack: Any) -> Any:
        return make(tmp_path, runs=runs, token=token, boot_id=boot_id)

    await runs.submit({"nodes": []}, {}, None)
    serving = asyncio.ensure_future(
        serve(settings(tmp_path), "127.0.0.1", 0, 0.02, on_ready=lambda _: ready.set(), make_services=make_services)
    )
    async with asyncio.timeout(60):
        await ready.wait()
        done, _ = await asyncio.wait({serving}, timeout=0.3)
        assert not done
        await runs.cancel("1".zfill(32))
        await serving
    assert runs.stopped
