"""Tensor operations as expressions of torch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.export.layout import call, literal
from app.export.part import Emitter, Sort, Value
from app.nodes.dims import read_dims
from app.nodes.shapes import parse_shape

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.export.part import Part

_LARGEST_ALPHA = 1e30  # from there on the node multiplies itself, as torch refuses such a factor
_ORDER = ("bool", "int", "float")

_MATMUL = '''
def <name>(left: torch.Tensor, right: torch.Tensor) -> torch.Tensor:
    """Multiply two matrices after bringing them to one type; truth values count as whole numbers."""
    kind = torch.promote_types(left.dtype, right.dtype)
    kind = torch.int64 if kind is torch.bool else kind
    return left.to(kind) @ right.to(kind)
'''
_COMPARABLE = '''
def <name>(values: torch.Tensor) -> torch.Tensor:
    """Turn truth values into numbers, of which torch finds the largest."""
    return values.byte() if values.dtype is torch.bool else values
'''


def _joined(a: Value, b: Value) -> str | None:
    """The type of two tensors combined, as far as it follows from theirs; of a family its usual type."""
    if a.dtype == b.dtype:
        return a.dtype
    families = [value.family for value in (a, b)]
    known = [family for family in families if family is not None]
    if len(known) < 2 or known[0] == known[1]:
        return None  # a tensor of one number does not count, and whether it is one shows later
    winner = max(known, key=_ORDER.index)
    found = a.dtype if families[0] == winner else b.dtype
    return found if winner != "float" or found == "float32" else None


def _add(part: Part) -> Mapping[str, Value]:
    a, b = part.tensor("tensor_a"), part.tensor("tensor_b")
    alpha = part.params["alpha"]
    dtype = _joined(a, b)
    if alpha == 1:
        return {"tensor": part.keep(f"{a.text} + {b.text}", dtype=dtype)}
    is_float = a.is_float or b.is_float
    is_known = a.family is not None and b.family is not None
    is_whole = float(alpha).is_integer() and abs(alpha) < 2**31
    if is_float and abs(alpha) < _LARGEST_ALPHA:
        factor = literal(alpha)
    elif is_known and is_whole and {a.family, b.family} != {"bool"}:
        factor = str(int(alpha))
    else:
        factor = str(int(alpha)) if is_whole and not is_known else literal(alpha)
        return {"tensor": part.keep(f"{a.text} + {b.text} * {factor}", dtype="float32" if is_known else None)}
    part.script.use("torch")
    return {"tensor": part.keep(call("torch.add", a.text, b.text, f"alpha={factor}"), dtype=dtype)}


def _multiply(part: Part) -> Mapping[str, Value]:
    a, b = part.tensor("tensor_a"), part.tensor("tensor_b")
    return {"tensor": part.keep(f"{a.text} * {b.text}", dtype=_joined(a, b))}


def _scalar_multiply(part: Part) -> Mapping[str, Value]:
    value = part.tensor("tensor")
    dtype = value.dtype if value.is_float else "float32" if value.dtype else None
    return {"tensor": part.keep(f"{value.text} * {literal(float(part.params['scalar']))}", dtype=dtype)}


def _mat_mul(part: Part) -> Mapping[str, Value]:
    a, b = part.tensor("tensor_a"), part.tensor("tensor_b")
    if a.dtype is not None and a.dtype == b.dtype and a.dtype != "bool":
        return {"tensor": part.keep(f"{a.text} @ {b.text}", dtype=a.dtype)}
    part.script.use("torch")
    name = part.script.define("matmul", _MATMUL)
    dtype = None
    if a.dtype is not None and b.dtype is not None:
        dtype = max((a.dtype, b.dtype), key=_promotion)
        dtype = "int64" if dtype == "bool" else dtype
    return {"tensor": part.keep(call(name, a.text, b.text), dtype=dtype)}


def _promotion(dtype: str) -> tuple[int, str]:
    """Places a type among those it is promoted with; `32` sorts before `64`."""
    return _ORDER.index(dtype.rstrip("0123456789")), dtype


def _softmax(part: Part) -> Mapping[str, Value]:
    value = part.floats("tensor")
    part.script.use("torch")
    return {"tensor": part.keep(call("torch.softmax", value.text, str(part.params["dim"])), dtype=value.dtype)}


def _mean(part: Part) -> Mapping[str, Value]:
    value, dims = part.floats("tensor"), read_dims(part.params["dim"], "dim")
    where = str(dims[0]) if len(dims) == 1 else literal(dims)
    keep = ("keepdim=True",) if part.params["keepdim"] else ()
    return {"tensor": part.keep(call(f"{value.text}.mean", where, *keep), dtype=value.dtype)}


def _argmax(part: Part) -> Mapping[str, Value]:
    value = part.tensor("tensor")
    text = value.text
    if value.dtype == "bool":
        text = f"{text}.byte()"
    elif value.dtype is None:
        part.script.use("torch")
        text = f"{part.script.define('comparable', _COMPARABLE)}({text})"
    keep = ("keepdim=True",) if part.params["keepdim"] else ()
    return {"tensor": part.keep(call(f"{text}.argmax", str(part.params["dim"]), *keep), dtype="int64")}


def _masked_fill(part: Part) -> Mapping[str, Value]:
    value, mask = part.floats("tensor"), part.tensor("mask")
    fill = {"-inf": float("-inf"), "zero": 0.0}.get(part.params["value"], part.params["custom_value"])
    where = mask.text if mask.dtype == "bool" else f"{mask.text} != 0"
    made = call(f"{value.text}.masked_fill", where, literal(float(fill)))
    return {"tensor": part.keep(made, dtype=value.dtype)}


def _permute(part: Part) -> Mapping[str, Value]:
    value, dims = part.tensor("tensor"), read_dims(part.params["dims"], "dims")
    return {"tensor": part.keep(call(f"{value.text}.permute", *map(str, dims)), dtype=value.dtype)}


def _split(part: Part) -> Mapping[str, Value]:
    value, chunks = part.tensor("tensor"), part.params["chunks"]
    pieces = part.keep(call(f"{value.text}.chunk", str(chunks), str(part.params["dim"])), sort=Sort.LIST)
    if not part.read:
        return {"chunk_0": pieces}
    return {f"chunk_{i}": Value(f"{pieces.text}[{i}]", Sort.TENSOR, value.dtype) for i in range(chunks)}


def _squeeze(part: Part) -> Mapping[str, Value]:
    value, dim = part.tensor("tensor"), part.params["dim"]
    return {"tensor": part.keep(call(f"{value.text}.squeeze", *([] if dim == -1 else [str(dim)])), dtype=value.dtype)}


def _unsqueeze(part: Part) -> Mapping[str, Value]:
    value = part.tensor("tensor")
    return {"tensor": part.keep(call(f"{value.text}.unsqueeze", str(part.params["dim"])), dtype=value.dtype)}


def _together(function: str) -> Emitter:
    def emit(part: Part) -> Mapping[str, Value]:
        a, b = part.tensor("tensor_a"), part.tensor("tensor_b")
        part.script.use("torch")
        dtype = a.dtype if a.dtype == b.dtype else None
        return {"tensor": part.keep(call(function, f"({a.text}, {b.text})", str(part.params["dim"])), dtype=dtype)}

    return Emitter(emit)


def _flatten(part: Part) -> Mapping[str, Value]:
    value = part.tensor("tensor")
    return {"tensor": part.keep(call(f"{value.text}.flatten", str(part.params["start_dim"])), dtype=value.dtype)}


def _reshape(part: Part) -> Mapping[str, Value]:
    value, shape = part.tensor("tensor"), parse_shape(part.params["shape"], infer=True)
    sizes = map(str, shape) if shape else ["()"]
    return {"tensor": part.keep(call(f"{value.text}.reshape", *sizes), dtype=value.dtype)}


def _tensor_create(part: Part) -> Mapping[str, Value]:
    shape, fill = parse_shape(part.params["shape"]), part.params["fill"]
    if fill in ("rand", "randn"):
        part.seed_here()
    part.script.use("torch")
    where = [f"device={part.script.device()}", *(["requires_grad=True"] if part.params["requires_grad"] else [])]
    if fill == "arange":
        # a shape without sizes has no first one; the node refuses it when it runs
        made = call("torch.arange", str(shape[0] if shape else 0), "dtype=torch.float32", *where)
    elif fill == "full":
        made = call("torch.full", literal(shape), literal(float(part.params["value"])), *where)
    else:
        made = call(f"torch.{fill}", *(map(str, shape) if shape else ["()"]), *where)
    return {"tensor": part.keep(made, dtype="float32")}


EMITTERS: Mapping[str, Emitter] = {
    "Add": Emitter(_add),
    "Argmax": Emitter(_argmax),
    "Concat": _together("torch.cat"),
    "Flatten": Emitter(_flatten),
    "MaskedFill": Emitter(_masked_fill),
    "MatMul": Emitter(_mat_mul),
    "Mean": Emitter(_mean),
    "Multiply": Emitter(_multiply),
    "Permute": Emitter(_permute),
    "Reshape": Emitter(_reshape),
    "ScalarMultiply": Emitter(_scalar_multiply),
    "Softmax": Emitter(_softmax),
    "Split": Emitter(_split),
    "Squeeze": Emitter(_squeeze),
    "Stack": _together("torch.stack"),
    "TensorCreate": Emitter(_tensor_create),
    "Unsqueeze": Emitter(_unsqueeze),
}
"""Node type -> how it is written."""
