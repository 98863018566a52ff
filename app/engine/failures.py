"""What a node raised, as a reason a person can read. The traceback goes to the run's console."""

from __future__ import annotations

import re
import traceback
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.core.events.strict import whole
from app.core.vocab.errors import CduiError
from app.core.vocab.reason import Reason, reason
from app.engine import console, torch_lane

if TYPE_CHECKING:
    from app.core.graph.prepared import PreparedNode

OUT_OF_MEMORY = "out_of_memory"

MAX_MESSAGE = 500
"""Characters of an exception's own message that are kept."""

_OUT_OF_MEMORY = re.compile(
    r"CUDA out of memory|HIP out of memory|MPS backend out of memory|CUDA error: out of memory"
    r"|CUBLAS_STATUS_ALLOC_FAILED|CUDNN_STATUS_ALLOC_FAILED|can't allocate memory"
)
_TRIED_BYTES = re.compile(r"tried to allocate (\d+) bytes|[Tt]ried to allocate ([\d.]+ ?[KMGTPE]i?B)")
_UNABLE = re.compile(r"Unable to allocate ([\d.]+ ?[KMGTPE]i?B)")


@dataclass(frozen=True)
class Failure:
    """A failed call. error_type: the exception's class. can_retry: False where the same call would fail again."""

    reason: Reason
    error_type: str
    can_retry: bool = True


def failure_of(error: BaseException, node: PreparedNode, device: str) -> Failure:
    """Name what was raised. Never raises, and lets go of what the traceback's frames hold."""
    kind = type(error).__name__
    if isinstance(error, CduiError):
        why = error.reason
        params = {"node_id": node.id, **why.params}
        return Failure(Reason(why.code, params), kind, can_retry=why.code != OUT_OF_MEMORY)
    _print_traceback(error)
    if _is_out_of_memory(error):
        digest = ", ".join(filter(None, (_asked(_message(error)), torch_lane.memory_digest(device)))) or "-"
        where = device if not isinstance(error, MemoryError) and "DefaultCPUAllocator" not in _message(error) else "cpu"
        why = reason(OUT_OF_MEMORY, node_id=node.id, node_type=node.type, device=where, digest=digest)
        _forget(error)
        torch_lane.release_memory()
        return Failure(why, kind, can_retry=False)
    message = _message(error)
    _forget(error)
    return Failure(reason("node_failed", node_id=node.id, node_type=node.type, error_type=kind, message=message), kind)


def _is_out_of_memory(error: BaseException) -> bool:
    if isinstance(error, MemoryError) or torch_lane.is_out_of_memory(error):
        return True
    return isinstance(error, RuntimeError) and bool(_OUT_OF_MEMORY.search(_message(error, 4000)))


def _asked(message: str) -> str:
    found = _TRIED_BYTES.search(message) or _UNABLE.search(message)
    if not found:
        return ""
    amount = next(filter(None, found.groups()))
    return f"requested={int(amount) / 1024**3:.2f}GiB" if amount.isdigit() else f"requested={amount}"


def _message(error: BaseException, length: int = MAX_MESSAGE) -> str:
    try:
        text = whole(str(error)).strip()
    except Exception:  # an exception's own __str__ may do anything
        text = ""
    return text if len(text) <= length else text[: length - 1] + "…"


def _print_traceback(error: BaseException) -> None:
    """The node's part of the traceback: the engine's own frames on top say nothing to its author."""
    trace = error.__traceback__
    while trace is not None and trace.tb_frame.f_globals.get("__name__", "").startswith("app.engine."):
        trace = trace.tb_next
    try:
        lines = traceback.TracebackException(type(error), error, trace, limit=-40).format()
        console.write("".join(lines))
    except Exception:  # formatting runs code of the exception's class
        console.write(f"{type(error).__name__}\n")


def _forget(error: BaseException) -> None:
    """Frames keep their local tensors alive as long as the exception lives."""
    seen: set[int] = set()
    link: BaseException | None = error
    while link is not None and id(link) not in seen:
        seen.add(id(link))
        if link.__traceback__ is not None:
            traceback.clear_frames(link.__traceback__)
        link.__traceback__ = None
        link = link.__cause__ or link.__context__
