"""The SequentialModel node computes what the same layers made by hand compute, and names every mistake in a text."""

from __future__ import annotations

import json
import pickle
from typing import TYPE_CHECKING, Any

import pytest
import torch
from torch import nn

from app.core.vocab.errors import NodeError
from app.nodes.layer_table import LAYERS
from app.nodes.training.sequential_model import DEFAULT_LAYERS, SequentialModel
from tests.support.layers import Layer, chain, graph
from tests.support.nodes import call

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def build(root: Path, text: str, seed: int = 4) -> nn.Module:
    torch.manual_seed(seed)
    model = call(SequentialModel, root, params={"layers": text})["model"]
    assert isinstance(model, nn.Module)
    return model


def randn(*shape: int) -> torch.Tensor:
    return torch.randn(*shape, generator=torch.Generator().manual_seed(2))


def ids(*shape: int) -> torch.Tensor:
    return torch.randint(0, 7, shape, generator=torch.Generator().manual_seed(2))


IMAGE, ROWS, STEPS = (2, 4, 6, 6), (3, 4), (2, 5, 4)
_POINTWISE: list[tuple[str, dict[str, Any], Callable[[], nn.Module]]] = [
    ("ReLU", {}, nn.ReLU),
    ("GELU", {"approximate": "tanh"}, lambda: nn.GELU("tanh")),
    ("Sigmoid", {}, nn.Sigmoid),
    ("Tanh", {}, nn.Tanh),
    ("LeakyReLU", {"negative_slope": 0.2}, lambda: nn.LeakyReLU(0.2)),
    ("ELU", {"alpha": 0.5}, lambda: nn.ELU(0.5)),
    ("SiLU", {}, nn.SiLU),
    ("Mish", {}, nn.Mish),
    ("SELU", {}, nn.SELU),
    ("PReLU", {"init": 0.1}, lambda: nn.PReLU(init=0.1)),
    ("Hardswish", {}, nn.Hardswish),
    ("Softmax", {"dim": 0}, lambda: nn.Softmax(0)),
]
SINGLE: list[tuple[str, dict[str, Any], Callable[[], nn.Module], torch.Tensor]] = [
    (
        "Conv2d",
        {"in_channels": 4, "out_channels": 6, "kernel_size": [3, 2], "stride": 2, "padding": 1, "groups": 2},
        lambda: nn.Conv2d(4, 6, (3, 2), 2, 1, groups=2),
        randn(*IMAGE),
    ),
    (
        "Conv1d",
        {"in_channels": 5, "out_channels": 2, "kernel_size": 3, "padding": "same"},
        lambda: nn.Conv1d(5, 2, 3, padding="same"),
        randn(*STEPS),
    ),
    (
        "ConvTranspose2d",
        {"in_channels": 4, "out_channels": 2, "kernel_size": 3, "output_padding": 1},
        lambda: nn.ConvTranspose2d(4, 2, 3, 2, output_padding=1),
        randn(*IMAGE),
    ),
    ("BatchNorm2d", {"num_features": 4, "momentum": 0.3}, lambda: nn.BatchNorm2d(4, momentum=0.3), randn(*IMAGE)),
    ("BatchNorm1d", {"num_features": 4, "affine": False}, lambda: nn.BatchNorm1d(4, affine=False), randn(*ROWS)),
    ("LayerNorm", {"normalized_shape": "6,6", "eps": 0.1}, lambda: nn.LayerNorm((6, 6), 0.1), randn(*IMAGE)),
    ("GroupNorm", {"num_groups": 2, "num_channels": 4}, lambda: nn.GroupNorm(2, 4), randn(*IMAGE)),
    ("InstanceNorm2d", {"num_features": 4, "affine": True}, lambda: nn.InstanceNorm2d(4, affine=True), randn(*IMAGE)),
    ("MaxPool2d", {"kernel_size": 3, "stride": 1}, lambda: nn.MaxPool2d(3, 1), randn(*IMAGE)),
    ("AvgPool2d", {"padding": 1}, lambda: nn.AvgPool2d(2, padding=1), randn(*IMAGE)),
    ("AdaptiveAvgPool2d", {"output_size": [2, 3]}, lambda: nn.AdaptiveAvgPool2d((2, 3)), randn(*IMAGE)),
    ("Dropout", {"p": 0.3}, lambda: nn.Dropout(0.3), randn(*IMAGE)),
    ("Linear", {"in_features": 4, "out_features": 3, "bias": False}, lambda: nn.Linear(4, 3, bias=False), randn(*ROWS)),
    ("Flatten", {"start_dim": 2}, lambda: nn.Flatten(2), randn(*IMAGE)),
    ("Reshape", {"shape": "-1,12"}, lambda: nn.Flatten(0, -1), randn(3, 12)),
    ("SelectIndex", {"dim": 2, "index": 1}, lambda: nn.Identity(), randn(*STEPS)),
    (
        "Embedding",
        {"num_embeddings": 7, "embedding_dim": 3, "padding_idx": 0},
        lambda: nn.Embedding(7, 3, 0),
        ids(2, 5),
    ),
    *((name, params, make, randn(*ROWS)) for name, params, make in _POINTWISE),
    (
        "TransformerEncoder",
        {"d_model": 4, "nhead": 2, "num_layers": 2, "dim_feedforward": 8, "dropout": 0.0},
        lambda: nn.TransformerEncoder(
            nn.TransformerEncoderLayer(4, 2, 8, 0.0, batch_first=True), 2, enable_nested_tensor=False
        ),
        randn(*STEPS),
    ),
]


