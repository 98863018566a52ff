"""A console in front of which values are masked, also those that arrive in two pieces."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from app.core.events.masking import Mask
from app.runs.console import FILE_NAME, ConsoleFile
from app.runs.masked_console import MaskedConsole

if TYPE_CHECKING:
    from pathlib import Path


def _written(folder: Path, *pieces: str) -> str:
    console = MaskedConsole(Mask(["hunter-two-and-more"]), ConsoleFile(folder, 10_000, lambda: None))
    for piece in pieces:
        console.write(piece)
    console.close()
    console.write("late")
    return (folder / FILE_NAME).read_text()


def test_whole_values_are_masked(tmp_path: Path) -> None:
    assert _written(tmp_path, "a hunter-two-and-more b\n", "c\n") == "a *** b\nc\n"


def test_a_value_in_pieces_is_masked(tmp_path: Path) -> None:
    assert _written(tmp_path, "x" * 50 + "hunter-t", "wo-and", "-more!\n") == "x" * 50 + "***!\n"


def test_what_only_looks_like_a_beginning_is_not_lost(tmp_path: Path) -> None:
    assert _written(tmp_path, "a hunter-t", "hree\n") == "a hunter-three\n"


def test_a_beginning_at_the_very_end_is_masked(tmp_path: Path) -> None:
    assert _written(tmp_path, "a hunter-two") == "a ***"


def test_pieces_of_two_threads_are_not_mixed(tmp_path: Path) -> None:
    console = MaskedConsole(Mask(["hunter-two-and-more"]), ConsoleFile(tmp_path, 10_000, lambda: None))
    console.write("a hunter-two")
    other = threading.Thread(target=console.write, args=("-and-more of another\n",))
    other.start()
    other.join()
    console.write("-and-more b\n")
    console.close()
    assert (tmp_path / FILE_NAME).read_text() == "a -and-more of another\n*** b\n"
