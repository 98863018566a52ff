"""When what a run prints was printed: at which second, before which event."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.runs import console_marks
from app.runs.console import ConsoleFile
from app.runs.console_marks import FILE_NAME, ConsoleMarks, Printed, read_marked

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


LINES = st.tuples(st.integers(0, 3), st.text(st.characters(codec="utf-8", exclude_characters="\n"), max_size=6))
"""How many events come before a line, and its text."""


class _Run:
    """A console whose clock and event log are set by hand."""

    def __init__(self, folder: Path) -> None:
        self.second, self.cursor = 0, 0
        self.console = ConsoleFile(folder, 1 << 20, lambda: None, ConsoleMarks(folder, self.now, lambda: self.cursor))

    def now(self) -> str:
        return f"2026-03-01T10:00:{self.second:02}.500+00:00"

    def at(self, second: int, cursor: int, text: str) -> None:
        self.second, self.cursor = second, cursor
        self.console.write(text)


def test_a_line_has_the_second_and_the_event_before_which_it_was_printed(tmp_path: Path) -> None:
    run = _Run(tmp_path)
    run.at(0, 1, "one\n")
    run.at(0, 1, "two\n")
    run.at(0, 2, "資料\n")
    run.at(5, 2, "four\nfi")
    run.at(6, 3, "ve\n")
    run.console.close()
    text, after, at_end, times = read_marked(tmp_path, 0, 1000)
    assert (text, after, at_end) == ("one\ntwo\n資料\nfour\nfive\n", 25, True)
    assert [(one.line, one.at[17:19], one.before) for one in times] == [
        (0, "00", 2), (2, "00", 3), (3, "05", 3), (4, "06", 4),
    ]  # fmt: skip


def test_a_piece_from_the_middle_begins_with_the_mark_that_holds_there(tmp_path: Path) -> None:
    run = _Run(tmp_path)
    for cursor in range(40):
        run.at(cursor, cursor, f"{cursor:02}\n")
        run.at(cursor, cursor, f"{cursor:02}\n")
    run.console.close()
    assert read_marked(tmp_path, 6 * 17 + 3, 6)[3] == (
        Printed(0, "2026-03-01T10:00:17.500+00:00", 18), Printed(1, "2026-03-01T10:00:18.500+00:00", 19),
    )  # fmt: skip
    assert read_marked(tmp_path, 240, 10) == ("", 240, True, ())


def test_without_marks_text_has_no_times(tmp_path: Path) -> None:
    console = ConsoleFile(tmp_path, 100, lambda: None)
    console.write("x\n")
    console.close()
    assert read_marked(tmp_path, 0, 100) == ("x\n", 2, True, ())


def test_marks_that_cannot_be_written_leave_the_text(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).mkdir()
    run = _Run(tmp_path)
    run.at(0, 1, "x\n")
    run.at(1, 2, "y\n")
    run.console.close()
    assert read_marked(tmp_path, 0, 100) == ("x\ny\n", 4, True, ())


def test_there_are_only_so_many(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(console_marks, "MAX_MARKS", 2)
    run = _Run(tmp_path)
    for cursor in range(5):
        run.at(0, cursor, "x\n")
    run.console.close()
    assert [one.line for one in read_marked(tmp_path, 0, 100)[3]] == [0, 1]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=40, deadline=None)
@given(lines=st.lists(LINES, min_size=1, max_size=20), limit=st.integers(4, 40))
def test_pieces_tell_of_each_line_what_was_told(
    tmp_path_factory: pytest.TempPathFactory, lines: list[tuple[int, str]], limit: int
) -> None:
    folder = tmp_path_factory.mktemp("run")
    run, cursor, expected = _Run(folder), 0, []
    for step, text in lines:
        cursor += step
        run.at(0, cursor, text + "\n")
        expected.append(cursor + 1)
    run.console.close()
    told: list[int] = []
    offset, at_end, begun = 0, False, False
    while not at_end:
        text, offset, at_end, times = read_marked(folder, offset, limit)
        whole = text.split("\n")
        known = {one.line: one.before for one in times}
        for number in range(len(whole) - (whole[-1] == "")):
            held = max(line for line in known if line <= number)
            if not (number == 0 and begun):
                told.append(known[held])
        begun = whole[-1] != ""
    assert told == expected


def test_a_record_that_is_cut_short_by_a_full_disk_is_the_last(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Records behind it would all be read at the wrong places."""
    real, sizes = os.write, [10, 1000, 1000]
    monkeypatch.setattr(os, "write", lambda fd, data: real(fd, bytes(data)[: sizes.pop(0)]))
    clock = iter(f"2026-03-01T08:00:0{second}+00:00" for second in range(9))
    marks = ConsoleMarks(tmp_path, lambda: next(clock), lambda: 0)
    for offset in (0, 5, 9):
        marks.at(offset)
    marks.close()
    assert (tmp_path / FILE_NAME).stat().st_size == 10
