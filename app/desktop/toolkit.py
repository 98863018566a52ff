"""What the rest of the room sees of a window, whichever toolkit draws it.

Qt on Linux, WebView2 on Windows and WKWebView on macOS stand behind this one interface; a stand-in of the tests does
too, and one contract suite tries them all.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from pathlib import Path

    from app.desktop.placement import Rect


class ToolkitMissingError(Exception):
    """No window can be drawn here. why: for the log, in the words of who said no."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


class Choice(Enum):
    """What a dialog of the system lets one choose."""

    OPEN = "open"
    SAVE = "save"
    FOLDER = "folder"


@dataclass(frozen=True, slots=True)
class Dialog:
    """A dialog of the system. name: proposed, for SAVE. kinds: (words, pattern such as `*.json`) pairs."""

    choice: Choice
    title: str
    name: str = ""
    kinds: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Spec:
    """How the window begins. storage: a folder for what pages keep. ground: colour until the page is there. language:
    `en`, `zh-TW`, or empty for that of the system. is_hidden: it is made and not shown; a tray brings it up.
    """

    title: str
    place: Rect
    is_maximized: bool
    zoom: float
    ground: str
    storage: Path
    language: str = ""
    icon: Path | None = None
    is_hidden: bool = False


@dataclass(frozen=True, slots=True)
class Stand:
    """How the window stands now. place: not maximized, also while it is."""

    place: Rect
    is_maximized: bool
    zoom: float


class Events(Protocol):
    """What a toolkit tells. It calls from threads of its own and is answered at once: nothing here may wait."""

    def started(self) -> None:
        """The window is there; everything in Toolkit works from now on."""

    def loaded(self, url: str, ok: bool) -> None:
        """A page has come, or what should have come has not."""

    def page_ended(self, why: str) -> None:
        """The process that shows the page has crashed or was killed."""

    def called(self, message: Any) -> None:
        """The page said something: any JSON value, not looked at."""

    def closing(self) -> bool:
        """The person closes the window: False keeps it. Called on the toolkit's own thread: nothing of Toolkit may be
        called in it (it would wait for itself).
        """

    def stood(self, stand: Stand) -> None:
        """The window was moved, resized, zoomed."""

    def saved(self, path: str, ok: bool) -> None:
        """A download has ended."""


class Toolkit(Protocol):
    """One window. All but `run` may be called from any thread but the toolkit's own; those that answer nothing do not
    wait.
    """

    name: str

    def screens(self) -> list[Rect]:
        """The screens there are; before `run`, on the main thread."""

    def run(self, spec: Spec, events: Events, url: str | None) -> None:
        """Show the window until it is closed for good. On the main thread. url: the first page; None: a blank one.

        Raises: ToolkitMissingError.
        """

    def load(self, url: str) -> None:
        """Show another page."""

    def show_html(self, html: str) -> None:
        """Show a page of ours that comes from no server."""

    def run_script(self, script: str) -> None:
        """Have the page do something. Never `eval`: the page's policy forbids it."""

    def show(self) -> None:
        """Bring the window forward, from wherever it is."""

    def hide(self) -> None:
        """Take the window off the screen; its page goes on."""

    def leave(self) -> None:
        """Close for good: `closing` is not asked again, and `run` returns."""

    def set_zoom(self, factor: float) -> None:
        """1 is 100 %."""

    def set_language(self, language: str) -> None:
        """The language of what the toolkit says by itself: `en` or `zh-TW`."""

    def choose(self, dialog: Dialog) -> str | None:
        """Ask for a path; None when the person thinks better of it. Waits."""

    def confirm(self, title: str, text: str) -> bool:
        """Ask yes or no. Waits."""
