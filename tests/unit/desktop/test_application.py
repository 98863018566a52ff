"""Which page the window shows, with a window that nobody draws and a server that is told."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

import pytest

from app.desktop import application as module
from app.desktop import placement
from app.desktop.instance import Request, hand_over
from app.desktop.openings import Opening
from app.desktop.placement import Rect
from tests.support.fake_window import HERE, THERE, FakeKeeper
from tests.support.fake_window import window_of as _window

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LOOK_S", 0.01)
    monkeypatch.setattr(module, "LOOK_SOON_S", 0.01)


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
