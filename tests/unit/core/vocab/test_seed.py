"""The seed of each part of a run is fixed for ever: checkpoints and replays depend on it."""

from __future__ import annotations

from hashlib import blake2b

import pytest

from app.core.vocab.seed import node_seed


@pytest.mark.parametrize(
    ("run_seed", "label", "expected"),
    [(0, "n1", 2345465260), (4294967295, "dataloader:n1", 770924316), (7, "圖/節點", 903208823)],
)
def test_known_values(run_seed: int, label: str, expected: int) -> None:
    assert node_seed(run_seed, label) == expected


def test_follows_the_published_rule() -> None:
    digest = blake2b(b"12\x00block/inner").digest()
    assert node_seed(12, "block/inner") == int.from_bytes(digest[4:8], "big")


def test_parts_of_a_run_differ() -> None:
    seeds = {node_seed(run, label) for run in range(40) for label in ("a", "b", "dataloader:a", "")}
    assert len(seeds) == 160


def test_seed_and_label_do_not_run_together() -> None:
    assert node_seed(1, "2") != node_seed(12, "")


def test_a_lone_surrogate_is_no_accident() -> None:
    assert 0 <= node_seed(1, "\ud800") < 2**32
