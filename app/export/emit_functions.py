"""Nodes that are a function of torch without weights: activations, pools, fixed kernels, dropout."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.export.emit_layers import operands
from app.export.layout import call, literal, nested
from app.export.part import Emitter, Value
from app.nodes.cnn.conv2d_kernel import kernel_values
from app.nodes.windows import pool, setting

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from app.export.layout import Call
    from app.export.part import Part

_ACTIVATIONS = {
    "softmax": "functional.softmax({}, -1)",
    "prelu": "functional.leaky_relu({}, 0.25)",
}
_SLIDE = '''
def <name>(images: torch.Tensor, kernel: torch.Tensor, stride: int, padding: int) -> torch.Tensor:
    """Slide a kernel over each channel by itself."""
    size, channels = kernel.shape[-1], images.shape[1]
    weights = kernel.reshape(-1, 1, size, size).expand(channels, 1, size, size)
    return functional.conv2d(images, weights, stride=stride, padding=padding, groups=channels)
'''


def _function(made: Callable[[Part, str], Call | str]) -> Emitter:
    """A function of one tensor of floats that keeps its type. made: the call of the function on an expression."""

    def emit(part: Part) -> Mapping[str, Value]:
        given = part.floats("tensor")
        part.script.use("torch.nn", "functional")
        return {"tensor": part.keep(made(part, given.text), dtype=given.dtype)}

    return Emitter(emit)


def _activation(part: Part, text: str) -> Call | str:
    function = part.params["function"]
    return _ACTIVATIONS.get(function, f"functional.{function}({{}})").format(text)


def _max_pool(part: Part, text: str) -> Call:
    window = pool(part.params)
    return call("functional.max_pool2d", text, str(window["kernel_size"]), *_steps(window))


def _avg_pool(part: Part, text: str) -> Call:
    window = pool(part.params)
    return call("functional.avg_pool2d", text, str(window["kernel_size"]), *_steps(window))


def _steps(window: Mapping[str, int]) -> list[str]:
    """A pool's step is its width where nobody says otherwise, and its padding is none."""
    stride = [f"stride={window['stride']}"] if window["stride"] != window["kernel_size"] else []
    return [*stride, *([f"padding={window['padding']}"] if window["padding"] else [])]


def _adaptive(part: Part, text: str) -> Call:
    size = (setting(part.params, "output_height", 1), setting(part.params, "output_width", 1))
    return call("functional.adaptive_avg_pool2d", text, literal(size))


def _dropout(part: Part, text: str) -> Call:
    part.seed_here()
    return call("functional.dropout", text, literal(part.params["p"]))


def _kernel(part: Part) -> Mapping[str, Value]:
    part.script.use("torch")
    rows = kernel_values(part.params)
    made = call("torch.tensor", nested(rows), "dtype=torch.float32", f"device={part.script.device()}")
    return {"tensor": part.keep(made, dtype="float32")}


def _explicit(part: Part) -> Mapping[str, Value]:
    script, params = part.script, part.params
    stride, padding = setting(params, "stride", 1), setting(params, "padding", 0)
    images, kernel = operands(part, "tensor", "kernel")
    script.use("torch")
    script.use("torch.nn", "functional")
    made = call(script.define("slide", _SLIDE), images.text, kernel.text, f"stride={stride}", f"padding={padding}")
    return {"tensor": part.keep(made, dtype=images.dtype)}


EMITTERS: Mapping[str, Emitter] = {
    "Activation": _function(_activation),
    "AdaptiveAvgPool2d": _function(_adaptive),
    "AvgPool2d": _function(_avg_pool),
    "Conv2dExplicit": Emitter(_explicit),
    "Conv2dKernel": Emitter(_kernel),
    "Dropout": _function(_dropout),
    "MaxPool2d": _function(_max_pool),
}
"""Node type -> how it is written."""
