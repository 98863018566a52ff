"""Where training stood when a checkpoint was written, down to the batch; carried from CheckpointLoader to TrainingLoop.

Ports are fixed, so the exact part of a checkpoint travels on the `epoch` output, which is an int that remembers it.

Theory: at a cut the loop is between two optimizer steps of one epoch. To go on as if nothing had happened, the resumed
loop sets the random states to those of the epoch's start, makes the loader's iterator (which draws from them), throws
away the batches that were already trained on (really loading them, so that loader workers draw what they drew before),
then sets the random states to those of the cut.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any

VERSION = 1

_STREAMS = ("python", "numpy", "torch")
_COUNTS = ("epoch", "batch", "steps", "batches", "loss_count")
_COUNT_LIMIT = 2**53
"""Counts beyond what JSON and metric rows can hold are none of ours."""

_KINDS: dict[str, type] = {
    **dict.fromkeys(("start_rng", "order", "early"), dict),
    **dict.fromkeys(("loader_rng", "val_rng"), list),
    **dict.fromkeys(("loss_sum", "rate"), float),
    "val_due": bool,
}


@dataclass
class Cut:
    """The exact position. All states are plain containers and tensors.

    epoch: completed epochs. batch: batches of the epoch that are done. steps, batches: optimizer steps and batches
    since epoch 0. loss_sum, loss_count: of the epoch so far. here: random states at the cut, empty when it lies before
    the loader's iterator is made, where those of the epoch's start hold. start_rng, loader_rng: random states and the
    loader's generators at the epoch's start. val_rng: the validation loader's generators at the cut. order: what the
    loader looked like, to notice another one. early: state of early stopping. val_due: the validation that goes by
    steps was cut short and must be made first. rate: the learning rate of the newest step.
    """

    epoch: int
    batch: int = 0
    steps: int = 0
    batches: int = 0
    loss_sum: float = 0.0
    loss_count: int = 0
    here: dict[str, Any] = field(default_factory=dict)
    start_rng: dict[str, Any] = field(default_factory=dict)
    loader_rng: list[Any] = field(default_factory=list)
    val_rng: list[Any] = field(default_factory=list)
    order: dict[str, Any] = field(default_factory=dict)
    early: dict[str, Any] = field(default_factory=dict)
    val_due: bool = False
    rate: float = 0.0

    def to_plain(self) -> dict[str, Any]:
        """The `cdui` part of a checkpoint."""
        plain = {f.name: getattr(self, f.name) for f in fields(self) if f.name != "here"}
        return {"version": VERSION, **dict.fromkeys(_STREAMS), **self.here, **plain}

    @classmethod
    def from_plain(cls, plain: Any) -> Cut | None:
        """Read the `cdui` part; None when there is none, or none that this program can use."""
        if not isinstance(plain, dict) or plain.get("version") != VERSION:
            return None
        known = {f.name for f in fields(cls)} - {"here"}
        if not {*known, *_STREAMS} <= plain.keys():
            return None
        if not all(type(plain[name]) is int and 0 <= plain[name] < _COUNT_LIMIT for name in _COUNTS):
            return None
        if not all(value is None or type(value) is int for value in _values(plain["order"])):
            return None
        if not all(isinstance(plain[name], kind) for name, kind in _KINDS.items()):
            return None
        here = {name: plain[name] for name in _STREAMS} if plain["torch"] else {}
        return cls(here=here, **{name: plain[name] for name in known})


def _values(part: Any) -> list[Any]:
    return list(part.values()) if isinstance(part, dict) else []


class ResumePoint(int):
    """Completed epochs, with what exact resuming needs beside them. Equal to the plain number in every other way.

    cut: None for checkpoints of other programs. scheduler_state, scaler_state: of the file, for a loop that got them
    on no port. groups: the optimizer's hyperparameters in the file, without its tensors; a schedule made after the
    file was loaded has overwritten them.
    """

    cut: Cut | None
    groups: list[dict[str, Any]]
    scheduler_state: dict[str, Any] | None
    scaler_state: dict[str, Any] | None

    @classmethod
    def of(cls, content: dict[str, Any]) -> ResumePoint:
        """Make it from a checkpoint's content."""
        point = cls(content["epoch"])
        point.cut = Cut.from_plain(content.get("cdui"))
        point.groups = [
            {name: value for name, value in group.items() if name != "params"}
            for group in content["optimizer_state_dict"].get("param_groups", [])
        ]
        point.scheduler_state = content.get("scheduler_state_dict")
        point.scaler_state = content.get("grad_scaler_state")
        return point
