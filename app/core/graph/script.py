"""Checks the code of a PythonScript node without running it: what it imports, and that it defines run().

This keeps scripts to what every machine of this product has, and out of files and processes by accident. It is no
wall against an author who means harm: a module that may be imported reaches most of Python.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, NamedTuple

from app.core.vocab.reason import Reason, reason

if TYPE_CHECKING:
    from collections.abc import Iterator

ALLOWED_MODULES = ("collections", "itertools", "json", "math", "numpy", "re", "statistics", "torch")
"""What a script may import, with everything inside them."""

FORBIDDEN_NAMES = frozenset({"__import__", "breakpoint", "compile", "eval", "exec", "input", "open"})
"""Built-in functions that a script does not have: they import by another way, wait for a person, or open files."""

FORBIDDEN_ATTRIBUTES = frozenset({"__builtins__", "__globals__", "__loader__", "__spec__", "__subclasses__"})

MAX_CHARACTERS = 200_000

ENTRY = "run"


class ScriptCheck(NamedTuple):
    """ok: the script can be run. error: why it cannot. line: where, from 1; None when no place can be named.

    defines_run: a function of that name stands at the top level. allowed_modules: what may be imported.
    """

    ok: bool
    error: Reason | None
    line: int | None
    defines_run: bool
    allowed_modules: tuple[str, ...] = ALLOWED_MODULES


def validate_script(code: str) -> ScriptCheck:
    """Check a script. Never raises, whatever the text."""
    return parsed(code)[0]


def parsed(code: str) -> tuple[ScriptCheck, ast.Module | None]:
    """(the check, the tree where the text is Python)."""
    if len(code) > MAX_CHARACTERS:
        return _failed(reason("script_too_long", count=len(code), limit=MAX_CHARACTERS)), None
    try:
        tree = ast.parse(code)
    except SyntaxError as error:
        line = error.lineno or 1
        return _failed(reason("script_syntax", line=line, message=str(error.msg)[:200]), line), None
    except (ValueError, RecursionError, MemoryError):  # a null character; brackets too deep for the parser
        return _failed(reason("script_syntax", line=1, message="it cannot be read as Python")), None
    defines_run = any(_defines(node) for node in tree.body)
    first = min(_refusals(tree), key=lambda found: found[0], default=None)
    if first is not None:
        return _failed(first[1], first[0], defines_run), tree
    if not defines_run:
        return _failed(reason("script_no_run")), tree
    return ScriptCheck(True, None, None, True), tree


def _failed(why: Reason, line: int | None = None, defines_run: bool = False) -> ScriptCheck:
    return ScriptCheck(False, why, line, defines_run)


def _defines(node: ast.stmt) -> bool:
    if isinstance(node, ast.FunctionDef):
        return node.name == ENTRY
    return isinstance(node, ast.Assign) and any(
        isinstance(target, ast.Name) and target.id == ENTRY for target in node.targets
    )


def _refusals(tree: ast.Module) -> Iterator[tuple[int, Reason]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield from _import(node.lineno, alias.name)
        elif isinstance(node, ast.ImportFrom):
            yield from _import(node.lineno, "." * node.level + (node.module or ""))
        elif isinstance(node, ast.Name) and node.id in FORBIDDEN_NAMES | FORBIDDEN_ATTRIBUTES:
            yield node.lineno, reason("script_name_refused", line=node.lineno, name=node.id)
        elif isinstance(node, ast.Attribute) and node.attr in FORBIDDEN_ATTRIBUTES:
            yield node.lineno, reason("script_name_refused", line=node.lineno, name=node.attr)


def _import(line: int, name: str) -> Iterator[tuple[int, Reason]]:
    if name.partition(".")[0] not in ALLOWED_MODULES:
        yield line, import_refused(line, name)


def import_refused(line: int, name: str) -> Reason:
    """Why a module may not be imported."""
    return reason("script_import_refused", line=line, module=name[:80], allowed=", ".join(ALLOWED_MODULES))
