"""SequentialModel: its layers as a class with a forward(), or nn.Sequential for a plain list."""

from __future__ import annotations

import keyword
from collections import Counter
from typing import TYPE_CHECKING

from app.core.vocab.errors import NodeError
from app.export.layers import PLAIN, converted, layer, refuse_params
from app.export.layout import call, lay
from app.export.names import Names
from app.export.part import Effect, Emitter, Sort, Value
from app.nodes.layer_document import Feed, LayerDoc, LayerPlan, Port, port_index, read_layers
from app.nodes.layer_table import LAYERS, arguments_of, whole_numbers

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from app.export.layout import Source
    from app.export.part import Part
    from app.export.script import Script

_OF_MODULES = frozenset(
    {
        *("add_module", "apply", "bfloat16", "buffers", "call_super_init", "children", "compile", "cpu", "cuda"),
        *(
            "double",
            "dump_patches",
            "eval",
            "extra_repr",
            "float",
            "forward",
            "get_buffer",
            "get_extra_state",
            "get_parameter",
        ),
        *(
            "get_submodule",
            "half",
            "ipu",
            "load_state_dict",
            "modules",
            "mtia",
            "named_buffers",
            "named_children",
            "named_modules",
        ),
        *(
            "named_parameters",
            "parameters",
            "register_buffer",
            "register_module",
            "register_parameter",
            "requires_grad_",
            "set_extra_state",
            "set_submodule",
            "share_memory",
        ),
        *("state_dict", "to", "to_empty", "train", "training", "type", "xpu", "zero_grad", "T_destination"),
        *("self", "torch", "nn"),
    }
)
"""Names that a layer cannot have, because the module around it uses them."""

_SIGNS = {"Add": " + ", "Mean": " + ", "Multiply": " * ", "Subtract": " - "}


def _model(part: Part) -> Mapping[str, Value]:
    plan = read_layers(part.params["layers"])
    layers = plan if isinstance(plan, list) else list(plan.layers)
    for doc in layers:
        _check(doc)
    script, name = part.script, part.name()
    script.use("torch", "nn")
    made: Source
    if isinstance(plan, list) and not any(doc.type in PLAIN for doc in plan):
        made = call("nn.Sequential", *(layer(script, doc.id, doc.type, doc.params) for doc in plan))
    else:
        writer = _ClassWriter(script, _as_plan(plan) if isinstance(plan, list) else plan)
        made = call(script.define(name, writer.template()))
    part.seed_here()
    script.say(f"{name} = ", made)
    script.say(f"{name}.to({script.device()})")
    return {"model": Value(name, Sort.OBJECT)}


def _as_plan(layers: list[LayerDoc]) -> LayerPlan:
    """A plain list as the graph that it stands for."""
    ids = ["", *(f"layer_{layer.id}" for layer in layers)]
    chained = tuple(
        LayerDoc(ids[i + 1], layer.type, layer.params, (Feed(ids[i], "", ""),)) for i, layer in enumerate(layers)
    )
    return LayerPlan("", (Port("", "x"),), (Port("", "y"),), (Feed(ids[-1], "", ""),), chained)


def _check(doc: LayerDoc) -> None:
    """Raises: NodeError for a type, a number of inputs or a param that no layer can have."""
    refuse_params(doc.id, doc.type, doc.params)
    most = LAYERS[doc.type].most
    if len(doc.feeds) > most:
        raise NodeError.of("layer_inputs", layer=doc.id, type=doc.type, most=most, got=len(doc.feeds))


