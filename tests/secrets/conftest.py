"""A desktop's Secret Service for each test; needs the packages dbus and gnome-keyring."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.support.secret_service import SecretService, desktop

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def _enter(service: SecretService, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HOME", "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS"):
        monkeypatch.setenv(name, service.environ[name])
    for name in ("PYTHON_KEYRING_BACKEND", "XDG_CONFIG_HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def bus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[SecretService]:
    """A bus without a keyring; this process uses it."""
    with desktop(tmp_path / "home") as service:
        _enter(service, monkeypatch)
        yield service


@pytest.fixture
def unlocked(bus: SecretService) -> SecretService:
    """A bus with an open keyring."""
    bus.unlock()
    return bus


@pytest.fixture
def activating(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[SecretService]:
    """A bus that starts a locked keyring when it is asked for one."""
    with desktop(tmp_path / "home", activates=True) as service:
        _enter(service, monkeypatch)
        yield service
