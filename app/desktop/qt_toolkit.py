"""Qt's part of the window: what pywebview's Qt leaves out or does not do on Qt 6.

Downloads with a dialog of the system, pages that do not come, a page whose process ended, zoom, a window remembered
and put back, no way out to other sites. All is wired from outside once pywebview has made its window.
"""

from __future__ import annotations

import os
import threading
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import urlsplit

from app.desktop import qt_checks
from app.desktop.placement import Rect
from app.desktop.qt_caller import caller
from app.desktop.qt_voice import give_voice
from app.desktop.toolkit import Choice, Dialog, Stand
from app.desktop.webview_toolkit import WebviewToolkit
from app.desktop.words import say

if TYPE_CHECKING:
    from collections.abc import Callable

    import webview
    from PySide6.QtCore import QTranslator

    from app.desktop.toolkit import Events, Spec

Answer = TypeVar("Answer")

APPLICATION = "codefyui"
"""Of windows and of the menu entry (its file is `codefyui.desktop`): by it a desktop knows whose window it is."""

RETRY = "cdui:retry"
"""Where the button of a note leads that has no other way to the window."""

LOOK_MS = 500
"""How often is looked whether the window was moved: signals of it come by the hundred while it is dragged."""


class QtToolkit(WebviewToolkit):
    """Toolkit by Qt. Raises: ToolkitMissingError."""

    def __init__(self, storage: Path) -> None:
        """storage: as in Spec; pywebview's part for Qt has to know it when it is loaded."""
        qt_checks.check(os.environ)
        qt_checks.prepare(os.environ)
        super().__init__("qt")
        self._webview._state["storage_path"] = str(storage)
        from PySide6.QtWidgets import QApplication

        application = QApplication.instance() or QApplication([APPLICATION])
        assert isinstance(application, QApplication)
        application.setApplicationName(APPLICATION)
        application.setDesktopFileName(APPLICATION)
        application.setQuitOnLastWindowClosed(False)
        self._application = application
        self._view: Any = None
        self._language = ""
        self._home = ""  # `host:port` of the program's page
        self._words: QTranslator | None = None
        self._folder = ""  # of the last file that was chosen
        self._watch: _Watch | None = None
        self._call: Callable[[Callable[[], object]], None] = lambda action: None

    def screens(self) -> list[Rect]:
        """See Toolkit. What panels of the desktop take is left out."""
        found = [screen.availableGeometry() for screen in self._application.screens()]
        return [Rect(area.x(), area.y(), area.width(), area.height()) for area in found]

    def run(self, spec: Spec, events: Events, url: str | None) -> None:
        """See Toolkit."""
        self._home = urlsplit(url or "").netloc
        super().run(spec, events, url)

    def _dress(self, window: webview.Window, spec: Spec, events: Events) -> None:
        window.events.before_show += lambda: self._made(window.native, spec, events)

    def _made(self, view: Any, spec: Spec, events: Events) -> None:
        """pywebview has made the window and not shown it yet. On Qt's thread, like all that is connected here."""
        from PySide6.QtGui import QColor

        self._view = view
        self._call = caller(view)
        page, profile = view.webview.page(), view.webview.page().profile()
        page.setBackgroundColor(QColor(spec.ground))
        if spec.language == "zh-TW":  # what a page that nobody chose a language for goes by
            profile.setHttpAcceptLanguage("zh-TW,zh;q=0.9,en;q=0.5")
        profile.setCachePath(str(spec.storage / "cache"))
        view.resize(spec.place.width, spec.place.height)
        view.move(spec.place.x, spec.place.y)
        view.webview.setZoomFactor(spec.zoom)
        page.loadFinished.connect(lambda ok: events.loaded(view.webview.url().toString(), bool(ok)))
        give_voice(view, events.called)
        page.renderProcessTerminated.connect(lambda status, code: events.page_ended(f"{status.name} {code}"))
        page.navigationRequested.connect(lambda request: self._stay(request, events))
        profile.downloadRequested.connect(lambda download: self._download(download, events))
        _menu_for_text(view.webview)
        self._speak(spec.language)
        self._watch = _Watch(view, events)
        self._call(events.started)  # once Qt's loop has begun

    def run_script(self, script: str) -> None:
        """See Toolkit."""
        self._call(lambda: self._view.webview.page().runJavaScript(script))

    def load(self, url: str) -> None:
        """See Toolkit."""
        from PySide6.QtCore import QUrl

        self._home = urlsplit(url).netloc
        self._call(lambda: self._view.webview.setUrl(QUrl(url)))

    def show_html(self, html: str) -> None:
        """See Toolkit."""
        self._call(lambda: self._view.webview.setHtml(html))

    def show(self) -> None:
        """See Toolkit."""
        from PySide6.QtCore import Qt

        def forward() -> None:
            state = self._view.windowState() & ~Qt.WindowState.WindowMinimized
            self._view.setWindowState(state | Qt.WindowState.WindowActive)
            self._view.show()
            self._view.raise_()
            self._view.activateWindow()

        self._call(forward)

    def hide(self) -> None:
        """See Toolkit."""
        self._call(lambda: self._view.hide())

    def leave(self) -> None:
        """See Toolkit."""
        self._is_leaving.set()
        self._call(lambda: self._view.close())

    def set_zoom(self, factor: float) -> None:
        """See Toolkit."""
        self._call(lambda: self._view.webview.setZoomFactor(factor))

    def set_language(self, language: str) -> None:
        """See Toolkit."""
        self._call(lambda: self._speak(language))

    def choose(self, dialog: Dialog) -> str | None:
        """See Toolkit."""
        return self._asked(lambda: self._chosen(dialog))

    def confirm(self, title: str, text: str) -> bool:
        """See Toolkit."""

        def ask() -> bool:
            from PySide6.QtWidgets import QMessageBox

            buttons = QMessageBox.StandardButton
            both = buttons.Ok | buttons.Cancel
            return QMessageBox.question(self._view, title, text, both, buttons.Ok) == buttons.Ok

        return self._asked(ask)

    def _asked(self, question: Callable[[], Answer]) -> Answer:
        """Ask on Qt's thread and wait for the answer."""
        answers: list[Answer] = []
        is_answered = threading.Event()

        def ask() -> None:
            try:
                answers.append(question())
            finally:
                is_answered.set()

        self._call(ask)
        is_answered.wait()
        return answers[0]

    def _stay(self, request: Any, events: Events) -> None:
        """Let no page but the program's into this window: what can be called from it is not for others. A link that
        was pressed leads to the browser instead.
        """
        from PySide6.QtWebEngineCore import QWebEngineNavigationRequest

        url = request.url().toString()
        if not request.isMainFrame() or is_ours(url, self._home):
            return
        request.reject()
        if url == RETRY and urlsplit(self._view.webview.url().toString()).scheme in ("data", "about"):
            events.called({"method": "retry"})
        pressed = QWebEngineNavigationRequest.NavigationType.LinkClickedNavigation
        if request.navigationType() == pressed and url.startswith(("http://", "https://")):
            webbrowser.open(url)

    def _speak(self, language: str) -> None:
        """Give Qt's own dialogs their words; English needs none."""
        from PySide6.QtCore import QLibraryInfo, QTranslator

        self._language = language
        if self._words is not None:
            self._application.removeTranslator(self._words)
        self._words = QTranslator(self._application)
        folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
        if language == "zh-TW" and self._words.load("qtbase_zh_TW", folder):
            self._application.installTranslator(self._words)

    def _chosen(self, dialog: Dialog) -> str | None:
        """Ask for a path by the system's own dialog. On Qt's thread."""
        from PySide6.QtWidgets import QFileDialog

        folder = self._folder or _usual_folder()
        kinds = ";;".join(f"{words} ({pattern})" for words, pattern in dialog.kinds)
        if dialog.choice is Choice.FOLDER:
            path = QFileDialog.getExistingDirectory(self._view, dialog.title, folder)
        elif dialog.choice is Choice.OPEN:
            path = QFileDialog.getOpenFileName(self._view, dialog.title, folder, kinds)[0]
        else:
            path = QFileDialog.getSaveFileName(self._view, dialog.title, os.path.join(folder, dialog.name), kinds)[0]
        if path:
            self._folder = os.path.dirname(path)
        return path or None

    def _download(self, download: Any, events: Events) -> None:
        """Ask where to, then let it come; what pywebview does here fails on Qt 6."""
        from PySide6.QtWebEngineCore import QWebEngineDownloadRequest

        name = download.suggestedFileName() or download.downloadFileName()
        path = self._chosen(Dialog(Choice.SAVE, say("dialog_save", self._language), name=name))
        if path is None:
            download.cancel()
            return
        states = QWebEngineDownloadRequest.DownloadState
        over = (states.DownloadCompleted, states.DownloadCancelled, states.DownloadInterrupted)

        def changed(state: Any) -> None:
            if state in over:
                events.saved(path, state == states.DownloadCompleted)

        download.setDownloadDirectory(str(Path(path).parent))
        download.setDownloadFileName(Path(path).name)
        download.stateChanged.connect(changed)
        download.accept()