def check_layer(model: nn.Module, twin: nn.Module, x: torch.Tensor, expected: torch.Tensor) -> None:
    output = model(x)
    torch.testing.assert_close(output, expected, rtol=0, atol=0)
    for wrong in (torch.zeros_like(output), output.flatten().roll(1).view_as(output)):
        assert not torch.equal(wrong, expected)
    weights, wanted = list(model.parameters()), list(twin.parameters())
    assert len(weights) == len(wanted)
    if weights:
        torch.autograd.backward((output * torch.arange(output.numel()).view_as(output)).sum())
        torch.autograd.backward((expected * torch.arange(output.numel()).view_as(output)).sum())
        for own, other in zip(weights, wanted, strict=True):
            assert own.grad is not None
            assert other.grad is not None
            assert torch.equal(own.grad, other.grad)


@pytest.mark.parametrize(("kind", "params", "make", "x"), SINGLE, ids=[case[0] for case in SINGLE])
def test_layers_like_torch(tmp_path: Path, kind: str, params: dict[str, Any], make: Any, x: torch.Tensor) -> None:
    model = build(tmp_path, chain(("a", kind, params)))
    torch.manual_seed(4)
    twin = make()
    special = {"Reshape": lambda: x.reshape(-1, 12), "SelectIndex": lambda: x[:, :, 1]}
    if kind == "Dropout":
        model.eval(), twin.eval()
    torch.manual_seed(1)
    expected = special[kind]() if kind in special else twin(x)
    torch.manual_seed(1)
    check_layer(model, twin, x, expected)


@pytest.mark.parametrize("kind", ["LSTM", "GRU"])
def test_recurrent_layers(tmp_path: Path, kind: str) -> None:
    params = {"input_size": 4, "hidden_size": 3, "num_layers": 2, "bidirectional": True}
    torch.manual_seed(4)
    twin = getattr(nn, kind)(4, 3, 2, bidirectional=True, batch_first=True)
    output, state = twin(randn(*STEPS))
    check_layer(build(tmp_path, chain(("a", kind, params))), twin, randn(*STEPS), output)
    both = build(
        tmp_path,
        graph([("a", kind, params)], [("in", "a"), ("a:output", "out:y"), ("a:hidden", "out:h")], outputs=("y", "h")),
    )
    sequence, hidden = both(randn(*STEPS))
    assert torch.equal(sequence, output)
    assert torch.equal(hidden, state[0] if kind == "LSTM" else state)


