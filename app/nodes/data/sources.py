"""Where the image data sets come from: folders, files, published digests; and finding or fetching them.

Folder names are those that torchvision uses, so that files which people already have are found.
"""

from __future__ import annotations

import os
import threading
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING, Any

from app.core.vocab.errors import NodeError
from app.nodes.data.download import Stopped, fetch

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path


@dataclass(frozen=True)
class Source:
    """One data set on the web.

    base: URL that file names are appended to. digests: file to download -> MD5 that its publishers or torchvision
    give. members: split -> the files that the reader wants, below the folder; those of an archive are taken out of it.
    """

    folder: str
    base: str
    digests: Mapping[str, str | None]
    members: Mapping[str, tuple[str, ...]]
    is_archive: bool = False


def _idx(folder: str, base: str, digests: tuple[str, str, str, str]) -> Source:
    names = {
        "train": ("train-images-idx3-ubyte.gz", "train-labels-idx1-ubyte.gz"),
        "test": ("t10k-images-idx3-ubyte.gz", "t10k-labels-idx1-ubyte.gz"),
    }
    return Source(folder, base, dict(zip([*names["train"], *names["test"]], digests, strict=True)), names)


SOURCES: dict[str, Source] = {
    "MNIST": _idx(
        "MNIST/raw",
        "https://ossci-datasets.s3.amazonaws.com/mnist/",
        (
            "f68b3c2dcbeaaa9fbdd348bbdeb94873",
            "d53e105ee54ea40749a09fcbcd1e9432",
            "9fb629c4189551a2d022fa330f9573f3",
            "ec29112dd5afa0611ce80d1b7f02629c",
        ),
    ),
    "FashionMNIST": _idx(
        "FashionMNIST/raw",
        "http://fashion-mnist.s3-website.eu-central-1.amazonaws.com/",
        (
            "8d4fb7e6c68d591d4c3dfef9ec88bf0d",
            "25c81989df183df01b3e8a0aad5dffbe",
            "bef4ecab320f06d8554ea6380940ec79",
            "bb300cfdad3c16e7a12a480ee83cd310",
        ),
    ),
    "CIFAR10": Source(
        "cifar-10-batches-py",
        "https://www.cs.toronto.edu/~kriz/",
        {"cifar-10-python.tar.gz": "c58f30108f718f92721af3b95e74349a"},
        {"train": tuple(f"data_batch_{i}" for i in range(1, 6)), "test": ("test_batch",)},
        is_archive=True,
    ),
    "CIFAR100": Source(
        "cifar-100-python",
        "https://www.cs.toronto.edu/~kriz/",
        {"cifar-100-python.tar.gz": "eb9058c3a382ffc7106e4002c42a8d85"},
        {"train": ("train",), "test": ("test",)},
        is_archive=True,
    ),
    "SVHN": Source(
        "",
        "http://ufldl.stanford.edu/housenumbers/",
        {
            "train_32x32.mat": "e26dedcc434d2e4c54c9b2d4a06d8373",
            "test_32x32.mat": "eb5a983be6a315427106f1b164d9cef3",
        },
        {"train": ("train_32x32.mat",), "test": ("test_32x32.mat",)},
    ),
    "STL10": Source(
        "stl10_binary",
        "http://ai.stanford.edu/~acoates/stl10/",
        {"stl10_binary.tar.gz": "91f7769df0f17e558f3565bffb0c7dfb"},
        {"train": ("train_X.bin", "train_y.bin"), "test": ("test_X.bin", "test_y.bin")},
        is_archive=True,
    ),
}


def obtain(
    source: Source,
    split: str,
    places: list[Path],
    progress: Callable[[dict[str, Any]], None],
    wait: Callable[[float], bool],
) -> list[Path]:
    """Find the files of a split in one of `places`, else download them into the last one.

    Raises: download.Stopped; NodeError download_*, dataset_file_broken, file_unwritable.
    """
    there = find(source, split, places)
    if there:
        return there
    wanted = source.members[split]
    folder = places[-1] / source.folder
    for name, digest in source.digests.items():
        if source.is_archive:
            archive = places[-1] / name
            fetch(source.base + name, archive, digest, progress, wait)
            _unpack(archive, source, folder, wait)
        elif name in wanted:
            fetch(source.base + name, folder / name, digest, progress, wait)
    return [folder / name for name in wanted]


def find(source: Source, split: str, places: list[Path]) -> list[Path]:
    """The files of a split in the first of `places` that has them all; none where no place has."""
    for place in places:
        found = [_present(place / source.folder, name) for name in source.members[split]]
        if all(found):
            return [path for path in found if path]
    return []


def _present(folder: Path, name: str) -> Path | None:
    """The file, or the same unpacked."""
    for candidate in (name, name.removesuffix(".gz")):
        try:
            if (folder / candidate).is_file():
                return folder / candidate
        except OSError:  # a folder that may not be looked into holds nothing for this run
            continue
    return None


def _unpack(archive: Path, source: Source, folder: Path, wait: Callable[[float], bool]) -> None:
    """Take the wanted members, and no other, out of a tar file; then the archive is not needed any more."""
    import tarfile
    import zlib

    missing = {f"{source.folder}/{name}": name for names in source.members.values() for name in names}
    try:
        with tarfile.open(archive) as tar:
            for entry in tar:
                place = entry.name.removeprefix("./")
                data = tar.extractfile(entry) if place in missing and entry.isfile() else None
                if data is not None:
                    _write(data, folder, missing.pop(place), wait)
                if not missing:  # what follows may be gigabytes
                    break
    except FileNotFoundError:  # another run has taken everything out meanwhile
        return
    except (tarfile.TarError, EOFError, zlib.error) as error:
        raise NodeError.of("dataset_file_broken", file=str(archive), why=str(error)) from error
    except OSError as error:
        if error.errno is None:  # how gzip names a damaged stream
            raise NodeError.of("dataset_file_broken", file=str(archive), why=str(error)) from error
        raise NodeError.of("file_unwritable", path=str(folder), why=error.strerror or "OSError") from error
    if missing:
        raise NodeError.of("dataset_file_broken", file=str(archive), why=f"no {', '.join(sorted(missing))} in it")
    archive.unlink(missing_ok=True)


def _write(data: IO[bytes], folder: Path, name: str, wait: Callable[[float], bool]) -> None:
    """Put a member in place when it is whole. Two runs may do so at once, so each writes a file of its own."""
    folder.mkdir(parents=True, exist_ok=True)
    half = folder / f"{name}.{os.getpid()}-{threading.get_ident()}.part"
    try:
        with half.open("wb") as out:
            while chunk := data.read(1 << 20):
                out.write(chunk)
                if wait(0):
                    raise Stopped
        os.replace(half, folder / name)
    finally:
        half.unlink(missing_ok=True)
