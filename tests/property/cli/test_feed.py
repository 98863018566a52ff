"""Whatever pages a server sends, and however often it is away, the feed gives the log once and in order."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.cli import client
from app.cli.client import PATIENCE_S, Plane, PlaneGoneError, PlaneRefusedError
from app.cli.follow import EventFeed, TimeOverError
from app.cli.words import CliError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


class Hands:
    """A clock that moves only when somebody waits."""

    def __init__(self) -> None:
        self.at = 0.0
        self.waits: list[float] = []

    def now(self) -> float:
        return self.at

    def pause(self, seconds: float) -> None:
        self.at += seconds
        self.waits.append(seconds)


class Scripted(Plane):
    """A server that answers with the pages and faults of a script, and honestly when the script is over."""

    def __init__(self, log: list[dict[str, Any]], script: Iterator[tuple[str, int]], ends: bool = True) -> None:
        super().__init__(Path("nowhere"), Hands())
        self.log = log
        self.script = script
        self.ends = ends

    def ask(
        self,
        method: str,
        path: str,
        query: Mapping[str, Any] | None = None,
        body: Any = None,
        timeout_s: float = 30.0,
    ) -> Any:
        assert query is not None
        fault, size = next(self.script, ("honest", 3))
        cursor = int(query["cursor"])
        if fault == "gone":
            raise PlaneGoneError(sent=bool(size % 2))
        if fault == "unavailable":
            raise PlaneRefusedError(503, None)
        first = {"repeat": max(cursor - size, 0), "skip": cursor + 1}.get(fault, cursor)
        events = [] if fault == "empty" else self.log[first : first + max(size, 1)]
        ended = self.ends and fault != "empty" and cursor >= len(self.log)
        return {"status": "succeeded" if ended else "running", "active": not ended, "events": events, "cursor": 0}


def _log(length: int, terminal: bool) -> list[dict[str, Any]]:
    log = [{"cursor": i, "type": "metric", "payload": None, "ts": ""} for i in range(1, length + 1)]
    if terminal and log:
        log[-1]["type"] = "execution_complete"
    return log


FAULTS = st.sampled_from(["honest", "gone", "unavailable", "repeat", "empty", "skip"])


@given(
    st.integers(0, 30), st.booleans(), st.lists(st.tuples(FAULTS, st.integers(0, 6)), max_size=40), st.integers(0, 30)
)
def test_the_log_comes_once_and_in_order(
    length: int, terminal: bool, script: list[tuple[str, int]], start: int
) -> None:
    start = min(start, length)
    # more faults of one kind in a row than we bear are another test
    calm = [step for i, step in enumerate(script) if step[0] != "skip" or i % 5 == 0]
    plane = Scripted(_log(length, terminal), iter(calm))
    feed = EventFeed(plane, "r", cursor=start)
    assert [event["cursor"] for event in feed] == list(range(start + 1, length + 1))
    assert feed.cursor == length


def test_a_log_that_keeps_a_gap_is_reported_and_not_passed_over() -> None:
    plane = Scripted(_log(9, True), iter([("skip", 3)] * 100))
    with pytest.raises(CliError) as caught:
        list(EventFeed(plane, "r", cursor=2))
    assert (caught.value.key, caught.value.exit_code) == ("log_gap", 1)


def test_a_server_that_stays_away_is_given_up_after_a_while() -> None:
    plane = Scripted(_log(9, True), iter([("gone", 0)] * 10_000))
    with pytest.raises(CliError) as caught:
        list(EventFeed(plane, "r"))
    assert caught.value.key == "server_lost"
    assert PATIENCE_S < plane.pace.now() < PATIENCE_S + 2
    assert isinstance(plane.pace, Hands)
    assert max(plane.pace.waits) == 1.0


def test_the_deadline_ends_the_following() -> None:
    plane = Scripted(_log(4, False), iter([]), ends=False)

    def ask(*arguments: Any, **named: Any) -> Any:
        plane.pace.pause(named["query"]["wait"] if "query" in named else arguments[2]["wait"])
        return Scripted.ask(plane, *arguments, **named)

    plane.ask = ask  # type: ignore[method-assign] # the long poll takes its time here
    seen: list[int] = []
    feed = EventFeed(plane, "r", deadline=60.0)
    with pytest.raises(TimeOverError):
        seen.extend(event["cursor"] for event in feed)
    assert plane.pace.now() == pytest.approx(60.0)
    assert feed.cursor == 4


def test_a_refusal_is_not_waited_out(monkeypatch: pytest.MonkeyPatch) -> None:
    plane = Scripted([], iter([]))

    def refuse(*arguments: Any, **named: Any) -> Any:
        raise PlaneRefusedError(404, {"detail": {"code": "run_not_found", "params": {}, "text": "none"}})

    monkeypatch.setattr(plane, "ask", refuse)
    with pytest.raises(PlaneRefusedError) as caught:
        plane.insist("/api/runs/x")
    assert caught.value.code == "run_not_found"
    assert plane.pace.now() == 0.0


@pytest.mark.parametrize("body", [None, [], "x", {"detail": "plain"}, {"detail": {"code": 5, "params": "x"}}])
def test_any_refusal_body_has_a_code_and_words(body: object) -> None:
    refused = client.PlaneRefusedError(418, body)
    assert refused.code
    assert refused.text
    assert refused.problems == ()
