"""Waking those who wait, from any thread, without a lost wake-up."""

from __future__ import annotations

import asyncio
import threading
from typing import TYPE_CHECKING

from app.runs import bus as bus_module
from app.runs.bus import ALL_RUNS, EventBus

if TYPE_CHECKING:
    import pytest


async def test_a_watch_wakes_once_per_growth_and_only_for_its_topic() -> None:
    bus = EventBus()
    bus.bind(asyncio.get_running_loop())
    with bus.watch("a") as a, bus.watch("b") as b:
        bus.announce("a")
        bus.announce("a")
        assert await a.wait(20)
        assert not await a.wait(0.0)
        assert not await b.wait(0.0)
        assert bus.is_watched("a")
    assert not bus.is_watched("a")


async def test_growth_between_two_waits_is_not_lost() -> None:
    bus = EventBus()
    bus.bind(asyncio.get_running_loop())
    with bus.watch("a") as watch:
        for _ in range(200):
            announcer = threading.Thread(target=bus.announce, args=("a",))
            announcer.start()
            assert await watch.wait(20)
            announcer.join()


async def test_many_announcements_become_one_turn_of_the_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    bus = EventBus()
    bus.bind(asyncio.get_running_loop())
    turns: list[int] = []
    real = bus._deliver

    def deliver() -> None:
        turns.append(1)
        real()

    monkeypatch.setattr(bus, "_deliver", deliver)
    with bus.watch("a") as a, bus.watch("b") as b:
        for _ in range(1000):
            bus.announce("a")
            bus.announce("b")
        assert await a.wait(20)
        assert await b.wait(20)
    assert turns == [1]


async def test_watches_beyond_the_bound_never_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bus_module, "MAX_WATCHES", 2)
    bus = EventBus()
    bus.bind(asyncio.get_running_loop())
    with bus.watch("a") as one, bus.watch("a") as two:
        with bus.watch("a") as three:
            assert [watch.is_live for watch in (one, two, three)] == [True, True, False]
            assert not await three.wait(3600.0)
        with bus.watch("a") as four:
            assert not four.is_live
    with bus.watch("a") as five:
        assert five.is_live


async def test_a_bus_without_a_loop_is_silent() -> None:
    bus = EventBus()
    bus.announce("a")
    bus.bind(asyncio.get_running_loop())
    bus.bind(None)
    with bus.watch("a") as watch:
        bus.announce("a")
        assert not await watch.wait(0.0)
        bus.wake_all()
        assert await watch.wait(20)


async def test_all_runs_are_a_topic_of_every_announcement() -> None:
    bus = EventBus()
    bus.bind(asyncio.get_running_loop())
    with bus.watch(ALL_RUNS) as everything, bus.watch("b") as other:
        bus.announce("a")
        assert await everything.wait(20)
        assert not await other.wait(0.0)


async def test_what_nobody_watches_is_counted_and_wakes_not_even_the_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    bus = EventBus()
    bus.bind(asyncio.get_running_loop())
    turns: list[int] = []
    monkeypatch.setattr(bus, "_deliver", lambda: turns.append(1))
    bus.announce("a")
    with bus.watch("b"):
        bus.announce("a")
        await asyncio.sleep(0)
        assert (bus.changes, turns) == (2, [])
        bus.announce("b")
        await asyncio.sleep(0)
        assert (bus.changes, turns) == (3, [1])
