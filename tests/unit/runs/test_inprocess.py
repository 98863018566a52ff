"""Questions about recorded values: none waits for a slower one, and none is answered for nobody."""

from __future__ import annotations

import asyncio
import threading
from typing import TYPE_CHECKING, Any

import pytest
import torch

from app.core.vocab.errors import Unavailable
from app.engine import figures
from app.engine.registry import Registry
from app.engine.stores import Stores
from app.runs.executors import inprocess
from app.runs.executors.inprocess import InProcessExecutor

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


class _Counting:
    """Figures of large tensors that take for ever, until nobody wants them any more."""

    def __init__(self) -> None:
        self.begun = threading.Semaphore(0)
        self.dropped = threading.Semaphore(0)
        self.turn = threading.Event()

    def stats(self, value: Any, sampling: Any, is_unwanted: Callable[[], bool]) -> dict[str, Any]:
        if value.numel() < 5_000_000:
            return {"count": value.numel()}
        self.begun.release()
        while not is_unwanted():
            self.turn.wait(0.001)  # a thread that spins would keep the others from their turns
        self.dropped.release()
        raise Unavailable.of("question_dropped")


@pytest.fixture
def counting(monkeypatch: pytest.MonkeyPatch) -> _Counting:
    made = _Counting()
    monkeypatch.setattr(figures, "stats", made.stats)
    return made


@pytest.fixture
def executor() -> Iterator[InProcessExecutor]:
    stores = Stores()
    stores.outputs.begin("r")
    stores.outputs.record("r", "n", {"large": torch.zeros(5_000_000, dtype=torch.int8), "small": torch.zeros(3)})
    made = InProcessExecutor(Registry({}), stores)
    yield made
    made.close()


def _place(port: str) -> dict[str, Any]:
    return {"run_id": "r", "node_id": "n", "port": port}


async def _begun(counting: _Counting) -> None:
    assert await asyncio.to_thread(counting.begun.acquire, timeout=20)


async def test_a_long_question_holds_up_no_other(executor: InProcessExecutor, counting: _Counting) -> None:
    long = [asyncio.ensure_future(executor.ask("output_stats", **_place("large"))) for _ in range(3)]
    await _begun(counting)
    async with asyncio.timeout(20):
        assert (await executor.ask("output_stats", **_place("small")))["count"] == 3
        read = await executor.ask("output", **_place("large"), slice_text="0", max_elements=1)
        assert read["values"] == 0
        assert len(await executor.ask("outputs", run_id="r")) == 2
        assert (await executor.ask("figures"))["run_output_store"]["runs"] == 1
    assert not counting.begun.acquire(blocking=False), "one long question at a time"
    for one in long:
        one.cancel()
    await asyncio.wait(long)


async def test_a_question_is_dropped_when_its_asker_leaves(executor: InProcessExecutor, counting: _Counting) -> None:
    first = asyncio.ensure_future(executor.ask("output_stats", **_place("large")))
    await _begun(counting)
    second = asyncio.ensure_future(executor.ask("output_stats", **_place("large")))
    while executor.waiting() == 0:
        await executor.ask("weights", graph_id=None)
    second.cancel()
    first.cancel()
    await asyncio.wait([first, second])
    assert await asyncio.to_thread(counting.dropped.acquire, timeout=20)
    third = asyncio.ensure_future(executor.ask("output_stats", **_place("large")))
    await _begun(counting)
    assert not counting.begun.acquire(blocking=False), "the second never began"
    third.cancel()
    await asyncio.wait([third])


async def test_the_close_drops_what_goes_on_and_what_waits(executor: InProcessExecutor, counting: _Counting) -> None:
    asked = [asyncio.ensure_future(executor.ask("output_stats", **_place("large"))) for _ in range(2)]
    await _begun(counting)
    while executor.waiting() == 0:
        await executor.ask("weights", graph_id=None)
    await asyncio.to_thread(executor.close)
    for one in asked:
        with pytest.raises(Unavailable) as dropped:
            await one
        assert dropped.value.reason.code == "question_dropped"


async def test_questions_beyond_what_may_wait_are_refused(
    executor: InProcessExecutor, counting: _Counting, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = [asyncio.ensure_future(executor.ask("output_stats", **_place("large")))]
    await _begun(counting)
    for _ in range(inprocess.WAITING):  # one by one: each first asks how long it will take, in a lane of its own
        asked.append(asyncio.ensure_future(executor.ask("output_stats", **_place("large"))))
        await executor.ask("weights", graph_id=None)
    while executor.waiting() < inprocess.WAITING:
        await executor.ask("weights", graph_id=None)
    with pytest.raises(Unavailable) as busy:
        await executor.ask("output_stats", **_place("large"))
    assert busy.value.reason.code == "executor_busy"
    for one in asked:
        one.cancel()
    await asyncio.wait(asked)
