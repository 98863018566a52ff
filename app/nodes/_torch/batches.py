"""One batch through model and loss, with every mistake that data and model can make told in its own words."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import torch
from torch import Tensor, nn

from app.core.vocab.errors import CduiError, NodeError
from app.core.vocab.reason import reason
from app.nodes._torch.layer_faults import row_fault
from app.nodes._torch.losses import CLASSIFIERS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from contextlib import AbstractContextManager

    from app.engine.context import NodeContext

_ELEMENTWISE = (nn.MSELoss, nn.L1Loss, nn.SmoothL1Loss, nn.HuberLoss, nn.BCELoss, nn.BCEWithLogitsLoss, nn.KLDivLoss)
"""Losses that compare equal shapes. torch would broadcast unequal ones and train on nonsense."""

_DTYPES = {"bf16": torch.bfloat16, "fp16": torch.float16}


@dataclass(frozen=True)
class Precision:
    """What arithmetic is used. name: fp32, bf16 or fp16, which may differ from what was asked for."""

    name: str
    device_type: str

    def scope(self) -> AbstractContextManager[Any]:
        """The autocast scope of one forward pass; does nothing for fp32."""
        dtype = _DTYPES.get(self.name)
        return torch.autocast(self.device_type, dtype=dtype) if dtype else nullcontext()


def pick_precision(wanted: str, device: torch.device, context: NodeContext) -> Precision:
    """cpu honours all three, mps only fp32, cuda bf16 where the card can; else fp32 and a run warning."""
    possible = device.type == "cpu" or (
        device.type == "cuda" and (wanted != "bf16" or torch.cuda.is_bf16_supported(including_emulation=False))
    )
    if wanted == "fp32" or possible:
        return Precision(wanted, device.type)
    why = reason("precision_unavailable", precision=wanted, device=str(device))
    context.run.sinks.warn("precision_unavailable", {"node_id": context.node_id, **why.to_json()})
    return Precision("fp32", device.type)


def describe(value: Any) -> str:
    """Shape and dtype of a tensor (`[32, 10] float32`), the type of anything else."""
    if isinstance(value, Tensor):
        return f"{list(value.shape)} {str(value.dtype).removeprefix('torch.')}"
    if isinstance(value, (list, tuple)):
        return f"{type(value).__name__} ({', '.join(describe(part) for part in value[:4])})"
    return type(value).__name__


def first_line(error: BaseException) -> str:
    """What an exception says, cut to one line."""
    return str(error).strip().splitlines()[0][:300] if str(error).strip() else type(error).__name__


class Batches:
    """One pass over a loader. Loader workers end when it is left, whatever still refers to it.

    No frame or exception may hold the loader's own iterator: a traceback that somebody keeps would keep its worker
    processes alive. So it lies in an attribute here, and errors of the data set are told without their chain.
    """

    def __init__(self, loader: Any) -> None:
        self._iterator: Iterator[Any] | None = iter(loader)

    def __enter__(self) -> Batches:
        return self

    def __exit__(self, *exc: object) -> None:
        self._iterator = None

    def next(self, number: int) -> Any:
        """The next batch. Raises: StopIteration at the end; NodeError batch_failed when the data cannot be had."""
        assert self._iterator is not None
        try:
            return next(self._iterator)
        except (StopIteration, CduiError, torch.OutOfMemoryError, MemoryError):
            raise
        except Exception as error:
            # the data set is the user's code or file; whatever it raises is told with the batch it was for
            message = (str(error).strip().splitlines() or [""])[-1][:300] or type(error).__name__
            error.__traceback__ = None  # torch's own frames hold the error, and through it the iterator, in a circle
        raise NodeError.of("batch_failed", batch=number, message=message)


def split(batch: Any, device: torch.device) -> tuple[Any, Any]:
    """The inputs and targets of a batch, on the device. Raises: NodeError batch_not_pairs."""
    if not isinstance(batch, (list, tuple)) or len(batch) != 2:
        raise NodeError.of("batch_not_pairs", got=describe(batch))
    x, y = batch
    if not isinstance(x, (Tensor, list, tuple)) or not isinstance(y, Tensor):
        raise NodeError.of("batch_not_pairs", got=describe(batch))
    return _move(x, device), _move(y, device)


def _move(value: Any, device: torch.device) -> Any:
    if isinstance(value, Tensor):
        return value if value.device == device else value.to(device, non_blocking=value.is_pinned())
    if isinstance(value, (list, tuple)):
        return type(value)(_move(part, device) for part in value)
    return value


def forward(model: nn.Module, x: Any) -> Any:
    """model(x), or model(*x) for several inputs. Raises: NodeError of layer_fault, model_failed."""
    try:
        return model(*x) if isinstance(x, (list, tuple)) else model(x)
    except (CduiError, torch.OutOfMemoryError, MemoryError):
        raise
    except Exception as error:
        found = row_fault(model, x) if type(model) is nn.Sequential and isinstance(x, Tensor) else None
        raise found or NodeError.of(
            "model_failed", model=type(model).__name__, input=describe(x), message=first_line(error)
        ) from error


def loss_of(loss_fn: Any, output: Any, target: Tensor) -> Tensor:
    """The loss of a batch as one number on the device; without a reduction, its mean.

    Raises: NodeError loss_failed, labels_outside.
    """
    if isinstance(loss_fn, _ELEMENTWISE) and isinstance(output, Tensor) and output.shape != target.shape:
        raise _loss_failed(loss_fn, output, target, "shapes differ")
    try:
        loss: Tensor = loss_fn(output, target)
        return loss if loss.ndim == 0 else loss.mean()
    except (CduiError, torch.OutOfMemoryError, MemoryError):
        raise
    except Exception as error:
        raise _labels_outside(loss_fn, output, target) or _loss_failed(
            loss_fn, output, target, first_line(error).rstrip(".")
        ) from error


def _labels_outside(loss_fn: Any, output: Any, target: Tensor) -> CduiError | None:
    """The error for class numbers that the output has no place for; None where that is not what is wrong."""
    is_by_number = isinstance(loss_fn, CLASSIFIERS) and target.dtype in (torch.int64, torch.uint8)
    if not is_by_number or not isinstance(output, Tensor) or output.dim() < 2 or output.device.type != "cpu":
        return None
    labels, classes = target[target != loss_fn.ignore_index], output.shape[1]
    if not labels.numel() or (int(labels.min()) >= 0 and int(labels.max()) < classes):
        return None
    return NodeError.of(
        "labels_outside",
        loss=type(loss_fn).__name__,
        output=describe(output),
        least=int(labels.min()),
        most=int(labels.max()),
        last=classes - 1,
    )


def _loss_failed(loss_fn: Any, output: Any, target: Tensor, message: str) -> CduiError:
    return NodeError.of(
        "loss_failed", loss=type(loss_fn).__name__, output=describe(output), target=describe(target), message=message
    )
