"""The tray of Windows and macOS by pystray, where that is installed; written from its documentation and not tried.

pystray (0.19) is LGPL-3 and no dependency of ours: without it there is no tray, and the window asks before it closes.
What it tells cannot be pressed, so the key of a message is not used.
"""

from __future__ import annotations

import importlib
import sys
import threading
from typing import TYPE_CHECKING, Any

from app.desktop.tray import Kind, NoTray, Tray
from app.desktop.words import PRODUCT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from app.desktop.tray import Menu

_SIZE = 64
_BLUE = "#7c93ff"


def tray_of() -> Tray:
    """The tray of this system, or none; on the main thread."""
    try:
        return PystrayTray()
    except ImportError:
        return NoTray()


class PystrayTray:
    """Tray by pystray. Made on the main thread. Raises: ImportError where it, or Pillow, is not installed."""

    def __init__(self) -> None:
        pystray: Any = importlib.import_module("pystray")
        self._pystray = pystray
        self._menu: Menu | None = None
        self._pressed: Callable[[str], None] = lambda key: None
        self._is_begun = threading.Event()
        options: dict[str, Any] = {}
        if sys.platform == "darwin":  # the window's own loop drives it
            import AppKit

            options["darwin_nsapplication"] = AppKit.NSApplication.sharedApplication()
        self._icon = pystray.Icon(PRODUCT, _picture(), PRODUCT, pystray.Menu(self._items), **options)

    def begin(self, pressed: Callable[[str], None]) -> None:
        """See Tray."""
        self._pressed = pressed
        self._icon.run_detached()
        self._is_begun.set()

    def is_there(self) -> bool:
        """See Tray. Both systems always have one."""
        return self._is_begun.is_set()

    def show(self, menu: Menu) -> None:
        """See Tray."""

        def act() -> None:
            self._menu = menu
            self._icon.title = menu.tip
            self._icon.update_menu()

        self._act(act)

    def tell(self, title: str, text: str, key: str) -> None:
        """See Tray."""
        del key
        self._act(lambda: self._icon.notify(text, title))

    def leave(self) -> None:
        """See Tray. Its end may take seconds, and nobody has to wait for it."""
        self._is_begun.clear()
        threading.Thread(target=self._icon.stop, name="window-tray-end", daemon=True).start()

    def _act(self, action: Callable[[], object]) -> None:
        """On macOS menus are touched on the main thread alone."""
        if sys.platform == "darwin":
            from PyObjCTools import AppHelper

            AppHelper.callAfter(action)
        else:
            action()

    def _items(self) -> Iterator[Any]:
        """The rows as pystray has them; `open` is what a press on the mark itself does."""
        for row in self._menu.rows if self._menu is not None else ():
            if row.kind is Kind.LINE:
                yield self._pystray.Menu.SEPARATOR
                continue
            checked = (lambda item, on=row.is_on: on) if row.kind is Kind.SWITCH else None
            yield self._pystray.MenuItem(
                row.text,
                lambda icon, item, key=row.key: self._pressed(key),
                checked=checked,
                enabled=row.kind is not Kind.TEXT,
                default=row.key == "open",
            )


def _picture() -> Any:
    """The program's mark as a picture: `icon.svg`, which Pillow cannot read, drawn once more."""
    from PIL import Image, ImageDraw

    image = Image.new("RGBA", (_SIZE, _SIZE))
    draw = ImageDraw.Draw(image)
    unit = _SIZE / 22  # the svg is 22 units wide

    def box(x: float, y: float, width: float) -> list[float]:
        return [x * unit, y * unit, (x + width) * unit, (y + width) * unit]

    for line in ((8, 5.5, 14, 5.5), (6, 8, 6, 14), (8, 16.5, 14, 16.5)):
        draw.line([at * unit for at in line], _BLUE, round(1.8 * unit))
    draw.ellipse(box(2.9, 2.9, 5.2), _BLUE)
    draw.rectangle(box(14, 3, 5), _BLUE)
    draw.ellipse(box(2.9, 13.9, 5.2), outline=_BLUE, width=round(1.8 * unit))
    draw.rectangle(box(14, 14, 5), outline=_BLUE, width=round(1.8 * unit))
    return image
