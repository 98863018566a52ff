"""Models as classes: the weights and answers of the model that the node makes."""

from __future__ import annotations

import json
from typing import Any

import pytest
import torch

from app.nodes._torch.layer_graph import build_model
from app.nodes.layer_table import LAYERS
from tests.support.graphs import graph, node
from tests.support.scripts import exported, script_of, style_faults


def document(layers: Any) -> dict[str, Any]:
    """A graph that makes the model and writes it to a file."""
    text = layers if isinstance(layers, str) else json.dumps(layers)
    nodes = [node("go", "Start"), node("net", "SequentialModel", layers=text), node("save", "ModelSaver", path="m.pt")]
    return graph(nodes, "go > net", "net.model > save.model", settings={"device": "cpu"})


def both(layers: Any) -> tuple[torch.nn.Module, torch.nn.Module]:
    """The node's model and the script's, each drawn after the same seed."""
    script = script_of(document(layers), seed=1)
    assert style_faults(script) == "", script
    names: dict[str, Any] = {"__name__": "script"}
    exec(compile(script, "x", "exec"), names)
    line = next(one for one in script.splitlines() if one.startswith("    net = "))
    rest = script[script.index(line) + len("    net = ") :].split("\n    net.to(")[0]
    torch.manual_seed(5)
    made = eval(rest, names)
    torch.manual_seed(5)
    return build_model(json.dumps(layers)), made


def same(ours: torch.nn.Module, theirs: torch.nn.Module, *inputs: torch.Tensor) -> None:
    assert list(ours.state_dict()) == list(theirs.state_dict())
    for name, tensor in ours.state_dict().items():
        assert torch.equal(tensor, theirs.state_dict()[name]), name
    torch.manual_seed(2)
    wanted = ours(*inputs)
    torch.manual_seed(2)
    found = theirs(*inputs)
    for one, other in zip(*((v if isinstance(v, tuple) else (v,)) for v in (wanted, found)), strict=True):
        assert torch.equal(one, other)


def v2(layers: list[dict[str, Any]], edges: str, inputs: str = "x", outputs: str = "y") -> dict[str, Any]:
    """edges: `a.port>b.port c>d`."""
    made = []
    for text in edges.split():
        (source, _, from_port), (target, _, to_port) = (end.partition(".") for end in text.split(">"))
        made.append({"source": source, "sourceHandle": from_port, "target": target, "targetHandle": to_port})
    ends = {"in": ("Input", inputs), "out": ("Output", outputs)}
    terminals = [
        {"id": key, "type": kind, "ports": [{"id": f"p_{name}", "name": name} for name in names.split()]}
        for key, (kind, names) in ends.items()
    ]
    return {"version": 2, "nodes": [terminals[0], *layers, terminals[1]], "edges": made}


SMALL: dict[str, tuple[dict[str, Any], tuple[int, ...]]] = {
    "Conv1d": ({"in_channels": 2, "out_channels": 3, "kernel_size": [3], "padding": "same"}, (2, 2, 5)),
    "Conv2d": ({"in_channels": 2, "out_channels": 3, "stride": 2.0, "bias": False}, (2, 2, 5, 5)),
    "ConvTranspose2d": ({"in_channels": 2, "out_channels": 3}, (2, 2, 3, 3)),
    "BatchNorm1d": ({"num_features": 4}, (3, 4)),
    "BatchNorm2d": ({"num_features": 2, "momentum": 0.5}, (2, 2, 3, 3)),
    "LayerNorm": ({"normalized_shape": "3,4"}, (2, 3, 4)),
    "GroupNorm": ({"num_groups": 2, "num_channels": 4}, (2, 4, 3)),
    "InstanceNorm2d": ({"num_features": 2, "affine": True}, (2, 2, 3, 3)),
    "MaxPool2d": ({"kernel_size": 2, "stride": 1}, (1, 2, 4, 4)),
    "AvgPool2d": ({}, (1, 2, 4, 4)),
    "AdaptiveAvgPool2d": ({"output_size": "2,1"}, (1, 2, 4, 4)),
    "Dropout": ({"p": 0.4}, (3, 7)),
    "Linear": ({"in_features": 3, "out_features": 2}, (2, 3)),
    "Flatten": ({}, (2, 3, 4)),
    "Embedding": ({"num_embeddings": 5, "embedding_dim": 3, "padding_idx": -1}, (2, 3)),
    "Reshape": ({"shape": "-1,6"}, (2, 3)),
    "SelectIndex": ({"dim": 1, "index": 0}, (2, 3)),
    "TransformerEncoder": ({"d_model": 8, "nhead": 2, "num_layers": 2, "dim_feedforward": 5}, (2, 3, 8)),
    "TransformerDecoder": ({"d_model": 8, "nhead": 2, "num_layers": 1, "batch_first": False}, (2, 3, 8)),
    "LSTM": ({"input_size": 3, "hidden_size": 4, "bidirectional": True}, (2, 5, 3)),
    "GRU": ({"input_size": 3, "hidden_size": 4, "num_layers": 2}, (2, 5, 3)),
    "MultiHeadAttention": ({"embed_dim": 8, "num_heads": 2}, (2, 3, 8)),
    "Softmax": ({"dim": 0}, (2, 3)),
    "LeakyReLU": ({"negative_slope": 0.2}, (2, 3)),
}


