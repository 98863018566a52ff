"""Collects what a training loop reports, so that a step costs almost nothing and a card is never waited for."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import torch

from app.core.vocab.reason import reason
from app.engine.sinks import MetricPoint

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.engine.context import NodeContext
    from app.nodes.event_file import EventFile

FLUSH_POINTS = 64
"""Points in one record; the event log writes frames of this size."""
FLUSH_S = 0.5
"""The longest that a point waits while batches go by, and the shortest time between two batch frames."""
_HELD = 64
"""Losses that may lie on a card before they are fetched, in one transfer."""


def warn_no_tensorboard(context: NodeContext, error: OSError) -> None:
    """Tell the run that its event file cannot be written; metrics go on without it."""
    why = reason("tensorboard_not_written", why=error.strerror or type(error).__name__)
    context.run.sinks.warn("tensorboard_not_written", {"node_id": context.node_id, **why.to_json()})


class Recorder:
    """Buffers metric points; values may be tensors, which are read when the buffer is sent."""

    def __init__(self, context: NodeContext, events: EventFile | None, wall: Callable[[], float]) -> None:
        self._context = context
        self._events = events
        self._wall = wall
        self._points: list[tuple[str, Any, int]] = []
        self._last = 0.0

    def add(self, name: str, value: Any, step: int) -> None:
        """Note one value. step: 0 or more."""
        self._points.append((name, value, step))

    def tick(self, now: float) -> None:
        """Send when enough points wait, or the first one waits long enough. now: monotonic seconds."""
        if self._points and (len(self._points) >= FLUSH_POINTS or now - self._last >= FLUSH_S):
            self._last = now
            self.flush()

    def flush(self) -> None:
        """Send everything."""
        if not self._points:
            return
        node_id = self._context.node_id
        points = [MetricPoint(name, float(value), step, node_id) for name, value, step in self._points]
        self._points.clear()
        self._context.run.sinks.record_metrics(points)
        if self._events:
            try:
                wall = self._wall()
                for point in points:
                    self._events.scalar(point.name, point.value, point.step, wall)
                self._events.flush()
            except OSError as error:
                self._events = None
                warn_no_tensorboard(self._context, error)


class LossMeter:
    """The losses of one epoch: their sum in order, and what batch metrics want of them.

    Losses stay on the device until 64 wait or `drain` is called; on a CPU they are read at once.
    """

    def __init__(self, context: NodeContext, recorder: Recorder, interval: int, on_cpu: bool) -> None:
        self._context = context
        self._recorder = recorder
        self._interval = interval
        self._on_cpu = on_cpu
        self._held: list[torch.Tensor] = []
        self._step = 0
        self._marked = -1
        self._sum_at_mark = 0.0
        self._warned = False
        self.sum, self.count, self.last = 0.0, 0, math.nan

    def begin(self, total: float, count: int, step: int) -> None:
        """Start an epoch, or the rest of one. step: batches since epoch 0."""
        self.sum, self.count, self._step = total, count, step
        self.mark()

    def add(self, loss: torch.Tensor) -> None:
        """Take the loss of the next batch."""
        if self._on_cpu:
            self._take(loss.item())
        else:
            self._held.append(loss.detach())
            if len(self._held) >= _HELD:
                self.drain()

    def drain(self) -> None:
        """Fetch what lies on the card."""
        if self._held:
            values = torch.stack(self._held).tolist()
            self._held.clear()
            for value in values:
                self._take(value)

    def mark(self) -> None:
        """Remember this place, the start of a window that may be thrown away."""
        self._marked = self.count + len(self._held)
        self._sum_at_mark = self.sum

    def at_mark(self) -> tuple[float, int]:
        """(sum, count) at the marked place."""
        self.drain()
        return self._sum_at_mark, self._marked

    def mean(self) -> float:
        """Mean loss of the epoch so far, NaN for none."""
        self.drain()
        return self.sum / self.count if self.count else math.nan

    def _take(self, value: float) -> None:
        if self.count == self._marked:
            self._sum_at_mark = self.sum
        self.sum += value
        self.count += 1
        self._step += 1
        self.last = value
        if self._interval and self._step % self._interval == 0:
            self._recorder.add("train_loss_batch", value, self._step)
        if not self._warned and not math.isfinite(value):
            self._warned = True
            why = reason("loss_not_finite", batch=self._step)
            self._context.run.sinks.warn("loss_not_finite", {"node_id": self._context.node_id, **why.to_json()})
