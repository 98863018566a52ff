"""A shelf of files: names, links, replacing, and what a failure leaves behind (nothing)."""

from __future__ import annotations

import errno
import os
import shutil
import unicodedata
from typing import TYPE_CHECKING, Any

import pytest

from app.core.vocab.errors import CduiError, NoRoom, Unavailable
from app.library.shelf import UNFINISHED, Incoming, Shelf

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    return Shelf(tmp_path / "in", (".csv", ".pt"))


@pytest.fixture
def nested(tmp_path: Path) -> Shelf:
    return Shelf(tmp_path / "in", (".pt",), nested=True)


def put(shelf: Shelf, name: str, data: bytes = b"x", *, overwrite: bool = False) -> Path:
    incoming = shelf.begin(name)
    incoming.write(data)
    return incoming.finish(overwrite=overwrite)


def finish(incoming: Incoming, data: bytes) -> None:
    incoming.write(data)
    incoming.finish(overwrite=True)


def names(shelf: Shelf) -> list[str]:
    return [row.filename for row in shelf.list()]


def refused(call: Any, *arguments: Any, **more: Any) -> str:
    with pytest.raises(CduiError) as caught:
        call(*arguments, **more)
    return caught.value.reason.code


def test_what_came_whole_is_there_with_its_size(shelf: Shelf) -> None:
    path = put(shelf, "a.csv", b"12345")
    (row,) = shelf.list()
    assert (row.filename, row.size_bytes, row.modified) == ("a.csv", 5, path.stat().st_mtime)
    assert shelf.find("a.csv").read_bytes() == b"12345"
    assert os.listdir(shelf.folder) == ["a.csv"]


def test_until_it_is_finished_nobody_sees_it(shelf: Shelf) -> None:
    incoming = shelf.begin("a.csv")
    incoming.write(b"half")
    assert names(shelf) == []
    assert refused(shelf.find, "a.csv") == "file_not_found"
    incoming.drop()
    assert os.listdir(shelf.folder) == []


def test_same_bytes_change_nothing_and_other_bytes_need_leave(shelf: Shelf) -> None:
    path = put(shelf, "a.csv", b"one")
    before = path.stat()
    assert put(shelf, "a.csv", b"one") == path
    assert (path.stat().st_ino, path.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)
    assert refused(put, shelf, "a.csv", b"two") == "file_exists"
    assert path.read_bytes() == b"one"
    put(shelf, "a.csv", b"two", overwrite=True)
    assert path.read_bytes() == b"two"
    assert os.listdir(shelf.folder) == ["a.csv"]


def test_one_name_composed_or_not_is_one_file(shelf: Shelf) -> None:
    composed, apart = (unicodedata.normalize(form, "été.csv") for form in ("NFC", "NFD"))
    put(shelf, apart)
    assert os.listdir(shelf.folder) == [composed]
    # a file that came by hand from a system that decomposes names
    os.rename(shelf.folder / composed, shelf.folder / apart)
    assert shelf.find(composed).name == apart
    assert refused(put, shelf, composed, b"other") == "file_exists"
    put(shelf, composed, b"new", overwrite=True)
    assert os.listdir(shelf.folder) == [apart]
    assert shelf.find(composed).read_bytes() == b"new"
    assert shelf.delete(composed) == apart
    assert names(shelf) == []


def test_names_that_differ_in_case_alone_are_refused(shelf: Shelf) -> None:
    put(shelf, "Straße.csv")
    assert refused(put, shelf, "STRASSE.csv") == "file_case_clash"
    assert refused(put, shelf, "straße.csv", overwrite=True) == "file_case_clash"
    assert os.listdir(shelf.folder) == ["Straße.csv"]


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("a.exe", "file_type_refused"),
        ("a", "file_type_refused"),
        ("", "name_empty"),
        ("CON.csv", "name_is_device"),
        ("a:b.csv", "name_has_characters"),
        ("../a.csv", "name_has_characters"),
        ("x/a.csv", "name_has_characters"),
        ("C:\\fakepath\\a.csv", "name_has_characters"),
        ("a\0.csv", "name_has_characters"),
        ("a.csv.", "name_ends_badly"),
        ("\udce9.csv", "name_has_characters"),
        ("x" * 252 + ".csv", "name_too_long"),
        ("é" * 126 + ".csv", "name_too_long"),
    ],
)
def test_names_that_cannot_be(shelf: Shelf, name: str, code: str) -> None:
    assert refused(put, shelf, name) == code
    assert not shelf.folder.exists() or os.listdir(shelf.folder) == []


