"""Readers of the published formats of image data sets: IDX, CIFAR batches, SVHN's MAT files, STL-10 binaries."""

from __future__ import annotations

import gzip
import math
import pickle
import struct
from typing import TYPE_CHECKING, Any

import torch

from app.core.vocab.errors import NodeError
from app.nodes.extras import require

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

Images = tuple[torch.Tensor, torch.Tensor]
"""(pixels uint8 [N, channels, height, width], labels int64 [N])."""

_UNSIGNED_BYTES = 8
_STL_SIDE = 96


def read_images(name: str, files: list[Path]) -> Images:
    """Read a split of the data set `name` from its files, in the order that sources.SOURCES lists them.

    Raises: NodeError dataset_file_broken, naming the file and what is wrong; extra_missing for SVHN without SciPy.
    """
    if name in ("MNIST", "FashionMNIST"):
        pixels, labels = (_guarded(path, read_idx) for path in files)
        pixels = pixels.unsqueeze(1) if pixels.dim() == 3 else pixels
    elif name in ("CIFAR10", "CIFAR100"):
        batches = [_guarded(path, read_cifar) for path in files]
        pixels, labels = (torch.cat(parts) for parts in zip(*batches, strict=True))
    elif name == "SVHN":
        pixels, labels = _guarded(files[0], read_svhn)
    else:
        pixels, labels = _guarded(files[0], read_stl_pixels), _guarded(files[1], read_stl_labels)
    if pixels.dim() != 4 or labels.dim() != 1 or len(pixels) != len(labels) or not len(labels):
        why = f"{len(pixels)} images and {len(labels)} labels"
        raise NodeError.of("dataset_file_broken", file=str(files[-1]), why=why)
    return pixels, labels.to(torch.int64)


def read_idx(path: Path) -> torch.Tensor:
    """IDX of unsigned bytes, gzipped or not: 2 zero bytes, type 8, rank, sizes as big-endian 32 bits, the values.

    Source of the format: the MNIST page by Y. LeCun, C. Cortes and C. Burges. Raises: ValueError.
    """
    opener: Callable[..., Any] = gzip.open if path.suffix == ".gz" else open
    with opener(path, "rb") as data:
        head = data.read(4)
        if len(head) < 4 or head[:2] != b"\0\0" or head[2] != _UNSIGNED_BYTES or not 1 <= head[3] <= 4:
            raise ValueError("no IDX file of bytes")
        sizes = struct.unpack(f">{head[3]}I", data.read(4 * head[3]))
        wanted = math.prod(sizes)
        values = data.read(wanted + 1) if wanted < 1 << 33 else b""
    if len(values) != wanted:
        raise ValueError(f"{wanted} values promised, {min(len(values), wanted)} found")
    return torch.frombuffer(bytearray(values), dtype=torch.uint8).reshape(sizes)


def read_cifar(path: Path) -> Images:
    """A pickled batch: data [N, 3072] in planes of red, green, blue; `labels`, or `fine_labels` of CIFAR-100.

    The pickle may build arrays and plain containers, nothing else. Raises: ValueError, pickle.UnpicklingError.
    """
    with path.open("rb") as data:
        batch = _ArrayUnpickler(data, encoding="bytes").load()
    labels = batch[b"labels"] if b"labels" in batch else batch[b"fine_labels"]
    return torch.from_numpy(batch[b"data"]).reshape(-1, 3, 32, 32), torch.tensor(labels, dtype=torch.int64)


def read_svhn(path: Path) -> Images:
    """MAT version 5 with X [32, 32, 3, N] and y [N, 1]; the digit zero is written as 10.

    Raises: ValueError, NodeError extra_missing.
    """
    content = require("scipy.io", "ml").loadmat(str(path), variable_names=("X", "y"))
    pixels = torch.from_numpy(content["X"]).permute(3, 2, 0, 1).contiguous()
    labels = torch.from_numpy(content["y"].astype("int64")).flatten()
    if pixels.dtype is not torch.uint8 or pixels.shape[1:] != (3, 32, 32):
        raise ValueError("X holds no images of 32 x 32")
    return pixels, labels % 10


def read_stl_pixels(path: Path) -> torch.Tensor:
    """Raw bytes [N, 3, width, height]: every plane is stored column by column. Raises: ValueError."""
    values = path.read_bytes()
    if not values or len(values) % (3 * _STL_SIDE * _STL_SIDE):
        raise ValueError(f"{len(values)} bytes are no whole number of images")
    planes = torch.frombuffer(bytearray(values), dtype=torch.uint8).reshape(-1, 3, _STL_SIDE, _STL_SIDE)
    return planes.transpose(2, 3).contiguous()


def read_stl_labels(path: Path) -> torch.Tensor:
    """A byte for each image, counted from 1. Raises: ValueError."""
    values = path.read_bytes()
    if not values or min(values) < 1:
        raise ValueError("labels count from 1")
    return torch.frombuffer(bytearray(values), dtype=torch.uint8).to(torch.int64) - 1


def _guarded(path: Path, read: Callable[[Path], Any]) -> Any:
    try:
        return read(path)
    except (NodeError, MemoryError):
        raise
    except Exception as error:  # a damaged file makes a foreign parser raise anything
        raise NodeError.of("dataset_file_broken", file=str(path), why=str(error)[:200]) from error


class _ArrayUnpickler(pickle.Unpickler):
    """Builds numpy arrays of plain types and nothing else that has a name."""

    def find_class(self, module: str, name: str) -> Any:
        import numpy as np

        place = module.replace("numpy._core", "numpy.core")
        if (place, name) == ("numpy.core.multiarray", "_reconstruct"):
            return np._core.multiarray._reconstruct  # type: ignore[attr-defined]  # named by the files themselves
        if module == "numpy" and name in ("ndarray", "dtype"):
            return getattr(np, name)
        if (module, name) == ("_codecs", "encode"):  # how Python 3 writes the bytes of an array at protocol 2
            return _encode
        raise pickle.UnpicklingError(f"it names {module}.{name}, which no batch needs")


def _encode(text: str, encoding: str) -> bytes:
    if encoding != "latin1":
        raise pickle.UnpicklingError("unexpected encoding")
    return text.encode("latin-1")
