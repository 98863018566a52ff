"""Runs a checked script: with the built-in functions it may use, and an ear for Stop in every loop."""

from __future__ import annotations

import ast
import builtins
import sys
from typing import TYPE_CHECKING, Any, cast

from app.core.graph.script import ALLOWED_MODULES, ENTRY, FORBIDDEN_NAMES, import_refused, parsed
from app.core.vocab.errors import CduiError, NodeError

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType

FILE = "<script>"
"""What the script is called in tracebacks."""

_HEAR = "__cdui_hear__"
_MAX_MESSAGE = 300


class Stopped(BaseException):
    """The run was asked to stop. No Exception, so that a script's own handlers let it pass."""


def run_script(code: str, inputs: dict[str, Any], params: dict[str, Any], is_stopped: Callable[[], bool]) -> Any:
    """Check the script, run its top level, and call run(inputs, params).

    is_stopped: asked at every turn of a loop and every call of a function of the script.
    Raises: Stopped; NodeError script_*; MemoryError and torch's own for want of memory, which the engine tells best.
    """
    check, tree = parsed(code)
    if check.error is not None or tree is None:
        raise NodeError(check.error) if check.error is not None else NodeError.of("script_no_run")

    def hear() -> None:
        if is_stopped():
            raise Stopped

    scope: dict[str, Any] = {"__name__": FILE, "__builtins__": _builtins(), _HEAR: hear}
    try:
        exec(_compiled(tree), scope)  # the node's purpose: a script of the user's own
        return scope[ENTRY](inputs, params)
    except (Stopped, CduiError, MemoryError, KeyboardInterrupt):
        raise
    except BaseException as error:  # a script may raise anything, SystemExit too
        if _is_out_of_memory(error):
            raise
        line = _line_of(error.__traceback__)
        message = (str(error).strip().splitlines() or ["-"])[0][:_MAX_MESSAGE] if _has_text(error) else "-"
        raise NodeError.of("script_failed", line=line, error_type=type(error).__name__, message=message) from error


def _compiled(tree: ast.Module) -> Any:
    try:
        listening = ast.fix_missing_locations(_Listening().visit(tree))
        return compile(listening, FILE, "exec", dont_inherit=True)
    except SyntaxError as error:  # what only the compiler sees, such as a return outside a function
        raise NodeError.of("script_syntax", line=error.lineno or 1, message=str(error.msg)[:200]) from None
    except (ValueError, RecursionError):
        raise NodeError.of("script_syntax", line=1, message="it is nested too deeply") from None


class _Listening(ast.NodeTransformer):
    """Asks for a Stop at the start of every loop's body and of every function."""

    def _with_ear(self, node: ast.For | ast.While | ast.FunctionDef) -> ast.AST:
        self.generic_visit(node)
        ear = ast.Expr(ast.Call(ast.Name(_HEAR, ast.Load()), [], []))
        ast.copy_location(ear, node)
        has_docstring = isinstance(node, ast.FunctionDef) and ast.get_docstring(node, clean=False) is not None
        node.body.insert(int(has_docstring), ast.fix_missing_locations(ear))
        return node

    def visit_For(self, node: ast.For) -> ast.AST:
        return self._with_ear(node)

    def visit_While(self, node: ast.While) -> ast.AST:
        return self._with_ear(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        return self._with_ear(node)


def _builtins() -> dict[str, Any]:
    allowed = {name: value for name, value in vars(builtins).items() if name not in FORBIDDEN_NAMES}
    return {**allowed, "__import__": _import}


def _import(name: str, scope: Any = None, local: Any = None, fromlist: Any = (), level: int = 0) -> Any:
    """Import as a script may; the check has seen all that is written out, this sees what is not."""
    if level or name.partition(".")[0] not in ALLOWED_MODULES:
        frame = sys._getframe(1)
        raise NodeError(import_refused(frame.f_lineno, name))
    return builtins.__import__(name, scope, local, fromlist, level)


def _line_of(trace: TracebackType | None) -> int:
    """The innermost line of the script in a traceback; 1 where none of it was reached."""
    line = 1
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == FILE:
            line = trace.tb_lineno
        trace = trace.tb_next
    return line


def _has_text(error: BaseException) -> bool:
    try:
        return bool(str(error))
    except Exception:  # an exception's own __str__ may do anything
        return False


def _is_out_of_memory(error: BaseException) -> bool:
    torch = cast("Any", sys.modules.get("torch"))
    kind = getattr(torch, "OutOfMemoryError", None)
    return isinstance(kind, type) and isinstance(error, kind)
