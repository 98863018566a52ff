"""Takes one behaviour away from the real code, in a process of its own, to see whether the tests of its row notice.

A pytest plugin: `ROW_MUTANT=EA-018 python -m pytest -p tests.support.mutation ...`. It is loaded before any test
module, so that names which tests import are the changed ones. Nothing is put back: the process ends with its tests.

PYTEST_DONT_REWRITE: where children are changed too, Python has loaded this module before pytest can.
"""

from __future__ import annotations

import importlib
import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

VARIABLE = "ROW_MUTANT"
LISTS = (
    "mutants_of_execution",
    "mutants_of_starting",
    "mutants_of_the_log",
    "mutants_of_serving",
    "mutants_of_answers",
    "mutants_of_the_window",
)
PATIENCE_S = 2.0
"""Tests of a mutant wait this long for what will never come."""

REPO = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Mutant:
    """patch: changes this process. tests: the row's tests that can see it, all of them when empty.

    in_children: it has to be in the Python processes that the tests start.
    """

    patch: Callable[[], None]
    tests: tuple[str, ...] = ()
    in_children: bool = False


MUTANTS: dict[str, Mutant] = {}
"""By row. Filled by the modules of LISTS."""


def of(*rows: str, tests: tuple[str, ...] = (), in_children: bool = False) -> Callable[[Callable[[], None]], None]:
    """Name the rows whose behaviour the decorated function takes away; it imports what it changes itself."""

    def keep(patch: Callable[[], None]) -> None:
        for row in rows:
            assert row not in MUTANTS, row
            MUTANTS[row] = Mutant(patch, tests, in_children)

    return keep


def wrap(owner: Any, name: str, make: Callable[[Any], Any]) -> None:
    """Put make(what is there) in the place of an attribute."""
    setattr(owner, name, make(getattr(owner, name)))


def find_quickly() -> None:
    """Property tests stop at the first example that fails instead of looking for the smallest."""
    from hypothesis import Phase, settings

    settings.register_profile("mutant", phases=[Phase.generate], database=None, print_blob=False, derandomize=True)
    settings.load_profile("mutant")


def load() -> dict[str, Mutant]:
    """Every mutant that is written."""
    for name in LISTS:
        importlib.import_module(f"tests.support.{name}")
    return MUTANTS


def environment(row: str, folder: Path) -> dict[str, str]:
    """What a process needs to be the row's mutant. folder: takes a file that changes its children, too."""
    made = {**os.environ, VARIABLE: row}
    if load()[row].in_children:
        (folder / "sitecustomize.py").write_text("import tests.support.mutation\n")
        made["PYTHONPATH"] = os.pathsep.join([str(folder), str(REPO)])
    return made


def _apply(row: str) -> None:
    from tests.support import mock_nodes

    mock_nodes.PATIENCE_S = PATIENCE_S
    load()[row].patch()


if os.environ.get(VARIABLE):
    _apply(os.environ[VARIABLE])
