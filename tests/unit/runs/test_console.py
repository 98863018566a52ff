"""The console file: whole characters, a bound, many threads."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.runs.console import CUT_MARK, FILE_NAME, ConsoleFile, read_piece

if TYPE_CHECKING:
    from pathlib import Path


def _written(folder: Path, *texts: str, cap_bytes: int = 1 << 20) -> bytes:
    console = ConsoleFile(folder, cap_bytes, lambda: None)
    for text in texts:
        console.write(text)
    console.close()
    return (folder / FILE_NAME).read_bytes() if (folder / FILE_NAME).exists() else b""


def test_nothing_printed_makes_no_file(tmp_path: Path) -> None:
    assert _written(tmp_path / "run", "") == b""
    assert not (tmp_path / "run").exists()
    assert read_piece(tmp_path / "run", 7, 100) == ("", 7, True)


def test_text_is_kept_as_it_was_printed(tmp_path: Path) -> None:
    assert _written(tmp_path / "run", "loss\r0.5\n", "資料\ud800\n") == "loss\r0.5\n資料?\n".encode()
    assert (tmp_path / "run" / FILE_NAME).stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("cap_bytes", [0, 1, 5, 6, 7, 8, 9])
def test_beyond_the_cap_comes_a_mark_and_nothing_more(tmp_path: Path, cap_bytes: int) -> None:
    data = _written(tmp_path / "run", "資料檔", "more", cap_bytes=cap_bytes)
    whole = "資料檔"[: cap_bytes // 3] + ("more"[: cap_bytes - 9] if cap_bytes > 9 else "")
    assert data.decode() == whole + CUT_MARK


def test_growth_is_told_after_it_can_be_read(tmp_path: Path) -> None:
    seen: list[tuple[str, int, bool]] = []
    console = ConsoleFile(tmp_path, 100, lambda: seen.append(read_piece(tmp_path, 0, 100)))
    console.write("a")
    console.write("b")
    console.close()
    console.write("c")
    assert seen == [("a", 1, True), ("ab", 2, True)]


def test_lines_of_many_threads_stay_whole(tmp_path: Path) -> None:
    console = ConsoleFile(tmp_path, 1 << 20, lambda: None)

    def work(n: int) -> None:
        for k in range(200):
            console.write(f"{n}:{k}\n")

    threads = [threading.Thread(target=work, args=(n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    console.close()
    lines = (tmp_path / FILE_NAME).read_text().splitlines()
    for n in range(4):
        assert [line for line in lines if line.startswith(f"{n}:")] == [f"{n}:{k}" for k in range(200)]


def test_a_folder_that_cannot_be_written_never_stops_the_run(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    console = ConsoleFile(tmp_path / "file" / "below", 100, lambda: None)
    console.write("x")
    console.close()


def test_an_offset_beyond_the_end_comes_back_to_it(tmp_path: Path) -> None:
    _written(tmp_path, "abc")
    assert read_piece(tmp_path, 99, 10) == ("", 3, True)
    assert read_piece(tmp_path, 3, 10) == ("", 3, True)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60, deadline=None)
@given(text=st.text(st.characters(codec="utf-8"), min_size=1, max_size=60), limit=st.integers(0, 20))
def test_pieces_join_to_the_whole(tmp_path: Path, text: str, limit: int) -> None:
    (tmp_path / FILE_NAME).write_bytes(text.encode())
    pieces, offset, at_end = [], 0, False
    while not at_end:
        piece, after, at_end = read_piece(tmp_path, offset, limit)
        assert after > offset
        assert len(piece.encode()) == after - offset
        pieces.append(piece)
        offset = after
    assert "".join(pieces) == text


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60, deadline=None)
@given(text=st.text(st.characters(codec="utf-8"), min_size=1, max_size=20), offset=st.integers(0, 80))
def test_any_offset_begins_at_a_whole_character(tmp_path: Path, text: str, offset: int) -> None:
    (tmp_path / FILE_NAME).write_bytes(text.encode())
    piece, after, at_end = read_piece(tmp_path, offset, 1000)
    assert text.endswith(piece)
    assert at_end
    assert after == len(text.encode())