def test_attention_takes_one_two_or_three_inputs(tmp_path: Path) -> None:
    layer = ("a", "MultiHeadAttention", {"embed_dim": 4, "num_heads": 2})
    torch.manual_seed(4)
    twin = nn.MultiheadAttention(4, 2, batch_first=True)
    q, k, v = randn(2, 3, 4), randn(2, 5, 4) + 1, randn(2, 5, 4) - 1
    alone = build(tmp_path, chain(layer))
    torch.testing.assert_close(alone(q), twin(q, q, q)[0])
    two = build(tmp_path, graph([layer], [("in:q", "a"), ("in:k", "a"), ("a", "out")], inputs=("q", "k")))
    torch.testing.assert_close(two(q, k), twin(q, k, k)[0])
    # wires in another order than the arguments: handles decide
    wires = [("in:v", "a:value"), ("in:k", "a:key"), ("in:q", "a:query"), ("a", "out:y"), ("a:weights", "out:w")]
    three = build(tmp_path, graph([layer], wires, inputs=("q", "k", "v"), outputs=("y", "w")))
    output, weights = three(q, k, v)
    expected = twin(q, k, v)
    torch.testing.assert_close(output, expected[0])
    torch.testing.assert_close(weights, expected[1])


def test_decoder_with_its_memory(tmp_path: Path) -> None:
    params = {"d_model": 4, "nhead": 2, "num_layers": 1, "dim_feedforward": 8, "dropout": 0}
    wires = [("in:m", "d:memory"), ("in:t", "d:tensor"), ("d", "out")]
    model = build(tmp_path, graph([("d", "TransformerDecoder", params)], wires, inputs=("t", "m")))
    torch.manual_seed(4)
    twin = nn.TransformerDecoder(nn.TransformerDecoderLayer(4, 2, 8, 0.0, batch_first=True), 1)
    t, m = randn(2, 3, 4), randn(2, 5, 4) + 1
    torch.testing.assert_close(model(t, m), twin(t, m))


MERGES: dict[str, Callable[[torch.Tensor, torch.Tensor, torch.Tensor], torch.Tensor]] = {
    "Add": lambda a, b, c: a + b + c,
    "Multiply": lambda a, b, c: a * b * c,
    "Subtract": lambda a, b, c: a - b - c,
    "Mean": lambda a, b, c: (a + b + c) / 3,
    "Concat": lambda a, b, c: torch.cat([a, b, c], 1),
    "Stack": lambda a, b, c: torch.stack([a, b, c], 1),
}


@pytest.mark.parametrize("kind", MERGES)
def test_merges_take_their_inputs_in_the_order_of_the_wires(tmp_path: Path, kind: str) -> None:
    layers: list[Layer] = [("t", "Tanh", {}), ("s", "Sigmoid", {}), ("m", kind, {})]
    wires = [("in", "t"), ("in", "s"), ("t", "m"), ("in", "m"), ("s", "m"), ("m", "out")]
    model = build(tmp_path, graph(layers, wires))
    x = randn(*ROWS)
    expected = MERGES[kind](x.tanh(), x, x.sigmoid())
    assert torch.equal(model(x), expected)
    assert not torch.equal(MERGES[kind](x, x.tanh(), x.sigmoid()), expected) or kind in ("Add", "Multiply", "Mean")


def test_every_layer_type_is_tried() -> None:
    tried = {case[0] for case in SINGLE} | {"LSTM", "GRU", "MultiHeadAttention", "TransformerDecoder"} | set(MERGES)
    assert tried == set(LAYERS)


def test_the_default_model(tmp_path: Path) -> None:
    model = build(tmp_path, DEFAULT_LAYERS)
    assert model(randn(2, 1, 28, 28)).shape == (2, 10)
    names = ["c1", "c2", "l1", "l2"]
    assert list(model.state_dict()) == [f"{name}.{part}" for name in names for part in ("weight", "bias")]


