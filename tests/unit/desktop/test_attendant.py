"""What the tray shows of a server, and what its presses do."""

from __future__ import annotations

import queue
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest

from app.cli.client import PlaneGoneError
from app.desktop.attendant import Attendant, progress_of
from app.desktop.tray import Running, State
from tests.support.fake_window import FakeTray

if TYPE_CHECKING:
    from collections.abc import Iterator


class FakePlane:
    """A queue and its runs. asked: what was changed, in its order."""

    def __init__(self) -> None:
        self.paused: Any = False
        self.running: list[str] = []
        self.events: list[dict[str, Any]] = []
        self.asked: list[str] = []
        self.is_away = False

    def ask(self, method: str, path: str, query: Any = None, body: Any = None, timeout_s: float = 0) -> Any:
        del body, timeout_s
        if self.is_away:
            raise PlaneGoneError(sent=False)
        if method == "POST":
            self.asked.append(path)
            if path.startswith("/api/queue"):
                self.paused = path.endswith("pause")
            return {}
        if path == "/api/queue":
            return {"paused": self.paused, "running": self.running, "waiting": ["w"]}
        if path.endswith("/events"):
            assert query == {"cursor": 88, "limit": 12}
            return {"events": self.events}
        name = path.rsplit("/", 1)[1]
        return {"id": name, "name": None, "graph_name": f"graph of {name}", "last_cursor": 100}


class FakeLogin:
    def __init__(self) -> None:
        self.on = False
        self.trouble = False

    def is_on(self) -> bool:
        return self.on

    def set(self, is_on: bool) -> None:
        if self.trouble:
            raise PermissionError("no")
        self.on = is_on


class Stand:
    """An attendant with what is around it. keys: what the window was to see to."""

    def __init__(self) -> None:
        self.tray, self.plane, self.login = FakeTray(), FakePlane(), FakeLogin()
        self.tray.there = True
        self.language = "en"
        self.keys: queue.SimpleQueue[str] = queue.SimpleQueue()
        plane: Any = self.plane
        self.attendant = Attendant(self.tray, plane, self.login, lambda: self.language, self.keys.put)


@contextmanager
def _attended() -> Iterator[Stand]:
    stand = Stand()
    stand.attendant.begin()
    try:
        yield stand
    finally:
        stand.attendant.leave()
        stand.attendant.ended()
        assert stand.tray.has_left


def test_the_menu_follows_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.desktop.attendant.LOOK_S", 0.01)
    with _attended() as stand:
        stand.tray.wait("1 waiting")
        stand.plane.events = [
            {"payload": {"outputs": [{"progress": {"epoch": 3, "total_epochs": 9}}]}},
            {"payload": {}},
        ]
        stand.plane.running = ["a"]
        stand.tray.wait("Stop graph of a (3 of 9)")
        assert stand.keys.get(timeout=10) == "changed"  # a run has begun; how far it is changes nothing
        assert stand.keys.empty()
        stand.plane.is_away = True
        stand.tray.wait("The server is not running")
        stand.plane.is_away = False
        stand.language = "zh-TW"
        stand.tray.wait("停止 graph of a（3/9）")


def test_presses_are_done_at_once_and_seen_in_the_menu() -> None:
    with _attended() as stand:  # it looks again by itself only in two seconds
        stand.plane.running = ["a/b"]
        stand.tray.wait("Pause queue")
        stand.tray.pressed("pause")
        stand.tray.wait("Resume queue")
        stand.tray.pressed("stop:a/b")
        stand.tray.pressed("resume")
        stand.tray.wait("Pause queue")
        stand.tray.pressed("login")
        with stand.tray.has_menu:
            assert stand.tray.has_menu.wait_for(lambda: stand.tray.menu and stand.tray.menu.rows[-2].is_on, 10)
        assert stand.login.on
        assert sorted(stand.plane.asked) == ["/api/queue/pause", "/api/queue/resume", "/api/runs/a%2Fb/cancel"]
        stand.tray.pressed("quit")
        while stand.keys.get(timeout=10) != "quit":
            pass


def test_a_server_that_goes_while_it_is_asked_is_no_trouble() -> None:
    with _attended() as stand:
        stand.tray.wait("Pause queue")
        stand.plane.is_away = True
        stand.tray.pressed("pause")
        stand.tray.wait("Start the server")


def test_what_cannot_be_set_stays_as_it_was(expect_warning: Any) -> None:
    expect_warning("cannot be set: no")
    stand = Stand()
    stand.login.trouble = True
    assert stand.attendant.set_at_login(True) is False


def test_the_page_tells_by_the_tray_where_there_is_one() -> None:
    stand = Stand()
    notify = stand.attendant.actions()["notify"]
    assert notify({"title": "digits", "text": "Succeeded", "hash": "#/runs/a/log"}) is True
    assert notify({"title": 1, "text": "x" * 600, "hash": "https://elsewhere/"}) is True
    assert stand.tray.told == [("digits", "Succeeded", "#/runs/a/log"), ("1", "x" * 500, "open")]
    stand.tray.there = False
    assert notify({"title": "digits", "text": "Succeeded"}) is False
    assert stand.attendant.actions()["tray"]({}) == {"there": False, "at_login": False}
    assert stand.attendant.actions()["set_at_login"]({"on": True}) is True


def test_answers_that_are_none_of_ours_count_as_no_server() -> None:
    stand = Stand()
    stand.plane.running = None  # type: ignore[assignment] # as another program on that port might say
    assert stand.attendant.look() == State(at_login=False)


def test_a_run_that_tells_nothing_is_named_alone() -> None:
    stand = Stand()
    stand.plane.running = ["abc"]
    assert stand.attendant.look().running == (Running("abc", "graph of abc"),)


@pytest.mark.parametrize(
    ("progress", "expected"),
    [
        ({"epoch": 3, "total_epochs": 9, "batch": 1}, (3, 9)),
        ({"items": {"done": 0, "total": 4}}, (0, 4)),
        ({"epoch": 10, "total_epochs": 9}, None),
        ({"epoch": 1, "total_epochs": 0}, None),
        ({"epoch": 1.5, "total_epochs": 9}, None),
        ({"items": {"done": "1", "total": 2}}, None),
        ({}, None),
        (None, None),
    ],
)
def test_how_far_an_event_says_a_run_is(progress: Any, expected: tuple[int, int] | None) -> None:
    assert progress_of({"payload": {"outputs": [{"text": "x"}, {"progress": progress}]}}) == expected
    assert progress_of({"payload": [progress]}) is None
    assert progress_of({"payload": {"outputs": progress}}) is None
