"""Which page the window shows and how it closes, with a window that nobody draws and a server that is told."""

from __future__ import annotations

import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest

from app.cli.home import Server
from app.cli.words import CliError
from app.desktop import application as module
from app.desktop import placement
from app.desktop.application import Application
from app.desktop.instance import Instance, Request, hand_over
from app.desktop.keeper import Seen, Work
from app.desktop.openings import Opening
from app.desktop.placement import Rect
from tests.support.fake_toolkit import FakeToolkit

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

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
    def __init__(self) -> None:
        self.there = False
        self.has_left = False

    def is_there(self) -> bool:
        return self.there

    def leave(self) -> None:
        self.has_left = True


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

    def begin(self, *openings: Opening) -> None:
        finding: Any = FakeFinding(self.keeper)
        self.thread = threading.Thread(target=self.application.run, args=(openings, finding))
        self.thread.start()

    def has_ended(self) -> bool:
        self.thread.join(10)
        return not self.thread.is_alive()

    def end(self) -> None:
        self.toolkit.leave()
        self.thread.join(10)
        self.instance.close()


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LOOK_S", 0.01)
    monkeypatch.setattr(module, "LOOK_SOON_S", 0.01)
    monkeypatch.setattr(module, "ANSWER_S", 0.05)


@contextmanager
def _window(home: Path, keeper: FakeKeeper | None = None, *openings: Opening) -> Iterator[Window]:
    window = Window(home, keeper or FakeKeeper())
    window.begin(*openings)
    try:
        yield window
    finally:
        window.end()


def test_the_page_is_the_first_thing_it_shows(tmp_path: Path) -> None:
    with _window(tmp_path) as window:
        assert window.toolkit.wait("load") == HERE
        assert window.toolkit.spec is not None
        assert window.toolkit.spec.place == Rect(240, 90, 1440, 900)
        assert (tmp_path / "window").stat().st_mode & 0o777 == 0o700


def test_a_server_that_takes_long_is_waited_for_with_a_note(tmp_path: Path) -> None:
    keeper = FakeKeeper(None)
    with _window(tmp_path, keeper) as window:
        assert 'data-note="start"' in window.toolkit.wait("html")
        assert window.toolkit.wait("load") == HERE


def test_a_server_that_does_not_come_up_is_said_and_tried_again(tmp_path: Path) -> None:
    keeper = FakeKeeper(None)
    keeper.trouble = "port <taken>"
    with _window(tmp_path, keeper) as window:
        shown = window.toolkit.wait("html", 'data-note="away"')
        assert "port &lt;taken&gt;" in shown
        keeper.trouble = None
        window.toolkit.say("retry")
        assert window.toolkit.wait("load") == HERE


def test_a_page_that_goes_on_can_have_the_server_started(tmp_path: Path) -> None:
    with _window(tmp_path) as window:
        window.toolkit.wait("load")
        window.keeper.url, window.keeper.trouble = None, "the port is taken"
        window.toolkit.say("start_server")
        assert "the port is taken" in window.toolkit.wait("script")
        window.keeper.trouble = None
        window.toolkit.say("start_server")
        assert '"value": null' in window.toolkit.wait("script")
        assert window.keeper.url == HERE


def test_a_page_that_is_there_stays_when_the_server_goes(tmp_path: Path) -> None:
    with _window(tmp_path) as window:
        window.toolkit.wait("load")
        window.toolkit.say("hello")
        window.toolkit.wait("script")
        window.keeper.url = None
        window.keeper.looked = threading.Event()
        assert window.keeper.looked.wait(10)
        window.toolkit.say("hello")
        window.toolkit.wait("script")
        assert [kind for kind, _ in window.toolkit.done] == ["load", "script", "script"]
        window.keeper.url = HERE  # and it comes back where it was
        window.toolkit.say("hello")
        window.toolkit.wait("script")
        assert [kind for kind, _ in window.toolkit.done].count("load") == 1


def test_a_crashed_server_is_brought_up_again(tmp_path: Path) -> None:
    with _window(tmp_path) as window:
        window.toolkit.wait("load")
        starts = window.keeper.starts
        back = threading.Event()
        window.keeper.revive = lambda: (back.set(), FakeKeeper.revive(window.keeper))[1]  # type: ignore[method-assign, func-returns-value] # to know
        window.keeper.has_crashed, window.keeper.url = True, None
        assert back.wait(10)
        window.toolkit.say("hello")
        window.toolkit.wait("script")
        assert window.keeper.starts == starts + 1


def test_a_server_at_another_address_is_followed_to_the_same_place(tmp_path: Path) -> None:
    with _window(tmp_path) as window:
        window.toolkit.wait("load")
        window.toolkit.say("look", scheme="light", language="zh-TW", hash="#/runs/7")
        window.toolkit.wait("script")
        window.keeper.url = THERE
        assert window.toolkit.wait("load") == THERE + "#/runs/7"


def test_a_reload_without_a_server_is_a_note_in_the_page_s_language(tmp_path: Path) -> None:
    with _window(tmp_path) as window:
        window.toolkit.wait("load")
        window.toolkit.say("look", scheme="light", language="zh-TW", hash="#/runs")
        window.toolkit.wait("script")
        window.keeper.url = None
        window.toolkit.load(HERE)
        shown = window.toolkit.wait("html")
        assert 'data-note="away"' in shown
        assert 'lang="zh-TW"' in shown
        assert "--app:#ffffff" in shown
        window.keeper.url = HERE
        assert window.toolkit.wait("load") == HERE + "#/runs"


