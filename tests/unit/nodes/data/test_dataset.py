"""Dataset: the offline sets against scikit-learn, the image sets from files written in their published formats."""

from __future__ import annotations

import gzip
import hashlib
import pickle
import struct
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
import sklearn.datasets
import torch
from torch.utils.data import DataLoader

from app.core.vocab.errors import NodeError
from app.engine.context import CancelFlag
from app.nodes.data.dataset import Dataset
from app.nodes.data.sources import SOURCES
from tests.support import mutants
from tests.support.fileserver import FileServer, serving
from tests.support.image_sets import RNG, idx, made_files, tar
from tests.support.nodes import call, run_context

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def dataset(root: Path, name: str, split: str = "train", inputs: dict[str, Any] | None = None, **params: Any) -> Any:
    return call(Dataset, root, inputs, {"name": name, "split": split, **params})["dataset"]


def items(made: Any) -> tuple[torch.Tensor, torch.Tensor]:
    values, labels = next(iter(DataLoader(made, batch_size=len(made))))
    return values, labels


OFFLINE = {
    "Digits": (1438, 359),
    "Iris": (120, 30),
    "Wine": (142, 36),
    "BreastCancer": (456, 113),
    "Diabetes": (354, 88),
}


@pytest.mark.parametrize("name", OFFLINE)
def test_the_splits_are_all_of_scikit_learns_rows_once(tmp_path: Path, name: str) -> None:
    options = {"scaled": False} if name == "Diabetes" else {}
    loader = {"Digits": "load_digits", "BreastCancer": "load_breast_cancer"}.get(name, f"load_{name.lower()}")
    rows, labels = getattr(sklearn.datasets, loader)(return_X_y=True, **options)
    train, test = dataset(tmp_path, name), dataset(tmp_path, name, "test")
    assert (len(train), len(test)) == OFFLINE[name]
    values = torch.cat([items(train)[0], items(test)[0]]).flatten(1)
    targets = torch.cat([items(train)[1], items(test)[1]]).flatten()
    expected = torch.from_numpy(rows).float()
    if name == "Digits":
        expected = expected / 16 * 2 - 1
    got = sorted(zip(values.tolist(), targets.tolist(), strict=True))
    assert got == sorted(zip(expected.tolist(), torch.from_numpy(labels).tolist(), strict=True))


def test_the_shapes_and_types_of_items(tmp_path: Path) -> None:
    image, label = dataset(tmp_path, "Digits")[0]
    assert (image.shape, image.dtype, type(label)) == ((1, 8, 8), torch.float32, int)
    assert (image.min().item(), image.max().item()) == (-1.0, 0.875)
    row, kind = dataset(tmp_path, "Wine")[5]
    assert (row.shape, row.dtype, type(kind)) == ((13,), torch.float32, int)
    row, value = dataset(tmp_path, "Diabetes", "test")[0]
    assert (row.shape, value.shape, value.dtype) == ((10,), (1,), torch.float32)
    assert items(dataset(tmp_path, "Iris"))[1].dtype is torch.int64


@pytest.mark.parametrize(
    ("name", "share"), [("Iris", [10, 10, 10]), ("Wine", [12, 14, 10]), ("BreastCancer", [42, 71])]
)
def test_every_class_gives_a_fifth_to_the_test_split(tmp_path: Path, name: str, share: list[int]) -> None:
    counts = torch.bincount(items(dataset(tmp_path, name, "test"))[1]).tolist()
    assert counts == share


def test_the_split_is_fixed_for_ever(tmp_path: Path) -> None:
    first = items(dataset(tmp_path, "Iris", "test"))[0]
    assert torch.equal(first, items(dataset(tmp_path, "Iris", "test"))[0])
    torch.testing.assert_close(first[:2], torch.tensor([[5.4, 3.9, 1.7, 0.4], [5.4, 3.7, 1.5, 0.2]]))


def test_a_batch_at_once_equals_items_one_by_one(tmp_path: Path) -> None:
    for name in ("Digits", "Diabetes", "Iris"):
        made = dataset(tmp_path, name)
        for (value, label), index in zip(made.__getitems__([3, 0, 7]), [3, 0, 7], strict=True):
            assert torch.equal(value, made[index][0])
            assert torch.as_tensor(label).tolist() == torch.as_tensor(made[index][1]).tolist()


def test_items_can_be_changed_without_harm(tmp_path: Path) -> None:
    made = dataset(tmp_path, "Digits")
    kept = made[0][0].clone()
    made[0][0].zero_()
    assert torch.equal(made[0][0], kept)


