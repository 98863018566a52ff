"""Writes the checkpoints of a training loop: where it was stopped, and as often as its params ask."""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING, Any

import torch

from app.core.vocab.errors import NodeError
from app.engine.sinks import Artifact
from app.nodes._torch.checkpoint_file import write_checkpoint

if TYPE_CHECKING:
    from pathlib import Path

    from app.nodes._torch.resume_point import Cut
    from app.nodes._torch.training_setup import Setup

_PLAIN = re.compile(r"[A-Za-z0-9_-]{1,60}\Z")


def safe_name(node_id: str) -> str:
    """A node id as part of a file name: kept where it is plain, else shortened with a digest that keeps it unique."""
    if _PLAIN.match(node_id):
        return node_id
    digest = hashlib.blake2b(node_id.encode("utf-8", "surrogatepass"), digest_size=6).hexdigest()
    return f"{re.sub(r'[^A-Za-z0-9_-]', '_', node_id)[:40]}-{digest}"


def content_of(setup: Setup, cut: Cut, losses: list[float]) -> dict[str, Any]:
    """Everything a checkpoint holds, in plain containers and tensors."""
    content: dict[str, Any] = {
        "epoch": cut.epoch,
        "model_state_dict": setup.model.state_dict(),
        "optimizer_state_dict": setup.optimizer.state_dict(),
        "losses": torch.tensor(losses, dtype=torch.float32),
        "cdui": cut.to_plain(),
    }
    if setup.scheduler is not None:
        content["scheduler_state_dict"] = setup.scheduler.state_dict()
    if setup.scaler is not None:
        content["grad_scaler_state"] = setup.scaler.state_dict()
    return content


class Checkpoints:
    """Writes under <models>/interrupted and <models>/periodic; file names hold the run's and the node's id.

    Nothing is written where the run has no place for artifact rows. A file that cannot be written (disk full) is a run
    warning, and training goes on.
    """

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        run = setup.context.run
        self._models = run.folders.models
        self._stem = f"{run.run_id}_{safe_name(setup.context.node_id)}"

    def periodic(self, cut: Cut, losses: list[float]) -> Path | None:
        """Write the checkpoint of this place in training."""
        place = f"e{cut.epoch:05d}" + (f"_b{cut.batch:06d}" if cut.batch else "")
        return self._write(self._models / "periodic" / f"{self._stem}_{place}.pt", "periodic", cut, losses)

    def interrupted(self, cut: Cut, losses: list[float]) -> Path | None:
        """Write the checkpoint that a stopped run is resumed from."""
        return self._write(self._models / "interrupted" / f"{self._stem}.pt", "interrupted", cut, losses)

    def _write(self, path: Path, why: str, cut: Cut, losses: list[float]) -> Path | None:
        context = self._setup.context
        if not context.run.can_record_artifacts:
            return None
        try:
            write_checkpoint(path, content_of(self._setup, cut, losses))
        except NodeError as error:
            payload = {"node_id": context.node_id, **error.reason.to_json(), "code": "checkpoint_not_written"}
            context.run.sinks.warn("checkpoint_not_written", payload)
            return None
        meta = {"reason": why, "epoch": cut.epoch, **({"batch": cut.batch} if cut.batch else {})}
        context.run.sinks.record_artifact(Artifact("checkpoint", str(path), context.node_id, meta))
        return path
