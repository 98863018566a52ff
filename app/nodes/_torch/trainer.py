"""The training loop: epochs of batches, with everything needed to stop between two batches and go on as if nothing was.

Theory: the only places where the loop can be left are window boundaries, just before the next batch is asked for. There
the weights, the optimizer, the schedule and the random states belong together, and a Cut of them is exact. With
accumulate_steps > 1 a Stop falls inside a window more often than not; the window is thrown away, so the Cut (and the
model's buffers, which forward passes change) are those of the window's start.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch

from app.core.vocab.errors import NodeError
from app.nodes._torch import random_state
from app.nodes._torch.batches import Batches, first_line, forward, loss_of, split
from app.nodes._torch.checkpoints import Checkpoints
from app.nodes._torch.early_stopping import EarlyStopping
from app.nodes._torch.meters import LossMeter
from app.nodes._torch.optimizer_step import Stepper
from app.nodes._torch.positions import Position, leave, position_of
from app.nodes._torch.resume_point import Cut, ResumePoint
from app.nodes._torch.training_progress import Progress
from app.nodes._torch.training_setup import loader_length, loader_steps
from app.nodes._torch.validation import Measured, validate

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.nodes._torch.meters import Recorder
    from app.nodes._torch.training_setup import Setup


class Trainer:
    """Trains one model once. `run` is called once, in the thread of the node."""

    def __init__(self, setup: Setup, recorder: Recorder, clock: Callable[[], float]) -> None:
        self.setup = setup
        self.settings = setup.settings
        self.recorder = recorder
        self.clock = clock
        self.flag = setup.context.run.cancel
        self.stepper = Stepper(setup, recorder)
        self.meter = LossMeter(setup.context, recorder, self.settings.log_interval, setup.device.type == "cpu")
        self.early = EarlyStopping(self.settings.patience if setup.val_loader is not None else 0, self.settings.monitor)
        self.checkpoints = Checkpoints(setup)
        self.progress = Progress(setup, clock)
        self.epoch = int(setup.point)
        self.batch = self.batches = self.steps = self.pending = 0
        self.losses: list[float] = []
        self.val_losses: list[float] = []
        self.accuracies: list[float] = []
        self.rates: list[float] = []
        self.start: dict[str, Any] = {}
        self.loader_rng: list[torch.Tensor] = []
        self.window: tuple[Cut, dict[str, torch.Tensor]] | None = None
        self.interrupted: dict[str, Any] = {}
        self.inside: Position | None = None
        self.resume = self._resume_cut()

    def _resume_cut(self) -> Cut | None:
        """Take over counters from the start point; the exact part only if the loader still has the same order."""
        point = self.setup.point
        cut = point.cut if isinstance(point, ResumePoint) else None
        length = loader_length(self.setup.loader) or 0
        if cut is None:
            self.batches = self.epoch * length
            self.steps = self.epoch * (loader_steps(self.setup.loader, self.settings.accumulate) or 0)
            return None
        self.batches, self.steps = cut.batches, cut.steps
        try:
            self.early.load(cut.early, self.setup.model)
        except (KeyError, TypeError, ValueError) as error:
            raise NodeError.of("resume_state_bad", what="cdui.early", message=first_line(error)) from None
        if cut.order != self._order():
            self.setup.warn("resume_order_changed", epoch=self.epoch)
            self.batches -= cut.batch
            return None
        return cut

    def _order(self) -> dict[str, Any]:
        """What the loader looks like; an exact position in an epoch holds only for the same."""
        loader = self.setup.loader
        dataset = getattr(loader, "dataset", None)
        return {
            "batches": loader_length(loader),
            "batch_size": getattr(loader, "batch_size", None),
            "items": loader_length(dataset),
            "generators": len(random_state.generators(loader)),
        }

    def run(self) -> bool:
        """Train to the end; False when the run was asked to stop and this loop had not finished."""
        self.progress.config(self)
        leave(self.setup.optimizer, None)
        self.setup.optimizer.zero_grad(set_to_none=True)
        over = self.early.is_over or (self._spent() and not (self.resume and self.resume.batch))
        while self.epoch < self.settings.epochs and not over:
            if not self._epoch():
                self.recorder.flush()
                return False
            over = self.early.is_over or self._spent()
        if not (self.early.patience and self.early.restore_best(self.setup.model)):
            leave(self.setup.optimizer, self._position())
        self.recorder.flush()
        return True

    def _position(self) -> Position:
        """Where a loop that is over can be gone on from: inside the epoch that max_steps cut, or after the last one."""
        if self.inside is not None:
            return self.inside
        if self.resume is not None:  # there was nothing to do
            return position_of(self.setup, self.resume)
        self.batch = self.pending = 0
        return position_of(self.setup, self._cut(new_epoch=True))

    def _spent(self) -> bool:
        return bool(self.settings.max_steps) and self.steps >= self.settings.max_steps

    def _epoch(self) -> bool:
        """Train and judge one epoch, or the rest of one; False when stopped."""
        cut, self.resume = self.resume, None
        self.setup.model.train()
        with self._begin(cut) as batches:
            if cut is not None and not self._skip(batches, cut):
                return False
            if not self._train(batches):
                return False
        if self.batch != (loader_length(self.setup.loader) or self.batch):
            # the epoch is judged as if it was over; who goes on from a checkpoint goes on inside it
            self.inside = position_of(self.setup, self._with_sums(self._cut()))
        self.meter.drain()
        if not self.meter.count:
            raise NodeError.of("loader_empty", port="dataloader")
        return self._judge()

    def _begin(self, cut: Cut | None) -> Batches:
        """Note the random states of the epoch's start (or set them to those of the cut's epoch), then start loading."""
        self.batch = self.pending = 0
        loader = self.setup.loader
        if cut is not None:
            self._restoring(lambda: self._restore_start(cut))
            self.start, self.loader_rng = cut.start_rng, cut.loader_rng
            self.meter.begin(cut.loss_sum, cut.loss_count, cut.batches)
            self.stepper.lr = cut.rate
        else:
            self.start, self.loader_rng = random_state.capture(self.setup.device), random_state.capture_loader(loader)
            self.meter.begin(0.0, 0, self.batches)
        return Batches(loader)

    def _restore_start(self, cut: Cut) -> None:
        random_state.restore(cut.start_rng)
        random_state.restore_loader(self.setup.loader, cut.loader_rng)

    def _restore_cut(self, cut: Cut) -> None:
        if cut.here:
            random_state.restore(cut.here)
        random_state.restore_loader(self.setup.val_loader, cut.val_rng)

    def _restoring(self, restore: Callable[[], None]) -> None:
        try:
            restore()
        except (LookupError, TypeError, ValueError, ArithmeticError, RuntimeError, AttributeError) as error:
            raise NodeError.of("resume_state_bad", what="cdui", message=first_line(error)) from None

    def _skip(self, batches: Batches, cut: Cut) -> bool:
        """Load and throw away what was already trained on; False when stopped meanwhile, which changes nothing."""
        for number in range(cut.batch):
            if self.flag.is_set():
                self._stopped(cut)
                return False
            try:
                batches.next(number + 1)
            except StopIteration:
                break
        self.batch = cut.batch
        self._restoring(lambda: self._restore_cut(cut))
        return not cut.val_due or self._after_step(due_only=True)

    def _train(self, batches: Batches) -> bool:
        """Train on the batches that are left; False when stopped."""
        accumulate, flag, clock = self.settings.accumulate, self.flag, self.clock
        while not self._spent():
            if self.pending == 0 and accumulate > 1:
                self._mark_window()
            if flag.is_set():
                self._discard_window()
                return False
            try:
                batch = batches.next(self.batch + 1)
            except StopIteration:
                break
            self._train_on(batch)
            self.batch += 1
            self.batches += 1
            self.pending += 1
            if self.pending == accumulate and not self._step():
                return False
            now = clock()
            self.recorder.tick(now)
            self.progress.batch(self, now)
        # the last window of an epoch may be short; none crosses into the next epoch
        return not self.pending or self._step()

    def _train_on(self, batch: Any) -> None:
        """Forward, loss, backward."""
        setup = self.setup
        x, y = split(batch, setup.device)
        if setup.precision.name == "fp32":
            loss = loss_of(setup.loss_fn, forward(setup.model, x), y)
        else:
            with setup.precision.scope():
                loss = loss_of(setup.loss_fn, forward(setup.model, x), y)
        self.meter.add(loss)
        if self.settings.accumulate > 1:
            loss = loss / self.settings.accumulate
        if setup.scaler is not None:
            loss = setup.scaler.scale(loss)
        if not loss.requires_grad:
            raise NodeError.of("loss_without_gradient", model=type(setup.model).__name__)
        try:
            loss.backward()  # type: ignore[no-untyped-call]
        except (torch.OutOfMemoryError, NodeError):
            raise
        except RuntimeError as error:
            raise NodeError.of("backward_failed", message=first_line(error)) from error

    def _step(self) -> bool:
        """Close the window with an optimizer step; False when stopped in the validation after it."""
        self.steps += 1
        self.stepper.step(self.steps)
        self.pending = 0
        return self._after_step()

    def _after_step(self, due_only: bool = False) -> bool:
        """Validation and checkpoints that go by steps."""
        settings = self.settings
        if settings.val_every and self.setup.val_loader is not None and self.steps % settings.val_every == 0:
            cut = self._with_sums(self._cut(val_due=True))
            measured = self._validate()
            if measured is None:
                self._stopped(cut)
                return False
            self.recorder.add("val_loss_step", measured.loss, self.steps)
        if settings.checkpoint_steps and self.steps % settings.checkpoint_steps == 0 and not due_only:
            self.checkpoints.periodic(self._with_sums(self._cut()), self.losses)
        return True

    def _validate(self) -> Measured | None:
        s = self.setup
        return validate(s.model, s.val_loader, s.loss_fn, s.device, s.precision, s.context)

    def _judge(self) -> bool:
        """End an epoch: validate, report, move the schedule, watch for early stopping; False when stopped."""
        measured = None
        mean = self.meter.mean()
        if self.setup.val_loader is not None:
            cut = self._with_sums(self._cut())
            measured = self._validate()
            if measured is None:
                self._stopped(cut)
                return False
        self.epoch += 1
        rate = self.stepper.end_epoch(measured.loss if measured else mean)
        self.losses.append(mean)
        self.rates.append(rate)
        number = self.epoch
        self.recorder.add("train_loss", mean, number)
        self.recorder.add("lr", rate, number)
        if measured is not None:
            self.val_losses.append(measured.loss)
            self.recorder.add("val_loss", measured.loss, number)
            if measured.accuracy is not None:
                self.accuracies.append(measured.accuracy)
                self.recorder.add("val_accuracy", measured.accuracy, number)
        if self.early.patience and measured is not None:
            self._watch(measured)
        self.recorder.flush()
        self.progress.epoch(self, measured)
        every = self.settings.checkpoint_epochs
        if every and number % every == 0:
            self.batch = self.pending = 0
            self.checkpoints.periodic(self._cut(new_epoch=True), self.losses)
        return True

    def _watch(self, measured: Measured) -> None:
        value = measured.accuracy if self.early.monitor == "val_accuracy" else measured.loss
        if value is None:
            raise NodeError.of("monitor_unavailable", monitor="val_accuracy", loss=type(self.setup.loss_fn).__name__)
        self.early.watch(value, self.epoch, self.setup.model)
        self.recorder.add("patience_counter", self.early.counter, self.epoch)
        self.recorder.add("best_epoch", self.early.best_epoch, self.epoch)

    def _cut(self, val_due: bool = False, new_epoch: bool = False) -> Cut:
        """The exact position now. new_epoch: an epoch has just ended, so its end is the next one's start."""
        now = random_state.capture(self.setup.device)
        return Cut(
            epoch=self.epoch,
            batch=self.batch,
            steps=self.steps,
            batches=self.batches,
            here={} if new_epoch else now,
            start_rng=now if new_epoch else self.start,
            loader_rng=random_state.capture_loader(self.setup.loader) if new_epoch else self.loader_rng,
            val_rng=random_state.capture_loader(self.setup.val_loader),
            order=self._order(),
            early=self.early.state() if self.early.patience else {},
            val_due=val_due,
            rate=self.stepper.lr,
        )

    def _mark_window(self) -> None:
        """Remember the start of a window: its cut, and what forward passes change beside gradients."""
        cut = self._cut()
        self.meter.mark()
        buffers = {name: tensor.detach().clone() for name, tensor in self.setup.model.named_buffers()}
        self.window = (cut, buffers)

    def _discard_window(self) -> None:
        """Stop: throw the open window away and write the checkpoint of its start."""
        if self.pending and self.window is not None:
            cut, buffers = self.window
            cut.loss_sum, cut.loss_count = self.meter.at_mark()
            own = dict(self.setup.model.named_buffers())
            with torch.no_grad():
                for name, value in buffers.items():
                    own[name].copy_(value)
            self.setup.optimizer.zero_grad(set_to_none=True)
            self._stopped(cut)
        else:
            self._stopped(self._with_sums(self._cut()))

    def _with_sums(self, cut: Cut) -> Cut:
        """Fill in the losses of the epoch so far; apart from _cut because it waits for the card."""
        self.meter.drain()
        cut.loss_sum, cut.loss_count = self.meter.sum, self.meter.count
        return cut

    def _stopped(self, cut: Cut) -> None:
        path = self.checkpoints.interrupted(cut, self.losses)
        self.interrupted = {
            "epoch": cut.epoch,
            "batch": cut.batch,
            "checkpoint_path": str(path) if path else None,
        }
