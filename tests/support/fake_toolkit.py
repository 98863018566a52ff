"""A window that nobody draws: it does what Toolkit says, tells what Events says, and writes down what it was asked."""

from __future__ import annotations

import queue
import threading
from typing import TYPE_CHECKING, Any

from app.desktop.placement import Rect
from app.desktop.toolkit import Stand

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.desktop.toolkit import Dialog, Events, Spec

WAIT_S = 10.0


class FakeToolkit:
    """See Toolkit. pages: which addresses there are; whatever else is loaded does not come.

    answers: what the person answers to dialogs, in their order. done: everything asked of it, in its order.
    """

    name = "fake"

    def __init__(self, pages: Callable[[str], bool] = lambda url: True) -> None:
        self.pages = pages
        self.answers: list[Any] = []
        self.done: list[tuple[str, Any]] = []
        self.page = ""
        self.html = ""
        self.is_shown = False
        self.spec: Spec | None = None
        self.events: Events | None = None
        self._loop: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._is_leaving = False
        self._changed = threading.Condition()
        self._seen = 0

    def screens(self) -> list[Rect]:
        """One usual screen."""
        return [Rect(0, 0, 1920, 1080)]

    def run(self, spec: Spec, events: Events, url: str | None) -> None:
        """See Toolkit."""
        self.spec, self.events, self.is_shown = spec, events, True
        self._loop.put(events.started)
        if url:
            self._note("load", url)
            self._loop.put(lambda: self._come(url))
        while (work := self._loop.get()) is not None:
            work()

    # --- what the window is asked -----------------------------------------------------------------------------------

    def load(self, url: str) -> None:
        """See Toolkit."""
        self._loop.put(lambda: self._come(url))
        self._note("load", url)

    def show_html(self, html: str) -> None:
        """See Toolkit."""
        self.page, self.html = "about:blank", html
        self._note("html", html)

    def run_script(self, script: str) -> None:
        """See Toolkit."""
        self._note("script", script)

    def show(self) -> None:
        """See Toolkit."""
        self.is_shown = True
        self._note("show", None)

    def hide(self) -> None:
        """See Toolkit."""
        self.is_shown = False
        self._note("hide", None)

    def leave(self) -> None:
        """See Toolkit."""
        self._is_leaving = True
        self._note("leave", None)
        self._loop.put(None)

    def set_zoom(self, factor: float) -> None:
        """See Toolkit."""
        self._note("zoom", factor)

    def set_language(self, language: str) -> None:
        """See Toolkit."""
        self._note("language", language)

    def choose(self, dialog: Dialog) -> str | None:
        """See Toolkit."""
        self._note("choose", dialog)
        answer: str | None = self.answers.pop(0)
        return answer

    def confirm(self, title: str, text: str) -> bool:
        """See Toolkit."""
        del title
        self._note("confirm", text)
        return bool(self.answers.pop(0))

    # --- what a person and the page do ------------------------------------------------------------------------------

    def press_close(self) -> None:
        """The person closes the window."""

        def close() -> None:
            if self._is_leaving or self._told.closing():
                self._loop.put(None)

        self._loop.put(close)

    def say(self, method: str, **args: Any) -> None:
        """The page asks the window something."""
        self._loop.put(lambda: self._told.called({"id": 1, "method": method, "args": args}))

    def stand(self, place: Rect, *, is_maximized: bool = False, zoom: float = 1.0) -> None:
        """The person moves the window."""
        self._loop.put(lambda: self._told.stood(Stand(place, is_maximized, zoom)))

    def crash(self) -> None:
        """The page's process ends."""
        self._loop.put(lambda: self._told.page_ended("killed"))

    def wait(self, kind: str, part: str = "") -> Any:
        """Wait until the window is asked something new of this kind with this text in it; answers with what.

        What was asked before it, of any kind, is behind then.
        """
        with self._changed:

            def found() -> int | None:
                for at in range(self._seen, len(self.done)):
                    asked, what = self.done[at]
                    if asked == kind and part in str(what):
                        return at + 1
                return None

            assert self._changed.wait_for(lambda: found() is not None, WAIT_S), (kind, part, self.done[self._seen :])
            self._seen = found() or 0
            return self.done[self._seen - 1][1]

    @property
    def _told(self) -> Events:
        assert self.events is not None, "it does not run yet"
        return self.events

    def _come(self, url: str) -> None:
        is_there = self.pages(url)
        self.page = url
        self._told.loaded(url, is_there)

    def _note(self, kind: str, what: Any) -> None:
        with self._changed:
            self.done.append((kind, what))
            self._changed.notify_all()
