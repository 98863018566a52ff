"""One server per user-data folder: a lock that dies with its holder, whatever kills it.

The system's record lock on `codefyui.lock` does the work (fcntl.lockf, msvcrt.locking): it ends with the process, also
after kill -9 or a power cut, and unlike flock it does not live on in a forked child of a killed server. The file tells
a second start who holds it. On a file system without locks a heartbeat stands in: a file that the holder touches, and
whose age, measured by the file system's own clock, says whether somebody is there.
"""

from __future__ import annotations

import errno
import json
import logging
import os
import socket
import sys
import threading
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import psutil

from app.core.vocab.errors import Conflict, Unavailable

if TYPE_CHECKING:
    from collections.abc import Callable

log = logging.getLogger(__name__)

FILE_NAME = "codefyui.lock"
HEARTBEAT_NAME = "codefyui.heartbeat"
BEAT_S = 5.0
STALE_S = 30.0
"""A heartbeat older than this belongs to nobody any more."""

_TAKEN = (errno.EACCES, errno.EAGAIN, errno.EDEADLK)
_held: set[Path] = set()
_held_guard = threading.Lock()


@dataclass(frozen=True)
class Holder:
    """Who holds a folder. boot_id: of the machine's start, so that a pid of before a reboot is told apart."""

    pid: int
    host: str
    boot_id: str

    @property
    def is_gone(self) -> bool:
        """True when it was a process of this machine that does not exist any more."""
        if self.host != socket.gethostname():
            return False
        return self.boot_id != machine_boot_id() or not psutil.pid_exists(self.pid)


class InstanceLock:
    """A held folder. Made by `take`; `release` or the end of the process gives it back."""

    def __init__(self, folder: Path, descriptor: int, heartbeat: _Heartbeat | None) -> None:
        self._folder = folder
        self._descriptor = descriptor
        self._heartbeat = heartbeat

    @classmethod
    def take(cls, folder: Path, locking: Callable[[int], None] | None = None) -> InstanceLock:
        """Take the folder, making it if need be. locking: the system's lock, for tests.

        Raises: Conflict(folder_in_use) naming pid and host; Unavailable(folder_unusable).
        """
        try:
            folder.mkdir(parents=True, exist_ok=True)
            folder = folder.resolve()
            with _held_guard:
                if folder in _held:
                    raise _in_use(folder, _myself())
                lock = cls._take(folder, locking or _lock)
                _held.add(folder)
                return lock
        except OSError as error:
            raise Unavailable.of("folder_unusable", folder=str(folder), message=str(error)) from error

    def release(self) -> None:
        """Give the folder back. Calling twice is fine."""
        with _held_guard:
            if self._folder in _held:
                _held.discard(self._folder)
                if self._heartbeat is not None:
                    self._heartbeat.stop()
                os.close(self._descriptor)

    @classmethod
    def _take(cls, folder: Path, locking: Callable[[int], None]) -> InstanceLock:
        descriptor = os.open(folder / FILE_NAME, os.O_RDWR | os.O_CREAT, 0o600)
        heartbeat: _Heartbeat | None = None
        try:
            try:
                locking(descriptor)
            except OSError as error:
                if error.errno in _TAKEN:
                    raise _in_use(folder, _read(folder / FILE_NAME)) from error
                log.info("%s has no file locks (%s); a heartbeat stands in", folder, error)
                heartbeat = _Heartbeat(folder)
            os.ftruncate(descriptor, 0)
            _put(descriptor, _text(_myself()))
            os.fsync(descriptor)
        except BaseException:
            os.close(descriptor)
            raise
        return cls(folder, descriptor, heartbeat)


class _Heartbeat:
    """Holds the folder by touching a file every BEAT_S. Raises: Conflict while another heartbeat is fresh."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / HEARTBEAT_NAME
        while not self._claim():
            self._clear_stale(folder)
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._beat, name="instance-heartbeat", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._stop.set()
        self._thread.join()
        self._path.unlink(missing_ok=True)

    def _claim(self) -> bool:
        try:
            descriptor = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError:
            return False
        _put(descriptor, _text(_myself()))
        os.close(descriptor)
        return True

    def _clear_stale(self, folder: Path) -> None:
        """Move a dead heartbeat away; of two starts that try, one renames and the other finds it gone."""
        probe = folder / f"{HEARTBEAT_NAME}.{os.getpid()}"
        probe.touch()
        try:
            age_s = probe.stat().st_mtime - self._path.stat().st_mtime
            holder = _read(self._path)
            if age_s < STALE_S and not (holder is not None and holder.is_gone):
                raise _in_use(folder, holder)
            self._path.replace(probe)
        except FileNotFoundError:
            pass
        finally:
            probe.unlink(missing_ok=True)

    def _beat(self) -> None:
        while not self._stop.wait(BEAT_S):
            try:
                os.utime(self._path)
            except OSError as error:
                log.info("the heartbeat of %s was missed: %s", self._path.parent, error)


def machine_boot_id() -> str:
    """Tells one start of this machine from the next."""
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    except OSError:
        return str(int(psutil.boot_time()))


def _myself() -> Holder:
    return Holder(os.getpid(), socket.gethostname(), machine_boot_id())


def _text(holder: Holder) -> bytes:
    return (json.dumps(asdict(holder)) + "\n").encode()


def _put(descriptor: int, data: bytes) -> None:
    os.lseek(descriptor, 0, os.SEEK_SET)
    os.write(descriptor, data)


def _read(path: Path) -> Holder | None:
    try:
        found = json.loads(path.read_text())
        return Holder(int(found["pid"]), str(found["host"]), str(found["boot_id"]))
    except (OSError, ValueError, TypeError, KeyError):
        return None


def _in_use(folder: Path, holder: Holder | None) -> Conflict:
    conflict = Conflict.of(
        "folder_in_use",
        folder=str(folder),
        pid=holder.pid if holder else "?",
        host=holder.host if holder else "?",
    )
    assert isinstance(conflict, Conflict)
    return conflict


def _lock(descriptor: int) -> None:
    """The system's own lock, never waiting. Raises: OSError, with an errno of _TAKEN when another process holds it."""
    if sys.platform == "win32":
        import msvcrt

        os.lseek(descriptor, 1 << 30, os.SEEK_SET)  # beyond the text, which others must be able to read
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
