"""Whose a folder is, and what is closed to others."""

from __future__ import annotations

import stat
from typing import TYPE_CHECKING

import pytest

from app.private import private_folder, private_opener, private_subfolder

if TYPE_CHECKING:
    from pathlib import Path


def _mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.parametrize(
    ("holds", "before", "after"),
    [
        ((), 0o755, 0o700),
        (("codefyui.lock", "x"), 0o777, 0o700),
        (("codefyui.db",), 0o750, 0o700),
        (("thesis.tex",), 0o755, 0o755),
        ((), 0o1777, 0o1777),
    ],
)
def test_a_folder_of_ours_is_closed_and_one_of_others_is_not(
    tmp_path: Path, holds: tuple[str, ...], before: int, after: int
) -> None:
    folder = tmp_path / "home"
    folder.mkdir()
    for name in holds:
        (folder / name).touch()
    folder.chmod(before)
    private_folder(folder)
    assert _mode(folder) == after


def test_new_folders_and_files_are_for_one_account(tmp_path: Path) -> None:
    private_folder(tmp_path / "a" / "home")
    private_subfolder(tmp_path / "a" / "home" / "data" / "logs")
    with open(tmp_path / "file", "w", opener=private_opener):
        pass
    modes = [_mode(tmp_path / name) for name in ("a/home", "a/home/data/logs", "file")]
    assert modes == [0o700, 0o700, 0o600]


def test_a_subfolder_is_closed_whatever_it_holds_but_never_behind_a_link(tmp_path: Path) -> None:
    for name in ("inside", "elsewhere"):
        (tmp_path / name).mkdir(mode=0o755)
        (tmp_path / name / "model.pt").touch()
    (tmp_path / "link").symlink_to(tmp_path / "elsewhere")
    private_subfolder(tmp_path / "inside")
    private_subfolder(tmp_path / "link")
    assert (_mode(tmp_path / "inside"), _mode(tmp_path / "elsewhere")) == (0o700, 0o755)
