"""What comes in from outside, what goes out, and what is shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.vocab.reason import reason
from app.export.layout import call, literal
from app.export.part import CannotExport, Effect, Emitter, Sort, Value
from app.nodes.io.graph_input import NAME, converted, json_default

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.export.part import Part

_TYPES = {"number": "float", "integer": "int", "json": "json.loads"}
_OWN = ("seed", "device", "help", "h")


def _print(part: Part) -> Mapping[str, Value]:
    value = part.inputs.get("value", Value("None"))
    label = part.params["label"]
    part.script.say("", call("print", *([literal(f"{label}:")] if label else []), value.text))
    return {"value": value}


def _graph_input(part: Part) -> Mapping[str, Value]:
    """An option of the command line. One that has no usable default has to be given."""
    script, params = part.script, part.params
    name, kind, default = params["name"], params["type"], params["default"]
    if not NAME.match(name):
        raise CannotExport(reason("input_name_malformed", name=name[:100]))
    option = f"{name}-input" if name in _OWN else name
    shape = []
    if kind == "boolean":
        script.use("argparse")
        shape = ["action=argparse.BooleanOptionalAction"]
    elif kind in _TYPES:
        shape = [f"type={_TYPES[kind]}"]
    if kind == "json":
        script.use("json")
    if default == "" and kind not in ("string", "image"):
        shape += ["required=True"] if params["required"] else []
    else:
        value = converted(json_default(default, name) if kind == "json" else default, kind, name)
        # a default that is a text goes through the option's type, as if it had been given
        shape.append(f"default={literal(default if kind == 'json' else value)}")
    about = [f"help={literal(params['description'].replace('%', '%%'))}"] if params["description"] else []
    script.option(literal(f"--{option}"), *shape, *about)
    return {"value": Value(f"args.{option.replace('-', '_')}", Sort.ANY)}


def _graph_output(part: Part) -> Mapping[str, Value]:
    name = part.params["name"]
    if not NAME.match(name):
        raise CannotExport(reason("input_name_malformed", name=name[:100]))
    value = part.inputs.get("value", Value("None"))
    part.script.say("", call("print", literal(f"{name} ="), value.text))
    return {}


EMITTERS: Mapping[str, Emitter] = {
    "GraphInput": Emitter(_graph_input, Effect.DROPPED),
    "GraphOutput": Emitter(_graph_output, Effect.ACTS),
    "Print": Emitter(_print, Effect.ACTS),
}
"""Node type -> how it is written."""
