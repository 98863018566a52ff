"""Things done on Qt's own thread, whoever asks for them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable


def caller(parent: Any) -> Callable[[Callable[[], object]], None]:
    """A function that has things done on Qt's thread, in their order, and does not wait. parent: keeps it alive."""
    from PySide6.QtCore import QObject, Qt, Signal, Slot

    class Caller(QObject):
        asked = Signal(object)

        @Slot(object)
        def act(self, action: Callable[[], object]) -> None:
            action()

    made = Caller(parent)
    made.asked.connect(made.act, Qt.ConnectionType.QueuedConnection)
    return made.asked.emit
