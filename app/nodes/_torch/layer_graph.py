"""The model of a SequentialModel node: a module that runs a graph of layers one by one, without recursion."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch
from torch import Tensor, nn

from app.core.vocab.errors import NodeError
from app.nodes._torch.layer_faults import layer_fault
from app.nodes._torch.layer_types import make_layer
from app.nodes.layer_document import Feed, LayerDoc, LayerPlan, port_index, read_layers
from app.nodes.layer_table import LAYERS, arguments_of
from app.nodes.memory import refuse_oversize

if TYPE_CHECKING:
    from collections.abc import Sequence

Step = tuple[str, str, tuple[tuple[int, int], ...], int, tuple[int, ...]]
"""(module name, layer type, ((slot, result index or -1), ...) arguments, slot of the result, slots to forget after)."""

_FAILURES = (RuntimeError, ValueError, IndexError, TypeError, AssertionError)
"""What torch raises for inputs that a layer cannot take."""


class LayerGraph(nn.Module):
    """Runs layers in a fixed order. State-dict names begin with the layers' ids (a dot in an id becomes `_`).

    Called with one tensor per Input port, in port order; gives one tensor, or a tuple with one per Output port.
    Raises: NodeError of layer_fault.
    """

    def __init__(
        self, modules: dict[str, nn.Module], steps: Sequence[Step], inputs: int, results: Sequence[Any]
    ) -> None:
        super().__init__()
        for name, module in modules.items():
            # past add_module, which refuses ids such as `forward`; module lookups here go through _modules alone
            self._modules[name] = module
        self.steps = tuple(steps)
        self.inputs = inputs
        self.results = tuple(results)

    def forward(self, *tensors: Tensor) -> Any:
        """See the class."""
        if len(tensors) != self.inputs:
            raise NodeError.of("model_inputs", wanted=self.inputs, got=len(tensors))
        values: dict[int, Any] = dict(enumerate(tensors))
        modules = self._modules
        for name, kind, arguments, slot, done in self.steps:
            given = [values[source] if index < 0 else values[source][index] for source, index in arguments]
            module = modules[name]
            assert module is not None
            try:
                values[slot] = module(*given)
            except torch.OutOfMemoryError:
                raise
            except _FAILURES as error:
                raise layer_fault(name, kind, module, given, error) from error
            for old in done:
                del values[old]
        found = tuple(values[slot] if index < 0 else values[slot][index] for slot, index in self.results)
        return found[0] if len(found) == 1 else found


def build_model(text: str) -> nn.Module:
    """Make the model of a `layers` text: nn.Sequential for a flat list, LayerGraph for a graph.

    Weights come from torch's global random state. Raises: NodeError of read_layers and make_layer, layer_inputs,
    layer_port_unknown, out_of_memory_ahead.
    """
    plan = read_layers(text)
    layers = plan if isinstance(plan, list) else list(plan.layers)
    wanted = set[str]() if isinstance(plan, list) else _wanted_results(plan)
    if isinstance(plan, LayerPlan):
        for layer in layers:
            _check_inputs(layer)
    refuse_oversize(sum(_size(make_layer(d.id, d.type, d.params, "meta")) for d in layers), "model")
    modules: dict[str, nn.Module] = {}
    names: dict[str, str] = {}
    for layer in layers:
        module = make_layer(layer.id, layer.type, layer.params, "cpu")
        if layer.id in wanted:
            module.full = True  # type: ignore[assignment]
        name = layer.id.replace(".", "_")
        if name in modules:
            raise NodeError.of("layer_id_taken", layer=layer.id)
        modules[name] = module
        names[layer.id] = name
    if isinstance(plan, list):
        return nn.Sequential(*modules.values())
    return _compile(plan, modules, names, wanted)


def _size(module: nn.Module) -> int:
    tensors = [*module.parameters(), *module.buffers()]
    return sum(t.numel() * t.element_size() for t in tensors)


def _wanted_results(plan: LayerPlan) -> set[str]:
    """Layers of which something else than the first result is used."""
    kinds = {layer.id: layer.type for layer in plan.layers}
    wanted = set()
    for feed in [*(f for layer in plan.layers for f in layer.feeds), *plan.output_feeds]:
        results = LAYERS[kinds[feed.source]].results if kinds.get(feed.source) in LAYERS else ()
        if results and feed.source_port and feed.source_port not in ("out", "tensor"):
            if feed.source_port not in results:
                raise NodeError.of("layer_port_unknown", layer=feed.source, port=feed.source_port)
            if feed.source_port != results[0]:
                wanted.add(feed.source)
    return wanted


def _check_inputs(layer: LayerDoc) -> None:
    kind = LAYERS.get(layer.type)
    if kind is None:
        raise NodeError.of("layer_unknown", layer=layer.id, type=layer.type)
    if len(layer.feeds) > kind.most:
        raise NodeError.of("layer_inputs", layer=layer.id, type=layer.type, most=kind.most, got=len(layer.feeds))


def _compile(plan: LayerPlan, modules: dict[str, nn.Module], names: dict[str, str], wanted: set[str]) -> LayerGraph:
    slots = {layer.id: len(plan.input_ports) + index for index, layer in enumerate(plan.layers)}
    kinds = {layer.id: layer.type for layer in plan.layers}

    def locate(feed: Feed) -> tuple[int, int]:
        if feed.source == plan.input_id:
            index = port_index(plan.input_ports, feed.source_port)
            assert index is not None
            return index, -1
        if feed.source not in wanted:
            return slots[feed.source], -1
        results = LAYERS[kinds[feed.source]].results
        return slots[feed.source], results.index(feed.source_port) if feed.source_port in results else 0

    arguments = [tuple(locate(feed) for feed in arguments_of(layer)) for layer in plan.layers]
    results = tuple(locate(feed) for feed in plan.output_feeds)
    last = {slot: index for index, given in enumerate(arguments) for slot, _ in given}
    kept = {slot for slot, _ in results}
    forget: dict[int, list[int]] = {}
    for slot, index in last.items():
        if slot not in kept:
            forget.setdefault(index, []).append(slot)
    steps = [
        (names[layer.id], layer.type, arguments[i], slots[layer.id], tuple(forget.get(i, ())))
        for i, layer in enumerate(plan.layers)
    ]
    return LayerGraph(modules, steps, len(plan.input_ports), results)
