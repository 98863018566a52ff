"""Whether Qt can draw a window here, found out without trying: where it cannot, Qt ends the process.

Asked in this order, each with the words of who said no: is there a display and does it answer, are Qt and its browser
there, do the system's libraries that they need load.
"""

from __future__ import annotations

import contextlib
import ctypes
import ctypes.util
import os
import socket
from pathlib import Path
from typing import TYPE_CHECKING

from app.cli.display import WITHOUT_SCREEN
from app.desktop.toolkit import ToolkitMissingError

if TYPE_CHECKING:
    from collections.abc import Mapping


def check(environ: Mapping[str, str]) -> None:
    """Raises: ToolkitMissingError."""
    platform = environ.get("QT_QPA_PLATFORM", "").split(":")[0].split(";")[0]
    if platform not in WITHOUT_SCREEN:
        _check_display(environ, platform)
    try:
        import PySide6
        import PySide6.QtWebChannel
        import PySide6.QtWebEngineWidgets  # whether its libraries load is the question
    except ImportError as problem:
        raise ToolkitMissingError(f"Qt cannot be loaded ({problem})") from None
    if platform in ("", "xcb") and environ.get("DISPLAY") and not environ.get("WAYLAND_DISPLAY"):
        plugin = Path(PySide6.__file__).parent / "Qt" / "plugins" / "platforms" / "libqxcb.so"
        try:
            ctypes.CDLL(str(plugin))
        except OSError as problem:  # most often libxcb-cursor0, which a minimal system has not
            raise ToolkitMissingError(f"Qt's part for X11 cannot be loaded ({problem})") from None


def prepare(environ: dict[str, str] | os._Environ[str]) -> None:
    """Set what Qt reads at its start."""
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        # Chromium refuses its sandbox to root; nobody else goes without
        environ["QTWEBENGINE_DISABLE_SANDBOX"] = "1"
    # what Chromium and Qt remark about graphics drivers and buses that are not there is for nobody who starts a program
    environ["QTWEBENGINE_CHROMIUM_FLAGS"] = " ".join(
        filter(None, (environ.get("QTWEBENGINE_CHROMIUM_FLAGS"), "--log-level=3"))
    )
    environ.setdefault("QT_LOGGING_RULES", "*.debug=false;*.info=false;*.warning=false")


def _check_display(environ: Mapping[str, str], platform: str) -> None:
    wayland, x11 = environ.get("WAYLAND_DISPLAY"), environ.get("DISPLAY")
    if wayland and platform in ("", "wayland") and _wayland_answers(wayland, environ.get("XDG_RUNTIME_DIR", "")):
        return
    if x11 and platform in ("", "xcb"):
        if _x11_answers(x11):
            return
        raise ToolkitMissingError(f"the display {x11} does not answer")
    raise ToolkitMissingError("there is no display (neither DISPLAY nor WAYLAND_DISPLAY leads to one)")


def _wayland_answers(name: str, folder: str) -> bool:
    with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as link:
        link.settimeout(2)
        link.connect(os.path.join(folder, name))
        return True
    return False


def _x11_answers(display: str) -> bool:
    """Connect as Qt will, cookies of the user included; by the library that Qt itself uses."""
    try:
        xcb = ctypes.CDLL("libxcb.so.1")
    except OSError as problem:
        raise ToolkitMissingError(f"libxcb is missing ({problem})") from None
    xcb.xcb_connect.restype = ctypes.c_void_p
    xcb.xcb_connect.argtypes = [ctypes.c_char_p, ctypes.c_void_p]
    xcb.xcb_connection_has_error.argtypes = [ctypes.c_void_p]
    xcb.xcb_disconnect.argtypes = [ctypes.c_void_p]
    connection = xcb.xcb_connect(display.encode(), None)
    failed = bool(xcb.xcb_connection_has_error(connection))
    xcb.xcb_disconnect(connection)
    return not failed
