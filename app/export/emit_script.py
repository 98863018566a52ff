"""PythonScript: its text, as its author wrote it, in a function of its own."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

from app.core.graph.script import ENTRY, parsed
from app.core.vocab.errors import NodeError
from app.core.vocab.reason import reason
from app.export.layout import call, literal, pairs
from app.export.part import CannotExport, Emitter, Sort, Value
from app.nodes.utility.python_script import refuse_types

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from app.export.part import Part

_WRAPPED = '''
def <name>() -> Callable[[dict[str, Any], dict[str, Any]], Any]:
    """Make the function of a script that was written on the canvas."""

    # fmt: off
CODE
    # fmt: on
    return run
'''
_OUTPUTS = '''
def <name>(result: Any) -> dict[str, Any]:
    """Let a single value stand for the first output."""
    return result if isinstance(result, dict) else {"out1": result}
'''


def _script(part: Part) -> Mapping[str, Value]:
    script, code = part.script, part.params["code"]
    tree = _checked(part)
    script.use("typing", "Any")
    script.use("collections.abc", "Callable")
    make = script.define(f"{part.node.id} script", _WRAPPED.replace("CODE", _indented(code, tree)))
    part.seed_here()
    if any(_imports(tree, "numpy")):
        script.use("numpy as np")
        script.say("", call("np.random.seed", script.seeded(part.node.id)))
    settings = {name: literal(value) for name, value in part.params.items() if name != "code"}
    fed = {port: value.text for port, value in part.inputs.items() if value.text != "None"}
    name = part.name()
    made = call(f"{make}()", pairs(fed), pairs(settings if _reads_params(tree) else {}))
    script.say(f"{name} = ", made if _gives_dicts(tree) else call(script.define("as_outputs", _OUTPUTS), made))
    if not part.read:
        return {"out1": Value(name, Sort.OBJECT)}
    return {port: Value(f'{name}["{port}"]') for port in sorted(part.read)}


def _checked(part: Part) -> ast.Module:
    """Raises: NodeError script_*; CannotExport for what a function's body cannot hold."""
    code = part.params["code"]
    for name in ("input_types", "output_types"):
        refuse_types(part.params[name])
    check, tree = parsed(code)
    if check.error is not None or tree is None:
        raise NodeError(check.error) if check.error is not None else NodeError.of("script_no_run")
    try:
        compile(code, "<script>", "exec", dont_inherit=True)
    except SyntaxError as error:  # what only the compiler sees, such as a return outside of a function
        raise NodeError.of("script_syntax", line=error.lineno or 1, message=str(error.msg)[:200]) from None
    except (ValueError, RecursionError):
        raise NodeError.of("script_syntax", line=1, message="it is nested too deeply") from None
    for node in ast.walk(tree):
        word = "global" if isinstance(node, ast.Global) else "import *" if _is_star(node) else ""
        if word:
            raise CannotExport(reason("export_value_unsupported", param="code", value=word))
    return tree


def _is_star(node: ast.AST) -> bool:
    return isinstance(node, ast.ImportFrom) and any(alias.name == "*" for alias in node.names)


def _imports(tree: ast.Module, module: str) -> Iterator[bool]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield any(alias.name.partition(".")[0] == module for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield (node.module or "").partition(".")[0] == module


def _indented(code: str, tree: ast.Module) -> str:
    """The text one level deeper; lines that begin inside of a string of several lines stay as they are."""
    inside: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, (ast.Constant, ast.JoinedStr)) and node.end_lineno is not None:
            is_text = isinstance(node, ast.JoinedStr) or isinstance(node.value, (str, bytes))
            inside.update(range(node.lineno + 1, node.end_lineno + 1) if is_text else ())
    lines = re.split(r"\r\n|\r|\n", code.rstrip())
    return "\n".join(
        line if number in inside or not line.strip() else f"    {line}" for number, line in enumerate(lines, 1)
    )


def _entry(tree: ast.Module) -> ast.FunctionDef | None:
    """The function `run`, where it is written as one and nothing else has its name."""
    named = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name == ENTRY]
    stored = any(isinstance(n, ast.Name) and n.id == ENTRY and isinstance(n.ctx, ast.Store) for n in ast.walk(tree))
    return named[0] if len(named) == 1 and not stored else None


def _reads_params(tree: ast.Module) -> bool:
    run = _entry(tree)
    if run is None or len(run.args.args) != 2 or run.args.vararg or run.args.kwarg:
        return True
    name = run.args.args[1].arg
    return any(isinstance(node, ast.Name) and node.id == name for node in ast.walk(run))


def _gives_dicts(tree: ast.Module) -> bool:
    """Say whether every way out of run() is a dict that is written out."""
    run = _entry(tree)
    if run is None or run.decorator_list or not isinstance(run.body[-1], ast.Return):
        return False
    returns = [node for node in ast.walk(run) if isinstance(node, ast.Return)]
    return all(isinstance(node.value, ast.Dict) for node in returns)


EMITTERS: Mapping[str, Emitter] = {"PythonScript": Emitter(_script)}
"""Node type -> how it is written."""
