"""Checkpoint files: a dict of plain containers and tensors, written whole, read without running anything in it.

Keys: epoch (completed epochs), model_state_dict, optimizer_state_dict, and where they exist losses,
scheduler_state_dict, grad_scaler_state, and `cdui`, which exact resuming needs (app.nodes._torch.resume_point).
"""

from __future__ import annotations

import pickle
import threading
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any, BinaryIO

import torch

from app.core.vocab.errors import NodeError
from app.nodes._torch.module_pickle import UnsafeCall
from app.nodes.durable_file import write_durably
from app.nodes.plain_file import open_plain

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from contextlib import AbstractContextManager
    from pathlib import Path

_NEEDED = ("epoch", "model_state_dict", "optimizer_state_dict")


def write_checkpoint(path: Path, content: dict[str, Any]) -> None:
    """Write the file so that a crash leaves the old one or the new one. Raises: NodeError file_unwritable."""
    write_durably(path, lambda sink: torch.save(content, sink))


_READING = threading.Lock()
"""What counts as safe is one list of the process: while one file may name more, no other is read."""


def read_plain(path: Path, safe: Sequence[Any] = (), check: Callable[[BinaryIO], None] | None = None) -> Any:
    """Read a torch file that holds tensors and plain containers only; tensors arrive on the CPU.

    safe: classes and functions that this one file may hold beside those. check: looks through the open file first.
    Raises: NodeError file_damaged (truncated, not a torch file; what `check` says in a ValueError), file_unsafe (it
    asks for classes or code), and those of open_plain.
    """
    with open_plain(path) as file:
        try:
            if check is not None:
                check(file)
                file.seek(0)
            with _READING, _allowed(safe):
                return torch.load(file, map_location="cpu", weights_only=True)
        except pickle.UnpicklingError as error:
            raise _unsafe_or_damaged(path, error, safe) from None
        except UnsafeCall as error:
            raise NodeError.of("file_unsafe", path=path.name, names=str(error)[:200]) from None
        except MemoryError:
            raise
        except Exception as error:
            # a hostile or torn file makes the restricted reader fail in any way it likes; none of them is our bug
            raise NodeError.of("file_damaged", path=path.name, message=_first_line(error)) from None


def _allowed(safe: Sequence[Any]) -> AbstractContextManager[Any]:
    """Add to torch's list, and take away afterwards what was not on it before."""
    if not safe:
        return nullcontext()
    known = torch.serialization.get_safe_globals()
    return torch.serialization.safe_globals([item for item in safe if item not in known])


def _unsafe_or_damaged(path: Path, error: Exception, safe: Sequence[Any]) -> Exception:
    known = {f"{item.__module__}.{item.__qualname__}" for item in safe}
    try:
        names = sorted(
            name for name in torch.serialization.get_unsafe_globals_in_checkpoint(str(path)) if name not in known
        )
    except Exception:
        names = []
    if names:
        return NodeError.of("file_unsafe", path=path.name, names=", ".join(names[:5]))
    return NodeError.of("file_damaged", path=path.name, message=_first_line(error))


def _first_line(error: Exception) -> str:
    return str(error).splitlines()[0][:200] if str(error) else type(error).__name__


def read_checkpoint(path: Path) -> dict[str, Any]:
    """Read a checkpoint, ours or another program's with the same keys.

    Raises: NodeError file_damaged, file_unsafe, checkpoint_foreign (a torch file that is no checkpoint).
    """
    content = read_plain(path)
    if not isinstance(content, dict):
        raise NodeError.of("checkpoint_foreign", path=path.name, missing=", ".join(_NEEDED))
    missing = [key for key in _NEEDED if key not in content]
    epoch = content.get("epoch")
    if missing or type(epoch) is not int or not 0 <= epoch < 2**53:
        raise NodeError.of("checkpoint_foreign", path=path.name, missing=", ".join(missing) or "epoch")
    for key in _NEEDED[1:]:
        if not isinstance(content[key], dict):
            raise NodeError.of("checkpoint_foreign", path=path.name, missing=key)
    return content


def load_weights(model: torch.nn.Module, state: dict[str, Any], path: Path, strict: bool = True) -> list[str]:
    """Load a state dict, all of it or nothing.

    strict: every name must match; otherwise names of one side only are passed over and returned.
    Raises: NodeError weights_mismatch {path, missing, unexpected, shapes}.
    """
    own = model.state_dict()
    missing = [name for name in own if name not in state]
    unexpected = [str(name) for name in state if name not in own]
    shapes = [
        f"{name} {list(state[name].shape)} != {list(tensor.shape)}"
        for name, tensor in own.items()
        if isinstance(tensor, torch.Tensor)
        and name in state
        and isinstance(state[name], torch.Tensor)
        and state[name].shape != tensor.shape
    ]
    values = [f"{name}: {type(v).__name__}" for name, v in state.items() if name in own and not _fits(own[name], v)]
    if shapes or values or (strict and (missing or unexpected)):
        raise NodeError.of(
            "weights_mismatch",
            path=path.name,
            missing=_few(missing) if strict else "-",
            unexpected=_few(unexpected) if strict else "-",
            shapes=_few(shapes + values),
        )
    model.load_state_dict(state, strict=strict)
    return missing + unexpected


def _fits(own: Any, given: Any) -> bool:
    return isinstance(given, torch.Tensor) or not isinstance(own, torch.Tensor)


def _few(names: list[str]) -> str:
    return ", ".join(names[:5]) + (f" (+{len(names) - 5})" if len(names) > 5 else "") if names else "-"
