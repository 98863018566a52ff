"""Limits and their overrides."""

from __future__ import annotations

import pytest

from app.core.scheduling.slots import SlotLimits, parse_overrides


@pytest.mark.parametrize(
    ("text", "limits", "malformed"),
    [
        ("", {}, ()),
        ("cuda:0=2,cpu=8", {"cuda:0": 2, "cpu": 8}, ()),
        ("cuda:0=2 cpu=8", {"cuda:0": 2, "cpu": 8}, ()),
        (" ,, cpu=1 , ", {"cpu": 1}, ()),
        ("cpu=0 cuda:0=-3", {"cpu": 1, "cuda:0": 1}, ()),
        ("cpu=2 cpu=3", {"cpu": 3}, ()),
        (
            "cpu cpu= =4 cpu=x cpu=1.5 cpu=٣ cpu=1234567 mps:0=1",
            {"mps:0": 1},
            ("cpu", "cpu=", "=4", "cpu=x", "cpu=1.5", "cpu=٣", "cpu=1234567"),
        ),
        ("a=b=2", {"a=b": 2}, ()),
    ],
)
def test_overrides(text: str, limits: dict[str, int], malformed: tuple[str, ...]) -> None:
    assert parse_overrides(text) == (limits, malformed)


@pytest.mark.parametrize(
    ("key", "limit"),
    [("cpu", 2), ("cuda:0", 1), ("cuda:0+cuda:1", 1), ("mps:0", 1), ("box/cpu", 2), ("box/cuda:3", 1), ("cuda:9", 5)],
)
def test_defaults_by_kind(key: str, limit: int) -> None:
    assert SlotLimits(overrides={"cuda:9": 5}).of(key) == limit


def test_a_limit_under_one_counts_as_one() -> None:
    assert SlotLimits(cpu=0, accelerator=-2, overrides={"mps:0": 0}).of("cpu") == 1
    assert SlotLimits(accelerator=-2).of("cuda:1") == 1
    assert SlotLimits(overrides={"mps:0": 0}).of("mps:0") == 1