def test_a_crashed_page_says_so_and_comes_back_where_it_was(tmp_path: Path, expect_warning: Any) -> None:
    expect_warning("the page's process ended")
    with _window(tmp_path) as window:
        window.toolkit.wait("load")
        window.toolkit.say("look", scheme="dark", language="en", hash="#/g/a")
        window.toolkit.wait("script")
        window.toolkit.crash()
        assert 'data-note="crash"' in window.toolkit.wait("html")
        for _ in range(3):  # however often it looks, what has crashed is not loaded by itself
            seen = threading.Event()
            window.keeper.looked = seen
            assert seen.wait(10)
        window.toolkit.say("hello")
        window.toolkit.wait("script")
        assert [kind for kind, _ in window.toolkit.done].count("load") == 1
        window.toolkit.say("retry")
        assert window.toolkit.wait("load") == HERE + "#/g/a"


def test_another_start_brings_it_forward_and_hands_over(tmp_path: Path) -> None:
    with _window(tmp_path, None, Opening("link", "#/runs")) as window:
        window.toolkit.wait("load")
        assert hand_over(tmp_path, Request([Opening("link", "#/g/x")], keeps_server=True))
        window.toolkit.wait("show")
        window.toolkit.wait("script", '"kind": "openings"')
        window.toolkit.say("openings")
        told = window.toolkit.wait("script", '"id": 1')
        assert told.index("#/runs") < told.index("#/g/x")
        assert not window.keeper.ours


def test_what_the_window_was_is_kept(tmp_path: Path) -> None:
    with _window(tmp_path) as window:
        window.toolkit.wait("load")
        window.toolkit.stand(Rect(5, 6, 1100, 700), is_maximized=True, zoom=1.25)
        window.toolkit.say("zoom", steps=1)
        assert window.toolkit.wait("zoom") in (1.1, 1.5)  # a thread of its own: before or after what was told
        window.toolkit.say("look", scheme="light", language="en", hash="")
        window.toolkit.wait("script")
    left = placement.read(tmp_path)
    assert (left.place, left.is_maximized, left.scheme, left.port) == (Rect(5, 6, 1100, 700), True, "light", 8123)
    assert left.boot_id == "boot"


def test_closing_ends_the_server_that_it_brought_up(tmp_path: Path) -> None:
    with _window(tmp_path) as window:
        window.toolkit.wait("load")
        window.toolkit.press_close()
        assert window.has_ended()
        assert window.keeper.is_stopped
        assert [kind for kind, _ in window.toolkit.done][-2:] == ["hide", "leave"]
        assert window.tray.has_left


def test_a_server_of_others_is_left_alone(tmp_path: Path) -> None:
    keeper = FakeKeeper()
    keeper.ours = False
    keeper.jobs = Work(3, 1)
    with _window(tmp_path, keeper) as window:
        window.toolkit.wait("load")
        window.toolkit.press_close()
        assert window.has_ended()
        assert not any(kind == "confirm" for kind, _ in window.toolkit.done)


def test_runs_are_asked_about_and_go_on(tmp_path: Path) -> None:
    with _window(tmp_path) as window:
        window.keeper.jobs = Work(2, 1)
        window.toolkit.wait("load")
        window.toolkit.answers = [False]
        window.toolkit.press_close()
        assert "2 running, 1 waiting" in window.toolkit.wait("confirm")
        window.toolkit.answers = [True]
        while window.application._is_asking:
            threading.Event().wait(0.005)
        window.toolkit.press_close()
        assert window.has_ended()
        assert not window.keeper.is_stopped


def test_a_tray_keeps_the_window_hidden(tmp_path: Path) -> None:
    with _window(tmp_path) as window:
        window.tray.there = True
        window.toolkit.wait("load")
        window.toolkit.press_close()
        window.toolkit.wait("hide")
        assert window.thread.is_alive()
        assert not window.keeper.is_stopped
        assert hand_over(tmp_path, Request([]))
        window.toolkit.wait("show")


def test_unsaved_work_is_asked_about_once_the_page_has_said_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "ANSWER_S", 10.0)
    with _window(tmp_path) as window:
        window.toolkit.wait("load")
        window.toolkit.say("look", scheme="dark", language="en", hash="")
        window.toolkit.wait("script")
        window.toolkit.answers = [False]
        window.toolkit.press_close()
        window.toolkit.wait("script", '"kind": "closing"')
        window.toolkit.say("may_close", unsaved=True)
        assert "not saved yet" in window.toolkit.wait("confirm")
        while window.application._is_asking:
            threading.Event().wait(0.005)
        window.toolkit.press_close()
        window.toolkit.wait("script", '"kind": "closing"')
        window.toolkit.say("may_close", unsaved=False)
        assert window.has_ended()


def test_a_page_that_hangs_does_not_hold_the_window(tmp_path: Path) -> None:
    with _window(tmp_path) as window:
        window.toolkit.wait("load")
        window.toolkit.say("look", scheme="dark", language="en", hash="")
        window.toolkit.wait("script")
        window.toolkit.press_close()
        assert window.has_ended()
