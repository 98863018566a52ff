"""The tray by pystray, against a stand-in of that library: Windows and macOS themselves are not here."""

from __future__ import annotations

import sys
import threading
from types import SimpleNamespace
from typing import Any

import pytest

from app.desktop.pystray_tray import PystrayTray, tray_of
from app.desktop.tray import Kind, Menu, NoTray, Row


class FakeIcon:
    """pystray.Icon, as its documentation has it. done: what was asked of it."""

    def __init__(self, name: str, icon: Any, title: str, menu: Any) -> None:
        self.name, self.picture, self.title, self.menu = name, icon, title, menu
        self.done: list[Any] = []
        self.is_stopped = threading.Event()

    def run_detached(self) -> None:
        self.done.append("run")

    def update_menu(self) -> None:
        self.done.append(list(self.menu()))

    def notify(self, message: str, title: str) -> None:
        self.done.append((title, message))

    def stop(self) -> None:
        self.is_stopped.set()


class FakeMenu:
    """pystray.Menu of a function that gives the items."""

    SEPARATOR = "-"

    def __init__(self, items: Any) -> None:
        self._items = items

    def __call__(self) -> Any:
        return self._items()


@pytest.fixture
def tray(monkeypatch: pytest.MonkeyPatch) -> PystrayTray:
    def item(text: str, action: Any, **options: Any) -> SimpleNamespace:
        return SimpleNamespace(text=text, action=action, **options)

    library = SimpleNamespace(Icon=FakeIcon, Menu=FakeMenu, MenuItem=item)
    monkeypatch.setitem(sys.modules, "pystray", library)
    return PystrayTray()


def test_the_menu_is_shown_and_its_rows_are_pressed(tray: PystrayTray) -> None:
    icon: Any = tray._icon
    pressed: list[str] = []
    assert not tray.is_there()
    tray.begin(pressed.append)
    assert tray.is_there()
    rows = (
        Row(Kind.TEXT, "idle"),
        Row(Kind.LINE),
        Row(Kind.ACTION, "Open", "open"),
        Row(Kind.SWITCH, "Login", "login", True),
    )
    tray.show(Menu("tip", rows))
    ran, (text, line, opens, switch) = icon.done
    assert (ran, icon.title, line) == ("run", "tip", "-")
    assert (text.enabled, opens.enabled, opens.default, switch.default) == (False, True, True, False)
    assert (opens.checked, switch.checked(switch)) == (None, True)
    switch.action(icon, switch)
    opens.action(icon, opens)
    assert pressed == ["login", "open"]
    tray.tell("digits", "Succeeded", "#/runs/a")
    assert icon.done[-1] == ("digits", "Succeeded")
    tray.leave()
    assert icon.is_stopped.wait(10)
    assert not tray.is_there()


def test_the_mark_is_the_program_s(tray: PystrayTray) -> None:
    picture: Any = tray._icon.picture
    assert picture.size == (64, 64)
    assert picture.getpixel((48, 16))[:3] == (0x7C, 0x93, 0xFF)  # the filled square
    assert picture.getpixel((48, 48))[3] == 0  # inside the open one


def test_without_the_library_there_is_no_tray(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pystray", None)
    assert isinstance(tray_of(), NoTray)
