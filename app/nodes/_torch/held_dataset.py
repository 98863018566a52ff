"""A data set held in memory: images or rows with their labels."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch
from torch.utils.data import Dataset

if TYPE_CHECKING:
    from collections.abc import Callable


class HeldDataset(Dataset[tuple[Any, Any]]):
    """Items (input, label); picklable, so that loader workers can hold it.

    values: uint8 [N, channels, height, width] for images, float32 [N, F] for rows. labels: int64 [N], given as int, or
    float32 [N, 1], given as tensors [1]. transform: takes a PIL image (rows: the tensor); without one an image
    becomes float32, (value / 255 - 0.5) / 0.5, and a row stays as it is. `scale`: what stands for white, 255 for
    bytes; values of another scale are float32.
    """

    def __init__(
        self,
        name: str,
        values: torch.Tensor,
        labels: torch.Tensor,
        transform: Callable[[Any], Any] | None = None,
        scale: float = 255.0,
    ) -> None:
        self.name = name
        self.transform = transform
        self._labels = labels.tolist() if labels.dim() == 1 else labels
        self._is_images = values.dim() == 4
        self._scale = scale
        self._values = values

    def __repr__(self) -> str:
        kind = "images" if self._is_images else "rows"
        return f"{self.name}: {len(self)} {kind} of {list(self._values.shape[1:])}"

    def __len__(self) -> int:
        return len(self._values)

    def __getitem__(self, index: int) -> tuple[Any, Any]:
        value, label = self._values[index], self._labels[index]
        if self.transform is not None:
            return self.transform(self._picture(value) if self._is_images else value.clone()), label
        return (self._ready(value) if self._is_images else value.clone()), label

    def __getitems__(self, indices: list[int]) -> list[tuple[Any, Any]]:
        """A whole batch at once, the same items; the loader asks for this where it exists."""
        if self.transform is not None:
            return [self[index] for index in indices]
        values = self._values[torch.tensor(indices)]
        ready = self._ready(values) if self._is_images else values
        return list(zip(ready.unbind(0), [self._labels[index] for index in indices], strict=True))

    def _ready(self, values: torch.Tensor) -> torch.Tensor:
        return (values / self._scale).sub_(0.5).div_(0.5)  # the division copies: an item may be changed by its user

    def _picture(self, value: torch.Tensor) -> Any:
        from PIL import Image

        pixels = value if value.dtype is torch.uint8 else (value * (255 / self._scale)).round().to(torch.uint8)
        planes = pixels.permute(1, 2, 0).numpy()
        return Image.fromarray(planes if planes.shape[2] == 3 else planes[:, :, 0])
