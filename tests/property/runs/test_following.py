"""A follower over a log that grows while it reads: every event once, in order, to the end, whatever comes between."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from hypothesis import given, settings
from hypothesis import strategies as st

from app.core.vocab.run import RunStatus
from app.db.rows import EventRow
from app.runs.bus import EventBus
from app.runs.following import Following

if TYPE_CHECKING:
    from collections.abc import Sequence

RUN = "a" * 32
PAGE = 3


class Log:
    """A run's log as the database has it. What is appended is durable at once; announcing is somebody else's matter."""

    def __init__(self, bus: EventBus) -> None:
        self.bus = bus
        self.rows: list[EventRow] = []
        self.status = RunStatus.RUNNING
        self.reads = 0
        self.before_answer: list[Any] = []

    def append(self, kind: str = "node_status") -> None:
        """One more event; the last one ends the run in the same moment."""
        self.rows.append(EventRow(len(self.rows) + 1, kind, "{}", "t"))
        if kind == "execution_complete":
            self.status = RunStatus.SUCCEEDED

    async def read(self, run_id: str, cursor: int) -> tuple[RunStatus, Sequence[EventRow]]:
        """A snapshot taken now, given a few turns of the loop later: what is appended between the two is not in it."""
        assert run_id == RUN
        self.reads += 1
        found = self.status, self.rows[cursor : cursor + PAGE]
        await asyncio.sleep(0)
        for change in self.before_answer[:1]:
            self.before_answer = self.before_answer[1:]
            change()
        await asyncio.sleep(0)
        return found


def follower(log: Log, cursor: int = 0) -> Following:
    return Following(RUN, cursor, log.bus, log.read, lambda: False)


async def _all(following: Following) -> list[int]:
    seen: list[int] = []
    while rows := await following.page():
        seen += [row.cursor for row in rows]
    following.close()
    return seen


Steps = st.lists(st.sampled_from(["append", "announce", "turn", "append_in_a_read"]), max_size=40)


@settings(max_examples=200, deadline=None)
@given(steps=Steps, start=st.integers(0, 5), before=st.integers(0, 8), looks=st.booleans())
def test_every_event_after_the_cursor_comes_once_however_log_and_reads_interleave(
    steps: list[str], start: int, before: int, looks: bool
) -> None:
    async def world() -> None:
        bus = EventBus()
        bus.bind(asyncio.get_running_loop())
        log = Log(bus)
        for _ in range(before):
            log.append()
        start_at = min(start, before)
        following = follower(log, start_at)
        if looks:
            assert await following.status() is RunStatus.RUNNING
        reading = asyncio.ensure_future(_all(following))
        for step in steps:
            if step == "append":
                log.append()
            elif step == "append_in_a_read":
                log.before_answer.append(log.append)
            elif step == "announce":
                bus.announce(RUN)
            else:
                await asyncio.sleep(0)
        log.before_answer.clear()
        log.append("execution_complete")
        bus.announce(RUN)  # the writer announces after each commit, so also after the last
        async with asyncio.timeout(5):
            seen = await reading
        assert seen == list(range(start_at + 1, len(log.rows) + 1))
        assert following.is_over
        assert not bus.is_watched(RUN)

    asyncio.run(world())


@settings(max_examples=100, deadline=None)
@given(cuts=st.lists(st.integers(1, 4), max_size=12), extra=st.integers(0, 3))
def test_a_reader_that_is_cut_off_at_any_event_goes_on_where_it_was(cuts: list[int], extra: int) -> None:
    async def world() -> None:
        bus = EventBus()
        bus.bind(asyncio.get_running_loop())
        log = Log(bus)
        for _ in range(sum(cuts) + extra):
            log.append()
        log.append("execution_complete")
        seen: list[int] = []
        for keeps in cuts:  # of a page that was sent, the client had got so many when its connection broke
            following = follower(log, len(seen))
            page = await following.page()
            seen += [row.cursor for row in page[:keeps]]
            following.close()
        seen += await _all(follower(log, len(seen)))
        assert seen == list(range(1, len(log.rows) + 1))
        assert not bus.is_watched(RUN)

    asyncio.run(world())
