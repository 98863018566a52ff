"""The control plane as a whole: rooms made in order, started, and stopped in reverse."""

from __future__ import annotations

import asyncio
import errno
import ipaddress
import json
import logging
import os
import re
import secrets
from contextlib import AsyncExitStack, contextmanager
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from app import __version__, logs
from app.api.server import HttpServer
from app.compose import rooms
from app.core.vocab.errors import Refused, Unavailable
from app.core.vocab.reason import reason
from app.private import private_folder, private_subfolder, write_private
from app.runs.lock import FILE_NAME
from app.settings import PREFIX, Settings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from app.api.keys import Services

log = logging.getLogger(__name__)

LATER_S = 0.1
"""How long after it serves the plane prepares what is slow: the first answer comes before that."""

STOP_GRACE_S = 5.0
"""What running runs have to stop in; what still runs then is settled by the next start."""


_PART = re.compile(r"\.(session\.token|server\.json|settings\.json|secrets\.json|keyring\.json)\.\d+\.[0-9a-f]{8}\Z")


@dataclass(frozen=True)
class ServerInfo:
    """What server.json holds."""

    url: str
    pid: int
    version: str
    boot_id: str


class Plane:
    """Owns every room. `start` either leaves a serving plane or raises with everything taken down again.

    make_services: builds what the routes stand on, with its own cleanup put on the stack; tests give a fake.
    """

    def __init__(self, settings: Settings, make_services: Callable[..., Any] | None = None) -> None:
        self.settings = settings
        self.boot_id = secrets.token_hex(16)
        self.http: HttpServer | None = None
        self.services: Services | None = None
        self._make = make_services or rooms.make_services
        self._stack = AsyncExitStack()
        self.grace_s = STOP_GRACE_S
        self._lock_file: tuple[int, int] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._later: list[asyncio.Future[object]] = []

    async def start(self, host: str, port: int) -> ServerInfo:
        """Make the rooms, recover runs, listen, write server.json.

        Raises: Unavailable folder_unwritable, address_in_use, address_unusable; Refused while another server has the
        folder; what the rooms raise.
        """
        try:
            return await self._start(host, port)
        except BaseException:
            await self._stack.aclose()
            raise

    async def _start(self, host: str, port: int) -> ServerInfo:
        data = self.settings.user_data_dir
        _make_folders(self.settings)
        rooms.lock(data, self._stack)
        _remove_parts(data)
        token = secrets.token_urlsafe(32)
        logs.hide(token)
        self._stack.callback(logs.forget, token)
        _write(data / "session.token", token)
        services = await self._make(self.settings, token, self.boot_id, self._stack)
        self.services = services
        await services.runs.start()
        self._stack.push_async_callback(self._stop_runs)
        self.http = HttpServer(services)
        self._stack.push_async_callback(self.http.stop)
        await self._listen(self.http, host, port)
        if not _is_loopback(self.http.host):
            why = reason("beyond_loopback", host=host)
            log.warning("%s %s", why.text(), why.text("zh-TW"), extra={"code": why.code})
        info = ServerInfo(self.http.url, os.getpid(), __version__, self.boot_id)
        file = data / "server.json"
        _write(file, asdict(info))
        self._lock_file = _identity(data / FILE_NAME)
        self._stack.callback(_remove_own, file, self.boot_id)
        self._stack.push_async_callback(self._end_later)
        self._timer = asyncio.get_running_loop().call_later(LATER_S, self._begin_later)
        log.info("serving", extra={"url": info.url, "boot_id": self.boot_id})
        return info

    def _begin_later(self) -> None:
        """What nobody has asked for yet is made now, so that the first who asks need not wait."""
        loop = asyncio.get_running_loop()
        for work in self.services.later if self.services is not None else ():
            self._later.append(loop.run_in_executor(None, work))

    async def _end_later(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        for result in await asyncio.gather(*self._later, return_exceptions=True):
            if isinstance(result, BaseException):
                log.error("preparing broke", exc_info=result)

    async def _listen(self, http: HttpServer, host: str, port: int) -> None:
        where = {"host": host, "port": port}
        try:
            await http.start(host, port)
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                raise Unavailable(reason("address_in_use", **where)) from None
            problem = os.strerror(error.errno) if error.errno and error.errno > 0 else str(error)
            raise Refused(reason("address_unusable", **where, problem=problem)) from None
        except (UnicodeError, OverflowError, ValueError) as error:
            raise Refused(reason("address_unusable", **where, problem=str(error))) from None

    async def _stop_runs(self) -> None:
        if self.services is not None:
            await self.services.runs.stop(self.grace_s)

    def is_idle(self) -> bool:
        """True when nothing waits or executes."""
        return self.services is not None and self.services.runs.active_count() == 0

    def has_folder(self) -> bool:
        """False once the lock or server.json is gone from the folder's path: another server may have that path now.

        Blocks as long as the disk does. A disk that cannot tell has lost nothing.
        """
        data = self.settings.user_data_dir
        try:
            return _identity(data / FILE_NAME) == self._lock_file and (data / "server.json").stat().st_size > 0
        except (FileNotFoundError, NotADirectoryError):
            return False
        except OSError:
            return True

    async def stop(self) -> None:
        """Stop in reverse order of starting: server.json, socket, runs, database, lock. Safe to call twice."""
        await self._stack.aclose()


def _is_loopback(address: str) -> bool:
    """True for an address that only this machine can dial."""
    try:
        return ipaddress.ip_address(address.partition("%")[0]).is_loopback
    except ValueError:
        return False


def _make_folders(settings: Settings) -> None:
    """The user-data folder is for this account only: it holds tokens and people's data."""
    data = settings.user_data_dir
    with _naming(data, "user_data_dir"):
        private_folder(data)
        if not os.access(data, os.W_OK | os.X_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    for name in ("files", "images", "models", "media", "graphs", "presets", "custom_nodes", "plugins"):
        setting = f"{'data_files' if name == 'files' else name}_dir"
        folder: Path = getattr(settings, setting, data / "data" / name)
        with _naming(folder, setting if setting in Settings.model_fields else "user_data_dir"):
            _make_below(data, folder)
    for name in (".", "cache", "runs", "output"):
        with _naming(data / "data" / name, "user_data_dir"):
            _make_below(data, data / "data" / name)


@contextmanager
def _naming(folder: Path, setting: str) -> Iterator[None]:
    """What the system refuses is told with the folder and the setting that leads to it. Raises: Unavailable."""
    try:
        yield
    except OSError as error:
        # mkdir says "File exists" of what is no folder
        problem = os.strerror(errno.ENOTDIR) if isinstance(error, FileExistsError) else error.strerror or ""
        where = {"folder": str(folder), "setting": PREFIX + setting.upper()}
        raise Unavailable(reason("folder_unwritable", **where, problem=problem)) from None


def _identity(file: Path) -> tuple[int, int]:
    """Tells a file from another one of the same name. Raises: OSError."""
    found = file.stat()
    return found.st_dev, found.st_ino


def _make_below(data: Path, folder: Path) -> None:
    """A folder below the user-data folder is ours; one that a setting puts elsewhere has the mode its owner wants."""
    if folder.is_relative_to(data):
        private_subfolder(folder)
    else:
        folder.mkdir(parents=True, exist_ok=True)


def _write(file: Path, value: dict[str, Any] | str) -> None:
    with _naming(file.parent, "user_data_dir"):
        write_private(file, value, durable=False)


def _remove_parts(data: Path) -> None:
    """Remove what a killed server was writing when it died; a part of session.token holds a token, one of
    secrets.json secrets."""
    for part in data.glob(".*"):
        if _PART.match(part.name):
            try:
                part.unlink(missing_ok=True)
            except OSError as error:
                log.info("%s stays: %s", part, error)


def _remove_own(file: Path, boot_id: str) -> None:
    """Remove server.json unless a later server has written its own."""
    try:
        if json.loads(file.read_text("utf-8")).get("boot_id") == boot_id:
            file.unlink()
    except (OSError, ValueError, AttributeError):
        log.info("server.json is gone or not ours")


async def until(event: asyncio.Event, timeout_s: float) -> bool:
    """Wait for an event at most so long; say whether it came."""
    try:
        async with asyncio.timeout(timeout_s):
            await event.wait()
    except TimeoutError:
        return False
    return True
