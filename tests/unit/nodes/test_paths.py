"""Which file a path in a graph means, and which paths are refused."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.vocab.errors import NodeError
from app.nodes.paths import find_folder, find_input, place_output
from app.nodes.plain_file import of_system, open_plain
from tests.support.nodes import folders as make_folders

if TYPE_CHECKING:
    from app.engine.context import Folders


@pytest.fixture
def places(tmp_path: Path) -> Folders:
    samples = tmp_path / "bundle"
    samples.mkdir()
    (samples / "iris.csv").write_text("bundled")
    return make_folders(tmp_path / "user", samples)


def code(places: Folders, name: str) -> str:
    with pytest.raises(NodeError) as caught:
        find_input(name, places, places.files)
    return caught.value.reason.code


def test_a_relative_path_starts_at_the_parent_of_the_data_folder(places: Folders) -> None:
    (places.files / "x.csv").write_text("1")
    assert find_input("data/files/x.csv", places) == places.files / "x.csv"
    assert find_input("./data//files/../files/x.csv", places) == places.files / "x.csv"
    assert find_input("data\\files\\x.csv", places) == places.files / "x.csv"


def test_the_bundled_sample_serves_only_where_the_user_has_none(places: Folders) -> None:
    assert find_input("data/samples/iris.csv", places) == places.samples / "iris.csv"
    own = places.data_parent / "data" / "samples" / "iris.csv"
    own.parent.mkdir()
    own.write_text("mine")
    assert find_input("data/samples/iris.csv", places) == own


def test_a_bare_name_is_an_upload_then_an_output_then_a_relative_path(places: Folders) -> None:
    for folder in (places.data_parent, places.output, places.files):
        (folder / "x.csv").write_text("1")
        assert find_input("x.csv", places, places.files) == folder / "x.csv"


def test_an_absolute_path_is_taken_as_it_is(places: Folders, tmp_path: Path) -> None:
    (tmp_path / "檔 案.csv").write_text("1")
    assert find_input(str(tmp_path / "檔 案.csv"), places) == tmp_path / "檔 案.csv"
    assert find_input(f" {tmp_path}/user/../檔 案.csv\n", places) == tmp_path / "檔 案.csv"


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("", "path_empty"),
        ("  \t", "path_empty"),
        ("a\0b.csv", "path_malformed"),
        ("a\nb.csv", "path_malformed"),
        ("\ud800.csv", "path_malformed"),
        ("a" * 256, "path_malformed"),
        ("資" * 86, "path_malformed"),
        ("C:\\data\\x.csv", "path_foreign"),
        ("d:/x.csv", "path_foreign"),
        ("\\\\server\\share\\x.csv", "path_foreign"),
        ("../x.csv", "path_outside"),
        ("data/../../x.csv", "path_outside"),
        ("data\\..\\..\\x.csv", "path_outside"),
        ("nowhere.csv", "file_missing"),
        ("a" * 255, "file_missing"),
        ("data/files", "file_is_folder"),
        (".", "file_is_folder"),
        ("data/..", "file_is_folder"),
        ("/dev/null", "file_not_plain"),
        ("data/files/loop", "file_unreadable"),
        ("session.token", "path_protected"),
        ("data/files/token-link", "path_protected"),
        ("codefyui.db-wal", "path_protected"),
    ],
)
def test_a_path_that_cannot_serve_is_named(places: Folders, name: str, expected: str) -> None:
    for own in ("session.token", "codefyui.db-wal"):
        (places.data_parent / own).write_text("secret")
    (places.files / "loop").symlink_to(places.files / "loop")
    (places.files / "token-link").symlink_to(places.data_parent / "session.token")
    assert code(places, name) == expected


def test_a_file_below_a_file_is_missing(places: Folders) -> None:
    (places.files / "x.csv").write_text("1")
    assert code(places, "data/files/x.csv/y.csv") == "file_missing"


def test_a_pipe_is_refused_at_once(places: Folders) -> None:
    os.mkfifo(places.files / "pipe")
    assert code(places, "data/files/pipe") == "file_not_plain"


@pytest.mark.parametrize("name", ["/proc/self/environ", "/proc/kmsg", "/sys/kernel/vmcoreinfo", "/dev/null", "link"])
def test_what_the_system_shows_as_files_is_refused(places: Folders, name: str) -> None:
    """/proc/kmsg is an ordinary file to stat, and reading it waits for ever."""
    (places.files / "link").symlink_to("/proc/self/environ")
    assert code(places, name) == "file_not_plain"
    for place in (place_output, find_folder):
        with pytest.raises(NodeError) as caught:
            place(f"/dev/../{name}/x" if name.startswith("/") else f"data/files/{name}", places)
        assert caught.value.reason.code == "file_not_plain"


def test_files_in_memory_are_files(places: Folders, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.path.realpath", str)
    assert not of_system(Path("/dev/shm/set/x.csv"))
    assert of_system(Path("/dev/shmem"))
    assert not of_system(Path("/develop/x.csv"))


def test_a_file_exchanged_for_a_pipe_after_the_look_is_refused(places: Folders) -> None:
    found = places.files / "x.csv"
    found.write_text("1")
    path = find_input("x.csv", places, places.files)
    path.unlink()
    os.mkfifo(path)
    with pytest.raises(NodeError) as caught:
        open_plain(path, "x.csv")
    assert caught.value.reason.code == "file_not_plain"


def test_a_missing_file_names_every_place(places: Folders) -> None:
    with pytest.raises(NodeError) as caught:
        find_input("nowhere.csv", places, places.files)
    params = caught.value.reason.params
    assert params["path"] == "nowhere.csv"
    assert params["looked"] == f"{places.files}, {places.output}, {places.data_parent}"


def test_a_bare_name_is_written_to_data_output(places: Folders) -> None:
    assert place_output("x.pt", places) == places.output / "x.pt"
    assert place_output("./x.pt", places) == places.output / "x.pt"
    assert place_output("x.pt", places, places.models) == places.models / "x.pt"


def test_a_writer_gets_its_folder_made(places: Folders, tmp_path: Path) -> None:
    assert place_output("data/models/new/x.pt", places) == places.models / "new" / "x.pt"
    assert (places.models / "new").is_dir()
    assert place_output(str(tmp_path / "else" / "x.pt"), places) == tmp_path / "else" / "x.pt"
    assert (tmp_path / "else").is_dir()


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("../x.pt", "path_outside"),
        ("data/output", "file_is_folder"),
        ("/dev/null", "file_not_plain"),
        ("/proc/nothing/x.pt", "file_not_plain"),
        ("data/files/file/x.pt", "file_unwritable"),
        ("logs/x.pt", "path_protected"),
        ("agent/x.pt", "path_protected"),
        ("data/custom_nodes/evil.py", "path_protected"),
        ("data/models/../graphs/x.json", "path_protected"),
        ("data/models/link/x.py", "path_protected"),
    ],
)
def test_a_writer_is_kept_from_what_it_must_not_touch(places: Folders, name: str, expected: str) -> None:
    (places.data_parent / "data" / "plugins").mkdir()
    (places.files / "file").touch()
    (places.models / "link").symlink_to(places.data_parent / "data" / "plugins")
    with pytest.raises(NodeError) as caught:
        place_output(name, places)
    assert caught.value.reason.code == expected
    assert not (places.data_parent / "logs").exists()


def test_an_absolute_path_to_the_token_is_refused_too(places: Folders) -> None:
    with pytest.raises(NodeError) as caught:
        place_output(str(places.data_parent / "session.token"), places)
    assert caught.value.reason.code == "path_protected"


@pytest.mark.parametrize("name", ["Session.TOKEN", "CodefyUI.db-wal", "agent/key.json", "Agent/x", "agent-instances/a"])
def test_own_files_are_closed_in_any_case_of_letters(places: Folders, name: str) -> None:
    path = places.data_parent / name
    path.parent.mkdir(exist_ok=True)
    path.write_text("secret")
    assert code(places, name) == "path_protected"
    assert code(places, str(path)) == "path_protected"


def test_a_database_elsewhere_is_closed_too(places: Folders, tmp_path: Path) -> None:
    database = tmp_path / "elsewhere" / "Runs.db"
    database.parent.mkdir()
    database.write_text("rows")
    (tmp_path / "elsewhere" / "runs.db-wal").write_text("rows")
    places = replace(places, own_files=(database,))
    assert code(places, str(database)) == "path_protected"
    assert code(places, str(tmp_path / "elsewhere" / "runs.db-wal")) == "path_protected"
    with pytest.raises(NodeError) as caught:
        place_output(str(tmp_path / "elsewhere" / "RUNS.DB"), places)
    assert caught.value.reason.code == "path_protected"
    (tmp_path / "elsewhere" / "data.csv").write_text("1")
    assert find_input(str(tmp_path / "elsewhere" / "data.csv"), places).name == "data.csv"


def test_a_folder_of_samples_counts_where_there_is_none(places: Folders) -> None:
    (places.samples / "stripes").mkdir()
    own = places.data_parent / "data" / "samples"
    assert find_folder("data/samples/stripes", places) == places.samples / "stripes"
    assert find_folder("./data/samples/x/../stripes", places) == places.samples / "stripes"
    assert find_folder("data/samples/iris.csv", places) == own / "iris.csv"  # a file is no folder
    assert find_folder("data/samples", places) == own
    assert find_folder("data/samples/none", places) == own / "none"
    (own / "stripes").mkdir(parents=True)
    assert find_folder("data/samples/stripes", places) == own / "stripes"


def test_a_folder_param(places: Folders, tmp_path: Path) -> None:
    assert find_folder("./data", places) == places.data_parent / "data"
    assert find_folder(".", places) == places.data_parent
    assert find_folder(str(tmp_path), places) == tmp_path
    (places.files / "x").write_text("1")
    for name, expected in (("data/files/x", "folder_is_file"), ("logs", "path_protected"), ("..", "path_outside")):
        with pytest.raises(NodeError) as caught:
            find_folder(name, places)
        assert caught.value.reason.code == expected


@given(name=st.text(max_size=80))
def test_any_text_is_refused_with_words(tmp_path_factory: pytest.TempPathFactory, name: str) -> None:
    root = tmp_path_factory.getbasetemp() / "any"
    places = make_folders(root)
    with pytest.raises(NodeError, match=r".") as caught:  # the folders are empty: nothing can be found
        find_input(name, places, places.files)
    assert caught.value.reason.code.startswith(("path_", "file_"))
