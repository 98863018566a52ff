"""Keeps tests/requirements.toml, the tests that mark its rows, and docs/requirements.md in step.

    python packaging/requirements.py          say what does not fit, exit 1 if anything
    python packaging/requirements.py --fill   write the tests of every marked row; new rows get an empty `says`,
                                              which somebody then writes by hand
    python packaging/requirements.py --docs   write docs/requirements.md

A row is open (topic alone), proved (`says`, our own sentence, and `tests`) or overruled (`overruled`, why).
"""

from __future__ import annotations

import ast
import json
import re
import sys
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

ROOT = Path(__file__).resolve().parent.parent
ROWS = Path("tests/requirements.toml")
PAGE = Path("docs/requirements.md")
_UI_MARK = re.compile(r"//\s*req\s+([A-Z]{2}-\d{3}(?:[ ,]+[A-Z]{2}-\d{3})*)")
_UI_TEST = re.compile(r"\b(?:it|test)(?:\.\w+)*(?:\([^)]*\))?\(\s*(['\"`])(.+?)\1")

Rows = dict[str, dict[str, Any]]


def read_rows(root: Path = ROOT) -> Rows:
    """id -> {topic, says?, tests?, overruled?}, in the order of the file."""
    return tomllib.loads((root / ROWS).read_text(encoding="utf-8"))


def marks(root: Path = ROOT) -> dict[str, list[str]]:
    """id -> names of the tests that mark it (`path::name`), sorted."""
    found: dict[str, set[str]] = {}
    for path in sorted((root / "tests").rglob("test_*.py")):
        for row, test in _python_marks(path):
            found.setdefault(row, set()).add(f"{path.relative_to(root).as_posix()}::{test}")
    for folder in ("ui/src", "ui/tests"):
        for path in sorted((root / folder).rglob("*.test.ts*")):
            for row, test in _ui_marks(path.read_text(encoding="utf-8")):
                found.setdefault(row, set()).add(f"{path.relative_to(root).as_posix()}::{test}")
    return {row: sorted(found[row]) for row in sorted(found)}


def _python_marks(path: Path) -> Iterator[tuple[str, str]]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    whole = [row for node in tree.body if isinstance(node, ast.Assign) and _is_pytestmark(node) for row in _ids(node)]
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            shared = [*whole, *(row for one in node.decorator_list for row in _ids(one))]
            for inner in node.body:
                yield from _of_function(inner, shared, f"{node.name}::")
        else:
            yield from _of_function(node, whole, "")


def _of_function(node: ast.stmt, shared: list[str], prefix: str) -> Iterator[tuple[str, str]]:
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test"):
        for row in [*shared, *(row for one in node.decorator_list for row in _ids(one))]:
            yield row, prefix + node.name


def _is_pytestmark(node: ast.Assign) -> bool:
    return any(isinstance(target, ast.Name) and target.id == "pytestmark" for target in node.targets)


def _ids(node: ast.AST) -> Iterator[str]:
    """Arguments of every `...mark.req(...)` below a node, those inside `pytest.param(marks=...)` too."""
    for call in ast.walk(node):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "req":
            for argument in call.args:
                yield str(argument.value) if isinstance(argument, ast.Constant) else f"no literal: {ast.dump(argument)}"


def _ui_marks(text: str) -> Iterator[tuple[str, str]]:
    for mark in _UI_MARK.finditer(text):
        test = _UI_TEST.search(text, mark.end())
        for row in re.split(r"[ ,]+", mark[1]):
            yield row, test[2] if test else "nothing follows this mark"


