"""Looks through a file with a whole module before torch builds it: what it calls, and how much memory it can take.

torch's restricted reader calls every class that is declared safe with arguments from the file, and a layer class makes
its weights then: a hundred bytes could ask for a Linear of any size. A module that was saved makes no such call; its
objects are made empty and filled. So calls are limited here to those that such files need, and tensors to the bytes
that lie in the file. Format: a zip archive with the pickle `<name>/data.pkl` and one stored entry per storage.
"""

from __future__ import annotations

import io
import math
import pickle
import zipfile
from typing import TYPE_CHECKING, Any, BinaryIO, ClassVar

if TYPE_CHECKING:
    from collections.abc import Callable

_CALLS = {
    "collections.OrderedDict",
    "builtins.set",
    "__builtin__.set",
    "builtins.frozenset",
    "torch.Size",
    "torch.device",
    "torch._utils._rebuild_tensor_v2",
    "torch._utils._rebuild_parameter",
    "torch._utils._rebuild_parameter_with_state",
    "torch._utils._rebuild_qtensor",
}
_TENSOR = "torch._utils._rebuild_tensor_v2"
_LIMIT_PICKLE = 1 << 28
_BYTES = {"Double": 8, "Long": 8, "ComplexFloat": 8, "ComplexDouble": 16, "Float": 4, "Int": 4}
_BYTES |= {"Half": 2, "BFloat16": 2, "Short": 2, "Char": 1, "Byte": 1, "Bool": 1}


def check_module_file(file: BinaryIO) -> None:
    """Read the file from its start, building nothing. Raises: UnsafeCall; ValueError with what else is wrong."""
    try:
        with zipfile.ZipFile(file) as archive:
            entries = archive.infolist()
            names = {entry.filename: entry.file_size for entry in entries}
            if len(names) != len(entries) or any(entry.compress_type != zipfile.ZIP_STORED for entry in entries):
                raise ValueError("entries are packed or named twice")
            pickles = [name for name in names if name.endswith("/data.pkl")]
            if len(pickles) != 1 or names[pickles[0]] > _LIMIT_PICKLE:
                raise ValueError("not one data.pkl")
            root = pickles[0].removesuffix("data.pkl")
            sizes = {name.removeprefix(f"{root}data/"): size for name, size in names.items()}
            _Look(io.BytesIO(archive.read(pickles[0])), sizes).load()
    except (ValueError, UnsafeCall, MemoryError):
        raise
    except Exception as error:  # a hostile pickle makes any opcode fail in any way
        raise ValueError(f"{type(error).__name__}: {error}"[:200]) from None


class UnsafeCall(Exception):
    """The file calls what it is not to call; the argument is its name."""


class _Name:
    """A global that the file mentions; stands for what it would make, too."""

    def __init__(self, name: str) -> None:
        self.name = name


class _Storage:
    """count: how many items the file says it has, of `width` bytes."""

    def __init__(self, count: int, width: int) -> None:
        self.count = count
        self.width = width


class _Look(pickle._Unpickler):
    """Goes through the pickle with inert objects in the place of every global."""

    dispatch: ClassVar[dict[int, Callable[[Any], None]]] = dict(pickle._Unpickler.dispatch)

    def __init__(self, data: BinaryIO, sizes: dict[str, int]) -> None:
        super().__init__(data)
        self._sizes = sizes

    def find_class(self, module: str, name: str) -> Any:
        return _Name(f"{module}.{name}")

    def persistent_load(self, pid: Any) -> Any:
        kind, storage, key, _, count = pid
        width = _BYTES.get(str(getattr(storage, "name", "")).removeprefix("torch.").removesuffix("Storage"))
        if kind != "storage" or width is None or type(count) is not int:
            raise ValueError("a storage of unknown kind")
        if not 0 <= count * width <= self._sizes.get(key, -1):
            raise ValueError(f"storage {key} has fewer bytes than promised")
        return _Storage(count, width)

    def load_reduce(self) -> None:
        args, call = self.stack.pop(), self.stack.pop()  # type: ignore[attr-defined]
        name = getattr(call, "name", "?")
        if name not in _CALLS:
            raise UnsafeCall(name)
        if name == _TENSOR:
            _check_tensor(*args[:4])
        self.stack.append(args[0] if name.startswith("torch._utils") else _Name(name))  # type: ignore[attr-defined]

    def load_newobj(self) -> None:
        self.stack.pop()  # type: ignore[attr-defined]
        self.stack.append(_Name(self.stack.pop().name))  # type: ignore[attr-defined]

    def load_build(self) -> None:
        self.stack.pop()  # type: ignore[attr-defined]

    def load_into(self) -> None:
        """Items for a container that is not built: thrown away."""
        items = self.pop_mark()  # type: ignore[attr-defined]
        target = self.stack[-1]  # type: ignore[attr-defined]
        if isinstance(target, dict):
            target.update(zip(items[::2], items[1::2], strict=True))
        elif isinstance(target, list):
            target.extend(items)

    def load_one(self) -> None:
        value, key = self.stack.pop(), self.stack.pop()  # type: ignore[attr-defined]
        target = self.stack[-1]  # type: ignore[attr-defined]
        if isinstance(target, dict):
            target[key] = value

    dispatch[pickle.REDUCE[0]] = load_reduce
    dispatch[pickle.NEWOBJ[0]] = load_newobj
    dispatch[pickle.BUILD[0]] = load_build
    dispatch[pickle.SETITEMS[0]] = load_into
    dispatch[pickle.SETITEM[0]] = load_one
    for _other in (pickle.INST, pickle.OBJ, pickle.NEWOBJ_EX, pickle.BYTEARRAY8, pickle.EXT1, pickle.EXT2, pickle.EXT4):
        dispatch.pop(_other[0])
    del _other


def _check_tensor(storage: Any, offset: Any, size: Any, stride: Any) -> None:
    """Every item of the tensor lies in its storage, and none stands there twice. Raises: ValueError, TypeError."""
    if not isinstance(storage, _Storage) or offset < 0 or len(size) != len(stride) or min((*size, *stride, 0)) < 0:
        raise ValueError("a tensor without a storage")
    last = offset + sum((count - 1) * step for count, step in zip(size, stride, strict=True))
    if math.prod(size) and (last >= storage.count or math.prod(size) > storage.count):
        raise ValueError("a tensor larger than its storage")
