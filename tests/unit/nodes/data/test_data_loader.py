"""DataLoader: batches, order, seeds, and what cannot be loaded. Worker processes: tests/integration/nodes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import torch

from app.core.vocab.errors import NodeError
from app.core.vocab.seed import node_seed
from app.nodes.data.data_loader import DataLoader
from tests.support.loader_sets import Counted, Stream
from tests.support.nodes import call, run_context

if TYPE_CHECKING:
    from pathlib import Path


def loader(root: Path, dataset: Any, seed: int | None = None, **params: Any) -> torch.utils.data.DataLoader[Any]:
    run = run_context(root, seed=seed)
    made: torch.utils.data.DataLoader[Any] = call(DataLoader, root, {"dataset": dataset}, params, run)["dataloader"]
    return made


def labels(made: torch.utils.data.DataLoader[Any]) -> list[list[int]]:
    return [batch[1].tolist() for batch in made]


def test_batches_in_order(tmp_path: Path) -> None:
    made = loader(tmp_path, Counted(7), shuffle=False, batch_size=3)
    assert labels(made) == [[0, 1, 2], [3, 4, 5], [6]]
    values, marks = next(iter(made))
    assert torch.equal(values, torch.tensor([[0.0, 0.0], [1.0, 1.0], [2.0, 2.0]]))
    assert marks.dtype is torch.int64
    assert len(made) == 3


def test_drop_last(tmp_path: Path) -> None:
    assert labels(loader(tmp_path, Counted(7), shuffle=False, batch_size=3, drop_last=True)) == [[0, 1, 2], [3, 4, 5]]


def test_the_defaults(tmp_path: Path) -> None:
    made = loader(tmp_path, Counted(100))
    assert (made.batch_size, made.num_workers, made.pin_memory, made.drop_last) == (32, 0, False, False)
    assert sorted(label for batch in labels(made) for label in batch) == list(range(100))
    assert labels(made) != labels(made)


def test_a_seeded_order_follows_the_published_label(tmp_path: Path) -> None:
    made = loader(tmp_path, Counted(50), seed=9, batch_size=50)
    assert isinstance(made.generator, torch.Generator)
    assert made.generator.initial_seed() == node_seed(9, "dataloader:n1")
    again = loader(tmp_path, Counted(50), seed=9, batch_size=50)
    torch.manual_seed(1)
    first = [labels(made), labels(made)]
    torch.manual_seed(2)
    assert first == [labels(again), labels(again)]
    assert first[0] != first[1]
    assert first[0] != labels(loader(tmp_path, Counted(50), seed=10, batch_size=50))


def test_an_unseeded_order_differs_each_time_and_has_a_generator(tmp_path: Path) -> None:
    torch.manual_seed(1)
    first = loader(tmp_path, Counted(50), batch_size=50)
    torch.manual_seed(1)
    second = loader(tmp_path, Counted(50), batch_size=50)
    assert isinstance(first.generator, torch.Generator)
    assert labels(first) != labels(second)


def test_shuffling_leaves_the_random_state_of_the_run_alone(tmp_path: Path) -> None:
    made = loader(tmp_path, Counted(50), seed=3)
    before = torch.get_rng_state()
    labels(made)
    assert torch.equal(before, torch.get_rng_state())


@pytest.mark.parametrize("dataset", [[(1, 2), (3, 4)], [(torch.ones(2), 0)], torch.zeros(3, 2), range(4)])
def test_anything_with_a_length_and_items(tmp_path: Path, dataset: Any) -> None:
    assert len(list(loader(tmp_path, dataset, batch_size=1))) == len(dataset)


def test_a_stream_is_not_shuffled(tmp_path: Path) -> None:
    assert [batch.tolist() for batch in loader(tmp_path, Stream(), batch_size=3)] == [[0, 1, 2], [3, 4]]


def test_pinned_memory_needs_a_cuda_run(tmp_path: Path) -> None:
    assert loader(tmp_path, Counted(3), pin_memory=True).pin_memory is False


def test_worker_options_without_workers_are_set_aside(tmp_path: Path) -> None:
    made = loader(tmp_path, Counted(3), persistent_workers=True, prefetch_factor=5)
    assert made.persistent_workers is False
    assert made.prefetch_factor is None


def test_worker_options_reach_torch(tmp_path: Path) -> None:
    made = loader(tmp_path, Counted(3), num_workers=2, persistent_workers=True, prefetch_factor=5)
    assert (made.num_workers, made.persistent_workers, made.prefetch_factor) == (2, True, 5)


@pytest.mark.parametrize(
    ("dataset", "params", "code"),
    [
        (None, {}, "dataset_unusable"),
        ("text", {}, "dataset_unusable"),
        ({"a": 1}, {}, "dataset_unusable"),
        (iter([1]), {}, "dataset_unusable"),
        (torch.tensor(1), {}, "dataset_unusable"),
        ([], {}, "dataset_empty"),
        (Counted(0), {}, "dataset_empty"),
        (Counted(2), {"drop_last": True}, "loader_no_batches"),
        (Counted(2), {"num_workers": 10**9}, "workers_too_many"),
        ([lambda: 1], {"num_workers": 1}, "dataset_not_picklable"),
    ],
)
def test_what_cannot_be_loaded_is_named(tmp_path: Path, dataset: Any, params: dict[str, Any], code: str) -> None:
    with pytest.raises(NodeError) as caught:
        loader(tmp_path, dataset, **params)
    assert caught.value.reason.code == code


def test_a_data_set_that_cannot_be_pickled_loads_without_workers(tmp_path: Path) -> None:
    dataset = [(1, 2)]
    made = loader(tmp_path, type("Local", (list,), {})(dataset))
    assert labels(made) == [[2]]
