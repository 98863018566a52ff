"""Engine callback arguments -> event payloads. No I/O, no clock: equal arguments give equal bytes in every process."""

from __future__ import annotations

import base64
import math
from pathlib import PurePosixPath, PureWindowsPath
from typing import TYPE_CHECKING, Any

from app.core.events.kinds import NodeStatus, OutputKind
from app.core.events.strict import is_numpy_scalar
from app.core.events.summary import summarise

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from app.core.vocab.nodespec import PortSpec
    from app.core.vocab.reason import Reason

MAX_MINED_NAME = 128
_VIDEO_KEYS = ("path", "url", "format", "fps", "frames", "width", "height", "bytes")
_NO_SERIES = frozenset({"event", "step", "epoch", "total_epochs", "start_epoch", "batch", "total_batches"})


def node_status(
    node_id: str,
    status: NodeStatus,
    *,
    outputs: Sequence[Mapping[str, Any]] | None = None,
    error: Reason | None = None,
    error_type: str | None = None,
    inner_node_id: str | None = None,
) -> dict[str, Any]:
    """Payload of `node_status`. error: its English text stands under `error`; code and params beside it.

    inner_node_id: which node inside the card `node_id` a progress frame comes from.
    """
    payload: dict[str, Any] = {"node_id": node_id, "status": status.value}
    if error is not None:
        payload.update(error=error.text(), code=error.code, params=dict(error.params))
    if error_type is not None:
        payload["error_type"] = error_type
    if inner_node_id is not None:
        payload["inner_node_id"] = inner_node_id
    if outputs is not None:
        payload["outputs"] = outputs
    return payload


def inner_node_status(
    node_id: str, container_id: str, status: NodeStatus, *, error: Reason | None = None
) -> dict[str, Any]:
    """Payload of `inner_node_status`. node_id: `<card>/<inner>`; container_id: the card on the canvas.

    error: as in `node_status`.
    """
    payload: dict[str, Any] = {"node_id": node_id, "container_id": container_id, "status": status.value}
    if error is not None:
        payload.update(error=error.text(), code=error.code, params=dict(error.params))
    return payload


def outputs(
    ports: Sequence[PortSpec],
    values: Mapping[str, Any],
    log: str | None = None,
    download_path: Callable[[str], str | None] | None = None,
) -> list[dict[str, Any]]:
    """Entries of a finished node: text, one per declared media port that produced something, then the summary.

    values: what the node gave, control keys (`__*`) included or not. download_path: says under which path a text
    value can be downloaded, None for one that cannot.
    """
    entries: list[dict[str, Any]] = []
    if log:
        entries.append({"output_kind": OutputKind.TEXT.value, "text": log})
    for port in ports:
        if port.media and values.get(port.name) is not None:
            shown = _media(port.media, values[port.name])
            if shown is not None:
                entries.append({"output_kind": port.media, "port": port.name, port.media: shown})
    summary = {port: summarise(value, download_path) for port, value in values.items() if not port.startswith("__")}
    entries.append({"output_kind": OutputKind.TENSOR_SUMMARY.value, "tensor_summary": summary})
    return entries


def progress_outputs(progress: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The one entry of a progress frame."""
    return [{"output_kind": OutputKind.PROGRESS.value, "progress": dict(progress)}]


def metric(points: Iterable[tuple[str, float | None, int, str]]) -> dict[str, Any]:
    """Payload of `metric`. points: (name, value, step, node_id); NaN and infinities become null."""
    return {
        "points": [
            {"name": name, "value": finite(value), "step": step, "node_id": node_id}
            for name, value, step, node_id in points
        ]
    }


def artifact(artifact_id: int, kind: str, path: str, meta: Mapping[str, Any], node_id: str) -> dict[str, Any]:
    """Payload of `artifact`. artifact_id: of the stored row."""
    return {"artifact_id": artifact_id, "kind": kind, "path": path, "meta": dict(meta), "node_id": node_id}


def run_warning(kind: str, payload: Mapping[str, Any]) -> dict[str, Any]:
    """Payload of `run_warning`. payload: code, params and text, or the counts of the kind."""
    return {**payload, "kind": kind}


def execution_start(run_id: str) -> dict[str, Any]:
    """Payload of `execution_start`."""
    return {"run_id": run_id}


def execution_error(why: Reason) -> dict[str, Any]:
    """Payload of `execution_error`: the English text, and code and params for every other language."""
    return {"error": why.text(), "code": why.code, "params": dict(why.params)}


def execution_stopped(why: str) -> dict[str, Any]:
    """Payload of `execution_stopped`. why: `cancelled` or `interrupted`."""
    return {"reason": why}


def mined_points(progress: Mapping[Any, Any], count: int) -> tuple[int, dict[str, float]]:
    """(step, series -> value): the finite numbers at the top of a progress payload. `batch` frames have none.

    step: the payload's own step or epoch, else `count` (how many payloads came before it from the node).
    """
    if progress.get("event") == "batch":
        return count, {}
    step = next((s for s in (progress.get("step"), progress.get("epoch")) if type(s) is int and s >= 0), count)
    numbers = ((name, value.item() if is_numpy_scalar(value) else value) for name, value in progress.items())
    return step, {
        name: float(value)
        for name, value in numbers
        if isinstance(name, str) and 0 < len(name) <= MAX_MINED_NAME and name not in _NO_SERIES and is_number(value)
    }


def is_number(value: Any) -> bool:
    """True for finite ints and floats that a float can hold; booleans are no numbers here."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return False
    try:
        return math.isfinite(value)
    except OverflowError:
        return False


def finite(value: Any) -> float | None:
    """The value as a float, or None where JSON has no word for it."""
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        return None
    return number if math.isfinite(number) else None


def _media(kind: str, value: Any) -> Any:
    if kind == OutputKind.IMAGE.value:
        return _image(value)
    if not isinstance(value, dict):
        return None
    if kind == OutputKind.VIDEO.value:
        kept = {key: value[key] for key in _VIDEO_KEYS if key in value}
        if "path" in kept and not _is_relative(kept["path"]):
            del kept["path"]
        return kept
    return value


def _image(value: Any) -> dict[str, Any] | None:
    if isinstance(value, (bytes, bytearray)):
        value = base64.b64encode(value).decode("ascii")
    if isinstance(value, dict):
        value = value.get("data")
    if not isinstance(value, str) or not value:
        return None
    return {"format": "png", "encoding": "base64", "data": value}


def _is_relative(path: Any) -> bool:
    if not isinstance(path, str) or not path:
        return False
    windows = PureWindowsPath(path)
    return not (PurePosixPath(path).is_absolute() or windows.anchor or ".." in windows.parts)
