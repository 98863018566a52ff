"""The menu of the tray, from values alone."""

from __future__ import annotations

import pytest

from app.desktop.tray import MOST_RUNS, Kind, Row, Running, State, menu_of


def _shown(state: State, language: str = "en") -> list[str]:
    rows = menu_of(state, language).rows
    return ["-" if row.kind is Kind.LINE else f"{row.text} [{row.key}]" for row in rows]


def test_an_idle_server_can_be_opened_held_and_left() -> None:
    assert _shown(State(is_up=True)) == [
        "Nothing is running []", "-", "Open CodefyUI [open]", "Pause queue [pause]", "-", "Quit… [quit]",
    ]  # fmt: skip
    assert menu_of(State(is_up=True), "en").rows[0] == Row(Kind.TEXT, "Nothing is running")


def test_each_run_has_its_stop_with_how_far_it_is() -> None:
    runs = (Running("a1", "digits & cnn", 7, 12), Running("b2", "x" * 60))
    state = State(is_up=True, is_paused=True, running=runs, count=2, waiting=1, at_login=True)
    assert _shown(state) == [
        "2 running, 1 waiting, queue paused []", "-", "Open CodefyUI [open]", "Resume queue [resume]", "-",
        "Stop digits & cnn (7 of 12) [stop:a1]", f"Stop {'x' * 39}… [stop:b2]", "-", "Start at login [login]",
        "Quit… [quit]",
    ]  # fmt: skip
    switch = menu_of(state, "en").rows[-2]
    assert (switch.kind, switch.is_on) == (Kind.SWITCH, True)


def test_more_runs_than_rows_lead_to_their_page() -> None:
    runs = tuple(Running(str(at), f"run {at}") for at in range(MOST_RUNS))
    shown = _shown(State(is_up=True, running=runs, count=MOST_RUNS + 3))
    assert [row for row in shown if "stop:" in row][-1] == f"Stop run {MOST_RUNS - 1} [stop:{MOST_RUNS - 1}]"
    assert shown[-3] == "3 more… [runs]"


def test_a_server_that_is_away_can_be_started() -> None:
    state = State(at_login=False)
    assert _shown(state) == [
        "The server is not running []", "-", "Open CodefyUI [open]", "Start the server [start]", "-",
        "Start at login [login]", "Quit… [quit]",
    ]  # fmt: skip
    assert menu_of(state, "en").rows[-2].is_on is False


@pytest.mark.parametrize(
    ("language", "tip"),
    [("en", "CodefyUI Desktop: 1 running, 2 waiting"), ("zh-TW", "CodefyUI Desktop：1 個執行中、2 個等待中")],
)
def test_the_mark_says_how_things_stand(language: str, tip: str) -> None:
    assert menu_of(State(is_up=True, count=1, waiting=2), language).tip == tip


def test_it_speaks_the_language_of_the_window() -> None:
    state = State(is_up=True, running=(Running("a", "圖", 1, 2),), count=1, at_login=False)
    assert _shown(state, "zh-TW") == [
        "1 個執行中 []", "-", "開啟 CodefyUI [open]", "暫停佇列 [pause]", "-", "停止 圖（1/2） [stop:a]", "-",
        "登入時啟動 [login]", "結束… [quit]",
    ]  # fmt: skip
