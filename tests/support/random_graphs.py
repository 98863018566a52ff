"""Random graphs over the real catalog: ports joined by their types, params from their specs, sound and unsound."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hypothesis import strategies as st

from app.core.vocab.nodespec import ParamType, compatible
from tests.support.graphs import graph, node

if TYPE_CHECKING:
    from hypothesis.strategies import DrawFn

    from app.core.vocab.nodespec import Catalog, NodeSpec, ParamSpec

LEFT_OUT = frozenset({"Start", "Map"})
"""No part of a random graph by itself: the one is added, the other needs an installed preset."""

_SMALL: dict[str, tuple[Any, ...]] = {
    **dict.fromkeys(("in_channels", "num_features", "num_channels"), (1, 2, 4)),
    **dict.fromkeys(("out_channels", "kernel_size", "stride", "num_layers", "num_groups"), (1, 2)),
    **dict.fromkeys(("in_features", "input_size", "d_model", "embed_dim", "hidden_dim"), (2, 4, 8)),
    **dict.fromkeys(("out_features", "hidden_size", "embedding_dim", "dim_feedforward", "expert_hidden_dim"), (2, 4)),
    **dict.fromkeys(("nhead", "num_heads", "top_k", "num_experts", "chunks", "output_ports", "input_ports"), (1, 2)),
    **dict.fromkeys(("epochs", "n_estimators", "num_ops"), (1, 2)),
    **dict.fromkeys(("max_iter", "grid_steps", "batch_size"), (20, 21)),
    **dict.fromkeys(("image_size", "n_samples"), (16, 20)),
    **dict.fromkeys(("shape", "normalized_shape"), ("2,4", "4", "2,2,4,4", "3")),
    **dict.fromkeys(("num_workers",), (0,)),
    "layers": (
        '[{"type": "Linear", "in_features": 4, "out_features": 3}]',
        '[{"type": "Flatten"}, {"type": "Linear", "in_features": 64, "out_features": 10}]',
    ),
    "seq_len": (3,),
    "num_embeddings": (9,),
    "name": ("Iris", "Digits", "Diabetes"),  # other sets would be downloaded
    "resize": (0, 4),
    "code": (
        "def run(inputs, params):\n    return {'out1': inputs.get('in1'), 'out2': [1, 2.5]}\n",
        "import torch\n\n\ndef run(inputs, params):\n    return torch.ones(2, 4)",
        "def run(inputs, params):\n    raise ValueError('no')",
        "def walk(",
    ),
}
"""Values that let graphs of random nodes run at all, and fast; of params by name, whatever the node."""

_ALWAYS = ("name", "num_workers", "epochs")
"""Params whose defaults no random graph is to have."""

_FILE_TYPES = (ParamType.MODEL_FILE, ParamType.IMAGE_FILE, ParamType.DATA_FILE)
_INTS = (-1, 0, 1, 2, 3, 64, 2**62, 2**63 - 1, 10**30)
"""Small ones, and those beyond any memory: what a machine could just hold is of tests of its own."""

_FLOATS = (-1.0, 0.0, 0.5, 1.0, 3.0, 1e-9, 1e300)
_TEXTS = ("", "0", "1,2", "-1", "2,x", "sepal length", "../up", "data/samples/iris.csv", "missing.png", "點 '\"\\\n{}")
_FILES = ("data/samples/iris.csv", "data/samples/wine.csv", "out.png", "model.pt", "", "nowhere/at all.csv")


@st.composite
def graphs(draw: DrawFn, catalog: Catalog, most: int = 6) -> dict[str, Any]:
    """A document of a few nodes and a Start; each node is fed as far as there is something of a fitting type."""
    names = sorted(catalog.keys() - LEFT_OUT)
    made: list[dict[str, Any]] = []
    wires: list[str] = []
    outlets: list[tuple[str, Any]] = []
    starts: list[str] = []
    for number in range(draw(st.integers(1, most))):
        fit = [name for name in names if _can_be_fed(catalog[name], outlets)]
        kind = draw(st.sampled_from(names if draw(_seldom(25)) else fit))
        node_id = draw(_ids(number))
        wanted = [spec for spec in catalog[kind].params if spec.name in _ALWAYS or not draw(_seldom(3))]
        params = {spec.name: draw(_value(spec)) for spec in wanted}
        spec = catalog[kind]
        is_fed = False
        inputs, outputs = _ports(spec, params)
        for port in inputs:
            sources = [end for end, data_type in outlets if compatible(data_type, port.data_type)]
            if sources and not draw(_seldom(2 if port.optional else 40)):
                wires.append(f"{draw(st.sampled_from(sources[-4:]))} > {node_id}.{port.name}")
                is_fed = True
        if not is_fed:
            starts.append(node_id)
        made.append(node(node_id, kind, **params))
        outlets += [(f"{node_id}.{port.name}", port.data_type) for port in outputs]
    begun = [f"go > {name}" for name in starts]
    return graph([node("go", "Start"), *made], *begun, *wires, settings={"device": "cpu"})


def _seldom(times: int) -> st.SearchStrategy[bool]:
    """True once in so many times; not at an end of the range, which hypothesis likes to draw."""
    return st.sampled_from(range(times)).map(lambda place: place == times // 2)


def _ids(number: int) -> st.SearchStrategy[str]:
    """Ids are plain for the most part; the number keeps them apart."""
    stems = ("n", "it", "TrainLoop", "class", "train", "torch", "節點", "a-b", "x" * 60)
    return st.sampled_from(stems).map(lambda stem: f"{stem}{number}")


def _ports(spec: NodeSpec, params: dict[str, Any]) -> Any:
    """The ports for these params, those of the defaults where they are unsound."""
    try:
        return spec.ports({**spec.defaults(), **params})
    except (TypeError, ValueError, KeyError, AttributeError):
        return spec.ports(spec.defaults())


def _can_be_fed(spec: NodeSpec, outlets: list[tuple[str, Any]]) -> bool:
    needed = [port.data_type for port in spec.inputs if not port.optional]
    return all(any(compatible(found, wanted) for _, found in outlets) for wanted in needed)


def _value(spec: ParamSpec) -> st.SearchStrategy[Any]:
    """Mostly values that fit, now and then a bound, and seldom something that cannot be."""
    usual: st.SearchStrategy[Any] = st.just(spec.default)
    if spec.name in _SMALL:
        usual = st.sampled_from(_SMALL[spec.name])
    elif spec.param_type in _FILE_TYPES or spec.name == "path":
        usual = st.sampled_from(_FILES[:-2])
    if spec.name in ("num_workers", "epochs"):  # processes and long trainings are of other tests
        return usual
    odd: st.SearchStrategy[Any] = st.sampled_from([None, "word", [], {}, -7, True])
    return st.tuples(_seldom(6), _seldom(15)).flatmap(
        lambda luck: usual if not luck[0] else odd if luck[1] else _declared(spec)
    )


def _declared(spec: ParamSpec) -> st.SearchStrategy[Any]:
    """Any value of the declared type, bounds among them."""
    bounds = [bound for bound in (spec.min_value, spec.max_value) if bound is not None]
    kind = spec.param_type
    if kind is ParamType.INT:
        return st.sampled_from([*map(int, bounds), *_INTS])
    if kind is ParamType.FLOAT:
        return st.sampled_from([*bounds, *_FLOATS])
    if kind is ParamType.BOOL:
        return st.booleans()
    if kind is ParamType.SELECT:
        return st.sampled_from(_SMALL["name"] if spec.name == "name" else spec.options)
    if kind in _FILE_TYPES or spec.name == "path":
        return st.sampled_from(_FILES)
    if kind is ParamType.TENSOR_GRID:
        return st.sampled_from([[1, 2], [[1.5, 2], [3, 4]], 3, [[1], [2, 3]]])
    if kind is ParamType.CODE:
        return st.sampled_from(_SMALL["code"])
    return st.sampled_from(_TEXTS)
