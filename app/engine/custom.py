"""Node types out of a Python file of a user: loaded as a module of its own, every fault a reason.

`python -m app.engine.custom FILE` loads the file in a process of its own and writes what became of it as one line of
JSON: {"nodes": [...]} or {"code": ..., "params": {...}}. A file is loaded into the program itself only after that.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
import sys
import types
from pathlib import Path
from typing import Any, cast

from app.core.graph.params import check_params
from app.core.vocab.errors import NodeError
from app.core.vocab.nodespec import DataType, NodeSpec, ParamSpec, ParamType, PortSpec, Text
from app.core.vocab.reason import Reason, reason
from app.engine.node import Node

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,63}\Z")


class BadFile(NodeError):
    """A file whose nodes cannot be used, and why."""


def load(path: Path, source: bytes) -> dict[str, type[Node]]:
    """Execute a file and collect its node types by name. Each content is a module of its own, so that classes of
    an earlier one go on as they were.

    Raises: BadFile custom_syntax, custom_import_failed, custom_exits, custom_no_node, custom_bad_spec.
    """
    digest = hashlib.sha256(source).hexdigest()[:16]
    module = types.ModuleType(f"cdui_custom_{re.sub(r'[^a-zA-Z0-9]', '_', path.stem)}_{digest}")
    module.__file__ = str(path)
    try:
        code = compile(source, str(path), "exec", dont_inherit=True)
    except SyntaxError as error:
        raise BadFile(reason("custom_syntax", line=error.lineno or 1, message=str(error.msg)[:200])) from None
    except (ValueError, RecursionError, MemoryError) as error:  # a null character; nested too deeply
        raise BadFile(reason("custom_syntax", line=1, message=str(error)[:200])) from None
    sys.modules[module.__name__] = module
    try:
        exec(code, module.__dict__)
        found = _classes(module)
    except BadFile:
        del sys.modules[module.__name__]
        raise
    except SystemExit:
        del sys.modules[module.__name__]
        raise BadFile(reason("custom_exits")) from None
    except BaseException as error:  # somebody else's code: whatever it raises is its fault alone
        del sys.modules[module.__name__]
        why = reason("custom_import_failed", error_type=type(error).__name__, message=str(error)[:300])
        raise BadFile(why) from None
    return found


def _classes(module: types.ModuleType) -> dict[str, type[Node]]:
    found: dict[str, type[Node]] = {}
    for value in list(vars(module).values()):
        # not isinstance(): Python 3.10 holds list[int] for a type, and issubclass() then refuses it
        if not issubclass(type(value), type) or not issubclass(value, Node) or value.__module__ != module.__name__:
            continue
        if "SPEC" not in vars(value):
            continue
        problem = spec_problem(value)
        if problem is not None:
            raise BadFile(reason("custom_bad_spec", node_class=value.__name__, problem=problem))
        if found.setdefault(value.SPEC.name, value) is not value:
            raise BadFile(reason("custom_duplicate_type", node_type=value.SPEC.name, other="this file"))
    if not found:
        raise BadFile(reason("custom_no_node"))
    return found


def spec_problem(cls: type[Node]) -> str | None:
    """What is wrong with a class's SPEC, in a few words, or None."""
    given: Any = cls.SPEC
    if not isinstance(given, NodeSpec):
        return "SPEC is no NodeSpec"
    spec = cast("Any", given)  # fields of a frozen class may still hold anything
    if getattr(cls, "__abstractmethods__", None):
        return "it has no execute()"
    if not isinstance(spec.name, str) or not _NAME.match(spec.name):
        return "name: letters, digits and _, at most 64, beginning with a letter"
    if not isinstance(spec.category, str) or not isinstance(spec.title_zh_tw, str):
        return "category and title_zh_tw are texts"
    if not _is_text(spec.description):
        return "description is Text(english, chinese)"
    if not isinstance(spec.params, tuple) or not all(isinstance(one, ParamSpec) for one in spec.params):
        return "params is a tuple of ParamSpec"
    for param in spec.params:
        if not isinstance(param.name, str):
            return "names of params are texts"
        if not isinstance(param.param_type, ParamType) or not _is_text(param.description):
            return f"param {param.name}: type or description"
    if spec.requires_extra is not None and not isinstance(spec.requires_extra, str):
        return "requires_extra is a text or None"
    if len({param.name for param in spec.params}) != len(spec.params):
        return "two params have one name"
    bad = next((p.reason.text() for p in check_params(spec, spec.defaults()).problems), None)
    if bad is not None:
        return bad[:200]
    json.dumps([[p.default, p.options, p.min_value, p.max_value, dict(p.visible_when)] for p in spec.params],
               allow_nan=False)  # fmt: skip
    inputs, outputs = spec.ports(spec.defaults())
    return _engine_problem(spec) or _port_problem("inputs", inputs) or _port_problem("outputs", outputs)


def _engine_problem(spec: Any) -> str | None:
    """Of what a spec tells the engine; it goes out with the list of node types."""
    if not isinstance(spec.cacheable, bool) or not isinstance(spec.align_inputs, bool):
        return "cacheable and align_inputs are True or False"
    names = spec.structural_params
    if not isinstance(names, tuple) or not all(isinstance(name, str) for name in names):
        return "structural_params is a tuple of names"
    return None if spec.dynamic_ports is None or callable(spec.dynamic_ports) else "dynamic_ports is a function or None"


def _port_problem(side: str, ports: Any) -> str | None:
    if not isinstance(ports, tuple) or not all(isinstance(one, PortSpec) for one in ports):
        return f"{side} is a tuple of PortSpec"
    for port in ports:
        if not isinstance(port.name, str) or not isinstance(port.data_type, DataType) or not _is_text(port.description):
            return f"{side}: name, type or description of {port.name}"
    return f"{side}: two ports have one name" if len({port.name for port in ports}) != len(ports) else None


def _is_text(value: object) -> bool:
    return isinstance(value, Text) and all(isinstance(part, str) for part in value)


def main(path: Path) -> None:
    """Write what becomes of the file to where stdout led; what the file itself prints goes to stderr."""
    out = os.dup(1)
    os.dup2(2, 1)
    try:
        answer: dict[str, object] = {"nodes": sorted(load(path, path.read_bytes()))}
    except BadFile as error:
        answer = {"code": error.reason.code, "params": dict(error.reason.params)}
    with contextlib.suppress(OSError):
        os.write(out, json.dumps(answer).encode() + b"\n")
    os._exit(0)  # threads that the file started do not keep this process


def verdict(line: bytes) -> Reason | None:
    """What `main` wrote, read: None when the file can be loaded. Nothing at all means that the file ended it."""
    try:
        found = json.loads(line)
        return reason(found["code"], **found["params"]) if "code" in found else None
    except (ValueError, KeyError, TypeError):
        return reason("custom_exits")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
