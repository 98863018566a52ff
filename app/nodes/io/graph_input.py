"""GraphInput: a value that comes from whoever runs the graph."""

from __future__ import annotations

import json
import math
import re
from typing import TYPE_CHECKING, Any

from app.core.vocab.errors import NodeError
from app.core.vocab.nodespec import DataType, NodeSpec, ParamType, Text
from app.engine.node import Node
from app.nodes.ports import param, port

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.engine.context import NodeContext

NAME = re.compile(r"[a-zA-Z_][a-zA-Z0-9_]{0,63}\Z")
"""What may name an input or output of a graph."""

_TRUTH = {"true": True, "1": True, "yes": True, "on": True, "false": False, "0": False, "no": False, "off": False}


class GraphInput(Node):
    """Gives the value sent for `name`; a run that sends none gives the default, read as the declared type."""

    SPEC = NodeSpec(
        name="GraphInput",
        category="IO",
        description=Text(
            "A named value from outside; when none is sent, the default stands in.",
            "來自外部的具名值；沒有送來值時使用預設值。",
        ),
        title_zh_tw="流程圖輸入",
        outputs=(port("value", DataType.ANY, "The value, of the declared type.", "所宣告型別的值。"),),
        params=(
            param("name", ParamType.STRING, "input", "Name under which the value is sent.", "送入值時所用的名稱。"),
            param(
                "type",
                ParamType.SELECT,
                "string",
                "What kind of value it is; it is checked and converted.",
                "值的種類，會檢查並轉換。",
                options=("string", "number", "integer", "boolean", "json", "image"),
            ),
            param(
                "required",
                ParamType.BOOL,
                True,
                "Whoever calls the graph as a function must send it.",
                "以函式方式呼叫流程圖時必須送入。",
            ),
            param(
                "default",
                ParamType.STRING,
                "",
                "Stands in when nothing is sent, written as text.",
                "沒有送入時使用的值，以文字填寫。",
            ),
            param("description", ParamType.STRING, "", "A note for whoever calls the graph.", "給呼叫者看的說明。"),
        ),
    )

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        """An optional input that is not sent and has no default is None, or "" where it is a text.

        Raises: NodeError input_name_malformed, input_value_malformed.
        """
        name, kind = params["name"], params["type"]
        if not NAME.match(name):
            raise NodeError.of("input_name_malformed", name=name[:100])
        sent = context.run.graph_inputs
        if name in sent:
            return {"value": converted(sent[name], kind, name)}
        default = params["default"]
        if default == "" and not params["required"] and kind not in ("string", "image"):
            return {"value": None}
        return {"value": converted(json_default(default, name) if kind == "json" else default, kind, name)}


def json_default(text: str, name: str) -> Any:
    """Read a JSON default. Raises: NodeError input_value_malformed."""
    try:
        return json.loads(text, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise _malformed(text, "json", name) from error


def converted(value: Any, kind: str, name: str) -> Any:
    """Bring a value to its declared type; text is read, nothing is rounded.

    kind: an option of `type`. Raises: NodeError input_value_malformed.
    """
    if kind == "json":
        return value
    if kind in ("string", "image"):
        if isinstance(value, str):
            return value
        if kind == "string" and isinstance(value, (int, float)) and not isinstance(value, bool):
            return str(value)
    elif kind == "boolean":
        if isinstance(value, bool):
            return value
        if isinstance(value, str) and value.strip().lower() in _TRUTH:
            return _TRUTH[value.strip().lower()]
    else:
        number = _number(value)
        if number is not None and kind == "number":
            return number
        if number is not None and number == int(number):
            return int(number)
    raise _malformed(value, kind, name)


def spelled(value: Any, kind: str, name: str) -> str:
    """The text that, as a default, gives the same value as sending it. Raises: NodeError input_value_malformed."""
    found = converted(value, kind, name)
    if kind in ("string", "image"):
        return str(found)
    try:
        return json.dumps(found, ensure_ascii=False, allow_nan=False)
    except (ValueError, TypeError, RecursionError) as error:
        raise _malformed(value, kind, name) from error


def _number(value: Any) -> int | float | None:
    """The finite number that a value is or spells."""
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        return None
    try:
        number = value if not isinstance(value, str) else _spelled(value)
        return number if math.isfinite(number) else None
    except (ValueError, OverflowError):
        return None


def _spelled(text: str) -> int | float:
    return int(text) if re.fullmatch(r"\s*[+-]?[0-9]+\s*", text) else float(text.replace("_", "?"))


def _no_constant(text: str) -> Any:
    raise ValueError(text)  # NaN and Infinity are no JSON


def _malformed(value: Any, kind: str, name: str) -> NodeError:
    shown = value if isinstance(value, (bool, float, type(None))) else str(type(value).__name__)
    if isinstance(value, str):
        shown = json.dumps(value[:80], ensure_ascii=False)
    return NodeError.of("input_value_malformed", name=name, type=kind, value=str(shown))  # type: ignore[return-value]  # of() makes cls
