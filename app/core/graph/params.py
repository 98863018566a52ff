"""Brings the params of a node to their declared types and bounds, and names each one that cannot be."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

from app.core.graph.prepared import Problem
from app.core.vocab.device import is_device
from app.core.vocab.nodespec import ParamType
from app.core.vocab.reason import reason

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from app.core.vocab.nodespec import NodeSpec, ParamSpec

MAX_INT = 2**63 - 1
"""Integers are bounded to 64 bits, what torch and numpy take, unless a param says less."""

MAX_GRID_DEPTH = 16
"""Dimensions of a tensor_grid."""

HIDDEN = "***"
"""Stands for what was given for a secret param, also when it is of the wrong type."""

_DEVICES = "auto, cpu, cuda, cuda:N, mps, mps:N"


class Checked(NamedTuple):
    """params: every declared param, of its type, within its bounds; the default where the given value is no use."""

    params: dict[str, Any]
    problems: list[Problem]
    warnings: list[Problem]


class _Refused(Exception):
    def __init__(self, code: str, **params: Any) -> None:
        self.code = code
        self.params = params


def check_params(spec: NodeSpec, given: Mapping[str, Any], node_id: str | None = None) -> Checked:
    """Check what a graph gives for a node of type `spec`. Never raises, whatever JSON `given` holds.

    Texts that hold a number are taken as that number, `true` and `false` as truth; file params get forward slashes,
    so that a graph saved on Windows runs everywhere. Names that the type does not declare are left out with a warning.
    """
    params = spec.defaults()
    checked = Checked(params, [], [])
    if not given:
        return checked
    node = node_id if node_id is not None else spec.name
    for param in spec.params:
        if param.name not in given:
            continue
        value = given[param.name]
        if value is None and param.default is None:
            continue
        try:
            params[param.name] = _CHECKS[param.param_type](param, value)
        except _Refused as refused:
            given_text = HIDDEN if param.param_type is ParamType.SECRET else _shown(value)
            problem = reason(refused.code, node=node, param=param.name, given=given_text, **refused.params)
            checked.problems.append(Problem(problem, node_id))
    if not given.keys() <= params.keys():
        checked.warnings.extend(
            Problem(reason("param_unknown", node=node, param=name[:80], node_type=spec.name), node_id)
            for name in given
            if name not in params
        )
    return checked


def _shown(value: Any) -> str:
    """A value as a sentence may quote it: short, and cheap also for a huge one."""
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) > 10**30:
        return f"{value.bit_length()}-bit integer"
    if isinstance(value, dict | list):
        return f"{'list' if isinstance(value, list) else 'object'} of {len(value)}"
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    text = str(value)
    return text if len(text) <= 80 else text[:79] + "…"


def _wrong(expected: str) -> _Refused:
    return _Refused("param_wrong_type", expected=expected)


def _allowed(param: ParamSpec) -> str:
    low, high = param.min_value, param.max_value
    if low is None:
        return f"<= {high:g}"
    return f">= {low:g}" if high is None else f"{low:g} .. {high:g}"


def _within(param: ParamSpec, value: float) -> None:
    too_low = param.min_value is not None and value < param.min_value
    if too_low or (param.max_value is not None and value > param.max_value):
        raise _Refused("param_out_of_range", allowed=_allowed(param))


def _number(value: Any, expected: str) -> int | float:
    """A JSON number, or the number a text holds."""
    if isinstance(value, str):
        text = value.strip()
        if len(text) > 400 or "_" in text:
            raise _wrong(expected)
        try:
            return int(text)
        except ValueError:
            pass
        try:
            value = float(text)
        except ValueError:
            raise _wrong(expected) from None
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise _wrong(expected)
    if isinstance(value, float) and not math.isfinite(value):
        raise _Refused("param_not_finite")
    return value


def _int(param: ParamSpec, value: Any) -> int:
    number = value if type(value) is int else _number(value, "integer")
    if isinstance(number, float):
        if not number.is_integer():
            raise _wrong("integer")
        number = int(number)
    if abs(number) > MAX_INT:
        raise _Refused("param_out_of_range", allowed=f"-{MAX_INT} .. {MAX_INT}")
    _within(param, number)
    return number


def _float(param: ParamSpec, value: Any) -> float:
    try:
        number = float(_number(value, "number"))
    except OverflowError:
        raise _Refused("param_not_finite") from None
    _within(param, number)
    return number


def _bool(_param: ParamSpec, value: Any) -> bool:
    if isinstance(value, bool):
        return value
    if isinstance(value, str) and value.strip().lower() in ("true", "false"):
        return value.strip().lower() == "true"
    if isinstance(value, int) and value in (0, 1):
        return bool(value)
    raise _wrong("true/false")


def _text(_param: ParamSpec, value: Any) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise _wrong("string")
    if isinstance(value, float) and not math.isfinite(value):
        raise _Refused("param_not_finite")
    if isinstance(value, int) and abs(value) > MAX_INT:
        raise _Refused("param_out_of_range", allowed=f"-{MAX_INT} .. {MAX_INT}")
    return str(value)


def _file(param: ParamSpec, value: Any) -> str:
    text = _plain(param, value)
    if "\0" in text:
        raise _Refused("param_bad_path")
    return text.replace("\\", "/")


def _plain(_param: ParamSpec, value: Any) -> str:
    if not isinstance(value, str):
        raise _wrong("string")
    return value


def _select(param: ParamSpec, value: Any) -> str:
    text = _text(param, value)
    if param.name == "device":
        if not is_device(text):
            raise _Refused("param_bad_device", allowed=_DEVICES)
        return text
    if text not in param.options:
        raise _Refused("param_unknown_option", allowed=", ".join(param.options))
    return text


def _grid(_param: ParamSpec, value: Any) -> Any:
    """Nested lists of finite numbers, as regular as a tensor; null is no value. Lists are taken as they are."""
    level = [value]
    for _ in range(MAX_GRID_DEPTH + 1):
        lists = [item for item in level if isinstance(item, list)]
        if not lists:
            break
        if len(lists) < len(level) or len({len(item) for item in lists}) > 1:
            raise _Refused("param_ragged_grid")
        level = [child for item in lists for child in item]
    else:
        raise _Refused("param_grid_too_deep", limit=MAX_GRID_DEPTH)
    for item in level:
        if not isinstance(item, int | float):
            if item is None and item is value:
                return None
            raise _wrong("numbers in nested lists")
        if isinstance(item, float) and not math.isfinite(item):
            raise _Refused("param_not_finite")
        if isinstance(item, int) and abs(item) > MAX_INT:
            raise _Refused("param_out_of_range", allowed=f"-{MAX_INT} .. {MAX_INT}")
    return value


_CHECKS: Mapping[ParamType, Callable[[ParamSpec, Any], Any]] = {
    ParamType.INT: _int,
    ParamType.FLOAT: _float,
    ParamType.BOOL: _bool,
    ParamType.STRING: _text,
    ParamType.CODE: _plain,
    ParamType.SECRET: _plain,
    ParamType.SELECT: _select,
    ParamType.MODEL_FILE: _file,
    ParamType.IMAGE_FILE: _file,
    ParamType.DATA_FILE: _file,
    ParamType.TENSOR_GRID: _grid,
}
