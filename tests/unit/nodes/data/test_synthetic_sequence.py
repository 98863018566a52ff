"""SyntheticSequence: one token tells the class, the others do not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import torch

from app.core.vocab.errors import NodeError
from app.nodes.data.synthetic_sequence import SyntheticSequence
from tests.support.nodes import call, run_context
from tests.support.synthetic import check_items_are_copies, check_seed, items

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(("kind", "place"), [("recall_first", 0), ("recall_last", -1)])
def test_where_the_token_stands(tmp_path: Path, kind: str, place: int) -> None:
    params = {"kind": kind, "seq_len": 12, "n_samples": 900, "n_classes": 4, "n_distractors": 3}
    tokens, labels = items(SyntheticSequence, tmp_path, **params)
    assert (tokens.shape, tokens.dtype, labels.dtype) == ((900, 12), torch.int64, torch.int64)
    assert torch.equal(tokens[:, place], labels)
    assert set(labels.tolist()) == {0, 1, 2, 3}
    rest = tokens[:, 1:] if place == 0 else tokens[:, :-1]
    assert set(rest.flatten().tolist()) == {4, 5, 6}
    assert call(SyntheticSequence, tmp_path, {}, params)["vocab_size"] == 7


def test_a_stop_is_heard_between_pieces_of_a_long_one(tmp_path: Path) -> None:
    run = run_context(tmp_path)
    run.cancel.set()
    given = call(SyntheticSequence, tmp_path, {}, {"seq_len": 3 * 2**20, "n_samples": 1}, run=run)
    assert given == {"__interrupted__": {}}


def test_pieces_hold_what_one_draw_would_hold(tmp_path: Path) -> None:
    length = 2**20 + 7
    tokens, _ = items(SyntheticSequence, tmp_path, seq_len=length, n_samples=1, n_classes=4, n_distractors=3, seed=5)
    generator = torch.Generator().manual_seed(5)
    torch.randint(0, 4, (1,), generator=generator)
    assert torch.equal(tokens[:, 1:], torch.randint(4, 7, (1, length), generator=generator)[:, 1:])


def test_a_sequence_of_one(tmp_path: Path) -> None:
    tokens, labels = items(SyntheticSequence, tmp_path, seq_len=1, n_samples=5)
    assert torch.equal(tokens[:, 0], labels)


@pytest.mark.parametrize("name", ["seq_len", "n_samples", "n_classes", "n_distractors"])
@pytest.mark.parametrize("value", [0, -3, 2**40])
def test_counts_that_are_none_are_named(tmp_path: Path, name: str, value: int) -> None:
    with pytest.raises(NodeError) as caught:
        call(SyntheticSequence, tmp_path, {}, {name: value})
    assert caught.value.reason.code == "count_out_of_range"
    assert caught.value.reason.params == {"param": name, "value": value, "most": 2**31}


def test_the_seed_decides_and_size_is_checked(tmp_path: Path) -> None:
    check_seed(SyntheticSequence, tmp_path)
    check_items_are_copies(SyntheticSequence, tmp_path, n_classes=1, n_distractors=3, kind="recall_last")
    with pytest.raises(NodeError) as caught:
        call(SyntheticSequence, tmp_path, {}, {"seq_len": 2**31, "n_samples": 2**31})
    assert caught.value.reason.code == "tensor_too_large"
