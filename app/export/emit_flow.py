"""What comes in from outside, what goes out, what is shown, and what steers values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.vocab.reason import reason
from app.export.layout import Items, call, flat, literal
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


def _text_input(part: Part) -> Mapping[str, Value]:
    text = part.params["value"]
    if len(text) < 60:
        return {"text": Value(literal(text), Sort.OBJECT)}
    pieces = [literal(text[start : start + 80]) for start in range(0, len(text), 80)]
    name = part.name()
    if len(pieces) == 1:
        part.script.say(f"{name} = ", pieces[0])
    else:
        part.script.say(f"{name} = (")
        for piece in pieces:
            part.script.say(piece, level=1)
        part.script.say(")")
    return {"text": Value(name, Sort.OBJECT)}


def _backward(part: Part) -> Mapping[str, Value]:
    """The value goes on. A pass backward is asked for with a run, not by the graph, so the script has none."""
    part.warn(reason("export_backward_left_out", node=part.node.id), part.node.id)
    return {"tensor": part.tensor("tensor")}


def _switch(part: Part) -> Mapping[str, Value]:
    fed = {int(port[-1]): value for port, value in part.inputs.items() if port != "selector"}
    first = fed[0]
    if len(fed) == 1:
        return {"output": first}
    choices = flat(Items(tuple(f"{number}: {value.text}" for number, value in sorted(fed.items())), "{}"))
    sorts, dtypes = ({getattr(value, name) for value in fed.values()} for name in ("sort", "dtype"))
    name = part.name()
    part.script.say(f"{name} = ", call(f"{choices}.get", f"int(float({part.inputs['selector'].text}))", first.text))
    sort = first.sort if len(sorts) == 1 else Sort.ANY
    return {"output": Value(name, sort, first.dtype if len(dtypes) == 1 else None)}


EMITTERS: Mapping[str, Emitter] = {
    "BackwardOnce": Emitter(_backward),
    "GraphInput": Emitter(_graph_input, Effect.DROPPED),
    "GraphOutput": Emitter(_graph_output, Effect.ACTS),
    "Print": Emitter(_print, Effect.ACTS),
    "Switch": Emitter(_switch),
    "TextInput": Emitter(_text_input),
}
"""Node type -> how it is written."""
