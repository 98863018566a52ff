"""What a process that executes runs keeps between them, and every question about it.

One object a process: the caches of the canvases, what recorded runs gave, the modules that layers keep. Questions and
answers are JSON values, so that they read the same whether that process is this one or at the end of a pipe.
"""

from __future__ import annotations

import threading
from collections import deque
from contextlib import contextmanager
from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING, Any

from app.core.vocab.errors import Bug, CduiError
from app.engine import figures, inspector, pictures, portfile
from app.engine.cache import MAX_BYTES as CACHE_BYTES
from app.engine.cache import ExecutionCache
from app.engine.figures import SAMPLE_ABOVE, SAMPLE_SIZE, Sampling
from app.engine.recorder import MAX_BYTES as OUTPUT_BYTES
from app.engine.recorder import RunOutputStore
from app.engine.stats_cache import MAX_BYTES as STATS_BYTES
from app.engine.stats_cache import Place, StatsCache
from app.engine.weights import MAX_BYTES as WEIGHT_BYTES
from app.engine.weights import NodeStateStore

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from app.core.events.masking import Mask
    from app.engine.context import RunContext
    from app.engine.recorder import Recorded


LATE_CANVASES = 1024
"""Canvases that were closed last and may still have a run on its way to its first node."""

LONG_ELEMENTS = 4_000_000
"""Elements up to which figures of a tensor take less than a second."""

ABOUT_VALUES = frozenset({"output", "output_file", "output_picture", "output_stats"})
"""Questions that look at a value; the others take no time."""


class Pace(Enum):
    """How long a question takes. quick: no look at any value. read: a bounded look. long: all of a large tensor."""

    QUICK = "quick"
    READ = "read"
    LONG = "long"


@dataclass(frozen=True)
class StoreLimits:
    """Bytes that each store may hold, 0 for no limit on size. cache_bytes: of each canvas.

    stats_sample_above, stats_sample_size: see figures.Sampling. stats_cache_bytes: 0 keeps none.
    """

    cache_bytes: int = CACHE_BYTES
    output_bytes: int = OUTPUT_BYTES
    weight_bytes: int = WEIGHT_BYTES
    stats_sample_above: int = SAMPLE_ABOVE
    stats_sample_size: int = SAMPLE_SIZE
    stats_cache_bytes: int = STATS_BYTES


@dataclass(frozen=True)
class Loan:
    """What a run may use of the stores. canvas: whose cache, None for none. Plain values: it travels with a request."""

    canvas: str | None = None
    records_outputs: bool = False
    keeps_weights: bool = False


