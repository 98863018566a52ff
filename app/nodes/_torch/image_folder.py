"""A folder of pictures with a folder for each class."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from torch.utils.data import Dataset

from app.core.vocab.errors import NodeError
from app.nodes._torch.pictures import SUFFIXES, read_picture
from app.nodes._torch.transforms import Chain, Normalize, ToTensor

if TYPE_CHECKING:
    from collections.abc import Callable

_DEFAULT = Chain((ToTensor(), Normalize((0.5,), (0.5,))))


class ImageFolder(Dataset[tuple[Any, int]]):
    """Items (picture, class number), the pictures read when asked for, in colour. Picklable.

    max_pixels: of a picture. transform: takes a picture; without one it becomes float32 [3, H, W] from -1 to 1.
    Raises (an item): NodeError image_too_large, image_broken, and those of open_plain.
    """

    def __init__(
        self,
        files: list[tuple[str, int]],
        classes: list[str],
        max_pixels: int,
        transform: Callable[[Any], Any] | None = None,
    ) -> None:
        self.transform = transform
        self.classes = classes
        self._files = files
        self._max_pixels = max_pixels

    def __len__(self) -> int:
        return len(self._files)

    def __getitem__(self, index: int) -> tuple[Any, int]:
        path, label = self._files[index]
        picture = read_picture(Path(path), path, self._max_pixels)
        return (self.transform or _DEFAULT)(picture), label


def find_classes(root: Path, name: str) -> tuple[list[tuple[str, int]], list[str]]:
    """(files with their class numbers, class names): folders in order of their names, files in order of their paths.

    Folders that begin with a dot or two underscores belong to other programs and are passed over.
    Raises: NodeError folder_missing, classes_none, class_empty, file_unreadable.
    """
    if not root.is_dir():
        raise NodeError.of("folder_missing", path=name)
    try:
        classes = sorted(entry.name for entry in os.scandir(root) if entry.is_dir() and _is_class(entry.name))
    except OSError as error:
        raise NodeError.of("file_unreadable", path=name, why=error.strerror or "OSError") from error
    if not classes:
        raise NodeError.of("classes_none", path=name)
    files: list[tuple[str, int]] = []
    for label, kind in enumerate(classes):
        own = sorted(
            os.path.join(folder, file)
            for folder, _, found in os.walk(root / kind)
            for file in found
            if file.lower().endswith(SUFFIXES) and not file.startswith(".")
        )
        if not own:
            raise NodeError.of("class_empty", path=name, folder=kind)
        files.extend((path, label) for path in own)
    return files, classes


def _is_class(name: str) -> bool:
    return not name.startswith((".", "__"))
