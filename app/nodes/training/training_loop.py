"""The TrainingLoop node: trains a model for a number of epochs, and can be stopped and resumed at any batch."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, ClassVar

from app.engine.node import Node
from app.engine.seeds import deterministic, kept_random_state
from app.engine.sinks import Artifact
from app.nodes.training.training_loop_spec import SPEC

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.core.vocab.nodespec import NodeSpec
    from app.engine.context import NodeContext
    from app.nodes._torch.trainer import Trainer
    from app.nodes.event_file import EventFile


class TrainingLoop(Node):
    """Runs the loop of app.nodes._torch.trainer in the node's thread. A test puts clocks in by a subclass."""

    SPEC: ClassVar[NodeSpec] = SPEC

    @staticmethod
    def clock() -> float:
        """Monotonic seconds; paces batch frames and metric flushes."""
        return time.monotonic()

    @staticmethod
    def wall() -> float:
        """Seconds since 1970, for TensorBoard files."""
        return time.time()

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        """Raises: NodeError of training_setup.prepare and batches; torch.OutOfMemoryError goes through."""
        import torch

        from app.nodes._torch.meters import Recorder
        from app.nodes._torch.trainer import Trainer
        from app.nodes._torch.training_setup import prepare

        setup = prepare(inputs, params, context)
        events = self._event_file(context) if params["tensorboard"] else None
        try:
            with (
                deterministic(params["deterministic"] and not context.run.deterministic),
                kept_random_state(setup.has_cut),
            ):
                trainer = Trainer(setup, Recorder(context, events, self.wall), self.clock)
                finished = trainer.run()
        finally:
            if events is not None:
                self._close(events, context)
        outputs = {
            "model": setup.model,
            "losses": torch.tensor(trainer.losses, dtype=torch.float32),
            "val_losses": torch.tensor(trainer.val_losses, dtype=torch.float32),
            "metrics": _metrics(trainer),
            "grad_scaler_state": setup.scaler.state_dict() if setup.scaler is not None else None,
            "optimizer": setup.optimizer,
            "__log__": _summary(trainer, finished),
        }
        if not finished:
            outputs["__interrupted__"] = trainer.interrupted
        return outputs

    def _event_file(self, context: NodeContext) -> EventFile | None:
        from app.nodes._torch.checkpoints import safe_name
        from app.nodes._torch.meters import warn_no_tensorboard
        from app.nodes.event_file import EventFile

        folder = context.run.folders.runs / context.run.run_id / "tb" / safe_name(context.node_id)
        try:
            return EventFile(folder, self.wall())
        except OSError as error:
            warn_no_tensorboard(context, error)
            return None

    def _close(self, events: EventFile, context: NodeContext) -> None:
        from app.nodes._torch.meters import warn_no_tensorboard

        try:
            events.close()
        except OSError as error:
            warn_no_tensorboard(context, error)
        if context.run.can_record_artifacts:
            context.run.sinks.record_artifact(Artifact("tensorboard", str(events.path), context.node_id))


def _metrics(trainer: Trainer) -> dict[str, Any]:
    """The `metrics` output: lists with one entry per epoch of this call, and single figures."""
    figures: dict[str, Any] = {
        "lr_history": list(trainer.rates),
        "epochs_completed": trainer.epoch,
        "optimizer_steps": trainer.steps,
    }
    if trainer.accuracies:
        figures["val_accuracy"] = list(trainer.accuracies)
    if trainer.early.patience:
        figures["best_epoch"] = trainer.early.best_epoch
        figures["stopped_early"] = trainer.early.is_over
    return figures


def _summary(trainer: Trainer, finished: bool) -> str:
    done = f"epoch {trainer.epoch} of {trainer.settings.epochs}"
    if not finished:
        return f"stopped in {done}, batch {trainer.interrupted['batch']}"
    if not trainer.losses:
        return f"nothing to do: {done} was already trained"
    parts = [done, f"loss {trainer.losses[-1]:.4g}"]
    if trainer.val_losses:
        parts.append(f"validation loss {trainer.val_losses[-1]:.4g}")
    if trainer.accuracies:
        parts.append(f"validation accuracy {trainer.accuracies[-1]:.4f}")
    return ", ".join(parts)
