"""An application of the window that runs in a thread, with a toolkit that draws nothing and a server that is told."""

from __future__ import annotations

import json
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from app.cli.client import PlaneGoneError
from app.cli.home import Server
from app.cli.words import CliError
from app.desktop import placement
from app.desktop.application import Application
from app.desktop.instance import Instance
from app.desktop.keeper import Seen, Work
from tests.support.fake_toolkit import FakeToolkit

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from app.desktop.openings import Opening
    from app.desktop.tray import Menu

HERE = "http://127.0.0.1:8123/"
THERE = "http://127.0.0.1:9001/"


class FakeKeeper:
    """A server that the test starts and ends. trouble: what the next start says instead of coming up."""

    def __init__(self, url: str | None = HERE) -> None:
        self.url = url
        self.has_crashed = False
        self.trouble: str | None = None
        self.starts = 0
        self.owned = "boot"
        self.port = 8123
        self.ours = True
        self.jobs = Work(0, 0)
        self.is_stopped = False
        self.looked: threading.Event | None = None
        self.plane = SilentPlane()

    def look(self) -> Seen:
        if self.looked is not None:
            self.looked.set()
        return Seen(self.url, "boot", has_crashed=self.url is None and self.has_crashed)

    def find_or_start(self) -> Server:
        self.starts += 1
        if self.trouble is not None:
            raise CliError("said", 1, text=self.trouble)
        self.url = self.url or HERE
        return Server(self.url.rstrip("/"), 1, "0", "boot")

    def revive(self) -> Server | None:
        self.has_crashed = False
        return self.find_or_start()

    def disown(self) -> None:
        self.owned, self.ours = "", False

    def is_ours(self) -> bool:
        return self.ours

    def work(self) -> Work:
        return self.jobs

    def stop(self) -> bool:
        self.is_stopped = True
        return True


class FakeFinding:
    def __init__(self, keeper: FakeKeeper) -> None:
        self._keeper = keeper

    def within(self, seconds: float) -> Server | None:
        return self.result() if self._keeper.url and not self._keeper.trouble else None

    def result(self) -> Server:
        return self._keeper.find_or_start()


class FakeTray:
    """A tray that a test presses. told: what it was asked to tell, in its order."""

    def __init__(self) -> None:
        self.there = False
        self.has_left = False
        self.told: list[tuple[str, str, str]] = []
        self.menu: Menu | None = None
        self.pressed: Callable[[str], None] = lambda key: None
        self.has_menu = threading.Condition()

    def begin(self, pressed: Callable[[str], None]) -> None:
        self.pressed = pressed

    def is_there(self) -> bool:
        return self.there

    def show(self, menu: Menu) -> None:
        with self.has_menu:
            self.menu = menu
            self.has_menu.notify_all()

    def wait(self, text: str) -> Menu:
        """The menu, once a row of it has this text."""
        with self.has_menu:

            def is_shown() -> bool:
                return self.menu is not None and text in [row.text for row in self.menu.rows]

            assert self.has_menu.wait_for(is_shown, 10), self.menu
            assert self.menu is not None
            return self.menu

    def tell(self, title: str, text: str, key: str) -> None:
        self.told.append((title, text, key))

    def leave(self) -> None:
        self.has_left = True


class SilentPlane:
    """A server that answers nobody."""

    def ask(self, method: str, path: str, query: Any = None, body: Any = None, timeout_s: float = 0) -> Any:
        del method, path, query, body, timeout_s
        raise PlaneGoneError(sent=False)


class Window:
    """An application that runs in a thread, and everything around it."""

    def __init__(self, home: Path, keeper: FakeKeeper) -> None:
        self.home = home
        self.keeper = keeper
        self.tray = FakeTray()
        self.toolkit = FakeToolkit(lambda url: bool(keeper.url) and url.startswith(str(keeper.url)))
        instance = Instance.take(home)
        assert instance is not None
        self.instance = instance
        self.application = Application(home, self.toolkit, keeper, instance, self.tray, placement.read(home))  # type: ignore[arg-type] # stand-ins

    def begin(self, *openings: Opening, in_tray: bool = False) -> None:
        finding: Any = FakeFinding(self.keeper)
        self.thread = threading.Thread(
            target=self.application.run, args=(openings, finding), kwargs={"in_tray": in_tray}
        )
        self.thread.start()

    def ask_again(self) -> None:
        """Close once more, as soon as the question before is over."""
        with self.application._leaving._guard:
            pass
        self.toolkit.press_close()

    def page_is_there(self) -> None:
        self.toolkit.wait("load")
        self.toolkit.say("look", scheme="dark", language="en", hash="")
        self.toolkit.wait("script")

    def closing(self) -> dict[str, Any]:
        """Close, and what the page is told."""
        self.toolkit.press_close()
        told = self.toolkit.wait("script", '"kind": "closing"')
        found: dict[str, Any] = json.loads(told[told.index("detail: ") + 8 : -4])
        return found

    def has_ended(self) -> bool:
        self.thread.join(10)
        return not self.thread.is_alive()

    def end(self) -> None:
        self.toolkit.leave()
        self.thread.join(10)
        self.instance.close()


@contextmanager
def window_of(home: Path, keeper: FakeKeeper | None = None, *openings: Opening) -> Iterator[Window]:
    """A window that has begun, and is ended afterwards."""
    window = Window(home, keeper or FakeKeeper())
    window.begin(*openings)
    try:
        yield window
    finally:
        window.end()
