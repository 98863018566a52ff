"""File names that every system can hold, and paths that stay in their folder."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.vocab.errors import Refused
from app.library.names import graph_stem, normal, refuse_file_name
from app.library.resolve import resolve_inside

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    "name",
    [
        "a.pt",
        "模型.json",
        "with space.txt",
        "é.csv",
        "a" * 255,
        "張" * 85,
        "com10",
        "console.txt",
        ".hidden",
        "a..b",
        "-",
        "NULL",
    ],
)
def test_fine(name: str) -> None:
    assert refuse_file_name(name) is None


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("", "name_empty"),
        (".", "name_has_characters"), ("..", "name_has_characters"), ("a/b", "name_has_characters"),
        ("a\\b", "name_has_characters"), ("a:b", "name_has_characters"), ("a?", "name_has_characters"),
        ("a*", "name_has_characters"), ('"a"', "name_has_characters"), ("a<b>", "name_has_characters"),
        ("a|b", "name_has_characters"), ("a\0b", "name_has_characters"), ("a\nb", "name_has_characters"),
        ("a\x7f", "name_has_characters"), ("\ud800", "name_has_characters"),
        ("a" * 256, "name_too_long"), ("張" * 86, "name_too_long"),
        ("a.", "name_ends_badly"), ("a ", "name_ends_badly"),
        ("con", "name_is_device"), ("NUL.txt", "name_is_device"), ("Com1.tar.gz", "name_is_device"),
        ("lpt¹", "name_is_device"), ("aux .txt", "name_is_device"), ("CONIN$", "name_is_device"),
    ],
)  # fmt: skip
def test_refused(name: str, code: str) -> None:
    why = refuse_file_name(name)
    assert why is not None
    assert why.code == code
    why.text().encode()


@pytest.mark.parametrize(
    ("title", "stem"),
    [
        ("digits CNN", "digits_CNN"), ("a/b\\c", "a_b_c"), ("..", "__"), ("  tidy ", "tidy"),
        ("con", "_con"), ("Com1", "_Com1"), ("com1.x", "com1_x"), ("a-b_c", "a-b_c"), ("", ""), ("  ", ""),
        ("數字 辨識", "數字_辨識"), ("e\u0301", "é"), ("a.json", "a_json"), ("x\0y", "x_y"),
    ],
)  # fmt: skip
def test_stems(title: str, stem: str) -> None:
    assert graph_stem(title) == stem


@given(st.text(max_size=60))
def test_a_stem_is_a_file_name_or_nothing(title: str) -> None:
    stem = graph_stem(title)
    assert stem == "" or refuse_file_name(stem + ".json") is None
    assert graph_stem(stem) == stem
    assert normal(stem) == stem


@pytest.mark.parametrize("path", ["a.json", "sub/a.json", "sub\\a.json", "./a.json", "not/there/yet"])
def test_paths_inside(tmp_path: Path, path: str) -> None:
    assert resolve_inside(tmp_path, path) == tmp_path.joinpath(*path.replace("\\", "/").removeprefix("./").split("/"))


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("../a", "path_leaves_folder"), ("a/../../b", "path_leaves_folder"), ("a\\..\\..\\b", "path_leaves_folder"),
        ("/etc/passwd", "path_leaves_folder"), ("\\\\server\\share\\a", "path_leaves_folder"),
        ("C:\\a", "path_leaves_folder"), ("C:a", "path_leaves_folder"), ("~/a", "path_leaves_folder"),
        ("", "name_empty"), ("a//b", "name_empty"), ("a/nul", "name_is_device"), ("a\0", "name_has_characters"),
        ("a/b.", "name_ends_badly"), ("..%2f/..", "path_leaves_folder"),
    ],
)  # fmt: skip
def test_paths_that_lead_out(tmp_path: Path, path: str, code: str) -> None:
    with pytest.raises(Refused) as caught:
        resolve_inside(tmp_path, path)
    assert caught.value.reason.code == code


def test_links_that_lead_out(tmp_path: Path) -> None:
    inside, outside = tmp_path / "in", tmp_path / "out"
    inside.mkdir()
    outside.mkdir()
    (inside / "door").symlink_to(outside)
    (inside / "loop").symlink_to(inside / "loop")
    (inside / "fine").symlink_to(inside)
    assert resolve_inside(inside, "fine/x") == inside / "fine" / "x"
    for path in ("door", "door/secret", "loop"):
        with pytest.raises(Refused) as caught:
            resolve_inside(inside, path)
        assert caught.value.reason.code == "path_leaves_folder"