def test_ids_that_modules_use_themselves(tmp_path: Path) -> None:
    text = chain(("forward", "Linear", {"in_features": 2, "out_features": 2}), ("a.b", "PReLU", {}))
    model = build(tmp_path, text)
    assert list(model.state_dict()) == ["forward.weight", "forward.bias", "a_b.weight"]
    copy = build(tmp_path, text, seed=9)
    copy.load_state_dict(model.state_dict())
    assert torch.equal(copy(randn(3, 2)), model(randn(3, 2)))


def test_a_flat_list_makes_a_torch_sequential(tmp_path: Path) -> None:
    beside = [
        {"type": "Linear", "in_features": 4, "out_features": 3},
        {"type": "ReLU"},
        {"type": "LSTM", "params": {"input_size": 3, "hidden_size": 2}},
    ]
    model = build(tmp_path, json.dumps(beside))
    assert type(model) is nn.Sequential
    assert list(model.state_dict())[:2] == ["0.weight", "0.bias"]
    assert model(randn(*STEPS)).shape == (2, 5, 2)


def test_drafts_that_do_not_reach_the_output_are_left_out(tmp_path: Path) -> None:
    layers = [("a", "ReLU", {}), ("draft", "Linear", {"in_features": 9, "out_features": 9}), ("lost", "NoSuchType", {})]
    model = build(tmp_path, graph(layers, [("in", "a"), ("a", "out"), ("a", "draft")]))
    assert not model.state_dict()


def test_two_thousand_layers_run_and_can_be_pickled(tmp_path: Path) -> None:
    layers = [
        (f"l{n}", "Linear", {"in_features": 2, "out_features": 2}) if n % 2 else (f"l{n}", "Tanh", {})
        for n in range(2000)
    ]
    model = build(tmp_path, chain(*layers))
    output = model(randn(1, 2))
    output.sum().backward()
    assert len(list(model.parameters())) == 2000
    assert torch.equal(pickle.loads(pickle.dumps(model))(randn(1, 2)), output)


def test_a_failing_layer_is_named_with_its_input(tmp_path: Path) -> None:
    model = build(tmp_path, chain(("a", "Flatten", {}), ("to", "Reshape", {"shape": "-1,5"})))
    with pytest.raises(NodeError) as caught:
        model(randn(2, 3, 4))
    params = caught.value.reason.params
    assert caught.value.reason.code == "layer_failed"
    assert (params["layer"], params["type"], params["in_shape"]) == ("to", "Reshape", "[2, 12]")
    assert "is invalid for input of size 24" in params["message"]
    with pytest.raises(NodeError) as caught:
        model(randn(2, 5), randn(2, 5))
    assert caught.value.reason.params == {"wanted": 1, "got": 2}


WIDTHS: list[tuple[str, dict[str, Any], tuple[int, ...], tuple[str, int, int]]] = [
    ("Linear", {"in_features": 5, "out_features": 2}, (2, 12), ("in_features", 12, 5)),
    ("Linear", {"in_features": 5, "out_features": 2}, (4,), ("in_features", 4, 5)),
    ("LSTM", {"input_size": 4, "hidden_size": 2}, (2, 3, 6), ("input_size", 6, 4)),
    ("GRU", {"input_size": 4, "hidden_size": 2}, (2, 3, 6), ("input_size", 6, 4)),
    ("MultiHeadAttention", {"embed_dim": 4, "num_heads": 2}, (2, 3, 6), ("embed_dim", 6, 4)),
    ("TransformerEncoder", {"d_model": 4, "nhead": 2, "num_layers": 1}, (2, 3, 6), ("d_model", 6, 4)),
    ("Conv1d", {"in_channels": 2, "out_channels": 2, "kernel_size": 1}, (2, 3, 6), ("in_channels", 3, 2)),
    ("Conv2d", {"in_channels": 2, "out_channels": 2, "kernel_size": 1}, (2, 3, 6, 6), ("in_channels", 3, 2)),
    ("ConvTranspose2d", {"in_channels": 2, "out_channels": 2}, (2, 3, 6, 6), ("in_channels", 3, 2)),
    ("BatchNorm1d", {"num_features": 2}, (2, 3), ("num_features", 3, 2)),
    ("BatchNorm2d", {"num_features": 2}, (2, 3, 6, 6), ("num_features", 3, 2)),
    ("GroupNorm", {"num_groups": 2, "num_channels": 4}, (2, 6, 3), ("num_channels", 6, 4)),
]


