"""Whether the program starts when the person logs in: one interface, each system's own way behind it.

It starts hidden in the tray (`--in-tray`), and as a window where there is none. Linux: a file of the freedesktop.org
Desktop Application Autostart Specification (0.5). Windows: a value below the user's `Run` key. macOS: a launch agent of
the user. Windows and macOS are written from their documentation and were not tried.
"""

from __future__ import annotations

import contextlib
import os
import plistlib
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from app.desktop.menu_entry import NAME, entry_text, launch_words

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

IN_TRAY = "--in-tray"
"""For a start that nobody watches."""

_RUN_KEY = r"Software\Microsoft\Windows\CurrentVersion\Run"
_LABEL = "io.codefyui.desktop"


class Login(Protocol):
    """Any thread. What the person changes by other ways, with the system's own settings, is seen and kept."""

    def is_on(self) -> bool:
        """Say whether it starts at login."""

    def set(self, is_on: bool) -> None:
        """Have it so. Raises: OSError."""


class XdgLogin:
    """Linux and others with autostart files. folder: `autostart` of the user's configuration."""

    def __init__(self, folder: Path, words: Sequence[str]) -> None:
        self._file = folder / f"{NAME}.desktop"
        self._words = words

    def is_on(self) -> bool:
        """See Login. A desktop's own settings switch an entry off by a line in it."""
        try:
            lines = self._file.read_text(encoding="utf-8").splitlines()
        except (OSError, UnicodeDecodeError):
            return False
        off = ("hidden=true", "x-gnome-autostart-enabled=false")
        return not any(line.replace(" ", "").lower() in off for line in lines)

    def set(self, is_on: bool) -> None:
        """See Login."""
        if not is_on:
            self._file.unlink(missing_ok=True)
            return
        self._file.parent.mkdir(parents=True, exist_ok=True)
        part = self._file.with_name(f".{self._file.name}.{os.getpid()}")
        part.write_text(entry_text(self._words, at_login=True), encoding="utf-8")
        part.replace(self._file)


class MacLogin:
    """A launch agent. folder: `~/Library/LaunchAgents`."""

    def __init__(self, folder: Path, words: Sequence[str]) -> None:
        self._file = folder / f"{_LABEL}.plist"
        self._words = list(words)

    def is_on(self) -> bool:
        """See Login."""
        return self._file.exists()

    def set(self, is_on: bool) -> None:
        """See Login."""
        if not is_on:
            self._file.unlink(missing_ok=True)
            return
        self._file.parent.mkdir(parents=True, exist_ok=True)
        self._file.write_bytes(plistlib.dumps({"Label": _LABEL, "ProgramArguments": self._words, "RunAtLoad": True}))


class WindowsLogin:
    """A value below the user's `Run` key."""

    def __init__(self, words: Sequence[str]) -> None:
        self._line = subprocess.list2cmdline(words)

    def is_on(self) -> bool:
        """See Login."""
        if sys.platform == "win32":
            import winreg

            with contextlib.suppress(OSError), winreg.OpenKey(winreg.HKEY_CURRENT_USER, _RUN_KEY) as key:
                winreg.QueryValueEx(key, NAME)
                return True
        return False

    def set(self, is_on: bool) -> None:
        """See Login."""
        if sys.platform == "win32":
            import winreg

            with winreg.CreateKey(winreg.HKEY_CURRENT_USER, _RUN_KEY) as key:
                if is_on:
                    winreg.SetValueEx(key, NAME, 0, winreg.REG_SZ, self._line)
                elif self.is_on():
                    winreg.DeleteValue(key, NAME)


def login_of(platform: str, environ: Mapping[str, str]) -> Login:
    """The way of this system."""
    words = [*launch_words(), "--window", IN_TRAY]
    if platform == "win32":
        return WindowsLogin(words)
    if platform == "darwin":
        return MacLogin(Path.home() / "Library" / "LaunchAgents", words)
    given = environ.get("XDG_CONFIG_HOME", "")
    folder = Path(given) if os.path.isabs(given) else Path.home() / ".config"
    return XdgLogin(folder / "autostart", words)
