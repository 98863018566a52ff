"""tests/requirements.toml, the marks on tests and docs/requirements.md say the same, in both directions."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pytest

REPO = Path(__file__).resolve().parents[2]
TOOL = runpy.run_path(str(REPO / "packaging" / "requirements.py"))
ROWS: dict[str, dict[str, Any]] = TOOL["read_rows"](REPO)
MARKS: dict[str, list[str]] = TOOL["marks"](REPO)


def test_every_mark_has_its_row_and_every_row_its_marks() -> None:
    assert TOOL["problems"](ROWS, MARKS) == []


def test_the_page_is_fresh() -> None:
    assert (REPO / "docs" / "requirements.md").read_text(encoding="utf-8") == TOOL["page"](ROWS)


def test_the_file_is_as_the_tool_writes_it() -> None:
    text = (REPO / "tests" / "requirements.toml").read_text(encoding="utf-8")
    assert TOOL["to_toml"](ROWS, TOOL["header"](text)) == text


def test_every_id_is_there() -> None:
    series = {name: sum(row.startswith(name) for row in ROWS) for name in ("EA-", "DN-", "RW-", "RX-")}
    assert sum(series.values()) == len(ROWS) == 1191
    assert min(series.values()) > 0


@pytest.mark.parametrize(
    ("fields", "marked", "part"),
    [
        ({"topic": "t"}, ["tests/a.py::test_a"], "write its sentence"),
        ({"topic": "t", "says": " "}, ["tests/a.py::test_a"], "write its sentence"),
        ({"topic": "t", "says": "It is so.", "tests": ["tests/a.py::test_b"]}, ["tests/a.py::test_a"], "lists"),
        ({"topic": "t", "says": "It is so.", "tests": ["tests/a.py::test_a"]}, [], "lists"),
        ({"topic": "t", "says": "It is so."}, ["tests/a.py::test_a"], "lists"),
        ({"topic": "t", "overruled": " "}, [], "without a reason"),
        ({"topic": "t", "overruled": "Since."}, ["tests/a.py::test_a"], "all the same"),
        ({"topic": "t", "tset": []}, [], "tset"),
        ({}, [], "no topic"),
    ],
)
def test_what_does_not_fit_is_named(fields: dict[str, Any], marked: list[str], part: str) -> None:
    [problem] = TOOL["problems"]({"EA-001": fields}, {"EA-001": marked} if marked else {})
    assert problem.startswith("EA-001: ")
    assert part in problem


def test_a_mark_of_an_unknown_id_is_named() -> None:
    assert "EA-999" in TOOL["problems"]({}, {"EA-999": ["tests/a.py::test_a"]})[0]


MARKED = """
import pytest
pytestmark = [pytest.mark.req("EA-009")]
@pytest.mark.req("EA-001", "EA-002")
@pytest.mark.parametrize("x", [pytest.param(1, marks=pytest.mark.req("EA-003")), 2])
async def test_one(x): ...
def helper(): ...
@pytest.mark.req("EA-004")
class TestMany:
    @pytest.mark.req("EA-005")
    def test_two(self): ...
    def test_three(self): ...
"""
UI = """
// req RW-001, RW-002
it("draws a node", () => {});
// req RW-003
test.each([1])('draws %s nodes', () => {});
"""


def test_marks_are_found_wherever_they_stand(tmp_path: Path) -> None:
    (tmp_path / "tests").mkdir()
    (tmp_path / "ui" / "src").mkdir(parents=True)
    (tmp_path / "tests" / "test_x.py").write_text(MARKED)
    (tmp_path / "ui" / "src" / "x.test.tsx").write_text(UI)
    one, two, three = (f"tests/test_x.py::{n}" for n in ("test_one", "TestMany::test_two", "TestMany::test_three"))
    assert TOOL["marks"](tmp_path) == {
        "EA-001": [one],
        "EA-002": [one],
        "EA-003": [one],
        "EA-004": sorted([two, three]),
        "EA-005": [two],
        "EA-009": sorted([one, two, three]),
        "RW-001": ["ui/src/x.test.tsx::draws a node"],
        "RW-002": ["ui/src/x.test.tsx::draws a node"],
        "RW-003": ["ui/src/x.test.tsx::draws %s nodes"],
    }


def test_fill_writes_tests_and_reopens_what_lost_its_mark() -> None:
    rows = {
        "EA-001": {"topic": "t"},
        "EA-002": {"topic": "t", "says": "So.", "tests": ["gone"]},
        "EA-003": {"topic": "t", "says": "Kept.", "tests": ["old"]},
        "EA-004": {"topic": "t", "overruled": "Since."},
    }
    filled = TOOL["fill"](rows, {"EA-001": ["a"], "EA-003": ["b"], "EA-004": ["c"]})
    assert filled == {
        "EA-001": {"topic": "t", "says": "", "tests": ["a"]},
        "EA-002": {"topic": "t"},
        "EA-003": {"topic": "t", "says": "Kept.", "tests": ["b"]},
        "EA-004": {"topic": "t", "overruled": "Since."},
    }