def is_ours(url: str, home: str) -> bool:
    """Say whether a page may stand in the window: of the server that was loaded (`host:port`), or written by us."""
    parts = urlsplit(url)
    return parts.scheme in ("data", "about") or (parts.scheme == "http" and parts.netloc == home)


def _usual_folder() -> str:
    """Where people keep their files: Documents, else home."""
    from PySide6.QtCore import QStandardPaths

    places = QStandardPaths.standardLocations(QStandardPaths.StandardLocation.DocumentsLocation)
    return next((place for place in places if os.path.isdir(place)), str(Path.home()))


def _menu_for_text(web: Any) -> None:
    """A right click in a field gets Cut, Copy, Paste; pywebview takes every menu away."""
    from PySide6.QtCore import Qt
    from PySide6.QtWebEngineCore import QWebEnginePage

    def ask(at: Any) -> None:
        request = web.lastContextMenuRequest()
        if request is None or not (request.isContentEditable() or request.selectedText()):
            return
        menu = web.createStandardContextMenu()
        actions = QWebEnginePage.WebAction
        wanted = (actions.Undo, actions.Redo, actions.Cut, actions.Copy, actions.Paste, actions.SelectAll)
        kept = [web.pageAction(action) for action in wanted]
        for action in menu.actions():
            if action not in kept:
                menu.removeAction(action)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(web.mapToGlobal(at))

    web.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
    web.customContextMenuRequested.connect(ask)


class _Watch:
    """Tells how the window stands whenever that has changed."""

    def __init__(self, view: Any, events: Events) -> None:
        from PySide6.QtCore import QTimer

        self._view = view
        self._events = events
        self._told: Stand | None = None
        self._place = Rect(view.x(), view.y(), view.width(), view.height())
        self._timer = QTimer(view)
        self._timer.timeout.connect(self._look)
        self._timer.start(LOOK_MS)

    def _look(self) -> None:
        view = self._view
        if view.isVisible() and not view.isMaximized() and not view.isFullScreen() and not view.isMinimized():
            self._place = Rect(view.x(), view.y(), view.width(), view.height())
        stand = Stand(self._place, view.isMaximized(), view.webview.zoomFactor())
        if stand != self._told:
            self._told = stand
            self._events.stood(stand)
