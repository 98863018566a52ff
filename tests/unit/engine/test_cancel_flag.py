"""Whoever wants to know of a stop is told once, whenever it is asked for."""

from __future__ import annotations

import threading

from app.engine.context import CancelFlag


def test_each_is_told_once_when_somebody_asks_and_the_first_reason_wins() -> None:
    flag, told = CancelFlag(), list[str]()
    flag.on_set(lambda: told.append(f"a {flag.why}"))
    flag.on_set(lambda: told.append(f"b {flag.why}"))
    assert told == []
    flag.set("interrupted")
    flag.set("cancelled")
    assert told == ["a interrupted", "b interrupted"]


def test_who_comes_late_is_told_at_once() -> None:
    flag, told = CancelFlag(), list[str]()
    flag.set()
    flag.on_set(lambda: told.append(flag.why))
    assert told == ["cancelled"]


def test_nobody_is_missed_when_both_happen_at_once() -> None:
    for _ in range(200):
        flag, told = CancelFlag(), list[int]()
        start = threading.Barrier(2)

        def listen(flag: CancelFlag = flag, told: list[int] = told, start: threading.Barrier = start) -> None:
            start.wait()
            flag.on_set(lambda: told.append(1))

        thread = threading.Thread(target=listen)
        thread.start()
        start.wait()
        flag.set()
        thread.join()
        assert told == [1]
