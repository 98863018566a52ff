"""A stored ratio holds its figure: half as much again is the most that it may get worse."""

from __future__ import annotations

import pytest

from tests.support.bench import hold, paired


def test_a_ratio_may_be_half_as_much_again_and_no_more() -> None:
    hold("a", 3.0, {"a": 2.0}, more=False)
    hold("a", 2.0, {"a": 3.0}, more=True)
    with pytest.raises(AssertionError, match="less is better"):
        hold("a", 3.01, {"a": 2.0}, more=False)
    with pytest.raises(AssertionError, match="more is better"):
        hold("a", 1.99, {"a": 3.0}, more=True)


def test_a_figure_near_one_may_have_a_tolerance_of_its_own() -> None:
    hold("a", 1.05, {"a": 1.02}, more=False, tolerance=1.03)
    with pytest.raises(AssertionError, match=r"stored is 1\.02 x"):
        hold("a", 1.06, {"a": 1.02}, more=False, tolerance=1.03)


def test_a_figure_without_a_stored_ratio_fails() -> None:
    with pytest.raises(KeyError):
        hold("new", 1.0, {}, more=False)


def test_pairs_are_taken_in_turn_and_the_least_of_each_counts() -> None:
    order: list[str] = []
    figures = {"a": iter([3.0, 1.0]), "b": iter([5.0, 4.0])}

    def measured(name: str) -> float:
        order.append(name)
        return next(figures[name])

    assert paired(2, lambda: measured("a"), lambda: measured("b")) == (1.0, 4.0)
    assert order == ["a", "b", "a", "b"]
