"""What a run is told about itself, as JSON and back: its context without what belongs to one process, and its loan."""

from __future__ import annotations

from dataclasses import asdict, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.core.events.masking import Mask
from app.core.vocab.run import ErrorMode
from app.engine.context import CancelFlag, Folders, RunContext
from app.engine.stores import Loan, StoreLimits

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.engine.sinks import RunSinks

PLAIN = (
    "run_id", "device", "seed", "deterministic", "max_retries", "max_parallel_nodes", "max_image_pixels",
    "payload_cap_bytes", "can_record_artifacts", "verbose", "backward_mode", "auto_backward", "graph_id",
    "wants_outputs",
)  # fmt: skip
"""Fields that are JSON values already."""

SHAPED = ("folders", "error_mode", "graph_inputs", "changed_nodes", "mask")
"""Fields that are brought into JSON and back."""

LOCAL = ("sinks", "cancel", "written", "cache", "gradients", "recorder", "weights", "bodies")
"""Fields that each process has its own of. The three tuples name every field; a test holds that."""


def context_to_json(context: RunContext) -> dict[str, Any]:
    """The context as JSON values."""
    return {
        **{name: getattr(context, name) for name in PLAIN},
        "folders": _folders_to_json(context.folders),
        "error_mode": context.error_mode.value,
        "graph_inputs": dict(context.graph_inputs),
        "changed_nodes": sorted(context.changed_nodes),
        "mask": None if context.mask is None else context.mask.forms,
    }


def context_from_json(value: Mapping[str, Any], sinks: RunSinks, cancel: CancelFlag) -> RunContext:
    """The context again, with the sinks and the flag of this process. Raises: KeyError, TypeError, ValueError."""
    return RunContext(
        **{name: value[name] for name in PLAIN},
        folders=_folders_from_json(value["folders"]),
        error_mode=ErrorMode(value["error_mode"]),
        graph_inputs=value["graph_inputs"],
        changed_nodes=frozenset(value["changed_nodes"]),
        mask=None if value["mask"] is None else Mask.of_forms(value["mask"]),
        sinks=sinks,
        cancel=cancel,
    )


def loan_to_json(loan: Loan) -> dict[str, Any]:
    """The loan as JSON values."""
    return asdict(loan)


def loan_from_json(value: Mapping[str, Any]) -> Loan:
    """The loan again. Raises: TypeError."""
    return Loan(**value)


def limits_to_json(limits: StoreLimits) -> dict[str, Any]:
    """Limits of the stores as JSON values."""
    return asdict(limits)


def limits_from_json(value: Mapping[str, Any]) -> StoreLimits:
    """The limits again. Raises: TypeError."""
    return StoreLimits(**value)


def _folders_to_json(folders: Folders) -> dict[str, Any]:
    found = {field.name: getattr(folders, field.name) for field in fields(folders)}
    return {name: [str(one) for one in at] if isinstance(at, tuple) else str(at) for name, at in found.items()}


def _folders_from_json(value: Mapping[str, Any]) -> Folders:
    found: dict[str, Any] = {
        name: tuple(map(Path, at)) if isinstance(at, list) else Path(at) for name, at in value.items()
    }
    return Folders(**found)
