"""Model files: a state dict (torch or safetensors), or a whole module made of known layer classes."""

from __future__ import annotations

import json
import struct
from typing import TYPE_CHECKING, Any

import torch
from torch import nn
from torch.nn import functional

from app.core.vocab.errors import NodeError
from app.nodes._torch import layer_graph, layer_types
from app.nodes._torch.checkpoint_file import read_plain
from app.nodes._torch.module_pickle import check_module_file
from app.nodes.durable_file import write_durably
from app.nodes.plain_file import open_plain

if TYPE_CHECKING:
    from pathlib import Path

_HEADER_LIMIT = 100_000_000
"""The safetensors format allows no longer header."""


def write_model(path: Path, model: Any, save_mode: str, file_format: str) -> None:
    """Write the model. save_mode: state_dict or full_model. file_format: pytorch or safetensors.

    Raises: NodeError model_needed, format_mismatch (a whole module in safetensors), model_not_saved (it holds classes
    that could not be read again), file_unwritable.
    """
    if not isinstance(model, nn.Module):
        raise NodeError.of("model_needed", got=type(model).__name__)
    if save_mode == "full_model":
        if file_format == "safetensors":
            raise NodeError.of("format_mismatch")
        unknown = _unknown_classes(model)
        if unknown:
            raise NodeError.of("model_not_saved", names=", ".join(unknown[:5]))
        write_durably(path, lambda sink: torch.save(model, sink))
    elif file_format == "safetensors":
        data = _safetensors(model.state_dict())
        write_durably(path, lambda sink: _write_all(sink, data))
    else:
        write_durably(path, lambda sink: torch.save(model.state_dict(), sink))


def _write_all(sink: Any, data: bytes) -> None:
    sink.write(data)


def _safetensors(state: dict[str, Any]) -> bytes:
    """The state as safetensors bytes. Tied tensors are kept once; the metadata say which names share one."""
    from safetensors.torch import save

    kept: dict[tuple[Any, ...], str] = {}
    tensors: dict[str, torch.Tensor] = {}
    shared: dict[str, str] = {"format": "pt"}
    for name, tensor in state.items():
        key = (tensor.untyped_storage().data_ptr(), tensor.storage_offset(), tuple(tensor.shape), tensor.stride())
        if tensor.numel() and key in kept:
            shared[name] = kept[key]
            continue
        kept[key] = name
        # a copy where memory is shared in part only, which the format cannot say
        tensors[name] = tensor.detach().cpu().clone(memory_format=torch.contiguous_format)
    return save(tensors, metadata=shared)


def read_state(path: Path) -> dict[str, Any]:
    """Read a state dict of either format; the weights of a checkpoint are found inside it.

    Raises: NodeError file_damaged, file_unsafe, file_whole_model, weights_foreign.
    """
    content = _read_safetensors(path) if _is_safetensors(path) else _read_weights(path)
    for key in ("model_state_dict", "state_dict"):
        if isinstance(content, dict) and isinstance(content.get(key), dict):
            content = content[key]
            break
    if not isinstance(content, dict) or not content or not all(isinstance(name, str) for name in content):
        raise NodeError.of("weights_foreign", path=path.name)
    if not any(isinstance(value, torch.Tensor) for value in content.values()):
        raise NodeError.of("weights_foreign", path=path.name)
    return content


def _read_weights(path: Path) -> Any:
    try:
        return read_plain(path)
    except NodeError as error:
        if error.reason.code != "file_unsafe":
            raise
        known = {f"{item.__module__}.{item.__qualname__}" for item in _safe_classes()}
        if not known.issuperset(torch.serialization.get_unsafe_globals_in_checkpoint(str(path))):
            raise
    raise NodeError.of("file_whole_model", path=path.name)


def _is_safetensors(path: Path) -> bool:
    """Eight bytes of length, then the brace that opens the JSON header."""
    with open_plain(path) as file:
        start = file.read(9)
    return len(start) == 9 and start[8:] == b"{" and struct.unpack("<Q", start[:8])[0] <= _HEADER_LIMIT


def _read_safetensors(path: Path) -> dict[str, Any]:
    from safetensors import SafetensorError
    from safetensors.torch import load

    with open_plain(path) as file:
        data = file.read()
    try:
        tensors = load(data)
        (length,) = struct.unpack("<Q", data[:8])
        metadata = json.loads(data[8 : 8 + length]).get("__metadata__") or {}
    except (SafetensorError, ValueError, KeyError, AttributeError) as error:
        raise NodeError.of("file_damaged", path=path.name, message=str(error)[:200]) from None
    for name, same_as in metadata.items():
        if name not in tensors and same_as in tensors:
            tensors[name] = tensors[same_as]
    return dict(tensors)


def _safe_classes() -> list[Any]:
    """Classes that a whole saved module may hold: torch's layers, ours, and what those keep as attributes."""
    found: dict[int, Any] = {}
    for place in (nn, nn.modules.transformer, nn.modules.linear, layer_types, layer_graph):
        for value in vars(place).values():
            if isinstance(value, type) and issubclass(value, (nn.Module, nn.Parameter)):
                found[id(value)] = value
    for function in (functional.relu, functional.gelu):
        found[id(function)] = function
    return list(found.values())


def _unknown_classes(model: nn.Module) -> list[str]:
    """Names of layer classes in the model that `read_module` would refuse."""
    safe = {value for value in _safe_classes() if isinstance(value, type)}
    names = {f"{type(m).__module__}.{type(m).__qualname__}" for m in model.modules() if type(m) not in safe}
    return sorted(names)


def read_module(path: Path) -> nn.Module:
    """Read a whole module made of known layer classes; nothing else in the file is run.

    Raises: NodeError file_damaged, file_unsafe {names}, model_foreign.
    """
    if _is_safetensors(path):
        raise NodeError.of("model_foreign", path=path.name)
    model = read_plain(path, _safe_classes(), check_module_file)
    if not isinstance(model, nn.Module):
        raise NodeError.of("model_foreign", path=path.name)
    return model
