"""Files for the page: read once, handed over in pieces that join to what was there."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from app.desktop import texts
from app.desktop.texts import MOST_HELD, TextError, Texts

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def _whole(held: Texts, key: str) -> list[str]:
    pieces, offset = [], 0
    while True:
        text, following = held.piece(key, offset)
        pieces.append(text)
        if following is None:
            return pieces
        offset = following


def test_pieces_join_to_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(texts, "PIECE", 4)
    (tmp_path / "圖.json").write_bytes("\ufeff0123圖形789".encode())
    held = Texts()
    taken = held.take(str(tmp_path / "圖.json"))
    assert (taken.name, taken.size) == ("圖.json", 9)
    assert _whole(held, taken.id) == ["0123", "圖形78", "9"]
    with pytest.raises(TextError, match="file_gone"):
        held.piece(taken.id, 0)


def test_an_empty_file_is_one_piece(tmp_path: Path) -> None:
    (tmp_path / "e.json").touch()
    held = Texts()
    assert _whole(held, held.take(str(tmp_path / "e.json")).id) == [""]


def _folder(path: Path) -> None:
    path.mkdir()


def _pipe(path: Path) -> None:
    os.mkfifo(path)


def _binary(path: Path) -> None:
    path.write_bytes(b"\xff\xfe\x00")


def _large(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(texts.MOST_BYTES + 1)


def _nothing(path: Path) -> None:
    pass


@pytest.mark.parametrize(
    ("make", "code"),
    [
        (_nothing, "file_missing"),
        (_folder, "file_is_folder"),
        (_pipe, "file_not_regular"),
        (_binary, "file_no_text"),
        (_large, "file_too_large"),
    ],
)
def test_what_is_no_text_has_a_word_for_it(tmp_path: Path, make: Callable[[Path], None], code: str) -> None:
    make(tmp_path / "a.json")
    with pytest.raises(TextError) as caught:
        Texts().take(str(tmp_path / "a.json"))
    assert (caught.value.code, caught.value.params) == (code, {"name": "a.json"})


def test_a_name_with_a_nul_is_unreadable() -> None:
    with pytest.raises(TextError, match="file_unreadable"):
        Texts().take("/tmp/a\0b.json")


def test_what_nobody_comes_for_is_let_go(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("a")
    held = Texts()
    first = held.take(str(tmp_path / "a"))
    later = [held.take(str(tmp_path / "a")) for _ in range(MOST_HELD)]
    with pytest.raises(TextError, match="file_gone"):
        held.piece(first.id, 0)
    assert _whole(held, later[0].id) == ["a"]
    with pytest.raises(TextError, match="file_gone"):
        held.piece(later[1].id, -1)