@pytest.mark.parametrize("kind", [name for name in LAYERS if name != "Stack"])
def test_each_layer_alone(kind: str) -> None:
    params, shape = SMALL.get(kind, ({}, (2, 3)))
    value = torch.rand(shape, generator=torch.Generator().manual_seed(3))
    same(*both(v2([{"id": "one", "type": kind, "params": params}], "in>one one>out")), value)


def test_a_plain_list_is_a_sequential() -> None:
    layers = [{"type": "Linear", "in_features": 3, "out_features": 4}, {"type": "ReLU"}]
    ours, theirs = both(layers)
    same(ours, theirs, torch.ones(2, 3))
    assert type(theirs) is torch.nn.Sequential


def test_branches_several_ports_and_second_results() -> None:
    layers: list[dict[str, Any]] = [
        {"id": "rnn", "type": "LSTM", "params": {"input_size": 4, "hidden_size": 4}},
        {"id": "gru", "type": "GRU", "params": {"input_size": 4, "hidden_size": 4}},
        {"id": "look", "type": "MultiHeadAttention", "params": {"embed_dim": 4, "num_heads": 2}},
        {"id": "tell", "type": "TransformerDecoder", "params": {"d_model": 4, "nhead": 2, "num_layers": 1}},
        {"id": "both", "type": "Concat", "params": {"dim": 2}},
        {"id": "less", "type": "Subtract"},
        {"id": "middle", "type": "Mean"},
        {"id": "for", "type": "Linear", "params": {"in_features": 4, "out_features": 4}},
    ]
    edges = (
        "in.p_a>rnn in.p_b>gru rnn.output>look.query gru.output>look.value in.p_b>look.key look.output>tell.tensor "
        "rnn.output>tell.memory tell>both gru.output>both rnn.hidden>less gru.hidden>less less>middle "
        "rnn.hidden>middle middle>for both>out.p_y for>out.p_z look.weights>out.p_w"
    )
    plan = v2(layers, edges, "a b", "y z w")
    script = script_of(document(plan))
    assert "self.for_ " not in script
    ours, theirs = both(plan)
    given = [torch.rand(2, 3, 4, generator=torch.Generator().manual_seed(seed)) for seed in (1, 2)]
    torch.manual_seed(0)
    wanted = ours(*given)
    torch.manual_seed(0)
    found = theirs(*given)
    assert len(wanted) == 3
    assert all(torch.equal(one, other) for one, other in zip(wanted, found, strict=True))


@pytest.mark.parametrize(
    ("layers", "code"),
    [
        ("{", "layers_not_json"),
        ([{"type": "Nothing"}], "layer_unknown"),
        ([{"type": "ReLU", "params": {"x=print(1)": 1}}], "layer_param_unknown"),
        ([{"type": "SelectIndex", "dim": "one"}], "layer_bad"),
        ([{"type": "Linear", "in_features": -1}], "layer_bad"),
        ([{"type": "Linear", "params": {"size": 4}}], "layer_param_unknown"),
        (v2([{"id": "r", "type": "ReLU"}], "in>r in>r r>out"), "layer_inputs"),
    ],
)
def test_bad_layers_are_the_nodes_own_refusals(layers: Any, code: str) -> None:
    assert [(p.node_id, p.reason.code) for p in exported(document(layers)).problems] == [("net", code)]
