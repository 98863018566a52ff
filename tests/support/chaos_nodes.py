"""Node types of the servers that tests kill and flood: paced, and deaf to nothing but a stop."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from app.core.vocab.errors import NodeError
from app.core.vocab.nodespec import DataType, NodeSpec, ParamSpec, ParamType, PortSpec, Text
from app.engine.node import Node
from app.engine.sinks import MetricPoint

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.engine.context import NodeContext

WORDS = Text("for tests", "測試用")


def _number(name: str, default: float, kind: ParamType = ParamType.INT) -> ParamSpec:
    return ParamSpec(name, kind, default, WORDS)


def value_at(step: int) -> float:
    """What a Ticker reports at a step; exact in binary, so that it can be compared."""
    return (step % 1024) / 8


class Ticker(Node):
    """Reports `points` metrics named tick at `rate` a second by an absolute schedule (0: as fast as it can)."""

    SPEC = NodeSpec(
        "Ticker", "Test", WORDS, "測試", params=(_number("points", 100), _number("rate", 0.0, ParamType.FLOAT))
    )

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        """Ends early when the run is asked to stop."""
        began_s, rate = time.monotonic(), params["rate"]
        for step in range(params["points"]):
            if rate:
                context.run.cancel.wait(max(0.0, began_s + step / rate - time.monotonic()))
            if context.cancelled:
                return {"__interrupted__": {}}
            context.run.sinks.record_metrics([MetricPoint("tick", value_at(step), step, context.node_id)])
        return {}


class Beat(Node):
    """Prints a line and rests for `rest_ms`; a row of them is a chain that takes its time."""

    SPEC = NodeSpec(
        "Beat",
        "Test",
        WORDS,
        "測試",
        inputs=(PortSpec("after", DataType.ANY, WORDS, optional=True),),
        outputs=(PortSpec("out", DataType.ANY, WORDS),),
        params=(_number("number", 0), _number("rest_ms", 10)),
    )

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        """out: the number."""
        print(f"beat {params['number']}")
        context.run.cancel.wait(params["rest_ms"] / 1000)
        return {"out": params["number"]}


class Deaf(Node):
    """Works for `seconds` and hears no stop, as a call into a library does."""

    SPEC = NodeSpec("Deaf", "Test", WORDS, "測試", params=(_number("seconds", 1.0, ParamType.FLOAT),))

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        """Blocks its thread."""
        time.sleep(params["seconds"])
        return {}


class Filler(Node):
    """Prints `kib` KiB for every line until it has printed `lines` of them or is stopped, resting in between."""

    SPEC = NodeSpec(
        "Filler", "Test", WORDS, "測試", params=(_number("kib", 16), _number("lines", 100), _number("rest_ms", 5))
    )

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        """Every line is also an event of its own size."""
        for number in range(params["lines"]):
            if context.run.cancel.wait(params["rest_ms"] / 1000):
                return {"__interrupted__": {}}
            context.progress({"event": "filled", "number": number, "text": "x" * (params["kib"] * 1024)})
        return {}


class Broken(Node):
    """Fails in a way that a user can mend."""

    SPEC = NodeSpec("Broken", "Test", WORDS, "測試")

    def execute(self, inputs: dict[str, Any], params: dict[str, Any], context: NodeContext) -> Mapping[str, Any]:
        """Raises: NodeError."""
        raise NodeError.of("file_missing", path="nothing")


TYPES: dict[str, type[Node]] = {cls.SPEC.name: cls for cls in (Ticker, Beat, Deaf, Filler, Broken)}