@pytest.mark.parametrize(("kind", "params", "shape", "told"), WIDTHS, ids=[f"{n}-{w[0]}" for n, w in enumerate(WIDTHS)])
def test_a_width_that_does_not_fit_is_told_by_its_param(
    tmp_path: Path, kind: str, params: dict[str, Any], shape: tuple[int, ...], told: tuple[str, int, int]
) -> None:
    """And what is advised helps: with that number the layer takes the input."""
    param, found, wanted = told
    with pytest.raises(NodeError) as caught:
        build(tmp_path, chain(("it", kind, params)))(randn(*shape))
    assert caught.value.reason.code == "layer_width_unfit"
    about = {"layer": "it", "type": kind, "in_shape": str(list(shape))}
    assert caught.value.reason.params == {**about, "param": param, "found": found, "wanted": wanted}
    build(tmp_path, chain(("it", kind, {**params, param: found})))(randn(*shape))


def test_a_picture_without_a_batch_is_no_matter_of_channels(tmp_path: Path) -> None:
    model = build(tmp_path, chain(("it", "Conv2d", {"in_channels": 2, "out_channels": 2, "kernel_size": 1})))
    with pytest.raises(NodeError) as caught:
        model(randn(3, 6, 6))
    assert caught.value.reason.code == "layer_failed"


def test_ids_without_a_row_are_told(tmp_path: Path) -> None:
    model = build(tmp_path, chain(("words", "Embedding", {"num_embeddings": 5, "embedding_dim": 2})))
    for given, least, most in ((torch.tensor([[0, 4], [5, 9]]), 0, 9), (torch.tensor([-1.0, 3.0]), -1, 3)):
        with pytest.raises(NodeError) as caught:
            model(given)
        assert caught.value.reason.code == "layer_id_outside"
        params = caught.value.reason.params
        assert (params["layer"], params["least"], params["most"], params["last"]) == ("words", least, most, 4)


