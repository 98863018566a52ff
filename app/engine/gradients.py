"""Gradients of one run: what its nodes gave and the weights behind them, after one pass backward at its end.

The pass starts from the sum of what BackwardOnce nodes mark. Without a mark, a run that asks for an automatic loss
starts from what no other node reads: its single numbers where there are any, else the sum of its tensors.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from app.core.vocab.reason import Reason, reason
from app.engine import torch_lane
from app.engine.inspector import finite

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from app.core.events.masking import Mask
    from app.core.graph.prepared import PreparedGraph, PreparedNode
    from app.engine.recorder import RunOutputStore

MARK = "BackwardOnce"
"""The node type whose output is where gradients begin."""

VANISHING_BELOW = 1e-7
EXPLODING_ABOVE = 1e3
"""Norms between the two are called healthy."""


@dataclass(frozen=True)
class _Watched:
    node_id: str
    port: str
    kind: str
    tensor: Any


class Gradients:
    """Made for each run that captures gradients; its nodes' threads tell it what they gave.

    mask: what names of weights go through, which a node can choose.
    """

    def __init__(self, graph: PreparedGraph, is_automatic: bool, mask: Mask | None = None) -> None:
        self._is_automatic = is_automatic
        self._shown: Callable[[str], str] = str if mask is None else mask.text
        self._read = {(wire.source, wire.source_port) for node in graph.nodes for wire in node.wires}
        self._lock = threading.Lock()
        self._watched: list[_Watched] = []
        self._modules: list[Any] = []
        self._marks: list[Any] = []
        self._ends: list[Any] = []

    def watch_module(self, node_id: str, module: Any) -> None:
        """A node works with a module or gives one: its weights are that node's, unless another has told them before."""
        with self._lock:
            if any(known is module for known in self._modules):
                return
            self._modules.append(module)
            self._watched += [
                _Watched(node_id, f"__weight_grad__{self._shown(name)}", "weight", weight)
                for name, weight in module.named_parameters()
            ]

    def watch(self, node: PreparedNode, values: Mapping[str, Any]) -> None:
        """A node has given these. Must come before any other node gets to see them."""
        torch = torch_lane.loaded()
        if torch is None:
            return
        for port, value in values.items():
            if isinstance(value, torch.nn.Module):
                self.watch_module(node.id, value)
            elif isinstance(value, torch.Tensor) and (value.is_floating_point() or value.is_complex()):
                self._watch_port(node, port, value)

    def _watch_port(self, node: PreparedNode, port: str, value: Any) -> None:
        if value.requires_grad:
            value.retain_grad()
        with self._lock:
            self._watched.append(_Watched(node.id, f"{port}__grad", "port", value))
            if value.requires_grad and node.type == MARK:
                self._marks.append(value)
            elif value.requires_grad and (node.id, port) not in self._read:
                self._ends.append(value)

    def finish(self, run_id: str, recorder: RunOutputStore | None) -> Reason | None:
        """Go backward once and record what came of it; answers why there are no gradients, if there are none.

        Raises nothing: what torch has against the pass is the answer.
        """
        why = self._go_back()
        if recorder is not None:
            self._record(run_id, recorder)
        return why

    def _go_back(self) -> Reason | None:
        starts = self._marks
        if not starts and self._is_automatic:
            starts = [end for end in self._ends if end.numel() == 1] or self._ends
        if not starts:
            return reason("gradients_no_start")
        for watched in self._watched:
            # what a training loop left behind is not of this pass
            watched.tensor.grad = None
        try:
            loss = sum(start.sum().abs() if start.is_complex() else start.sum() for start in starts)
            loss.backward()
        except Exception as error:  # torch raises whatever it finds on the way: a value changed in place, no memory
            return reason("gradients_failed", error_type=type(error).__name__, message=_first_line(error))
        return None

    def _record(self, run_id: str, recorder: RunOutputStore) -> None:
        by_node: dict[str, list[_Watched]] = {}
        for watched in self._watched:
            by_node.setdefault(watched.node_id, []).append(watched)
        for node_id, some in by_node.items():
            given = {each.port: gradient for each in some if (gradient := _gradient(each.tensor)) is not None}
            recorder.record(run_id, node_id, given)
            recorder.note(run_id, node_id, "gradients", [_row(each, given.get(each.port)) for each in some])


def _gradient(tensor: Any) -> Any:
    """Its gradient; torch warns when a tensor that keeps none is asked for it."""
    return tensor.grad if tensor.is_leaf or tensor.retains_grad else None


def _row(watched: _Watched, gradient: Any) -> dict[str, Any]:
    return {
        "port": watched.port,
        "kind": watched.kind,
        "has_grad": gradient is not None,
        "health": health(gradient),
    }


def health(gradient: Any) -> dict[str, Any]:
    """{status, norm, mean, max}: the Euclidean norm, the mean, the greatest size of an element.

    status: none (no gradient), not_finite (NaN or infinite), zero, vanishing and exploding (norm beyond
    VANISHING_BELOW and EXPLODING_ABOVE), healthy. Figures that do not exist are null.
    """
    if gradient is None:
        return {"status": "none", "norm": None, "mean": None, "max": None}
    if not gradient.numel():
        return {"status": "zero", "norm": 0.0, "mean": None, "max": None}
    dense = gradient.to_dense() if gradient.is_sparse else gradient
    sizes = dense.abs().double()
    norm, most = sizes.norm().item(), sizes.max().item()
    mean = (sizes if dense.is_complex() else dense.double()).mean().item()
    figures = {"norm": finite(norm), "mean": finite(mean), "max": finite(most)}
    return {"status": _status(norm, most), **figures}


def _status(norm: float, most: float) -> str:
    if finite(most) is None:
        return "not_finite"
    if norm == 0:
        return "zero"
    if norm < VANISHING_BELOW:
        return "vanishing"
    return "exploding" if norm > EXPLODING_ABOVE else "healthy"


def _first_line(error: Exception) -> str:
    return str(error).strip().partition("\n")[0][:300]
