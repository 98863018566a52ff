"""Rows that are proved: with their behaviour taken away, their tests fail.

Of the rows that an issue proved, twenty (or all, when it proved fewer) are drawn at random and tried in the ordinary
run; further mutants are `slow`.
"""

from __future__ import annotations

import random
import re
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.support.mutation import environment, load

REPO = Path(__file__).resolve().parents[2]
TOOL = runpy.run_path(str(REPO / "packaging" / "requirements.py"))
ROWS: dict[str, dict[str, Any]] = TOOL["read_rows"](REPO)
MUTANTS = load()

DRAWN = 20
PROVED_BY_ISSUE = {
    2: """
    DN-004 DN-011 DN-015 DN-016 EA-001 EA-004 EA-011 EA-018 EA-019 EA-020 EA-024 EA-026 EA-040 EA-042 EA-046 EA-047
    EA-048 EA-049 EA-050 EA-051 EA-052 EA-053 EA-054 EA-055 EA-056 EA-062 EA-082 EA-084 EA-085 EA-086 EA-087
    EA-089 EA-090 EA-091 EA-092 EA-129 EA-132 EA-139 EA-150 EA-151 EA-160 EA-165 EA-271 EA-272 EA-274 EA-390
    RW-018 RW-035 RW-057 RW-086 RW-087 RW-088 RW-089 RW-090 RW-273 RW-301 RX-311
    """,
    3: """
    DN-006 EA-035 EA-039 EA-061 EA-279 EA-349 EA-352 EA-354 EA-392 EA-397 EA-398 RW-359 RW-361 RX-197
    """,
    4: """
    EA-270 RW-111
    """,
}
"""Issue -> the rows that it proved. A row stands under one issue."""


def drawn(issue: int) -> list[str]:
    """The issue's number is the seed: anybody can draw again from the list above, and nobody chooses."""
    rows = sorted(PROVED_BY_ISSUE[issue].split())
    return random.Random(issue).sample(rows, min(DRAWN, len(rows)))


def test_every_proved_row_stands_under_the_issue_that_proved_it() -> None:
    listed = sorted(row for rows in PROVED_BY_ISSUE.values() for row in rows.split())
    assert listed == sorted(row for row, fields in ROWS.items() if fields.get("says"))


def test_every_drawn_row_has_its_mutant_and_mutants_are_of_proved_rows() -> None:
    assert sorted(row for issue in PROVED_BY_ISSUE for row in drawn(issue) if row not in MUTANTS) == []
    assert sorted(row for row in MUTANTS if not ROWS[row].get("says")) == []


AT_ONCE = 2
"""Mutants tried side by side: each is a process of its own, and the processors of the CI are as many."""
LIMIT_S = 100.0


def _cases() -> list[Any]:
    """Rows in groups: those of the ordinary run, and the `slow` others."""
    ordinary = {row for issue in PROVED_BY_ISSUE for row in drawn(issue)}
    found = []
    for rows, marks in (
        ([row for row in sorted(MUTANTS) if row in ordinary], ()),
        ([row for row in sorted(MUTANTS) if row not in ordinary], pytest.mark.slow),
    ):
        groups = [tuple(rows[at : at + AT_ONCE]) for at in range(0, len(rows), AT_ONCE)]
        found += [pytest.param(group, marks=marks, id="+".join(group)) for group in groups]
    return found


def _tried(row: str, folder: Path) -> tuple[subprocess.Popen[bytes], Path]:
    """The tests of a row as they begin without its behaviour, and the file that takes what they say."""
    mutant, every = MUTANTS[row], ROWS[row]["tests"]
    chosen = [test for test in every if not mutant.tests or test.startswith(mutant.tests)]
    assert chosen
    folder.mkdir()
    command = [sys.executable, "-m", "pytest", "-x", "-q", "--no-header", "-p", "no:cacheprovider"]
    command += ["-p", "tests.support.mutation", "--basetemp", str(folder / "below"), *chosen]
    with open(folder / "said.txt", "wb") as said:
        process = subprocess.Popen(
            command, cwd=REPO, env=environment(row, folder), stdout=said, stderr=subprocess.STDOUT
        )
    return process, folder / "said.txt"


@pytest.mark.parametrize("rows", _cases())
def test_without_the_behaviour_the_tests_of_its_row_fail(rows: tuple[str, ...], tmp_path: Path) -> None:
    """Fails when they pass, and when they do not get as far as failing, which would prove nothing."""
    tried: dict[str, tuple[subprocess.Popen[bytes], Path]] = {}
    try:
        for row in rows:
            tried[row] = _tried(row, tmp_path / row)
        codes = {row: process.wait(LIMIT_S) for row, (process, _) in tried.items()}
    finally:
        for process, _ in tried.values():
            process.kill()
            process.wait()
    for row, (_, file) in tried.items():
        said = file.read_text("utf-8", "replace")
        assert codes[row] == 1, f"{row}: {said[-3000:]}"
        assert re.search(r"^FAILED ", said, re.MULTILINE), f"{row}: {said[-3000:]}"
        assert not re.search(r"^E +(NameError|ImportError|AttributeError|TypeError)", said, re.MULTILINE), (
            f"{row}: {said}"
        )
