"""ImageFolderDataset: classes by folder, pictures read when asked for."""

from __future__ import annotations

import pickle
from typing import TYPE_CHECKING, Any

import pytest
import torch
from torch.utils.data import DataLoader

from app.core.vocab.errors import NodeError
from app.nodes._torch.transforms import Chain, Resize, ToTensor
from app.nodes.data.image_folder_dataset import ImageFolderDataset
from tests.support import mutants
from tests.support.nodes import call, folders, run_context
from tests.support.picture_files import save

if TYPE_CHECKING:
    from pathlib import Path


def dataset(root: Path, inputs: dict[str, Any] | None = None, **params: Any) -> dict[str, Any]:
    return call(ImageFolderDataset, root, inputs, {"path": "data/images/pets", **params})


@pytest.fixture
def pictures(tmp_path: Path) -> dict[str, torch.Tensor]:
    root = folders(tmp_path).images / "pets"
    names = ("train/dog/b.png", "train/dog/a.bmp", "train/cat/x/z.png", "train/cat/Y.PPM", "test/ant/q.png")
    made = {name: save(root / name, seed=seed) for seed, name in enumerate(names)}
    (root / "train" / "cat" / "notes.txt").write_text("no picture")
    save(root / "train" / ".hidden" / "a.png")
    save(root / "train" / "__MACOSX" / "a.png")
    save(root / "train" / "cat" / "._z.png")
    return made


def test_folders_are_classes_in_order(tmp_path: Path, pictures: dict[str, torch.Tensor]) -> None:
    out = dataset(tmp_path)
    assert out["classes"] == ["cat", "dog"]
    assert out["__log__"] == "4 pictures, 2 classes"
    made = pickle.loads(pickle.dumps(out["dataset"]))
    values, labels = next(iter(DataLoader(made, batch_size=4)))
    order = ["train/cat/Y.PPM", "train/cat/x/z.png", "train/dog/a.bmp", "train/dog/b.png"]
    mutants.check(mutants.equals(torch.stack([pictures[name] for name in order]) * 2 - 1), values)
    assert labels.tolist() == [0, 0, 1, 1]
    assert type(made[0][1]) is int


def test_each_split_has_its_transform(tmp_path: Path, pictures: dict[str, torch.Tensor]) -> None:
    inputs = {"train_transform": Chain((Resize(2), ToTensor())), "eval_transform": Chain((ToTensor(),))}
    assert dataset(tmp_path, inputs)["dataset"][0][0].shape == (3, 2, 2)
    test = dataset(tmp_path, inputs, split="test")
    assert test["classes"] == ["ant"]
    torch.testing.assert_close(test["dataset"][0][0], pictures["test/ant/q.png"])
    whole = dataset(tmp_path, inputs, path="data/images/pets/test", split="(none)")["dataset"]
    assert whole[0][0].shape == (3, 2, 2)


def test_a_picture_that_is_none_is_named_when_it_is_read(tmp_path: Path, pictures: dict[str, torch.Tensor]) -> None:
    path = folders(tmp_path).images / "pets" / "test" / "ant" / "q.png"
    path.write_bytes(b"none")
    made = dataset(tmp_path, split="test")["dataset"]
    with pytest.raises(NodeError) as caught:
        made[0]
    assert (caught.value.reason.code, caught.value.reason.params["path"]) == ("image_broken", str(path))


def test_the_limit_of_pixels_goes_along_to_loader_workers(tmp_path: Path, pictures: dict[str, torch.Tensor]) -> None:
    params = {"path": "data/images/pets", "split": "test"}
    made = call(ImageFolderDataset, tmp_path, {}, params, run=run_context(tmp_path, max_image_pixels=19))["dataset"]
    with pytest.raises(NodeError) as caught:
        pickle.loads(pickle.dumps(made))[0]
    assert (caught.value.reason.code, caught.value.reason.params["limit"]) == ("image_too_large", 19)


@pytest.mark.parametrize(
    ("params", "code", "named"),
    [
        ({"path": " "}, "path_empty", {}),
        ({"path": "data/images/none"}, "folder_missing", {"path": "data/images/none/train"}),
        ({"split": "val"}, "folder_missing", {"path": "data/images/pets/val"}),
        ({"path": "data/images/pets/test/ant/q.png"}, "folder_is_file", {"path": "data/images/pets/test/ant/q.png"}),
        (
            {"path": "data/images/pets/test/ant", "split": "(none)"},
            "classes_none",
            {"path": "data/images/pets/test/ant"},
        ),
        ({"path": "../x"}, "path_outside", {"path": "../x"}),
    ],
)
def test_what_is_wrong_is_named(
    tmp_path: Path, pictures: dict[str, torch.Tensor], params: dict[str, Any], code: str, named: dict[str, str]
) -> None:
    with pytest.raises(NodeError) as caught:
        dataset(tmp_path, **params)
    assert (caught.value.reason.code, dict(caught.value.reason.params)) == (code, named)


def test_a_class_without_pictures_and_a_wrong_transform(tmp_path: Path, pictures: dict[str, torch.Tensor]) -> None:
    (folders(tmp_path).images / "pets" / "train" / "bird").mkdir()
    with pytest.raises(NodeError) as caught:
        dataset(tmp_path)
    assert caught.value.reason.params == {"path": "data/images/pets/train", "folder": "bird"}
    with pytest.raises(NodeError) as caught:
        dataset(tmp_path, {"eval_transform": 5}, split="test")
    assert caught.value.reason.params == {"port": "eval_transform", "found": "int"}
