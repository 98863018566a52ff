"""Items of any data set: taken one by one with every mistake told, transformed, or held as pairs of tensors."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

import torch
from PIL import Image
from torch.utils.data import Dataset

from app.core.vocab.errors import CduiError, NodeError
from app.nodes._torch.pictures import tensor_of
from app.nodes.operands import type_text
from app.nodes.shapes import refuse_absurd, shape_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.engine.context import NodeContext
    from app.nodes._torch.transforms import Chain


def usable(dataset: Any) -> Any:
    """The data set, which must have a length and numbered items. Raises: NodeError dataset_unusable."""
    if dataset is None or isinstance(dataset, (str, bytes, dict, torch.Tensor)):
        raise NodeError.of("dataset_unusable", found=type_text(dataset))
    if not hasattr(dataset, "__len__") or not hasattr(dataset, "__getitem__"):
        raise NodeError.of("dataset_unusable", found=type_text(dataset))
    return dataset


class Pairs(Dataset[tuple[torch.Tensor, Any]]):
    """inputs [N, ...] and labels: int64 [N], given as int, or tensors [N, ...]. Picklable.

    transform: takes an input; without one an item is a copy of what is held.
    """

    def __init__(
        self, inputs: torch.Tensor, labels: torch.Tensor, transform: Callable[[Any], Any] | None = None
    ) -> None:
        self.transform = transform
        self._inputs = inputs
        self._labels = labels.tolist() if labels.dim() == 1 else labels

    def __len__(self) -> int:
        return len(self._inputs)

    def __getitem__(self, index: int) -> tuple[Any, Any]:
        value, label = self._inputs[index].clone(), self._labels[index]
        label = label.clone() if isinstance(label, torch.Tensor) else label
        return (value if self.transform is None else self.transform(value)), label


class Transformed(Dataset[tuple[Any, Any]]):
    """Another data set with the first part of each item transformed. Picklable when that one is."""

    def __init__(self, dataset: Any, transform: Callable[[Any], Any]) -> None:
        self.transform = transform
        self._dataset = dataset

    def __len__(self) -> int:
        return len(self._dataset)

    def __getitem__(self, index: int) -> Any:
        item = self._dataset[index]
        if isinstance(item, (tuple, list)) and item:
            return (self.transform(item[0]), *item[1:])
        return self.transform(item)


def transformed(dataset: Any, transform: Chain) -> Any:
    """A data set of the same items under another transform; `dataset` itself is left as it is."""
    if "transform" in getattr(
        dataset, "__dict__", ()
    ):  # it applies its own one to what it really holds, such as pictures
        changed = copy.copy(dataset)
        changed.transform = transform
        return changed
    return Transformed(dataset, transform)


def batch(dataset: Any, start: int, count: int, context: NodeContext) -> tuple[torch.Tensor, torch.Tensor] | None:
    """Stack `count` items from `start` on, beginning again at the end; None when the run was asked to stop.

    Pictures become tensors from 0 to 1; whole-number labels int64. Raises: NodeError dataset_empty, item_failed,
    item_not_a_pair, items_differ, tensor_too_large.
    """
    length = len(usable(dataset))
    if not length:
        raise NodeError.of("dataset_empty")
    inputs: list[torch.Tensor] = []
    labels: list[torch.Tensor] = []
    for place in range(count):
        if context.cancelled:
            return None
        value, label = _pair(dataset, (start + place) % length)
        if not place:
            refuse_absurd((count, *value.shape), value.element_size() * 2, "cpu")  # the items, and their stack
        inputs.append(value)
        labels.append(label)
    return _stacked(inputs), _stacked(labels)


def _pair(dataset: Any, index: int) -> tuple[torch.Tensor, torch.Tensor]:
    try:
        item = dataset[index]
    except (CduiError, MemoryError, torch.OutOfMemoryError):
        raise
    except Exception as error:  # a data set is anybody's code or file
        why = (str(error).strip().splitlines() or [type(error).__name__])[0]
        raise NodeError.of("item_failed", index=index, message=why[:300]) from error
    if not isinstance(item, (tuple, list)) or len(item) != 2:
        raise NodeError.of("item_not_a_pair", index=index, found=type_text(item))
    value, label = _tensor(item[0], index), _tensor(item[1], index)
    is_number = not label.dim() and not (label.is_floating_point() or label.is_complex())
    return value, label.to(torch.int64) if is_number else label


def _tensor(value: Any, index: int) -> torch.Tensor:
    if isinstance(value, Image.Image):
        return tensor_of(value)
    if isinstance(value, torch.Tensor):
        return value.detach()
    try:
        if not isinstance(value, (str, bytes)):
            return torch.as_tensor(value)
    except (TypeError, ValueError, RuntimeError, OverflowError):
        pass
    raise NodeError.of("item_not_a_pair", index=index, found=type_text(value))


def _stacked(values: list[torch.Tensor]) -> torch.Tensor:
    for place, value in enumerate(values):
        if value.shape != values[0].shape:
            raise NodeError.of(
                "items_differ", first=shape_text(values[0].shape), place=place, found=shape_text(value.shape)
            )
    return torch.stack(values)
