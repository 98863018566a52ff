"""The tray by Qt: the desktop's StatusNotifier where there is one, else the system tray of X11.

A desktop may have none, get one later, and lose it again: whether it is there is looked at all the time.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from app.desktop.qt_caller import caller
from app.desktop.tray import Kind

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from app.desktop.tray import Menu

LOOK_MS = 1000
TOLD_MS = 10_000
"""How long a message stays where the desktop lets us say."""


class QtTray:
    """Tray by Qt. Made on the main thread, once there is a QApplication."""

    def __init__(self, icon: Path) -> None:
        from PySide6.QtCore import QObject, QTimer
        from PySide6.QtGui import QIcon
        from PySide6.QtWidgets import QMenu, QSystemTrayIcon

        self._parent = QObject()
        self._call = caller(self._parent)
        self._icon = QSystemTrayIcon(QIcon(str(icon)), self._parent)
        self._menu = QMenu()
        self._icon.setContextMenu(self._menu)
        self._shown: Menu | None = None
        self._told = ""
        self._is_there = False
        self._pressed: Callable[[str], None] = lambda key: None
        self._timer = QTimer(self._parent)
        self._timer.timeout.connect(self._look)
        self._icon.activated.connect(self._activated)
        self._icon.messageClicked.connect(lambda: self._pressed(self._told))

    def begin(self, pressed: Callable[[str], None]) -> None:
        """See Tray."""
        self._pressed = pressed
        self._icon.show()
        self._look()
        self._timer.start(LOOK_MS)

    def is_there(self) -> bool:
        """See Tray. On Qt's thread it is looked at anew: there a window is about to be hidden."""
        if threading.current_thread() is threading.main_thread():
            self._look()
        return self._is_there

    def show(self, menu: Menu) -> None:
        """See Tray."""
        self._call(lambda: self._fill(menu))

    def tell(self, title: str, text: str, key: str) -> None:
        """See Tray."""

        def act() -> None:
            self._told = key
            self._icon.showMessage(title, text, self._icon.icon(), TOLD_MS)

        self._call(act)

    def leave(self) -> None:
        """See Tray."""
        self._call(self._timer.stop)
        self._call(self._icon.hide)

    def _look(self) -> None:
        was, self._is_there = self._is_there, self._icon.isVisible() and self._icon.isSystemTrayAvailable()
        if was and not self._is_there:
            self._pressed("lost")

    def _activated(self, how: object) -> None:
        from PySide6.QtWidgets import QSystemTrayIcon

        reasons = QSystemTrayIcon.ActivationReason
        if how in (reasons.Trigger, reasons.DoubleClick):
            self._pressed("open")

    def _fill(self, menu: Menu) -> None:
        """Text changes in place: a menu that is open stays open while a run goes on."""
        before, self._shown = self._shown, menu
        self._icon.setToolTip(menu.tip)
        same = before is not None and [(r.kind, r.key) for r in before.rows] == [(r.kind, r.key) for r in menu.rows]
        if not same:
            self._make(menu)
            return
        for action, row in zip(self._menu.actions(), menu.rows, strict=True):
            action.setText(row.text.replace("&", "&&"))
            if row.kind is Kind.SWITCH:
                action.setChecked(row.is_on)

    def _make(self, menu: Menu) -> None:
        self._menu.clear()
        for row in menu.rows:
            if row.kind is Kind.LINE:
                self._menu.addSeparator()
                continue
            action = self._menu.addAction(row.text.replace("&", "&&"))
            action.setEnabled(row.kind is not Kind.TEXT)
            if row.kind is Kind.SWITCH:
                action.setCheckable(True)
                action.setChecked(row.is_on)
            action.triggered.connect(lambda checked=False, key=row.key: self._pressed(key))
