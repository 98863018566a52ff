"""Random transforms inside loader workers: the seed of the run decides what comes out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch

from app.nodes.data.color_jitter import ColorJitter
from app.nodes.data.data_loader import DataLoader
from app.nodes.data.image_folder_dataset import ImageFolderDataset
from app.nodes.data.random_crop import RandomCrop
from app.nodes.data.random_horizontal_flip import RandomHorizontalFlip
from app.nodes.data.to_tensor_transform import ToTensorTransform
from tests.support.nodes import call, folders, run_context
from tests.support.picture_files import save

if TYPE_CHECKING:
    from pathlib import Path


def loaded(root: Path, seed: int, workers: int) -> torch.Tensor:
    chain: Any = None
    for node, params in (
        (RandomCrop, {"size": 8, "padding": 2}),
        (RandomHorizontalFlip, {}),
        (ColorJitter, {}),
        (ToTensorTransform, {}),
    ):
        chain = call(node, root, {} if chain is None else {"transform": chain}, params)["transform"]
    made = call(ImageFolderDataset, root, {"train_transform": chain}, {"path": "data/images/own", "split": "(none)"})
    run = run_context(root, seed=seed)
    torch.manual_seed(seed)
    inputs = {"dataset": made["dataset"]}
    loader = call(DataLoader, root, inputs, {"batch_size": 3, "num_workers": workers}, run)["dataloader"]
    return torch.cat([values for values, _ in loader])


def test_the_seed_decides_with_and_without_workers(tmp_path: Path) -> None:
    for place in range(6):
        save(folders(tmp_path).images / "own" / "ab"[place % 2] / f"{place}.png", 8, 8, seed=place)
    for workers in (0, 2):
        first = loaded(tmp_path, 3, workers)
        assert torch.equal(loaded(tmp_path, 3, workers), first)
        assert not torch.equal(loaded(tmp_path, 4, workers), first)
        assert first.shape == (6, 3, 8, 8)
