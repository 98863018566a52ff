"""A small window that a file can be dragged out of, as out of a file manager. Run as a script: the file's path."""

from __future__ import annotations

import os
import sys

from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtGui import QDrag, QMouseEvent
from PySide6.QtWidgets import QApplication, QLabel


class Source(QLabel):
    """Drags its file as soon as the mouse moves with its button down."""

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Qt's name for it."""
        if event.buttons() & Qt.MouseButton.LeftButton:
            data = QMimeData()
            data.setUrls([QUrl.fromLocalFile(sys.argv[1])])
            drag = QDrag(self)
            drag.setMimeData(data)
            drag.exec(Qt.DropAction.CopyAction)


os.environ.pop("QTWEBENGINE_REMOTE_DEBUGGING", None)
application = QApplication(["drag-source"])
source = Source("drag")
source.setWindowTitle("drag source")
source.setWindowFlags(Qt.WindowType.Window | Qt.WindowType.WindowStaysOnTopHint)
source.resize(120, 60)
source.move(1450, 20)
source.show()
application.exec()
