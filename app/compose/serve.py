"""`serve`: a control plane in the foreground, from start to signal."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import signal
import threading
from typing import TYPE_CHECKING, Any

from app import logs
from app.aio.tasks import TaskNest
from app.api.keys import Stay
from app.compose.plane import Plane, ServerInfo, until
from app.private import private_folder

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from app.settings import Settings

log = logging.getLogger(__name__)

FILES = 65536
"""File descriptors the server asks for, if the system grants so many."""

IDLE_LOOK_S = 0.25
"""How often an `until_idle_s` server looks whether it is idle: at most so much longer than asked does it stay."""


FOLDER_LOOK_S = 0.5
"""How often a server looks whether its folder is still there."""


class Stop:
    """What signals ask for: the first is a stop within the grace, the second a stop now."""

    def __init__(self) -> None:
        self.asked = asyncio.Event()
        self.now = asyncio.Event()

    def signal(self) -> None:
        """Called on the loop for each signal."""
        (self.now if self.asked.is_set() else self.asked).set()


async def serve(
    settings: Settings,
    host: str,
    port: int,
    until_idle_s: float | None = None,
    *,
    on_ready: Callable[[ServerInfo], None] | None = None,
    make_services: Callable[..., Any] | None = None,
) -> None:
    """Serve until SIGTERM or SIGINT, or until nothing waited, ran or asked for `until_idle_s` seconds.

    port 0 takes a free one. on_ready: called once with what server.json holds. Raises: what Plane.start raises.
    """
    stop = Stop()
    _raise_file_limit()
    with _logging(settings), _signals(stop):
        plane, watch = Plane(settings, make_services), TaskNest("serve")
        info = await plane.start(host, port)
        if make_services is None:
            # what start made lives as long as this process, which does nothing else: later collections may skip it
            gc.freeze()
            gc.enable()
        try:
            if on_ready is not None:
                on_ready(info)
            watch.start(_watch_folder(plane, stop), "folder")
            await _wait(plane, stop, until_idle_s)
        finally:
            await watch.cancel()
            await _leave(plane, stop)


async def _watch_folder(plane: Plane, stop: Stop) -> None:
    """Ask for a stop once the folder was taken away: what is written from then on nobody would find, and a start on
    the same path would make a second server there.
    """
    missed = 0
    while missed < 2:  # a file that is being replaced may be missed once
        if await until(stop.asked, FOLDER_LOOK_S):
            return
        missed = 0 if await asyncio.to_thread(plane.has_folder) else missed + 1
    log.error(
        "leaving: the user-data folder was removed or replaced", extra={"folder": str(plane.settings.user_data_dir)}
    )
    stop.signal()


async def _wait(plane: Plane, stop: Stop, until_idle_s: float | None) -> None:
    if until_idle_s is None:
        await stop.asked.wait()
        return
    stay = plane.services.stay if plane.services is not None else Stay()
    active_at = asyncio.get_running_loop().time()
    while not await until(stop.asked, min(IDLE_LOOK_S, until_idle_s / 2)):
        if stay.is_asked:
            log.info("staying: asked to")
            await stop.asked.wait()
            return
        now = asyncio.get_running_loop().time()
        if not plane.is_idle() or plane.http is None:
            active_at = now
        elif min(now - active_at, plane.http.idle_s()) >= until_idle_s:
            stay.is_leaving = True
            log.info("leaving: idle")
            return


async def _leave(plane: Plane, stop: Stop) -> None:
    """Stop the plane; a second signal cuts it short."""
    stopping = asyncio.ensure_future(plane.stop())
    hurry = asyncio.ensure_future(stop.now.wait())
    await asyncio.wait({stopping, hurry}, return_when=asyncio.FIRST_COMPLETED)
    hurry.cancel()
    if not stopping.done():
        stopping.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await stopping


@contextlib.contextmanager
def _logging(settings: Settings) -> Iterator[None]:
    with contextlib.suppress(OSError):  # the plane says what is wrong with the folder
        # before the log's own folder would make it with the rights that folders usually have
        private_folder(settings.user_data_dir)
    kept = logs.start(settings.log_dir, "DEBUG" if settings.debug else settings.log_level, settings.log_json)
    try:
        yield
    finally:
        kept.close()


@contextlib.contextmanager
def _signals(stop: Stop) -> Iterator[None]:
    """Route SIGTERM and SIGINT to `stop` while the block lasts. Outside the main thread signals stay as they are."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    loop = asyncio.get_running_loop()
    wanted = (signal.SIGTERM, signal.SIGINT)
    before = {number: signal.getsignal(number) for number in wanted}
    for number in wanted:
        # not loop.add_signal_handler: Windows has none
        signal.signal(number, lambda *_: loop.call_soon_threadsafe(stop.signal))
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _raise_file_limit() -> None:
    """Every waiting client is a file descriptor; the usual soft limit of 1024 is a default, not a wish."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
