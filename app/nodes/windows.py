"""Windows that slide over an input, and whole numbers in params that torch itself would choke on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.vocab.errors import NodeError
from app.nodes.shapes import refuse_absurd, shape_text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from torch import Tensor

MOST = 2**31 - 1
"""Largest size that torch's convolutions and pools count with."""


def setting(params: Mapping[str, Any], name: str, least: int, most: int = MOST) -> int:
    """Take a whole number from the params. Raises: NodeError size_out_of_range."""
    value = params[name]
    if not least <= value <= most:
        shown = value if abs(value) < 10**18 else f"{value:.3e}" if abs(value) < 10**300 else "far too large"
        raise NodeError.of("size_out_of_range", param=name, value=shown, least=least, most=most)
    return int(value)


def refuse_windows(value: Tensor, dims: int, params: Mapping[str, Any], channels: int | None = None) -> None:
    """Check that windows fit into the last `dims` dimensions, and that what comes out can be held.

    params: kernel_size, stride, and padding (0 where it is missing), as in the params of convolutions and pools;
    checked for their bounds before. channels: of the output, where it is not that of the input.
    Raises: NodeError window_unfit, tensor_too_large.
    """
    kernel, stride, padding = params["kernel_size"], params["stride"], params.get("padding", 0)
    sizes = [(size + 2 * padding - kernel) // stride + 1 for size in value.shape[-dims:]]
    if any(size < 1 for size in sizes):
        raise NodeError.of("window_unfit", kernel=kernel, shape=shape_text(value.shape), padding=padding)
    lead = list(value.shape[:-dims])
    if channels is not None:
        lead[-1] = channels
    refuse_absurd([*lead, *sizes], value.element_size(), str(value.device))


def pool(params: Mapping[str, Any]) -> dict[str, Any]:
    """The params of a pool, within their bounds. Raises: NodeError size_out_of_range, padding_unfit."""
    kernel, stride = setting(params, "kernel_size", 1), setting(params, "stride", 1)
    padding = setting(params, "padding", 0) if "padding" in params else 0
    if padding * 2 > kernel:
        raise NodeError.of("padding_unfit", padding=padding, kernel=kernel)
    return {"kernel_size": kernel, "stride": stride, "padding": padding}