class _ClassWriter:
    """Writes the class of one plan."""

    def __init__(self, script: Script, plan: LayerPlan) -> None:
        self._script = script
        self._plan = plan
        self._attributes: dict[str, str] = {}
        self._kinds = {doc.id: doc.type for doc in plan.layers}
        self._readers = Counter(
            self._key(feed) for feed in [*(f for doc in plan.layers for f in doc.feeds), *plan.output_feeds]
        )
        self._full = {source for source, result in self._readers if result > 0}
        self._variables: dict[tuple[str, int], str] = {}
        self._names = Names(frozenset({"self", "torch", "nn"}))

    def template(self) -> str:
        """The class; its name is left open."""
        taken = Names(_OF_MODULES)
        make = []
        for doc in self._plan.layers:
            if doc.type in PLAIN:
                continue
            wanted = doc.id.replace(".", "_")
            fits = wanted.isidentifier() and wanted.isascii() and wanted not in _OF_MODULES
            fits = fits and not keyword.iskeyword(wanted) and not wanted.startswith("_")
            clash = wanted in self._attributes.values()
            name = wanted if fits and not clash else taken.take(wanted, doc.type)
            self._attributes[doc.id] = name
            make += lay(f"self.{name} = ", layer(self._script, doc.id, doc.type, doc.params), 2)
        arguments = []
        for index, port in enumerate(self._plan.input_ports):
            name = self._names.take(port.name, "x")
            self._variables[self._plan.input_id, index] = name
            arguments.append(f"{name}: torch.Tensor")
        body = [line for doc in self._plan.layers for line in self._step(doc)]
        results = [self._value(feed) for feed in self._plan.output_feeds]
        kind = "torch.Tensor" if len(results) == 1 else "tuple[torch.Tensor, ...]"
        self._script.use("torch")
        head = lay("def forward", call("", "self", *arguments), 1, f" -> {kind}:")
        init = ["    def __init__(self) -> None:", "        super().__init__()", *make, ""]
        return "\n".join(
            [
                "class <name>(nn.Module):",
                '    """The layers, in the order in which their weights are drawn."""',
                "",
                *(init if make else []),
                *head,
                '        """Run the layers one after the other."""',
                *body,
                f"        return {', '.join(results)}",
            ]
        )

    def _key(self, feed: Feed) -> tuple[str, int]:
        """The value that a wire carries: (layer, which of its results), for the Input (its id, which port)."""
        if feed.source == self._plan.input_id:
            return feed.source, port_index(self._plan.input_ports, feed.source_port) or 0
        results = LAYERS[self._kinds[feed.source]].results
        return feed.source, results.index(feed.source_port) if feed.source_port in results else 0

    def _value(self, feed: Feed) -> str:
        return self._variables[self._key(feed)]

    def _step(self, doc: LayerDoc) -> list[str]:
        feeds = arguments_of(doc)
        given = [self._value(feed) for feed in feeds]
        # a value with one reader is not needed after it: the name goes on, as in a chain written by hand
        last = self._key(feeds[0])
        name = given[0] if self._readers[last] == 1 else self._names.take(doc.id, doc.type)
        self._variables[doc.id, 0] = name
        if doc.type in PLAIN:
            return lay(f"{name} = ", _plain(doc, given), 2)
        of = f"self.{self._attributes[doc.id]}"
        second = ""
        if doc.id in self._full:
            second = self._names.take(f"{doc.id} {LAYERS[doc.type].results[1]}", doc.type)
            self._variables[doc.id, 1] = second
        if doc.type == "MultiHeadAttention":
            query, key = given[0], given[min(1, len(given) - 1)]
            flag = f"need_weights={doc.id in self._full}"
            return lay(
                f"{name}, {second or '_'} = ", call(of, query, key, given[2] if len(given) > 2 else key, flag), 2
            )
        if doc.type == "LSTM":
            return lay(f"{name}, {f'({second}, _)' if second else '_'} = ", call(of, *given), 2)
        if doc.type == "GRU":
            return lay(f"{name}, {second or '_'} = ", call(of, *given), 2)
        if doc.type == "TransformerDecoder" and len(given) == 1:
            given *= 2
        return lay(f"{name} = ", call(of, *given), 2)


def _plain(doc: LayerDoc, given: Sequence[str]) -> Source:
    """A layer without weights as an expression. Raises: NodeError layer_bad."""
    given_params = converted(doc.id, doc.type, doc.params)
    try:
        if doc.type == "Reshape":
            sizes = whole_numbers(given_params.get("shape", (-1, 784)))
            return call(f"{given[0]}.reshape", *([str(size) for size in sizes] or ["()"]))
        dim = str(int(given_params.get("dim", 1)))
        if doc.type == "SelectIndex":
            return call(f"{given[0]}.select", dim, str(int(given_params.get("index", -1))))
    except (TypeError, ValueError, OverflowError) as error:
        raise NodeError.of("layer_bad", layer=doc.id, type=doc.type, message=str(error)[:200]) from None
    if doc.type in ("Concat", "Stack"):
        parts = f"({', '.join(given)}{',' if len(given) == 1 else ''})"
        return call("torch.cat" if doc.type == "Concat" else "torch.stack", parts, dim)
    joined = _SIGNS[doc.type].join(given)
    return f"({joined}) / {len(given)}" if doc.type == "Mean" else joined


EMITTERS: Mapping[str, Emitter] = {"SequentialModel": Emitter(_model, Effect.DROPPED)}
"""Node type -> how it is written."""