def test_without_scikit_learn_the_extra_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "sklearn.datasets", None)
    with pytest.raises(NodeError, match="scikit-learn"):
        dataset(tmp_path, "Iris")


@pytest.fixture
def server() -> Iterator[FileServer]:
    with serving() as made:
        yield made


def serve(server: FileServer, name: str, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Make the files of a data set, serve them, and point the reader there."""
    server.files, wanted = made_files(name)
    digests = {file: hashlib.md5(server.files[file]).hexdigest() for file in SOURCES[name].digests}
    monkeypatch.setitem(SOURCES, name, replace(SOURCES[name], base=server.url, digests=digests))
    return wanted


@pytest.mark.parametrize("name", list(SOURCES))
def test_image_sets_are_downloaded_and_read(
    tmp_path: Path, name: str, server: FileServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted = serve(server, name, monkeypatch)
    for split in ("train", "test"):
        pixels, labels = wanted[split]
        values, targets = items(dataset(tmp_path, name, split))
        mutants.check(mutants.equals((torch.from_numpy(pixels).float() / 255 - 0.5) / 0.5), values)
        assert targets.tolist() == labels
    asked = len(server.ranges)
    dataset(tmp_path, name)
    assert len(server.ranges) == asked  # what is there is not loaded again
    assert asked == len(SOURCES[name].digests)


def test_downloads_go_to_the_cache_of_the_machine(
    tmp_path: Path, server: FileServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    serve(server, "MNIST", monkeypatch)
    dataset(tmp_path, "MNIST")
    assert not (tmp_path / "data" / "MNIST").exists()
    assert len(list((tmp_path / "data" / "cache" / "datasets" / "MNIST" / "raw").iterdir())) == 2


def test_a_folder_that_is_named_holds_the_downloads(
    tmp_path: Path, server: FileServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    serve(server, "CIFAR10", monkeypatch)
    dataset(tmp_path, "CIFAR10", data_dir=str(tmp_path / "mine"))
    assert sorted(path.name for path in (tmp_path / "mine").iterdir()) == ["cifar-10-batches-py"]


def test_files_that_people_already_have_are_used(tmp_path: Path) -> None:
    raw = tmp_path / "data" / "MNIST" / "raw"
    raw.mkdir(parents=True)
    pixels = RNG.integers(0, 256, (2, 28, 28), dtype=np.uint8)
    (raw / "t10k-images-idx3-ubyte").write_bytes(idx(pixels))
    (raw / "t10k-labels-idx1-ubyte.gz").write_bytes(gzip.compress(idx(np.array([7, 2], dtype=np.uint8))))
    made = dataset(tmp_path, "MNIST", "test")
    assert [label for _, label in made] == [7, 2]
    assert torch.equal(made[1][0], torch.from_numpy(pixels[1:]).float().div(255).sub(0.5).div(0.5))


def cached(root: Path) -> Path:
    folder = root / "data" / "cache" / "datasets"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


GOOD = idx(np.zeros((2, 28, 28), dtype=np.uint8))


@pytest.mark.parametrize(
    ("images", "why"),
    [
        (GOOD[:-1], "1568 values promised, 1567 found"),
        (GOOD + b"x", "1568 values promised, 1568 found"),
        (b"<html>", "no IDX file of bytes"),
        (b"", "no IDX file of bytes"),
        (GOOD[:6], "unpack requires a buffer of 12 bytes"),
        (b"\0\0\x08\x03" + b"\xff" * 12, f"{(2**32 - 1) ** 3} values promised, 0 found"),
        (idx(np.zeros((3, 28, 28), dtype=np.uint8)), "3 images and 2 labels"),
        (idx(np.zeros(4, dtype=np.uint8)), "4 images and 2 labels"),
    ],
)
def test_broken_idx_files_are_named(tmp_path: Path, images: bytes, why: str) -> None:
    raw = cached(tmp_path) / "MNIST" / "raw"
    raw.mkdir(parents=True)
    (raw / "train-images-idx3-ubyte").write_bytes(images)
    (raw / "train-labels-idx1-ubyte").write_bytes(idx(np.zeros(2, dtype=np.uint8)))
    with pytest.raises(NodeError) as caught:
        dataset(tmp_path, "MNIST")
    assert caught.value.reason.code == "dataset_file_broken"
    assert caught.value.reason.params["why"] == why


@pytest.mark.parametrize(
    "content",
    [gzip.compress(GOOD)[:-5], b"no gzip at all", gzip.compress(GOOD)[:9] + b"\xff" * 40],
    ids=["cut", "no gzip", "noise"],
)
def test_broken_gzip_files_are_named(tmp_path: Path, content: bytes) -> None:
    raw = cached(tmp_path) / "FashionMNIST" / "raw"
    raw.mkdir(parents=True)
    (raw / "train-images-idx3-ubyte.gz").write_bytes(content)
    (raw / "train-labels-idx1-ubyte.gz").write_bytes(gzip.compress(idx(np.zeros(2, dtype=np.uint8))))
    with pytest.raises(NodeError) as caught:
        dataset(tmp_path, "FashionMNIST")
    assert caught.value.reason.code == "dataset_file_broken"


def test_a_batch_as_python_2_wrote_it(tmp_path: Path) -> None:
    """The published files are of protocol 2 with byte strings for every text, names of old numpy modules included."""
    pixels = RNG.integers(0, 256, (1, 3072), dtype=np.uint8)
    kind = b"cnumpy\ndtype\nU\x02u1K\x00K\x01\x87R(K\x03U\x01|NNNJ\xff\xff\xff\xffJ\xff\xff\xff\xffK\x00tb"
    array = b"cnumpy.core.multiarray\n_reconstruct\ncnumpy\nndarray\nK\x00\x85U\x01b\x87R"
    state = b"(K\x01K\x01M\x00\x0c\x86" + kind + b"\x89T" + struct.pack("<I", 3072) + pixels.tobytes() + b"tb"
    batch = b"\x80\x02}(U\x04data" + array + state + b"U\x06labels]K\x07au."
    folder = cached(tmp_path) / "cifar-10-batches-py"
    folder.mkdir()
    (folder / "test_batch").write_bytes(batch)
    values, labels = items(dataset(tmp_path, "CIFAR10", "test"))
    mutants.check(mutants.equals((torch.from_numpy(pixels).reshape(1, 3, 32, 32).float() / 255 - 0.5) / 0.5), values)
    assert labels.tolist() == [7]


class Evil:
    """Would run a command when unpickled."""

    def __init__(self, mark: Path) -> None:
        self.mark = mark

    def __reduce__(self) -> tuple[Any, ...]:
        return (__import__("os").system, (f"touch {self.mark}",))


@pytest.mark.parametrize("kind", ["code", "truncated", "empty", "list", "nodata", "shape", "text"])
def test_broken_and_hostile_pickles_are_named_and_never_run(tmp_path: Path, kind: str) -> None:
    mark = tmp_path / "executed"
    good = pickle.dumps({b"data": np.zeros((2, 3072), np.uint8), b"fine_labels": [1, 2]}, 2)
    content = {
        "code": pickle.dumps({b"data": Evil(mark), b"fine_labels": [1]}, 2),
        "truncated": good[:-40],
        "empty": b"",
        "list": pickle.dumps([1, 2]),
        "nodata": pickle.dumps({b"fine_labels": [1]}),
        "shape": pickle.dumps({b"data": np.zeros((2, 5), np.uint8), b"fine_labels": [1, 2]}, 2),
        "text": b"<html></html>",
    }[kind]
    folder = cached(tmp_path) / "cifar-100-python"
    folder.mkdir()
    (folder / "train").write_bytes(content)
    with pytest.raises(NodeError) as caught:
        dataset(tmp_path, "CIFAR100")
    assert caught.value.reason.code == "dataset_file_broken"
    assert not mark.exists()


@pytest.mark.parametrize(
    ("name", "files"),
    [
        ("SVHN", {"train_32x32.mat": b"MATLAB 5.0 MAT-file, not really"}),
        ("SVHN", {"train_32x32.mat": b""}),
        ("STL10", {"stl10_binary/train_X.bin": b"x" * 100, "stl10_binary/train_y.bin": b"\1"}),
        ("STL10", {"stl10_binary/train_X.bin": b"x" * 27648, "stl10_binary/train_y.bin": b"\0"}),
        ("STL10", {"stl10_binary/train_X.bin": b"x" * 27648, "stl10_binary/train_y.bin": b"\1\2"}),
    ],
)
def test_other_broken_files_are_named(tmp_path: Path, name: str, files: dict[str, bytes]) -> None:
    for file, content in files.items():
        path = cached(tmp_path) / file
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(content)
    with pytest.raises(NodeError) as caught:
        dataset(tmp_path, name)
    assert caught.value.reason.code == "dataset_file_broken"


@pytest.mark.parametrize(
    "content",
    [b"no tar", tar({"cifar-10-batches-py/data_batch_1": b"x"}), tar({"../evil": b"x"}), tar({})[:20]],
    ids=["no tar", "no batch", "evil path", "cut"],  # what a packer writes tells the time
)
def test_broken_archives_are_named(
    tmp_path: Path, content: bytes, server: FileServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    serve(server, "CIFAR10", monkeypatch)
    server.files = {"cifar-10-python.tar.gz": content}
    digests = {"cifar-10-python.tar.gz": None}
    monkeypatch.setitem(SOURCES, "CIFAR10", replace(SOURCES["CIFAR10"], digests=digests))
    with pytest.raises(NodeError) as caught:
        dataset(tmp_path, "CIFAR10")
    assert caught.value.reason.code == "dataset_file_broken"
    assert not list(tmp_path.rglob("evil"))


def test_without_a_network_the_refusal_says_what_to_do(
    tmp_path: Path, server: FileServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(SOURCES, "MNIST", replace(SOURCES["MNIST"], base=server.url))
    with pytest.raises(NodeError) as caught:
        dataset(tmp_path, "MNIST")
    params = caught.value.reason.params
    assert caught.value.reason.code == "download_failed"
    assert params["url"] == f"{server.url}train-images-idx3-ubyte.gz"
    assert params["folder"] == str(cached(tmp_path) / "MNIST" / "raw")
    assert params["why"] == "HTTP 404"


def test_two_runs_may_want_the_same_set_at_once(
    tmp_path: Path, server: FileServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted = serve(server, "CIFAR10", monkeypatch)["test"][1]
    together = threading.Barrier(3)

    def one(_: int) -> list[int]:
        together.wait(10)
        return [label for _, label in dataset(tmp_path, "CIFAR10", "test")]

    with ThreadPoolExecutor(3) as pool:
        assert list(pool.map(one, range(3))) == [wanted] * 3
    assert [path.name for path in cached(tmp_path).iterdir()] == ["cifar-10-batches-py"]
    assert not list(cached(tmp_path).rglob("*.part"))


def test_a_stop_ends_a_download(tmp_path: Path, server: FileServer, monkeypatch: pytest.MonkeyPatch) -> None:
    serve(server, "SVHN", monkeypatch)
    cancel = CancelFlag()
    cancel.set()
    run = run_context(tmp_path, cancel=cancel)
    assert call(Dataset, tmp_path, {}, {"name": "SVHN"}, run=run) == {"__interrupted__": {}}


@pytest.mark.parametrize(("split", "port"), [("train", "train_transform"), ("test", "eval_transform")])
def test_a_transform_sees_pictures(tmp_path: Path, split: str, port: str) -> None:
    seen: list[Any] = []

    def transform(picture: Any) -> torch.Tensor:
        seen.append(picture)
        return torch.full((1,), float(np.asarray(picture).max()))

    other = "eval_transform" if split == "train" else "train_transform"
    made = dataset(tmp_path, "Digits", split, {port: transform, other: len})
    values, _ = items(made)
    assert (seen[0].mode, seen[0].size) == ("L", (8, 8))
    assert values.shape == (len(made), 1)
    assert set(values.flatten().tolist()) <= {float(round(v * 255 / 16)) for v in range(17)}


def test_colour_pictures(tmp_path: Path, server: FileServer, monkeypatch: pytest.MonkeyPatch) -> None:
    pixels = serve(server, "CIFAR10", monkeypatch)["test"][0]
    picture, _ = dataset(tmp_path, "CIFAR10", "test", {"eval_transform": lambda picture: picture})[1]
    assert (picture.mode, picture.size) == ("RGB", (32, 32))
    assert np.array_equal(np.asarray(picture), pixels[1].transpose(1, 2, 0))


def test_a_transform_of_rows_sees_the_row(tmp_path: Path) -> None:
    made = dataset(tmp_path, "Iris", inputs={"train_transform": lambda row: row * 2})
    assert torch.equal(made[0][0], dataset(tmp_path, "Iris")[0][0] * 2)


def test_what_is_no_transform_is_named(tmp_path: Path) -> None:
    with pytest.raises(NodeError) as caught:
        dataset(tmp_path, "Iris", inputs={"train_transform": 5})
    assert caught.value.reason.params == {"port": "train_transform", "found": "int"}
