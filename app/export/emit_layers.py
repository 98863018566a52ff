"""Nodes that are one layer: the module is made, brought to its input's device and type, and applied."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.vocab.errors import NodeError
from app.export.layers import construct
from app.export.layout import call
from app.export.part import Emitter, Sort, Value
from app.nodes.layer_table import MOST_LAYERS, least_of, value_of
from app.nodes.normalization.layer_norm import trailing_shape
from app.nodes.transformer.attention import STACK_FIXED
from app.nodes.windows import MOST, setting

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from app.export.layout import Call
    from app.export.part import Part

_FIXED: Mapping[str, Mapping[str, Any]] = {
    "TransformerEncoder": STACK_FIXED,
    "TransformerDecoder": STACK_FIXED,
    "MultiHeadAttention": {"batch_first": False},
}
"""What the nodes tell their constructors beside the params."""

_AS_IN_TORCH: Mapping[str, Any] = {
    "stride": 1,
    "padding": 0,
    "output_padding": 0,
    "eps": 1e-05,
    "affine": False,
    "padding_idx": None,
    "batch_first": False,
    "bidirectional": False,
    "dim_feedforward": 2048,
}
"""Values that the constructors have by themselves, which nobody writes out."""

_WITHOUT_WEIGHTS_TO_DRAW = ("BatchNorm1d", "BatchNorm2d", "LayerNorm", "GroupNorm", "InstanceNorm2d")

_SAME_FLOATS = '''
def <name>(*tensors: torch.Tensor) -> list[torch.Tensor]:
    """Bring tensors of floats to the widest of their types."""
    widest = tensors[0].dtype
    for tensor in tensors:
        widest = torch.promote_types(widest, tensor.dtype)
    return [tensor.to(widest) for tensor in tensors]
'''
_FILL = '''
def <name>(weights: Iterable[torch.Tensor], bound: float, generator: torch.Generator) -> None:
    """Draw each weight uniformly from -bound to bound."""
    for weight in weights:
        nn.init.uniform_(weight, -bound, bound, generator=generator)
'''
_EXPERTS = '''
class <name>(nn.Module):
    """A router over experts `down(gelu(up(x)))`; the shares of the chosen ones are the softmax of their scores."""

    def __init__(self, count: int, top_k: int, width: int, inner: int, seed: int) -> None:
        super().__init__()
        self.top_k = top_k
        self.router = nn.Parameter(torch.empty(count, width))
        self.up = nn.Parameter(torch.empty(count, inner, width))
        self.up_bias = nn.Parameter(torch.empty(count, inner))
        self.down = nn.Parameter(torch.empty(count, width, inner))
        self.down_bias = nn.Parameter(torch.empty(count, width))
        generator = torch.Generator().manual_seed(seed)
        FILL((self.router, self.up, self.up_bias), 1 / math.sqrt(width), generator)
        FILL((self.down, self.down_bias), 1 / math.sqrt(inner), generator)

    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """[batch, time, width] to the output of that shape, shares and experts [batch, time, top_k]."""
        scores, chosen = (x @ self.router.T).topk(self.top_k, dim=-1)
        shares = scores.softmax(-1)
        tokens, experts, weights = x.reshape(-1, x.shape[-1]), chosen.reshape(-1, self.top_k), shares.flatten(0, -2)
        output = torch.zeros_like(tokens)
        for expert in sorted(set(experts.flatten().tolist())):
            rows, places = (experts == expert).nonzero(as_tuple=True)
            inner = nn.functional.gelu(tokens[rows] @ self.up[expert].T + self.up_bias[expert])
            answer = inner @ self.down[expert].T + self.down_bias[expert]
            output = output.index_add(0, rows, answer * weights[rows, places, None])
        return output.reshape(x.shape), shares, chosen
'''
_BATCHED = '''
def <name>(x: torch.Tensor) -> torch.Tensor:
    """Make [time, width] a batch of one."""
    return x if x.dim() == 3 else x[None]
'''
_SEEDS = 2**64


def operands(part: Part, *ports: str) -> list[Value]:
    """What comes in at these ports as floats of one type, each an expression that can be repeated."""
    values = [part.floats(port) for port in ports]
    dtypes = {value.dtype for value in values}
    if len(dtypes) == 1 and None not in dtypes:
        return values
    if len(values) == 1:
        return [_named(part, values[0], ports[0])]
    part.script.use("torch")
    names = [part.name(port) for port in ports]
    same = part.script.define("same_floats", _SAME_FLOATS)
    part.script.say(f"{', '.join(names)} = ", call(same, *(value.text for value in values)))
    return [Value(name, Sort.TENSOR) for name in names]


def _named(part: Part, value: Value, port: str) -> Value:
    return value if value.text.isidentifier() else part.keep(value.text, f"{port} floats", dtype=value.dtype)


def _settings(part: Part, names: Sequence[str]) -> dict[str, Any]:
    """The params that the module is built from. Raises: NodeError size_out_of_range, layer_params_bad."""
    kind, params = part.node.type, dict(part.params)
    if kind == "LayerNorm":
        params["normalized_shape"] = trailing_shape(params)
    for name in names:
        least = least_of(name)
        if least is not None and isinstance(params[name], int):
            setting(params, name, least, MOST_LAYERS if name == "num_layers" else MOST)
    try:
        return {
            name: value_of(name, value)
            for name, value in {**{n: params[n] for n in names}, **_FIXED.get(kind, {})}.items()
        }
    except (TypeError, ValueError, OverflowError) as error:
        raise NodeError.of("layer_params_bad", type=kind, message=str(error)[:200]) from None


def _module(part: Part, made: Call, like: Value) -> str:
    """Emit the module, on the device and of the type of `like`; its name."""
    script, name = part.script, part.name()
    script.use("torch", "nn")
    with script.main.before_loops():
        if part.node.type not in _WITHOUT_WEIGHTS_TO_DRAW:
            part.seed_here()
        script.say(f"{name} = ", made)
        if like.dtype is not None:
            _move(part, name, like)
    if like.dtype is None:
        _move(part, name, like)
    return name


def _move(part: Part, name: str, like: Value) -> None:
    dtype = "" if like.dtype == "float32" else f", torch.{like.dtype}" if like.dtype else f", {like.text}.dtype"
    part.script.use("torch")
    part.script.say(f"{name}.to({part.script.device()}{dtype})")


def _plain(*names: str) -> Emitter:
    """A layer of one input and one result. names: the params it is built from."""

    def emit(part: Part) -> Mapping[str, Value]:
        values = _settings(part, names)
        (given,) = operands(part, "tensor")
        trimmed = {name: value for name, value in values.items() if _AS_IN_TORCH.get(name, ...) != value}
        module = _module(part, construct(part.node.type, trimmed), given)
        return {"tensor": part.keep(call(module, given.text), "output", dtype=given.dtype)}

    return Emitter(emit)


def _embedding(part: Part) -> Mapping[str, Value]:
    values = _settings(part, ("num_embeddings", "embedding_dim", "padding_idx"))
    ids = part.tensor("tensor")
    trimmed = {name: value for name, value in values.items() if value is not None}
    module = _module(part, construct("Embedding", trimmed), Value("", Sort.TENSOR, "float32"))
    text = ids.text if ids.dtype == "int64" else f"{ids.text}.long()"
    return {"tensor": part.keep(call(module, text), "output", dtype="float32")}


def _recurrent(part: Part) -> Mapping[str, Value]:
    names = ("input_size", "hidden_size", "num_layers", "batch_first", "bidirectional")
    values = _settings(part, names)
    (given,) = operands(part, "tensor")
    usual = {**_AS_IN_TORCH, "num_layers": 1}
    trimmed = {name: value for name, value in values.items() if usual.get(name, ...) != value}
    module = _module(part, construct(part.node.type, trimmed), given)
    pattern = "{}, ({}, _) = " if part.node.type == "LSTM" else "{}, {} = "
    if part.node.type == "LSTM" and "hidden" not in part.read:
        pattern = "{}, {} = "
    return _taken(part, pattern, ("output", "hidden"), call(module, given.text), given.dtype)


def _taken(part: Part, pattern: str, ports: Sequence[str], source: Call, dtype: str | None) -> dict[str, Value]:
    """Take the results that somebody reads, the first one at least; `_` stands for the others."""
    read = [port for port in ports if port in part.read] or [ports[0]]
    names = {port: part.name(port) for port in read}
    part.script.say(pattern.format(*(names.get(port, "_") for port in ports)), source)
    return {port: Value(name, Sort.TENSOR, dtype) for port, name in names.items()}


def _attention(part: Part) -> Mapping[str, Value]:
    values = _settings(part, ("embed_dim", "num_heads"))
    query, key, value = operands(part, "query", "key", "value")
    trimmed = {name: one for name, one in values.items() if name != "batch_first"}
    module = _module(part, construct(part.node.type, trimmed), query)
    source = call(module, query.text, key.text, value.text)
    return _taken(part, "{}, {} = ", ("output", "weights"), source, query.dtype)


def _decoder(part: Part) -> Mapping[str, Value]:
    values = _settings(part, ("d_model", "nhead", "num_layers", "dim_feedforward"))
    given, memory = operands(part, "tensor", "memory")
    trimmed = {name: value for name, value in values.items() if _AS_IN_TORCH.get(name, ...) != value}
    module = _module(part, construct(part.node.type, trimmed), given)
    return {"tensor": part.keep(call(module, given.text, memory.text), "output", dtype=given.dtype)}


def _rnn_cell(part: Part) -> Mapping[str, Value]:
    """Its weights come from a generator of their own, whatever the seed of the run."""
    script, params = part.script, part.params
    width, hidden = setting(params, "input_size", 1), setting(params, "hidden_size", 1)
    has_state = "hidden" in part.inputs and part.inputs["hidden"].text != "None"
    given = operands(part, "tensor", *(["hidden"] if has_state else []))
    for module in ("math", "torch"):
        script.use(module)
    script.use("torch", "nn")
    script.use("collections.abc", "Iterable")
    name = part.name()
    more = [] if params["nonlinearity"] == "tanh" else ['nonlinearity="relu"']
    fill = script.define("fill_weights", _FILL)
    generator = f"torch.Generator().manual_seed({params['seed'] % _SEEDS})"
    with script.main.before_loops():
        script.say(f"{name} = ", call("nn.RNNCell", str(width), str(hidden), *more))
        script.say("", call(fill, f"{name}.parameters()", f"1 / math.sqrt({hidden})", generator))
    _move(part, name, given[0])
    made = call(name, *(value.text for value in given))
    return {"hidden": part.keep(made, "hidden", dtype=given[0].dtype)}


def _experts(part: Part) -> Mapping[str, Value]:
    script, params = part.script, part.params
    if params["top_k"] > params["num_experts"]:
        raise NodeError.of("experts_too_few", top_k=params["top_k"], num_experts=params["num_experts"])
    sizes = [setting(params, name, 1) for name in ("num_experts", "top_k", "hidden_dim", "expert_hidden_dim")]
    (given,) = operands(part, "x")
    for module in ("math", "torch"):
        script.use(module)
    script.use("torch", "nn")
    script.use("collections.abc", "Iterable")
    fill = script.define("fill_weights", _FILL)
    experts = script.define("Experts", _EXPERTS.replace("FILL", fill))
    name = part.name()
    seed = f"seed={params['seed'] % _SEEDS}"
    with script.main.before_loops():
        script.say(f"{name} = ", call(experts, *map(str, sizes), seed))
    _move(part, name, given)
    ports = ("output", "routing_weights", "expert_indices")
    made = call(name, f"{script.define('batched', _BATCHED)}({given.text})")
    found = _taken(part, "{}, {}, {} = ", ports, made, given.dtype)
    if "expert_indices" in found:
        found["expert_indices"] = Value(found["expert_indices"].text, Sort.TENSOR, "int64")
    return found


_CHANNELS = ("in_channels", "out_channels", "kernel_size", "stride", "padding")

EMITTERS: Mapping[str, Emitter] = {
    "BatchNorm1d": _plain("num_features"),
    "BatchNorm2d": _plain("num_features"),
    "Conv1d": _plain(*_CHANNELS),
    "Conv2d": _plain(*_CHANNELS),
    "ConvTranspose2d": _plain(*_CHANNELS, "output_padding"),
    "Embedding": Emitter(_embedding),
    "GRU": Emitter(_recurrent),
    "GroupNorm": _plain("num_groups", "num_channels"),
    "InstanceNorm2d": _plain("num_features", "affine"),
    "LSTM": Emitter(_recurrent),
    "LayerNorm": _plain("normalized_shape", "eps"),
    "Linear": _plain("in_features", "out_features"),
    "MoELayer": Emitter(_experts),
    "MultiHeadAttention": Emitter(_attention),
    "RNNCell": Emitter(_rnn_cell),
    "TransformerDecoder": Emitter(_decoder),
    "TransformerEncoder": _plain("d_model", "nhead", "num_layers", "dim_feedforward"),
}
"""Node type -> how it is written."""