RELU: Layer = ("a", "ReLU", {})
BROKEN: list[tuple[str, str, dict[str, Any]]] = [
    ("{", "layers_not_json", {}),
    ("[" * 100_000, "layers_not_json", {}),
    ("5", "layers_bad_shape", {}),
    ("null", "layers_bad_shape", {}),
    ("[]", "layers_empty", {}),
    ('{"nodes": 3}', "layers_bad_shape", {"where": "nodes"}),
    ('{"nodes": [{"id": "in", "type": "Input"}]}', "layers_empty", {}),
    ('[{"type": "Linear"}, 5]', "layers_bad_shape", {"where": "layers"}),
    ('[{"kind": "Linear"}]', "layers_bad_shape", {"where": "layers[0].type"}),
    (chain(("a", "ReLU", {}), ("a", "ReLU", {})), "layer_id_taken", {"layer": "a"}),
    (chain(("i2", "Input", {})), "layer_terminals", {"type": "Input", "count": 2}),
    (chain(("o2", "Output", {})), "layer_terminals", {"type": "Output", "count": 2}),
    (chain(("a", "Relu", {})), "layer_unknown", {"layer": "a", "type": "Relu"}),
    (chain(("a", "Linear", {"in_featurs": 3})), "layer_param_unknown", {"layer": "a", "param": "in_featurs"}),
    (chain(("a", "Linear", {"in_features": "x"})), "layer_bad", {"layer": "a"}),
    (chain(("a", "Linear", {"in_features": -3})), "layer_bad", {"layer": "a"}),
    (chain(("a", "Linear", {"in_features": True})), "layer_bad", {"layer": "a"}),
    (chain(("a", "Conv2d", {"kernel_size": 0})), "layer_bad", {"layer": "a"}),
    (chain(("a", "Conv2d", {"kernel_size": [[3]]})), "layer_bad", {"layer": "a"}),
    (chain(("a", "Conv2d", {"groups": 3, "in_channels": 4})), "layer_bad", {"layer": "a"}),
    (chain(("a", "Dropout", {"p": 7})), "layer_bad", {"layer": "a"}),
    (chain(("a", "GroupNorm", {"num_groups": 3, "num_channels": 4})), "layer_bad", {"layer": "a"}),
    (
        chain(("a", "TransformerEncoder", {"d_model": 5, "nhead": 2})),
        "layer_bad",
        {"layer": "a", "type": "TransformerEncoder", "message": "d_model must be divisible by nhead"},
    ),
    (
        chain(("a", "MultiHeadAttention", {"embed_dim": 5, "num_heads": 2})),
        "layer_bad",
        {"layer": "a", "type": "MultiHeadAttention", "message": "embed_dim must be divisible by num_heads"},
    ),
    (chain(("a", "LayerNorm", {"eps": float("nan")})), "layer_bad", {"layer": "a"}),
    (chain(("a", "Add", {"dim": 1})), "layer_param_unknown", {"layer": "a", "param": "dim"}),
    (chain(("a", "Linear", {"in_features": 2**22, "out_features": 2**22})), "out_of_memory_ahead", {"what": "model"}),
    (chain(("a", "Linear", {"in_features": 2**40})), "layer_bad", {"layer": "a"}),
    (graph([RELU], [("in", "a"), ("a", "out"), ("a", "ghost")]), "layer_edge_dangling", {"layer": "ghost"}),
    (graph([RELU], [("in", "a")]), "output_unfed", {}),
    (graph([RELU], [("in", "a"), ("a", "out")], outputs=("y", "z")), "layer_port_unknown", {"layer": "out"}),
    (graph([RELU], [("in", "a"), ("a", "out:y")], outputs=("y", "z")), "output_unfed", {"port": "z"}),
    (graph([RELU], [("a", "out")]), "layer_unfed", {"layer": "a"}),
    (graph([RELU], [("in:q", "a"), ("a", "out")]), "layer_port_unknown", {"layer": "in", "port": "q"}),
    (graph([RELU], [("in", "a"), ("in", "a"), ("a", "out")]), "layer_inputs", {"layer": "a", "most": 1, "got": 2}),
    (graph([("g", "GRU", {})], [("in", "g"), ("g:cell", "out")]), "layer_port_unknown", {"layer": "g", "port": "cell"}),
    (
        graph(
            [RELU, ("b", "Add", {}), ("c", "ReLU", {})], [("in", "b"), ("c", "b"), ("b", "a"), ("a", "c"), ("c", "out")]
        ),
        "layer_cycle",
        {"layers": "a -> c -> b -> a"},
    ),
    (graph([("s", "Add", {})], [("in", "s"), ("s", "s"), ("s", "out")]), "layer_cycle", {"layers": "s -> s"}),
]


@pytest.mark.parametrize(("text", "code", "params"), BROKEN, ids=[f"{n}-{c[1]}" for n, c in enumerate(BROKEN)])
def test_broken_texts_are_named(tmp_path: Path, text: str, code: str, params: dict[str, Any]) -> None:
    with pytest.raises(NodeError) as caught:
        call(SequentialModel, tmp_path, params={"layers": text})
    assert caught.value.reason.code == code
    assert params.items() <= caught.value.reason.params.items()
    assert caught.value.reason.text("zh-TW") != caught.value.reason.text("en")
