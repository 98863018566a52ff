"""What the window sees of a tray: a mark of the program that stays when the window is hidden."""

from __future__ import annotations

from typing import Protocol


class Tray(Protocol):
    """Made before the window is shown, on the main thread. Any thread may call it."""

    def is_there(self) -> bool:
        """Say whether a person can see and use it now. Without one a hidden window would be lost for ever."""

    def leave(self) -> None:
        """Take it away; the program ends."""


class NoTray:
    """A desktop without one: the window asks before it closes instead of hiding."""

    def is_there(self) -> bool:
        """See Tray."""
        return False

    def leave(self) -> None:
        """See Tray."""
