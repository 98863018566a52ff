"""A file or folder that changed has another fingerprint; one that did not keeps it."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from app.engine import fingerprint

if TYPE_CHECKING:
    from pathlib import Path


def test_size_time_and_content_all_count(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("1,2")
    os.utime(path, ns=(5, 5))
    first = fingerprint.of_file(path)
    assert first[:2] == [3, 5]
    assert fingerprint.of_file(path) == first
    path.write_text("1,3")
    os.utime(path, ns=(5, 5))
    assert fingerprint.of_file(path) != first
    path.write_text("1,2")
    os.utime(path, ns=(6, 6))
    assert fingerprint.of_file(path) != first


def test_a_large_file_is_told_by_size_and_time_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fingerprint, "HASHED_BYTES", 3)
    path = tmp_path / "a.bin"
    path.write_bytes(b"1234")
    os.utime(path, ns=(7, 7))
    assert fingerprint.of_file(path) == [4, 7, ""]


def test_what_is_no_ordinary_file_raises(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="not an ordinary file"):
        fingerprint.of_file(tmp_path)
    with pytest.raises(FileNotFoundError):
        fingerprint.of_file(tmp_path / "none")


def test_a_folder_changes_with_any_file_below_it(tmp_path: Path) -> None:
    root = tmp_path / "set"
    assert fingerprint.of_folder(root) == ""
    (root / "cat").mkdir(parents=True)
    (root / "cat" / "1.png").write_text("x")
    os.utime(root / "cat" / "1.png", ns=(5, 5))
    first = fingerprint.of_folder(root)
    assert len(first) == 64
    assert fingerprint.of_folder(root) == first
    (root / "cat" / "1.png").rename(root / "cat" / "2.png")
    renamed = fingerprint.of_folder(root)
    assert renamed != first
    os.utime(root / "cat" / "2.png", ns=(6, 6))
    assert fingerprint.of_folder(root) not in (first, renamed)
