"""DatasetBatch against items stacked by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import torch

from app.core.vocab.errors import NodeError
from app.engine.context import CancelFlag
from app.nodes._torch.items import Pairs
from app.nodes.data.dataset_batch import DatasetBatch
from tests.support import mutants
from tests.support.nodes import call, run_context
from tests.support.picture_files import picture, pixels
from tests.support.tensors import random

if TYPE_CHECKING:
    from pathlib import Path

IMAGES, MASKS = random((5, 2, 3, 4), seed=1), random((5, 3, 4), torch.int64, 2)


def batch(root: Path, dataset: Any, count: int = 1, start: int = 0) -> dict[str, torch.Tensor]:
    return call(DatasetBatch, root, {"dataset": dataset}, {"batch_size": count, "start_index": start})


@pytest.mark.parametrize(("start", "count"), [(0, 5), (3, 4), (12, 7), (4, 1)])
def test_takes_items_in_order_and_begins_again(tmp_path: Path, start: int, count: int) -> None:
    rows = [(start + i) % 5 for i in range(count)]
    out = batch(tmp_path, Pairs(IMAGES, torch.tensor([9, 8, 7, 6, 5])), count, start)
    mutants.check(mutants.equals(IMAGES[rows]), out["images"])
    assert out["labels"].tolist() == [9 - row for row in rows]
    assert out["labels"].dtype is torch.int64


def test_masks_pictures_and_numbers(tmp_path: Path) -> None:
    out = batch(tmp_path, Pairs(IMAGES, MASKS), 3, 1)
    mutants.check(mutants.equals(MASKS[1:4]), out["labels"])
    out = batch(tmp_path, [(picture(3, 4), 0.5), (picture(3, 4, seed=1), 1.5)], 2)
    assert out["labels"].tolist() == [0.5, 1.5]
    expected = torch.stack([pixels(3, 4, seed=seed).permute(2, 0, 1).float() / 255 for seed in (0, 1)])
    mutants.check(mutants.equals(expected), out["images"])
    out["images"].zero_()
    assert batch(tmp_path, Pairs(IMAGES, MASKS))["images"].abs().sum() > 0


def test_whole_number_labels_are_of_one_type(tmp_path: Path) -> None:
    made = [(torch.ones(2), torch.tensor(3, dtype=torch.int32)), (torch.ones(2), torch.tensor(True))]
    out = batch(tmp_path, made, 2)
    assert (out["labels"].dtype, out["labels"].tolist()) == (torch.int64, [3, 1])


class Broken:
    def __len__(self) -> int:
        return 3

    def __getitem__(self, index: int) -> Any:
        raise KeyError(f"lost {index}")


@pytest.mark.parametrize(
    ("dataset", "code", "params"),
    [
        (None, "dataset_unusable", {"found": "nothing"}),
        ({}, "dataset_unusable", {"found": "dict"}),
        ([], "dataset_empty", {}),
        (Broken(), "item_failed", {"index": 1, "message": "'lost 1'"}),
        ([1, 2], "item_not_a_pair", {"index": 1, "found": "int"}),
        ([(1, 2, 3)] * 2, "item_not_a_pair", {"index": 1, "found": "tuple"}),
        ([("a", 2)] * 2, "item_not_a_pair", {"index": 1, "found": "str"}),
        ([(torch.ones(2), 0), (torch.ones(3), 0)], "items_differ", {"first": "3", "place": 1, "found": "2"}),
    ],
)
def test_what_is_wrong_is_named(tmp_path: Path, dataset: Any, code: str, params: dict[str, Any]) -> None:
    with pytest.raises(NodeError) as caught:
        batch(tmp_path, dataset, 2, 1)
    assert (caught.value.reason.code, dict(caught.value.reason.params)) == (code, params)


def test_a_batch_that_cannot_fit_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NodeError) as caught:
        batch(tmp_path, Pairs(IMAGES, MASKS), 2**62)
    assert caught.value.reason.code == "tensor_too_large"


def test_a_stop_is_heard(tmp_path: Path) -> None:
    flag = CancelFlag()
    flag.set()
    run = run_context(tmp_path, cancel=flag)
    out = call(DatasetBatch, tmp_path, {"dataset": Pairs(IMAGES, MASKS)}, {"batch_size": 2**40}, run=run)
    assert out == {"__interrupted__": {}}
