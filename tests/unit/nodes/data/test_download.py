"""Downloads from a server that does everything wrong."""

from __future__ import annotations

import hashlib
import threading
from typing import TYPE_CHECKING, Any

import pytest

from app.core.vocab.errors import NodeError
from app.engine.context import CancelFlag
from app.nodes.data.download import Stopped, fetch
from tests.support.fileserver import FileServer, serving

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

CONTENT = bytes(range(256)) * 10000
MD5 = hashlib.md5(CONTENT).hexdigest()


def no_wait(seconds: float) -> bool:
    return False


@pytest.fixture
def server() -> Iterator[FileServer]:
    with serving() as made:
        made.files["set.bin"] = CONTENT
        yield made


def get(server: FileServer, path: Path, md5: str | None = MD5, progress: list[dict[str, Any]] | None = None) -> None:
    reports = progress if progress is not None else []
    fetch(server.url + "set.bin", path, md5, reports.append, no_wait)


def refusal(server: FileServer, path: Path, md5: str | None = MD5) -> tuple[str, dict[str, Any]]:
    with pytest.raises(NodeError) as caught:
        get(server, path, md5)
    return caught.value.reason.code, dict(caught.value.reason.params)


def test_a_file_arrives_whole_with_progress(server: FileServer, tmp_path: Path) -> None:
    reports: list[dict[str, Any]] = []
    get(server, tmp_path / "a" / "b" / "set.bin", progress=reports)
    assert (tmp_path / "a" / "b" / "set.bin").read_bytes() == CONTENT
    assert [path.name for path in (tmp_path / "a" / "b").iterdir()] == ["set.bin"]
    assert {(r["event"], r["file"], r["bytes"]["total"]) for r in reports} == {("download", "set.bin", len(CONTENT))}
    received = [r["bytes"]["received"] for r in reports]
    assert received == sorted(received)
    assert received[-1] == len(CONTENT)
    assert 2 <= len(received) <= 5


def test_a_file_that_is_there_is_left_alone(server: FileServer, tmp_path: Path) -> None:
    (tmp_path / "set.bin").write_bytes(b"mine")
    get(server, tmp_path / "set.bin")
    assert (tmp_path / "set.bin").read_bytes() == b"mine"
    assert server.ranges == []


@pytest.mark.parametrize(
    ("faults", "ranges"),
    [
        (["cut"], [None, "bytes=1280000-"]),
        (["cut", "cut"], [None, "bytes=1280000-", "bytes=1920000-"]),
        (["cut", "noranges"], [None, "bytes=1280000-"]),
        (["503", "cut", "500"], [None, None, "bytes=1280000-", "bytes=1280000-"]),
        (["nolength"], [None]),
    ],
)
def test_a_cut_transfer_is_taken_up_where_it_broke(
    server: FileServer, tmp_path: Path, faults: list[str], ranges: list[str | None]
) -> None:
    server.faults = faults
    get(server, tmp_path / "set.bin")
    assert (tmp_path / "set.bin").read_bytes() == CONTENT
    assert server.ranges == ranges


def test_a_part_left_by_an_earlier_run_is_used(server: FileServer, tmp_path: Path) -> None:
    (tmp_path / "set.bin.part").write_bytes(CONTENT[:1000])
    get(server, tmp_path / "set.bin")
    assert (tmp_path / "set.bin").read_bytes() == CONTENT
    assert server.ranges == ["bytes=1000-"]


@pytest.mark.parametrize("extra", [b"", b"too much"])
def test_a_part_that_is_too_long_is_begun_again(server: FileServer, tmp_path: Path, extra: bytes) -> None:
    (tmp_path / "set.bin.part").write_bytes(CONTENT + extra)
    get(server, tmp_path / "set.bin")
    assert (tmp_path / "set.bin").read_bytes() == CONTENT


@pytest.mark.parametrize(
    ("faults", "why", "requests"),
    [
        (["404"], "HTTP 404", 1),
        (["403"], "HTTP 403", 1),
        (["html"], "the answer is a web page, not the file", 1),
        (["500"] * 4, "HTTP 500", 4),
        (["cut"] * 4, "the connection ended early", 4),
    ],
)
def test_a_failure_names_address_folder_and_cause(
    server: FileServer, tmp_path: Path, faults: list[str], why: str, requests: int
) -> None:
    server.faults = list(faults)
    wanted = {"url": server.url + "set.bin", "folder": str(tmp_path), "file": "set.bin", "why": why}
    assert refusal(server, tmp_path / "set.bin") == ("download_failed", wanted)
    assert len(server.ranges) == requests
    assert not (tmp_path / "set.bin").exists()


def test_a_silent_server_is_given_up(server: FileServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.nodes.data.download.TIMEOUT_S", 0.1)
    server.faults = ["silent"] * 4
    code, words = refusal(server, tmp_path / "set.bin")
    assert (code, words["why"]) == ("download_failed", "no answer for 0.1 seconds")


def test_nobody_listens(tmp_path: Path) -> None:
    with serving() as gone:
        pass
    code, words = refusal(gone, tmp_path / "set.bin")
    assert (code, words["why"]) == ("download_failed", "Connection refused")


def test_damaged_content_is_removed_and_named(server: FileServer, tmp_path: Path) -> None:
    server.files["set.bin"] = CONTENT[:-1] + b"!"
    code, words = refusal(server, tmp_path / "set.bin")
    assert code == "download_corrupt"
    assert words["wanted"] == MD5
    assert list(tmp_path.iterdir()) == []


def test_without_a_digest_the_length_decides(server: FileServer, tmp_path: Path) -> None:
    get(server, tmp_path / "set.bin", md5=None)
    assert (tmp_path / "set.bin").read_bytes() == CONTENT


def test_a_stop_keeps_what_has_arrived(server: FileServer, tmp_path: Path) -> None:
    cancel = CancelFlag()
    with pytest.raises(Stopped):
        fetch(server.url + "set.bin", tmp_path / "set.bin", MD5, lambda report: cancel.set(), cancel.wait)
    kept = (tmp_path / "set.bin.part").read_bytes()
    assert 0 < len(kept) < len(CONTENT)
    assert CONTENT.startswith(kept)
    get(server, tmp_path / "set.bin")
    assert (tmp_path / "set.bin").read_bytes() == CONTENT
    assert server.ranges == [None, f"bytes={len(kept)}-"]


def test_two_runs_download_once(server: FileServer, tmp_path: Path) -> None:
    first_has_begun, second_waits = threading.Event(), threading.Event()

    def first_progress(report: dict[str, Any]) -> None:
        first_has_begun.set()
        assert second_waits.wait(10)

    def second_wait(seconds: float) -> bool:
        second_waits.set()
        return threading.Event().wait(0.01)

    def first() -> None:
        fetch(server.url + "set.bin", tmp_path / "set.bin", MD5, first_progress, no_wait)

    thread = threading.Thread(target=first)
    thread.start()
    assert first_has_begun.wait(10)
    fetch(server.url + "set.bin", tmp_path / "set.bin", MD5, lambda report: None, second_wait)
    thread.join()
    assert (tmp_path / "set.bin").read_bytes() == CONTENT
    assert server.ranges == [None]
    assert [path.name for path in tmp_path.iterdir()] == ["set.bin"]


def test_a_folder_that_cannot_be_made_is_named(server: FileServer, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    code, words = refusal(server, tmp_path / "file" / "set.bin")
    assert code == "file_unwritable"
    assert words["why"] in ("Not a directory", "File exists")
