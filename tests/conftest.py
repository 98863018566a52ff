"""Rules for every test: no WARNING it did not expect, nothing left running, no socket beyond loopback."""

from __future__ import annotations

import gc
import logging
import os
import socket
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import hypothesis
import psutil
import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

REPO = Path(__file__).resolve().parent.parent

# CI tries the same examples every time, so that a failure belongs to the change; everywhere else they are drawn anew
hypothesis.settings.register_profile("ci", derandomize=True, deadline=None)
if os.environ.get("CI"):
    hypothesis.settings.load_profile("ci")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--slow", action="store_true", help="also run what is over its share of the CI budget")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not config.getoption("--slow"):
        slow = [item for item in items if item.get_closest_marker("slow")]
        config.hook.pytest_deselected(items=slow)
        items[:] = [item for item in items if not item.get_closest_marker("slow")]


class _Warnings(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.records: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(record)


class ExpectedWarnings:
    """Names the WARNING records that a test means to cause; each must occur."""

    def __init__(self) -> None:
        self.wanted: list[str] = []

    def __call__(self, part_of_message: str) -> None:
        """Expect at least one record whose message contains the text."""
        self.wanted.append(part_of_message)


@pytest.fixture
def expect_warning() -> ExpectedWarnings:
    """Call it with a part of each WARNING message that the test causes on purpose."""
    return ExpectedWarnings()


@pytest.fixture(autouse=True)
def _no_unexpected_warning(expect_warning: ExpectedWarnings) -> Iterator[None]:
    handler = _Warnings()
    root = logging.getLogger()
    root.addHandler(handler)
    yield
    root.removeHandler(handler)
    messages = [f"{r.name}: {r.getMessage()}" for r in handler.records]
    unexpected = [m for m in messages if not any(w in m for w in expect_warning.wanted)]
    assert not unexpected, f"unexpected WARNING log records: {unexpected}"
    missed = [w for w in expect_warning.wanted if not any(w in m for m in messages)]
    assert not missed, f"expected WARNING log records that did not come: {missed}"


_POOLS = ("asyncio_", "pytest_timeout", "ThreadPoolExecutor", "pydevd")
"""Pools of the interpreter that live as long as it does."""


def _threads() -> set[threading.Thread]:
    return {t for t in threading.enumerate() if t.is_alive() and not t.name.startswith(_POOLS)}


def _fds() -> dict[str, str]:
    found: dict[str, str] = {}
    for fd in os.listdir("/proc/self/fd") if os.path.isdir("/proc/self/fd") else []:
        try:
            target = os.readlink(f"/proc/self/fd/{fd}")
        except OSError:
            continue
        if target.startswith(("/proc/", "/dev/", "anon_inode:", "/sys/")) or "/site-packages/" in target:
            continue
        found[fd] = target
    return found


def _settled(seconds: float, leftover: Any) -> Any:
    """Wait until `leftover()` is empty or the time is over; what still lives then was really left behind."""
    deadline = time.monotonic() + seconds
    while (rest := leftover()) and time.monotonic() < deadline:
        threading.Event().wait(0.01)
    return rest


@pytest.fixture(autouse=True)
def _nothing_left_behind(request: pytest.FixtureRequest) -> Iterator[None]:
    threads, fds = _threads(), _fds()
    children = {p.pid for p in psutil.Process().children(recursive=True)}
    yield

    def processes() -> list[str]:
        return [
            f"{p.pid} {p.name()}"
            for p in psutil.Process().children(recursive=True)
            if p.pid not in children and p.status() != psutil.STATUS_ZOMBIE and not _keeper(p)
        ]

    assert not _settled(3, processes), f"processes left behind: {processes()}"
    assert not _settled(3, lambda: _threads() - threads), f"threads left behind: {_threads() - threads}"

    def opened() -> dict[str, str]:
        return {fd: target for fd, target in _fds().items() if fds.get(fd) != target}

    if opened():
        gc.collect()
    assert not _settled(3, opened), f"file descriptors left open: {opened()}"


def _keeper(process: psutil.Process) -> bool:
    """True for the standard library's own helpers (resource tracker, fork server), which end with the interpreter."""
    try:
        command = " ".join(process.cmdline())
    except psutil.Error:
        return True
    return "multiprocessing.resource_tracker" in command or "multiprocessing.forkserver" in command


@pytest.fixture(autouse=True)
def _loopback_only(monkeypatch: pytest.MonkeyPatch) -> None:
    real = socket.socket.connect

    def connect(self: socket.socket, address: Any) -> None:
        if self.family in (socket.AF_INET, socket.AF_INET6):
            host = str(address[0])
            assert host == "::1" or host == "localhost" or host.startswith("127."), f"a test dialled {address}"
        real(self, address)

    monkeypatch.setattr(socket.socket, "connect", connect)


@pytest.fixture
def repo() -> Path:
    """The root of the checkout."""
    return REPO
