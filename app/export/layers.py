"""Layers as calls of torch's constructors, and the one that torch lacks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.vocab.errors import NodeError
from app.export.layout import Named, call, literal
from app.nodes.layer_table import LAYERS, chosen, value_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.export.layout import Call
    from app.export.script import Script

PLAIN = ("Reshape", "SelectIndex", "Add", "Multiply", "Subtract", "Mean", "Concat", "Stack")
"""Layer types without weights and state, that are written as expressions in forward()."""

_TOKENS = '''
class <name>(nn.Embedding):
    """An embedding that also takes ids that come as floats."""

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        """[...] ids to [..., embedding_dim]."""
        return super().forward(ids.long())
'''
_NAMES = {"MultiHeadAttention": "nn.MultiheadAttention"}

_LEADING = (
    *("in_channels", "out_channels", "kernel_size", "in_features", "out_features", "num_features", "num_groups"),
    *("num_channels", "normalized_shape", "num_embeddings", "embedding_dim", "input_size", "hidden_size", "embed_dim"),
    *("num_heads", "d_model", "nhead", "output_size", "p"),
)
"""Params that people write without their name, in the order that torch has them."""


def layer(script: Script, layer_id: str, type_name: str, params: Mapping[str, Any]) -> Call:
    """The call that makes a layer of a model; what it needs is imported and defined.

    Raises: NodeError layer_unknown, layer_param_unknown, layer_bad.
    """
    refuse_params(layer_id, type_name, params)
    script.use("torch", "nn")
    if type_name == "Embedding":
        script.use("torch")
        tokens = script.define("TokenEmbedding", _TOKENS)
        return call(tokens, *_written(converted(layer_id, type_name, params)))
    return construct(type_name, converted(layer_id, type_name, params))


def refuse_params(layer_id: str, type_name: str, params: Mapping[str, Any]) -> None:
    """Raises: NodeError layer_unknown, layer_param_unknown."""
    if type_name not in LAYERS:
        raise NodeError.of("layer_unknown", layer=layer_id, type=type_name)
    allowed = LAYERS[type_name].allowed
    unknown = sorted(set(params) - set(allowed) - {"inplace"})
    if unknown:
        names = ", ".join(allowed) or "-"
        raise NodeError.of("layer_param_unknown", layer=layer_id, type=type_name, param=unknown[0][:60], allowed=names)


def converted(layer_id: str, type_name: str, params: Mapping[str, Any]) -> dict[str, Any]:
    """What the constructor is given, in the form that torch takes. Raises: NodeError layer_bad."""
    try:
        return {name: value_of(name, value) for name, value in chosen(type_name, params).items()}
    except (TypeError, ValueError, OverflowError) as error:
        raise NodeError.of("layer_bad", layer=layer_id, type=type_name, message=str(error)[:200]) from None


def construct(type_name: str, values: Mapping[str, Any]) -> Call:
    """The call of torch's own constructor with these values."""
    if type_name.startswith("Transformer"):
        return _stack(type_name, values)
    return call(_NAMES.get(type_name, f"nn.{type_name}"), *_written(values))


def _stack(type_name: str, values: Mapping[str, Any]) -> Call:
    """A stack of transformer layers: one layer that torch copies."""
    inner = {name: value for name, value in values.items() if name != "num_layers"}
    one = call(f"nn.{type_name}Layer", *_written(inner))
    more = ["enable_nested_tensor=False"] if type_name == "TransformerEncoder" else []
    return call(f"nn.{type_name}", one, literal(values["num_layers"]), *more)


def _written(values: Mapping[str, Any]) -> list[str | Named]:
    first = [literal(values[name]) for name in _LEADING if name in values]
    return [*first, *(Named(name, literal(value)) for name, value in values.items() if name not in _LEADING)]
