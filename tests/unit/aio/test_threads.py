"""A lane runs in order, is bounded, and ends."""

from __future__ import annotations

import asyncio
import threading
from typing import TYPE_CHECKING

import pytest

from app.aio.threads import LaneClosed, LaneFull, ThreadLane

if TYPE_CHECKING:
    from concurrent.futures import Future


def _hold(entered: threading.Event, go: threading.Event) -> None:
    entered.set()
    assert go.wait(20)


def _fail() -> None:
    raise ZeroDivisionError


def test_calls_run_in_order_in_one_named_thread() -> None:
    lane = ThreadLane("lane-x")
    seen: list[tuple[int, str]] = []
    for n in range(100):
        lane.submit(lambda n=n: seen.append((n, threading.current_thread().name)))  # type: ignore[misc] # bound now
    lane.stop()
    assert seen == [(n, "lane-x") for n in range(100)]


async def test_answers_and_errors_come_back() -> None:
    lane = ThreadLane("lane-x")
    assert await lane.run(lambda: 7) == 7
    with pytest.raises(ZeroDivisionError):
        await lane.run(lambda: 1 // 0)
    lane.stop()
    lane.stop()
    with pytest.raises(LaneClosed):
        await lane.run(lambda: 7)


async def test_a_wide_lane_runs_as_many_at_once_as_it_is_wide_and_no_more() -> None:
    lane = ThreadLane("wide", width=3)
    go, entered = threading.Event(), threading.Semaphore(0)

    def hold() -> str:
        entered.release()
        assert go.wait(20)
        return threading.current_thread().name

    calls = [lane.submit(hold) for _ in range(4)]
    for _ in range(3):
        assert await asyncio.to_thread(entered.acquire, timeout=20)
    assert lane.depth == 1
    assert not entered.acquire(blocking=False)
    go.set()
    assert [call.result(20) for call in calls] == ["wide"] * 4
    assert [thread.name for thread in threading.enumerate()].count("wide") == 3
    lane.stop()
    assert "wide" not in [thread.name for thread in threading.enumerate()]


def test_a_wide_lane_takes_no_second_thread_while_the_first_is_free() -> None:
    lane = ThreadLane("wide", width=3)
    for _ in range(20):
        lane.submit(lambda: None).result(20)
        while not lane.is_idle:
            pass  # its result is out before it is free again
    assert [thread.name for thread in threading.enumerate()].count("wide") == 1
    lane.stop()


def test_no_thread_before_the_first_call() -> None:
    lane = ThreadLane("lane-x")
    assert "lane-x" not in [thread.name for thread in threading.enumerate()]
    lane.stop()


async def test_a_full_lane_refuses_the_loop_and_holds_a_thread() -> None:
    lane = ThreadLane("lane-x", capacity=2)
    entered, go = threading.Event(), threading.Event()
    first = lane.submit(lambda: _hold(entered, go))
    assert await asyncio.to_thread(entered.wait, 20)
    waiting = [lane.submit(lambda: None) for _ in range(2)]
    assert lane.depth == 2
    with pytest.raises(LaneFull):
        await lane.run(lambda: None)
    third: list[Future[None]] = []
    submitting = threading.Thread(target=lambda: third.append(lane.submit(lambda: None)))
    submitting.start()
    assert third == []
    go.set()
    submitting.join(20)
    for future in (first, *waiting, *third):
        future.result(20)
    assert len(third) == 1
    lane.stop()


def test_a_stop_lets_a_held_thread_go() -> None:
    lane = ThreadLane("lane-x", capacity=1)
    entered, go = threading.Event(), threading.Event()
    lane.submit(lambda: _hold(entered, go))
    assert entered.wait(20)
    lane.submit(lambda: None)
    refused: list[BaseException] = []

    def submit() -> None:
        try:
            lane.submit(lambda: None)
        except LaneClosed as error:
            refused.append(error)

    submitting = threading.Thread(target=submit)
    submitting.start()
    stopping = threading.Thread(target=lane.stop)
    stopping.start()
    submitting.join(20)
    assert len(refused) == 1
    go.set()
    stopping.join(20)


def test_opening_and_closing_frame_the_calls() -> None:
    seen: list[str] = []
    lane = ThreadLane("lane-x", opening=lambda: seen.append("open"), closing=lambda: seen.append("close"))
    lane.submit(lambda: seen.append("call")).result(20)
    lane.stop()
    assert seen == ["open", "call", "close"]


def test_a_lane_that_cannot_open_tells_every_caller() -> None:
    lane = ThreadLane("lane-x", opening=_fail)
    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            lane.submit(lambda: None).result(20)
    lane.stop()


def test_a_cancelled_call_is_not_made() -> None:
    lane = ThreadLane("lane-x")
    entered, go = threading.Event(), threading.Event()
    lane.submit(lambda: _hold(entered, go))
    assert entered.wait(20)
    seen: list[int] = []
    second = lane.submit(lambda: seen.append(2))
    assert second.cancel()
    go.set()
    lane.stop()
    assert seen == []
