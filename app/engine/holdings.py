"""What a value holds on to: its tensors, the memory behind them, and whether somebody has changed them since.

A value is walked through lists, tuples, sets, dicts and the attributes of objects (a module, a data set). Memory of
tensors and arrays is told by storage, so that a view of a tensor costs nothing beside the tensor.
"""

from __future__ import annotations

import itertools
import sys
from dataclasses import dataclass, field
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import TYPE_CHECKING, Any

from app.engine import torch_lane

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Mapping

MAX_PARTS = 200_000
"""Parts of a value that are looked at; a list of plain numbers or texts is one part, however long."""

_PLAIN = frozenset({bool, int, float, complex, str, bytes, bytearray, type(None)})
_NOT_ENTERED = (type, ModuleType, FunctionType, BuiltinFunctionType, MethodType)
_GROUPS = (list, tuple, set, frozenset)


@dataclass
class Holding:
    """storages: key of a tensor's or array's memory -> bytes. plain: bytes of everything else, about.

    tensors: each one found, modules' weights included. iterators: generators, files and the like were found, which can
    be read once. is_whole: False when something was not looked at: what raises, and what is beyond MAX_PARTS parts.
    """

    tensors: list[Any] = field(default_factory=list)
    storages: dict[Hashable, int] = field(default_factory=dict)
    plain: int = 0
    iterators: bool = False
    is_whole: bool = True

    @property
    def bytes(self) -> int:
        """All of it."""
        return self.plain + sum(self.storages.values())

    def versions(self) -> tuple[int, ...] | None:
        """How often each tensor was changed in place; None where torch does not count (inference tensors)."""
        try:
            return tuple(tensor._version for tensor in self.tensors)
        except RuntimeError:
            return None


def survey(values: Iterable[Any]) -> Holding:
    """Look through the values. Changes nothing, copies nothing, reads no tensor's numbers. Never raises."""
    torch = torch_lane.loaded()
    tensor_class = () if torch is None else torch.Tensor
    found = Holding()
    todo = list(values)
    seen: set[int] = set()
    while todo:
        part = todo.pop()
        if id(part) in seen:
            continue
        if len(seen) >= MAX_PARTS:
            found.is_whole = False
            break
        seen.add(id(part))
        try:
            if isinstance(part, tensor_class):
                _take_tensor(part, found, todo)
            else:
                _take_other(part, found, todo)
        except Exception:  # looking at a value runs its class's code, which may do anything
            found.is_whole = False
    return found


def _take_tensor(tensor: Any, found: Holding, todo: list[Any]) -> None:
    found.tensors.append(tensor)
    try:
        storage = tensor.untyped_storage()
        size, key = storage.nbytes(), (str(tensor.device), storage.data_ptr())
    except (RuntimeError, NotImplementedError):  # sparse and wrapped tensors have no storage of their own
        count = tensor._nnz() if tensor.is_sparse else tensor.numel()
        size, key = count * tensor.element_size(), ("tensor", id(tensor))
    if size and key[1]:  # a tensor without data (meta) has no address
        found.storages[key] = size
    # torch warns when somebody asks a tensor in the middle of a graph for its gradient
    if tensor.is_leaf and tensor.grad is not None:
        todo.append(tensor.grad)


def _take_other(part: Any, found: Holding, todo: list[Any]) -> None:
    if isinstance(part, _NOT_ENTERED):
        return
    array = getattr(part, "__array_interface__", None)
    if array is not None and hasattr(part, "nbytes"):
        found.storages["array", array["data"][0]] = int(part.nbytes)
        return
    found.plain += _own_size(part)
    if isinstance(part, _GROUPS):
        _take_items(part, found, todo)
    elif isinstance(part, dict):
        _take_items(part.keys(), found, todo)
        _take_items(part.values(), found, todo)
    elif type(part) not in _PLAIN:
        found.iterators |= hasattr(part, "__next__")
        attributes = getattr(part, "__dict__", None)
        if isinstance(attributes, dict):
            todo.append(attributes)


def _take_items(items: Any, found: Holding, todo: list[Any]) -> None:
    if set(map(type, items)) <= _PLAIN:
        # the first stands for all: a million numbers are not worth a million looks
        found.plain += sum(sys.getsizeof(item) for item in itertools.islice(items, 1)) * len(items)
    else:
        todo.extend(items)


def _own_size(part: Any) -> int:
    try:
        return sys.getsizeof(part)
    except Exception:  # __sizeof__ is code of the value's class
        return 0


def isolated(value: Any) -> Any:
    """The value with containers and arrays of its own, so that changing the one does not change the other.

    Lists, tuples, sets and dicts are rebuilt, numpy arrays copied; tensors and all other objects are shared.
    """
    kind = type(value)
    if kind is list or kind is tuple or kind is set:
        items = value if set(map(type, value)) <= _PLAIN else map(isolated, value)
        return kind(items)
    if kind is dict:
        return {key: isolated(item) for key, item in value.items()}
    if kind.__module__ == "numpy" and hasattr(value, "__array_interface__"):
        return value.copy()
    return value


def detached(value: Any) -> Any:
    """The same, of `isolated`, with each tensor cut off from its autograd graph: it shares the numbers, not the graph.

    Tensors inside other objects stay as they are.
    """
    torch = torch_lane.loaded()
    return isolated(value) if torch is None else _detached(isolated(value), torch.Tensor)


def _detached(value: Any, tensor_class: type) -> Any:
    if isinstance(value, tensor_class):
        return value.detach()  # type: ignore[attr-defined] # a torch tensor
    kind = type(value)
    if kind is list or kind is tuple:
        return value if set(map(type, value)) <= _PLAIN else kind(_detached(item, tensor_class) for item in value)
    if kind is dict:
        return {key: _detached(item, tensor_class) for key, item in value.items()}
    return value


def same(left: Any, right: Any) -> bool:
    """True when two values are certainly alike: tensors bit for bit, plain values, containers of such; else False."""
    kind = type(left)
    if kind is not type(right):
        return False
    if left is right or kind in _PLAIN:
        return bool(left is right or left == right)
    if kind is list or kind is tuple:
        return len(left) == len(right) and all(map(same, left, right))
    if kind is dict:
        return left.keys() == right.keys() and all(same(left[key], right[key]) for key in left)
    torch = torch_lane.loaded()
    if torch is None or not isinstance(left, torch.Tensor):
        return False
    try:
        alike = left.dtype == right.dtype and left.device == right.device and left.shape == right.shape
        return bool(alike and torch.equal(left, right))
    except (RuntimeError, NotImplementedError):  # no data, or no comparison for this kind of tensor
        return False


class Ledger:
    """Bytes of many holdings with shared memory counted once. Not thread-safe: the caller holds a lock."""

    def __init__(self) -> None:
        self.bytes = 0
        self._owners: dict[Hashable, list[int]] = {}

    def add(self, holding: Holding) -> None:
        """Count it in."""
        self.bytes += holding.plain
        for key, size in holding.storages.items():
            owners = self._owners.setdefault(key, [0, size])
            if owners[0] == 0:
                self.bytes += size
            owners[0] += 1

    def remove(self, holding: Holding) -> None:
        """Count it out again; what another holding shares stays."""
        self.bytes -= holding.plain
        storages: Mapping[Hashable, int] = holding.storages
        for key in storages:
            owners = self._owners[key]
            owners[0] -= 1
            if owners[0] == 0:
                self.bytes -= owners[1]
                del self._owners[key]
