"""The steps a node tells when a run asks it to be verbose: `__steps__` of its result.

A node gives a list of {name, description, scalars: {name: number}, tensors: {name: tensor}}; all but `name` may be
left out. What does not fit is passed over: a node must not fail for what it tells beside its work.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from app.core.events.strict import clean, whole

if TYPE_CHECKING:
    from app.core.events.masking import Mask

MAX_STEPS = 1000


@dataclass(frozen=True)
class Step:
    """One step. scalars: JSON numbers, null for NaN. tensors: by name, in the node's order."""

    name: str
    description: str = ""
    scalars: Mapping[str, Any] = field(default_factory=dict)
    tensors: Mapping[str, Any] = field(default_factory=dict)


def read(told: Any) -> list[Step]:
    """The first MAX_STEPS steps of what a node gave under `__steps__`."""
    if not isinstance(told, (list, tuple)):
        return []
    return [_step(entry) for entry in told[:MAX_STEPS] if isinstance(entry, Mapping)]


def masked(steps: list[Step], mask: Mask) -> list[Step]:
    """The steps without the values that the mask is of. After `read`: it makes texts of whatever a node gave."""
    return [
        Step(
            name=mask.text(step.name),
            description=mask.text(step.description),
            scalars=mask.value(dict(step.scalars)),
            tensors=mask.value(dict(step.tensors)),
        )
        for step in steps
    ]


def _step(entry: Mapping[Any, Any]) -> Step:
    return Step(
        name=whole(str(entry.get("name", ""))),
        description=whole(str(entry.get("description") or "")),
        scalars={whole(str(key)): clean(value) for key, value in _mapping(entry.get("scalars")).items()},
        tensors={whole(str(key)): value for key, value in _mapping(entry.get("tensors")).items()},
    )


def _mapping(value: Any) -> Mapping[Any, Any]:
    return value if isinstance(value, Mapping) else {}


def index(steps: list[Step]) -> list[dict[str, Any]]:
    """[{index, name, description, scalars, tensor_keys}]: what `__steps_index` answers."""
    return [
        {
            "index": at,
            "name": step.name,
            "description": step.description,
            "scalars": dict(step.scalars),
            "tensor_keys": list(step.tensors),
        }
        for at, step in enumerate(steps)
    ]


def ports(steps: list[Step]) -> dict[str, Any]:
    """The steps' tensors under the names by which they are asked for: `__step__<index>__<name>`."""
    return {f"__step__{at}__{name}": tensor for at, step in enumerate(steps) for name, tensor in step.tensors.items()}