class Stores:
    """Owns the stores of this process. Thread-safe.

    A canvas has a cache from its first run until `close_canvas`; a run that still works with the cache of a closed
    canvas keeps it to its own end, and one that begins after the close (it was on its way) has one for itself.
    """

    def __init__(self, limits: StoreLimits | None = None) -> None:
        self._limits = limits or StoreLimits()
        self.stats = StatsCache(self._limits.stats_cache_bytes)
        self.outputs = RunOutputStore(max_bytes=self._limits.output_bytes, on_gone=self.stats.forget)
        self.weights = NodeStateStore(max_bytes=self._limits.weight_bytes)
        self._lock = threading.Lock()
        self._caches: dict[str, ExecutionCache] = {}
        self._closed: deque[str] = deque(maxlen=LATE_CANVASES)

    def lend(self, context: RunContext, loan: Loan) -> RunContext:
        """The context with what the loan says; the context itself for an empty loan."""
        if loan == Loan():
            return context
        return replace(
            context,
            cache=None if loan.canvas is None else self.cache(loan.canvas),
            recorder=self.outputs if loan.records_outputs else None,
            weights=self.weights if loan.keeps_weights else None,
        )

    def cache(self, canvas: str) -> ExecutionCache:
        """The cache of a canvas, made when there is none; kept for the next run unless the canvas was closed."""
        with self._lock:
            kept = self._caches.get(canvas)
            if kept is not None:
                return kept
            made = ExecutionCache(max_bytes=self._limits.cache_bytes)
            if canvas not in self._closed:
                self._caches[canvas] = made
            return made

    def answer(self, question: str, params: Mapping[str, Any], is_unwanted: Callable[[], bool] = figures.never) -> Any:
        """Answer one of QUESTIONS; params are its keywords. How long it may take is told by `pace`.

        is_unwanted: whether the answer is still waited for; what takes long asks now and then.
        Raises: CduiError with what is wrong with the asking; Unavailable question_dropped once it is unwanted; Bug for
        a question that is none.
        """
        if question not in QUESTIONS:
            raise Bug(f"nobody answers {question!r}")
        if question == "output_stats":
            return self._stats(**params, is_unwanted=is_unwanted)
        return QUESTIONS[question](self, **params)

    def pace(self, question: str, params: Mapping[str, Any]) -> Pace:
        """How long a question takes. Questions of one pace may wait for each other, never for those of a slower one."""
        if question not in ABOUT_VALUES:
            return Pace.QUICK
        if question != "output_stats":
            return Pace.READ
        try:
            place = Place(**params)
            recorded = self.outputs.port(*place)
        except CduiError:
            return Pace.QUICK
        if self.stats.find(place, recorded) is not None:
            return Pace.QUICK
        return Pace.LONG if inspector.size_of(recorded.value) > LONG_ELEMENTS else Pace.READ

    def _rows(self, run_id: str) -> Any:
        return inspector.rows(self.outputs.ports(run_id))

    def _output(self, run_id: str, node_id: str, port: str, slice_text: str, max_elements: int) -> Any:
        recorded = self.outputs.port(run_id, node_id, port)
        with _without_secrets(recorded.mask):
            found = inspector.answer(recorded.value, slice_text, max_elements, recorded.mask)
        return _marked(found, recorded)

    def _picture(self, run_id: str, node_id: str, port: str, slice_text: str, side: int) -> Any:
        recorded = self.outputs.port(run_id, node_id, port)
        with _without_secrets(recorded.mask):
            value = recorded.value
            if isinstance(value, str) and recorded.mask is not None:
                value = recorded.mask.text(value)
            return pictures.picture(value, slice_text, side)

    def _file(self, run_id: str, node_id: str, port: str, at: int, is_picture: bool) -> Any:
        recorded = self.outputs.port(run_id, node_id, port)
        with _without_secrets(recorded.mask):
            return portfile.piece(recorded.value, at, is_picture, recorded.mask)

    def _stats(self, run_id: str, node_id: str, port: str, is_unwanted: Callable[[], bool] = figures.never) -> Any:
        place = Place(run_id, node_id, port)
        recorded = self.outputs.port(*place)
        known = self.stats.find(place, recorded)
        if known is not None:
            return _marked(known, recorded)
        versions = recorded.holding.versions()
        limits = self._limits
        sampling = Sampling(limits.stats_sample_above, limits.stats_sample_size)
        with _without_secrets(recorded.mask):
            found = figures.stats(recorded.value, sampling, is_unwanted)
        self.stats.keep(place, recorded, versions, found)
        return _marked(found, recorded)

    def _noted(self, run_id: str, node_id: str, kind: str) -> Any:
        return self.outputs.noted(run_id, node_id, kind)

    def _forget_runs(self, run_ids: list[str]) -> Any:
        return [run_id for run_id in run_ids if self.outputs.delete(run_id)]

    def _reset_weights(self, graph_id: str, node_ids: list[str] | None) -> Any:
        return self.weights.reset(graph_id, node_ids)

    def _weights_of(self, graph_id: str | None) -> Any:
        return len(self.weights) if graph_id is None else self.weights.node_ids(graph_id)

    def _clear_canvas(self, canvas: str) -> Any:
        with self._lock:
            cache = self._caches.get(canvas)
        if cache is not None:
            cache.clear()
        return cache is not None

    def _close_canvas(self, canvas: str) -> Any:
        with self._lock:
            self._closed.append(canvas)
            return self._caches.pop(canvas, None) is not None

    def _figures(self) -> Any:
        with self._lock:
            caches = list(self._caches.values())
        return {
            "execution_cache": {
                "instances": len(caches),
                "entries": sum(map(len, caches)),
                "bytes": sum(cache.bytes for cache in caches),
                "max_bytes_each": self._limits.cache_bytes,
            },
            "run_output_store": {
                "runs": len(self.outputs),
                "max_runs": self.outputs.max_runs,
                "bytes": self.outputs.bytes,
                "max_bytes": self.outputs.max_bytes,
            },
            "node_state_store": {
                "modules": len(self.weights),
                "max_modules": self.weights.max_modules,
                "bytes": self.weights.bytes,
                "max_bytes": self.weights.max_bytes,
            },
        }


@contextmanager
def _without_secrets(mask: Mask | None) -> Iterator[None]:
    """What is refused about a value says of which kind it is, and a node can name a class or a dtype as it likes."""
    try:
        yield
    except CduiError as error:
        if mask is None:
            raise
        why = error.reason
        raise type(error)(replace(why, params=mask.value(dict(why.params)))) from None


def _marked(answer: Mapping[str, Any], recorded: Recorded) -> dict[str, Any]:
    """With `changed: true` where a later node has changed the value in place, so that it is not what was recorded."""
    return {**answer, "changed": True} if recorded.is_changed else dict(answer)


QUESTIONS: dict[str, Callable[..., Any]] = {
    "outputs": Stores._rows,
    "output": Stores._output,
    "output_picture": Stores._picture,
    "output_file": Stores._file,
    "output_stats": Stores._stats,
    "output_notes": Stores._noted,
    "forget_runs": Stores._forget_runs,
    "reset_weights": Stores._reset_weights,
    "weights": Stores._weights_of,
    "clear_canvas": Stores._clear_canvas,
    "close_canvas": Stores._close_canvas,
    "figures": Stores._figures,
}
"""outputs {run_id}; output {run_id, node_id, port, slice_text, max_elements}; output_picture
{run_id, node_id, port, slice_text, side}; output_file {run_id, node_id, port, at, is_picture};
output_stats {run_id, node_id, port}; output_notes {run_id, node_id, kind: steps|gradients};
forget_runs {run_ids} -> ids that were there; reset_weights {graph_id, node_ids|null} -> how many;
weights {graph_id|null} -> node ids, or how many in all; clear_canvas, close_canvas {canvas} -> whether it had a cache;
figures {} -> sizes of every store."""
