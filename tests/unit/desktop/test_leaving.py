"""How the window is left: what is asked, by whom, and what becomes of the server."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from app.desktop import application as module
from app.desktop import leaving, placement
from app.desktop.instance import Request, hand_over
from app.desktop.keeper import Work
from app.desktop.placement import Left
from tests.support.fake_window import FakeKeeper, Window
from tests.support.fake_window import window_of as _window

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LOOK_S", 0.01)
    monkeypatch.setattr(module, "LOOK_SOON_S", 0.01)
    monkeypatch.setattr(leaving, "ANSWER_S", 0.05)


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
        window.ask_again()
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


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leaving, "ANSWER_S", 10.0)


def test_the_page_asks_about_runs_and_the_person_s_press_decides(tmp_path: Path, patient: None) -> None:
    del patient
    left = {"at_ms": 5, "runs": ["a", "b"], "stopped": False}
    with _window(tmp_path) as window:
        window.keeper.jobs = Work(2, 1)
        window.page_is_there()
        for asked in (1, 2):  # cancelled, then closed once more: asked anew
            told = window.closing()
            assert told == {"kind": "closing", "asked": asked, "running": 2, "waiting": 1}
            window.toolkit.say("may_close", asked=asked, answer="asking")
            window.toolkit.wait("script")
            with window.application._leaving._guard:
                assert window.thread.is_alive()
        window.toolkit.say("quit", choice="keep", left=left)
        assert window.has_ended()
        assert not window.keeper.is_stopped
    assert not any(kind == "confirm" for kind, _ in window.toolkit.done)
    with _window(tmp_path) as window:
        window.page_is_there()
        window.toolkit.say("meanwhile")
        assert json.dumps(left) in window.toolkit.wait("script")
        window.toolkit.say("meanwhile_read")
        window.toolkit.wait("script")
        assert hand_over(tmp_path, Request([]))  # what is decided is decided in its order
        window.toolkit.wait("show")
        window.toolkit.say("meanwhile")
        assert '"value": null' in window.toolkit.wait("script")
        window.toolkit.say("quit", choice="stop", left={"at_ms": 6, "runs": ["a"], "stopped": True})
        assert window.has_ended()
        assert window.keeper.is_stopped
    assert placement.read(tmp_path).left == Left(6, ("a",), True)


def test_quitting_from_the_page_asks_as_closing_does_even_with_a_tray(tmp_path: Path, patient: None) -> None:
    del patient
    with _window(tmp_path) as window:
        window.tray.there = True
        window.page_is_there()
        window.toolkit.say("quit")
        window.toolkit.wait("script", '"kind": "closing"')
        window.toolkit.say("may_close", asked=1, answer="free")
        assert window.has_ended()
        assert window.keeper.is_stopped


def test_an_answer_to_an_earlier_question_counts_no_more(tmp_path: Path) -> None:
    with _window(tmp_path) as window:
        window.keeper.jobs = Work(1, 0)
        window.page_is_there()
        window.toolkit.answers = [False, False]
        window.closing()
        window.toolkit.wait("confirm")
        window.ask_again()
        window.toolkit.wait("script", '"asked": 2')
        window.toolkit.say("may_close", asked=1, answer="free")
        assert "1 running, 0 waiting" in window.toolkit.wait("confirm")
        assert window.thread.is_alive()


def test_changes_that_the_page_cannot_ask_about_are_asked_about_by_the_system(tmp_path: Path, patient: None) -> None:
    del patient
    with _window(tmp_path) as window:
        window.page_is_there()
        window.toolkit.answers = [False, True]
        window.closing()
        window.toolkit.say("may_close", asked=1, answer="unsaved")
        assert "not saved yet" in window.toolkit.wait("confirm")
        with window.application._leaving._guard:
            assert window.thread.is_alive()
        window.closing()
        window.toolkit.say("may_close", asked=2, answer="unsaved")
        assert window.has_ended()


def test_a_page_that_hangs_does_not_hold_the_window(tmp_path: Path) -> None:
    with _window(tmp_path) as window:
        window.page_is_there()
        window.toolkit.press_close()
        assert window.has_ended()


def test_the_tray_brings_the_window_back_and_leads_to_places(tmp_path: Path) -> None:
    with _window(tmp_path) as window:
        window.tray.there = True
        window.page_is_there()
        window.tray.pressed("lost")  # of a tray that goes while the window is in sight: nothing
        window.toolkit.press_close()
        window.toolkit.wait("hide")
        assert not any(kind == "show" for kind, _ in window.toolkit.done)
        window.tray.pressed("lost")
        window.toolkit.wait("show")
        window.tray.pressed("#/runs/a/log")
        window.toolkit.wait("show")
        window.toolkit.wait("script", '"kind": "openings"')
        window.toolkit.say("openings")
        assert "#/runs/a/log" in window.toolkit.wait("script")


def test_a_hidden_window_comes_forward_to_ask_and_not_otherwise(tmp_path: Path, patient: None) -> None:
    del patient
    with _window(tmp_path) as window:
        window.tray.there = True
        window.keeper.jobs = Work(1, 0)
        window.page_is_there()
        for asked, answer in ((1, "leaving"), (2, "asking")):
            window.tray.pressed("quit")
            window.toolkit.wait("script", f'"asked": {asked}')
            window.toolkit.say("may_close", asked=asked, answer=answer)
            window.toolkit.wait("script")
            with window.application._leaving._guard:
                shown = [kind for kind, _ in window.toolkit.done].count("show")
                assert shown == (1 if answer == "asking" else 0)


def test_a_start_in_the_tray_shows_nothing_where_there_is_one(tmp_path: Path) -> None:
    for there in (True, False):
        window = Window(tmp_path, FakeKeeper())
        window.tray.there = there
        window.begin(in_tray=True)
        try:
            window.toolkit.wait("load")
            assert window.toolkit.spec is not None
            assert window.toolkit.spec.is_hidden is there
        finally:
            window.end()
