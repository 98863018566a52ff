"""`cdui test`: the checks and every suite that this machine can run; with pytest arguments, just those tests."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from app.cli.pace import RealPace
from app.cli.progress import table
from app.cli.suites import SUITES, Counts, budget, missing, parts, read_counts, read_packages, targets
from app.cli.words import CliError, say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.cli.suites import Package

_NO_TESTS = 5
_BAD_USAGE = 4


def main(arguments: Sequence[str]) -> int:
    """Exit 0 when everything that ran passed, 1 when not (with --all also when something is missing), 2 bad usage."""
    if "-h" in arguments or "--help" in arguments:
        print(say("test_usage"))
        return 0
    root = Path(__file__).resolve().parents[2]
    if not (root / "tests" / "conftest.py").is_file():
        raise CliError("test_no_checkout")
    wants_all = "--all" in arguments
    slow = ["--slow"] if "--slow" in arguments else []
    rest = [word for word in arguments if word not in ("--all", "--slow")]
    if rest:
        code = _call([sys.executable, "-m", "pytest", *slow, *rest], root)
        return 2 if code == _BAD_USAGE else min(code, 1)
    return _everything(root, slow, wants_all=wants_all)


def _everything(root: Path, slow: list[str], *, wants_all: bool) -> int:
    pace = RealPace()
    began = pace.now()
    absent = missing(read_packages((root / "packaging" / "apt-packages.txt").read_text(encoding="utf-8")))
    failed = [name for name, line in _tools() if not _step(name, line, root)]
    took = {"set-up": pace.now() - began}
    total = Counts()
    for suite in SUITES:
        selected = targets(suite, root)
        if not selected or any(package.suite == suite.name for package in absent):
            continue
        suite_began = pace.now()
        print(f"\n--- {say('suite')} {suite.name}", flush=True)
        done = [_tests([*slow, *part], selected, root) for part in parts(suite)]
        took[suite.name] = took.get(suite.name, 0.0) + pace.now() - suite_began
        total = sum((counts for counts, _ in done), total)
        if any(code not in (0, _NO_TESTS) for _, code in done):
            failed.append(suite.name)
    print()
    rows = budget(took)
    print(
        table(
            [
                (say("suite"), say("took"), say("share"), ""),
                *((n, t, s, say("over") if o else "") for n, t, s, o in rows),
            ]
        )
    )
    if absent:
        _name_absent(absent)
    for name in failed:
        print(say("step_failed", name=name))
    print(total.line(pace.now() - began))
    return 1 if failed or (absent and wants_all) else 0


def _tools() -> list[tuple[str, list[str]]]:
    """The checks that are no tests: name, command line."""
    python = sys.executable
    contracts = Path(python).parent / ("lint-imports.exe" if sys.platform == "win32" else "lint-imports")
    return [
        ("ruff format", [python, "-m", "ruff", "format", "--check", "."]),
        ("ruff check", [python, "-m", "ruff", "check", "."]),
        ("mypy", [python, "-m", "mypy"]),
        ("import contracts", [str(contracts)]),
    ]


def _step(name: str, line: list[str], root: Path) -> bool:
    print(f"\n--- {name}", flush=True)
    return _call(line, root) == 0


def _tests(options: list[str], selected: list[str], root: Path) -> tuple[Counts, int]:
    with tempfile.TemporaryDirectory(prefix="cdui-test-") as folder:
        report = Path(folder) / "report.xml"
        code = _call(
            [
                sys.executable,
                "-m",
                "pytest",
                "-q",
                "--durations=40",
                "--durations-min=2",
                *options,
                f"--junit-xml={report}",
                *selected,
            ],
            root,
        )
        return read_counts(report), code


def _name_absent(absent: list[Package]) -> None:
    for name in dict.fromkeys(package.suite for package in absent):
        print(say("suite_left_out", suite=name))
    print("  sudo apt install " + shlex.join(dict.fromkeys(package.name for package in absent)))


def _call(line: list[str], root: Path) -> int:
    """Run a tool in the repository with our terminal and answer its exit code."""
    try:
        return subprocess.call(line, cwd=root, env={**os.environ, "PYTHONUNBUFFERED": "1"})
    except FileNotFoundError:
        print(say("tool_missing", tool=Path(line[0]).name), file=sys.stderr)
        return 1