@pytest.mark.parametrize("name", ["x" * 251 + ".csv", "張" * 83 + "ab.csv", "A.CSV", "..a.csv", "-.pt", "a b (1)'.csv"])
def test_names_that_can(shelf: Shelf, name: str) -> None:
    put(shelf, name)
    assert names(shelf) == [name]
    assert shelf.delete(name) == name


def test_links_that_lead_out_are_not_there(shelf: Shelf, tmp_path: Path) -> None:
    (tmp_path / "secret.csv").write_text("secret")
    put(shelf, "real.csv")
    (shelf.folder / "out.csv").symlink_to(tmp_path / "secret.csv")
    (shelf.folder / "in.csv").symlink_to("real.csv")
    (shelf.folder / "loop.csv").symlink_to("loop.csv")
    (shelf.folder / "none.csv").symlink_to("gone.csv")
    (shelf.folder / "folder.csv").mkdir()
    os.mkfifo(shelf.folder / "pipe.csv")
    assert names(shelf) == ["in.csv", "real.csv"]
    assert refused(shelf.find, "out.csv") == "path_leaves_folder"
    assert refused(put, shelf, "out.csv", overwrite=True) == "path_leaves_folder"
    assert refused(shelf.delete, "out.csv") == "path_leaves_folder"
    assert refused(put, shelf, "folder.csv", overwrite=True) == "file_exists"
    assert [refused(shelf.find, f"{n}.csv") for n in ("none", "folder", "pipe")] == ["file_not_found"] * 3
    shelf.delete("in.csv")
    assert names(shelf) == ["real.csv"]
    assert (tmp_path / "secret.csv").read_text() == "secret"


def test_folders_below_count_where_the_shelf_is_nested(shelf: Shelf, nested: Shelf, tmp_path: Path) -> None:
    (nested.folder / "sub" / "deep").mkdir(parents=True)
    (nested.folder / "sub" / "deep" / "m.pt").write_bytes(b"m")
    (tmp_path / "else").mkdir()
    (tmp_path / "else" / "n.pt").write_bytes(b"n")
    (nested.folder / "link").symlink_to(tmp_path / "else")
    assert names(nested) == ["sub/deep/m.pt"]
    assert names(shelf) == []
    assert nested.find("sub\\deep\\m.pt") == nested.find("sub/deep/m.pt") == nested.folder / "sub" / "deep" / "m.pt"
    assert refused(nested.find, "link/n.pt") == refused(nested.find, "sub/../../else/n.pt") == "path_leaves_folder"
    assert refused(shelf.find, "sub/deep/m.pt") == "name_has_characters"
    assert nested.delete("sub/deep/m.pt") == "sub/deep/m.pt"


@pytest.mark.parametrize(
    ("number", "kind", "code"),
    [
        (errno.ENOSPC, NoRoom, "disk_full"),
        (errno.EDQUOT, NoRoom, "disk_full"),
        (errno.EIO, Unavailable, "file_not_written"),
    ],
)
@pytest.mark.parametrize("step", ["write", "fsync", "replace"])
def test_a_disk_that_fails_leaves_the_old_file_and_nothing_else(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch, step: str, number: int, kind: type[CduiError], code: str
) -> None:
    put(shelf, "a.csv", b"old")

    def fails(*_: Any) -> Any:
        raise OSError(number, os.strerror(number))

    incoming = shelf.begin("a.csv")
    with monkeypatch.context() as patch:
        patch.setattr(f"app.library.shelf.os.{step}", fails)
        with pytest.raises(kind) as caught:
            finish(incoming, b"new")
    incoming.drop()
    assert caught.value.reason.code == code
    assert (os.listdir(shelf.folder), shelf.find("a.csv").read_bytes()) == (["a.csv"], b"old")


def test_what_cannot_fit_is_refused_before_it_is_sent(shelf: Shelf) -> None:
    shelf.folder.mkdir()
    assert refused(shelf.begin, "a.csv", shutil.disk_usage(shelf.folder).total + 1) == "disk_full"
    assert os.listdir(shelf.folder) == []


def test_what_a_crash_left_goes_at_the_next_start(shelf: Shelf) -> None:
    put(shelf, "a.csv")
    (shelf.folder / f"{UNFINISHED}0123").write_bytes(b"half")
    (shelf.folder / ".tmp-of-someone-else").write_bytes(b"theirs")
    shelf.clear_unfinished()
    assert sorted(os.listdir(shelf.folder)) == [".tmp-of-someone-else", "a.csv"]


def test_an_unfinished_file_is_never_listed_where_any_name_may_be(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    incoming = shelf.begin("clip.xyz")
    assert names(shelf) == []
    incoming.finish(overwrite=False)
    assert names(shelf) == ["clip.xyz"]
