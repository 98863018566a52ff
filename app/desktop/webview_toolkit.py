"""The window by pywebview: what is the same for Qt, WebView2 and WKWebView.

pywebview's own way from the page to Python makes functions from text, which the page's content policy forbids. So
nothing is registered there. The page sends through `pywebview._asyncCallback` (a message, no text made code), and is
answered by `run_js`, which the policy does not concern.
"""

from __future__ import annotations

import logging
import threading
from typing import TYPE_CHECKING, Any

from app.desktop.placement import Rect
from app.desktop.toolkit import Choice, ToolkitMissingError

if TYPE_CHECKING:
    from collections.abc import Callable

    import webview

    from app.desktop.toolkit import Dialog, Events, Spec


class _Callbacks(dict[str, Any]):
    """Stands where pywebview keeps what waits for promises: whatever the page sends arrives at `called`."""

    def __init__(self, called: Callable[[Any], None]) -> None:
        super().__init__()
        self._called = called

    def __missing__(self, key: str) -> Callable[[Any], None]:
        return self._called

    def __delitem__(self, key: str) -> None:
        self.pop(key, None)


class WebviewToolkit:
    """Toolkit by pywebview, as it is for WebView2 and WKWebView; `QtToolkit` adds what Qt needs beyond it.

    Made on the main thread. Raises: ToolkitMissingError.
    """

    def __init__(self, name: str) -> None:
        """name: which of pywebview's toolkits (`edgechromium`, `cocoa`, `qt`)."""
        try:
            import webview
        except ImportError as problem:
            raise ToolkitMissingError(f"pywebview is not installed ({problem})") from None
        # it talks to the terminal by itself, and of things that are none of the user's
        logger = logging.getLogger("pywebview")
        logger.handlers.clear()
        logger.setLevel(logging.ERROR)
        self.name = name
        self._webview = webview
        self._window: webview.Window | None = None
        self._is_leaving = threading.Event()
        self._dialogs = threading.Lock()

    def screens(self) -> list[Rect]:
        """See Toolkit."""
        return [Rect(s.x, s.y, s.width, s.height) for s in self._webview.screens]

    def run(self, spec: Spec, events: Events, url: str | None) -> None:
        """See Toolkit."""
        webview = self._webview
        window = webview.create_window(
            spec.title,
            url=url,
            html=None if url else "<!doctype html>",
            width=spec.place.width,
            height=spec.place.height,
            min_size=(640, 400),
            background_color=spec.ground,
            maximized=spec.is_maximized and not spec.is_hidden,
            hidden=spec.is_hidden,
            text_select=True,
            zoomable=True,
            draggable=True,
        )
        assert window is not None
        self._window = window
        window._callbacks = _Callbacks(events.called)
        window.events.closing += lambda: self._is_leaving.is_set() or events.closing()
        self._dress(window, spec, events)
        try:
            webview.start(
                gui=self.name,
                private_mode=False,
                storage_path=str(spec.storage),
                icon=str(spec.icon) if spec.icon else None,
            )
        except webview.WebViewException as problem:
            raise ToolkitMissingError(str(problem)) from None

    def _dress(self, window: webview.Window, spec: Spec, events: Events) -> None:
        """Add what pywebview leaves to the toolkit below it."""
        del spec
        window.events.shown += events.started
        window.events.loaded += lambda: events.loaded(window.get_current_url() or "", True)
        self._webview.settings["ALLOW_DOWNLOADS"] = True

    @property
    def _there(self) -> webview.Window:
        assert self._window is not None, "the window has not been made"
        return self._window

    def load(self, url: str) -> None:
        """See Toolkit."""
        _aside(lambda: self._there.load_url(url))

    def show_html(self, html: str) -> None:
        """See Toolkit."""
        _aside(lambda: self._there.load_html(html, ""))

    def run_script(self, script: str) -> None:
        """See Toolkit."""
        _aside(lambda: self._there.run_js(script))

    def show(self) -> None:
        """See Toolkit."""
        _aside(self._there.show)
        _aside(self._there.restore)

    def hide(self) -> None:
        """See Toolkit."""
        _aside(self._there.hide)

    def leave(self) -> None:
        """See Toolkit."""
        self._is_leaving.set()
        _aside(self._there.destroy)

    def set_zoom(self, factor: float) -> None:
        """See Toolkit. Ctrl and the wheel do it here; what they chose is not remembered."""

    def set_language(self, language: str) -> None:
        """See Toolkit. Dialogs of Windows and macOS speak the language of the system."""

    def choose(self, dialog: Dialog) -> str | None:
        """See Toolkit."""
        kind = getattr(self._webview.FileDialog, dialog.choice.name)
        with self._dialogs:  # one at a time: pywebview would mix up the answers of two
            found = self._there.create_file_dialog(
                kind,
                save_filename=dialog.name if dialog.choice is Choice.SAVE else "",
                file_types=tuple(f"{words} ({pattern})" for words, pattern in dialog.kinds),
            )
        return str(found[0] if isinstance(found, list | tuple) else found) if found else None

    def confirm(self, title: str, text: str) -> bool:
        """See Toolkit."""
        with self._dialogs:
            return bool(self._there.create_confirmation_dialog(title, text))


def _aside(action: Callable[[], object]) -> None:
    """Do what may wait for the toolkit without making the caller wait."""
    threading.Thread(target=action, name="window-call", daemon=True).start()
