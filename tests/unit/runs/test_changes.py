"""What is told to whoever looked before: nothing twice, nothing lost, and it is said where that cannot be known."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.runs import bus as bus_module
from app.runs import changes as changes_module
from app.runs.bus import ALL_RUNS, EventBus
from app.runs.changes import Changes, Told

if TYPE_CHECKING:
    import pytest


def test_a_version_names_what_changed_after_it() -> None:
    bus = EventBus()
    changes = Changes(bus)
    first = changes.version
    assert changes.since(first) == Told(first, [], False, [], False)
    bus.announce("a")
    bus.announce("console:b")
    bus.announce("b")
    second = changes.version
    assert changes.since(first) == Told(second, ["b", "a"], False, [], False)
    bus.announce("a")
    bus.announce(ALL_RUNS)
    assert changes.since(second) == Told(changes.version, ["a"], True, [], False)
    third = changes.version
    changes.ended("a")
    changes.ended("c")
    assert changes.since(third) == Told(changes.version, ["c", "a"], True, ["a", "c"], False)
    assert changes.since(changes.version).ended == []


def test_a_version_that_says_nothing_here_is_answered_with_all_that_may_be() -> None:
    bus = EventBus()
    changes = Changes(bus)
    changes.ended("a")
    now = changes.version
    life = now.partition(".")[0]
    assert changes.since(None) == Told(now, None, True, (), False)
    odd = (Changes(bus).version, "", life, f"{life}.", f"{life}.x", f"{life}.-1", f"{life}.99", f"{life}.{'9' * 30}")
    assert [changes.since(version) for version in odd] == [Told(now, None, True, (), True)] * len(odd)


def test_too_many_to_remember_are_said_to_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bus_module, "MAX_REMEMBERED", 2)
    monkeypatch.setattr(changes_module, "MAX_ENDED", 2)
    bus = EventBus()
    changes = Changes(bus)
    versions = [changes.version]
    for run_id in "abc":
        bus.announce(run_id)
        versions.append(changes.version)
    assert [changes.since(version).runs for version in versions] == [None, ["c", "b"], ["c"], []]
    assert [changes.since(version).rows for version in versions] == [True, False, False, False]
    versions = [changes.version]
    for run_id in "abc":
        changes.ended(run_id)
        versions.append(changes.version)
    assert [changes.since(version).ended for version in versions] == [["b", "c"], ["b", "c"], ["c"], []]
    assert [changes.since(version).missed for version in versions] == [True, False, False, False]


def test_what_is_remembered_does_not_grow() -> None:
    bus = EventBus()
    changes = Changes(bus)
    for at in range(5000):
        bus.announce(f"console:{at}")
        changes.ended(str(at))
    assert len(bus._last) == bus_module.MAX_REMEMBERED
    assert len(changes._ended) == changes_module.MAX_ENDED