def problems(rows: Mapping[str, Mapping[str, Any]], marked: Mapping[str, list[str]]) -> list[str]:
    """What does not fit between the rows and the marks, both ways."""
    found = [f"{row}: marked by {tests[0]} and not in {ROWS}" for row, tests in marked.items() if row not in rows]
    for row, fields in rows.items():
        unknown = set(fields) - {"topic", "says", "tests", "overruled"}
        if unknown or not fields.get("topic"):
            found.append(f"{row}: has {sorted(unknown)} or no topic")
        says, tests = str(fields.get("says", "")).strip(), list(fields.get("tests", []))
        if "overruled" in fields:
            if not str(fields["overruled"]).strip():
                found.append(f"{row}: overruled without a reason")
            if says or tests or row in marked:
                found.append(f"{row}: overruled, and proved or marked all the same")
        elif row in marked and not says:
            found.append(f"{row}: {marked[row][0]} marks it; write its sentence (`says`) after --fill")
        elif (says or tests) and tests != marked.get(row, []):
            found.append(f"{row}: lists {tests}, marked by {marked.get(row, [])}; --fill writes the list")
    return found


def fill(rows: Rows, marked: Mapping[str, list[str]]) -> Rows:
    """The rows with the tests that mark them. A row that lost its last mark is open again and loses its sentence."""
    made: Rows = {}
    for row, fields in rows.items():
        kept = {key: value for key, value in fields.items() if key not in ("says", "tests")}
        if row in marked and "overruled" not in fields:
            kept.update(says=fields.get("says", ""), tests=marked[row])
        made[row] = kept
    return made


def to_toml(rows: Rows, header: str) -> str:
    """The file: its header, then each row with its fields in one order."""
    lines = [header.rstrip("\n")]
    for row, fields in rows.items():
        lines += ["", f"[{row}]"]
        for key in ("topic", "says", "overruled"):
            if key in fields:
                lines.append(f"{key} = {json.dumps(fields[key], ensure_ascii=False)}")
        if "tests" in fields:
            lines += ["tests = [", *(f"  {json.dumps(test, ensure_ascii=False)}," for test in fields["tests"]), "]"]
    return "\n".join(lines) + "\n"


def header(text: str) -> str:
    """The comment lines at the top of the file."""
    return "\n".join(line for line in text.split("\n[", 1)[0].splitlines() if line.startswith("#"))


def page(rows: Mapping[str, Mapping[str, Any]]) -> str:
    """docs/requirements.md: counts by topic, what is proved and by which tests, what is overruled and why."""
    topics: dict[str, list[int]] = {}
    for fields in rows.values():
        counts = topics.setdefault(fields["topic"], [0, 0, 0])
        counts[0 if fields.get("says") else 1 if "overruled" in fields else 2] += 1
    total = [sum(counts[i] for counts in topics.values()) for i in range(3)]
    lines = [
        "# Requirements",
        "",
        "Written by `packaging/requirements.py --docs` from tests/requirements.toml; a test says when it is stale.",
        "A row is proved by tests that fail when the behaviour is taken away. Open rows are counted, not listed.",
        "",
        f"{total[0]} proved, {total[1]} overruled, {total[2]} open.",
        "",
        "| topic | proved | overruled | open |",
        "|---|---|---|---|",
        *(f"| {topic} | {a} | {b} | {c} |" for topic, (a, b, c) in sorted(topics.items())),
        "",
        "## Proved",
        "",
        "| id | what holds | tests |",
        "|---|---|---|",
    ]
    proved = {row: fields for row, fields in rows.items() if fields.get("says")}
    lines += [f"| {row} | {_cell(f['says'])} | {'<br>'.join(map(_cell, f['tests']))} |" for row, f in proved.items()]
    lines += ["", "## Overruled", "", "| id | why |", "|---|---|"]
    lines += [f"| {row} | {_cell(f['overruled'])} |" for row, f in rows.items() if "overruled" in f]
    return "\n".join(lines) + "\n"


def _cell(text: str) -> str:
    return str(text).replace("|", "\\|").replace("\n", " ")


def main(arguments: list[str]) -> int:
    """Do what the argument says; without one, check."""
    path = ROOT / ROWS
    rows = read_rows()
    if "--fill" in arguments:
        path.write_text(to_toml(fill(rows, marks()), header(path.read_text(encoding="utf-8"))), encoding="utf-8")
        rows = read_rows()
    if "--docs" in arguments:
        (ROOT / PAGE).write_text(page(rows), encoding="utf-8")
    found = problems(rows, marks())
    for problem in found:
        print(problem)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
