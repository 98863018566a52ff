"""The base of nodes that are one layer of a network: the module is made, or taken from the run's store, and applied."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar

from app.core.vocab.errors import NodeError
from app.engine.modules import module_for
from app.engine.node import Node
from app.nodes.shapes import shape_text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from torch import Tensor, nn

    from app.engine.context import NodeContext


class LayerNode(Node):
    """The module is torch's, in training mode, its weights drawn from torch's random state on the CPU, which the
    engine seeds for each node; then it moves to the device and float type of the input.

    `structural_params` of the spec are those the module is built from: while they stay, a run that lends a store for
    weights gets the module of its former run.
    """

    FIXED: ClassVar[Mapping[str, Any]] = {}
    """What the constructor is told beside the params."""

    def build(self, params: Mapping[str, Any]) -> nn.Module:
        """Make the module. Raises: NodeError size_out_of_range, layer_params_bad, out_of_memory_ahead."""
        from app.nodes._torch.layer_modules import build

        return build(self.SPEC.name, {name: params[name] for name in self.SPEC.structural_params}, self.FIXED)

    @abstractmethod
    def operands(self, inputs: dict[str, Any], params: Mapping[str, Any]) -> tuple[Tensor, ...]:
        """Take what the module is applied to, in its order. Raises: NodeError for what does not fit the params."""

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        """Raises: NodeError of build() and operands(), layer_input_failed for what torch alone can tell."""
        from app.nodes._torch.layer_modules import apply

        module = module_for(context, self.SPEC, params, lambda: self.build(params))
        found = apply(self.SPEC.name, module, *self.operands(inputs, params))
        values = found if isinstance(found, tuple) else (found,)
        return {port.name: value for port, value in zip(self.SPEC.outputs, values, strict=True)}


def refuse_size(value: Tensor, port: str, dim: int, params: Mapping[str, Any], param: str) -> None:
    """Check that a dimension is as large as a param says. Raises: NodeError layer_size_unfit."""
    found, wanted = value.shape[dim], params[param]
    if found != wanted:
        raise NodeError.of(
            "layer_size_unfit",
            dim=dim % value.dim(),
            port=port,
            shape=shape_text(value.shape),
            found=found,
            param=param,
            wanted=wanted,
        )


def refuse_unequal(a: tuple[Tensor, str], b: tuple[Tensor, str], dim: int) -> None:
    """Check that two inputs (with their ports) are of one size along a dimension. Raises: NodeError sizes_disagree."""
    if a[0].shape[dim] != b[0].shape[dim]:
        sizes = {"a_size": a[0].shape[dim], "b_size": b[0].shape[dim]}
        raise NodeError.of("sizes_disagree", dim=dim, a=a[1], b=b[1], **sizes)
