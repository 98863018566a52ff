"""Small files in the published formats of the image data sets, with the pixels and labels that they hold."""

from __future__ import annotations

import gzip
import importlib
import io
import pickle
import struct
import tarfile
from typing import TYPE_CHECKING

import numpy as np

from app.nodes.data.sources import SOURCES

if TYPE_CHECKING:
    from numpy.typing import NDArray

RNG = np.random.default_rng(3)


def idx(array: NDArray[np.uint8]) -> bytes:
    """An IDX file of unsigned bytes."""
    return b"\0\0\x08" + bytes([array.ndim]) + struct.pack(f">{array.ndim}I", *array.shape) + array.tobytes()


def tar(members: dict[str, bytes]) -> bytes:
    """A gzipped tar file."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz") as archive:
        for name, content in members.items():
            info = tarfile.TarInfo(name)
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content))
    return out.getvalue()


def made_files(name: str) -> tuple[dict[str, bytes], dict[str, tuple[NDArray[np.uint8], list[int]]]]:
    """(files to serve, split -> (pixels [N, C, H, W], labels))."""
    shape = {"SVHN": (3, 32, 32), "STL10": (3, 96, 96)}.get(name, (3, 32, 32) if "CIFAR" in name else (1, 28, 28))
    sizes = {"train": 10 if name == "CIFAR10" else 4, "test": 3}
    wanted = {
        split: (RNG.integers(0, 256, (count, *shape), dtype=np.uint8), RNG.integers(0, 10, count).tolist())
        for split, count in sizes.items()
    }
    files: dict[str, bytes] = {}
    for split, (pixels, labels) in wanted.items():
        flat = pixels.reshape(len(pixels), -1)
        if name in ("MNIST", "FashionMNIST"):
            stem = "train" if split == "train" else "t10k"
            files[f"{stem}-images-idx3-ubyte.gz"] = gzip.compress(idx(pixels[:, 0]))
            files[f"{stem}-labels-idx1-ubyte.gz"] = gzip.compress(idx(np.array(labels, dtype=np.uint8)))
        elif name == "CIFAR10":
            parts = [f"data_batch_{i}" for i in range(1, 6)] if split == "train" else ["test_batch"]
            step = len(pixels) // len(parts)
            for i, part in enumerate(parts):
                rows = slice(i * step, (i + 1) * step)
                batch = {b"data": flat[rows], b"labels": labels[rows], b"filenames": [b"a.png"]}
                files[f"cifar-10-batches-py/{part}"] = pickle.dumps(batch, 2)
        elif name == "CIFAR100":
            batch = {b"data": flat, b"fine_labels": labels, b"coarse_labels": [0] * len(labels)}
            files[f"cifar-100-python/{split}"] = pickle.dumps(batch, 2)
        elif name == "SVHN":
            out = io.BytesIO()
            marks = np.array([[label or 10] for label in labels], dtype=np.uint8)
            importlib.import_module("scipy.io").savemat(out, {"X": pixels.transpose(2, 3, 1, 0), "y": marks})
            files[f"{split}_32x32.mat"] = out.getvalue()
        else:
            files[f"stl10_binary/{split}_X.bin"] = pixels.transpose(0, 1, 3, 2).tobytes()
            files[f"stl10_binary/{split}_y.bin"] = bytes(label + 1 for label in labels)
    if SOURCES[name].is_archive:
        files["stl10_binary/unlabeled_X.bin"] = b"never read"
        files = {next(iter(SOURCES[name].digests)): tar(files)}
    return files, wanted
