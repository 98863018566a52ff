"""A graph store whose process is killed before each of its system calls loses nothing and halves nothing."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from app.core.vocab.errors import NotFound
from app.library.graphs import GraphStore
from tests.support.crash_store import document

pytestmark = pytest.mark.chaos


@pytest.fixture(scope="module")
def deaths(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    repo = Path(__file__).resolve().parents[3]
    base = tmp_path_factory.mktemp("crashes")
    done = subprocess.run(
        [sys.executable, "-m", "tests.support.crash_store", str(base)],
        cwd=repo,
        capture_output=True,
        text=True,
        check=False,
        timeout=100,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    found: list[dict[str, Any]] = json.loads(done.stdout)
    return found


def _numbers(store: GraphStore, name: str) -> list[int]:
    """Which documents are kept as versions, oldest first; numbers of versions rise without repeating."""
    rows = [row.revision for row in reversed(store.versions(name))]
    assert rows == sorted(set(rows))
    return [int(store.version(name, revision)["number"]) for revision in rows]


def _goes_on(store: GraphStore, name: str) -> None:
    """The store takes the next save and no unfinished file is left."""
    before = store.open(name).revision if any(row.name == name for row in store.list()) else 0
    after = store.save(name, {**document(99), "name": name}, if_match=before)
    assert after.revision > before
    assert store.load(name)["number"] == 99
    assert not list(after.path.parent.rglob(".tmp-*"))


def test_enough_deaths_of_every_kind(deaths: list[dict[str, Any]]) -> None:
    count = Counter(death["scenario"] for death in deaths)
    assert len(deaths) >= 100
    assert min(count.values()) >= 10
    assert {death["call"] for death in deaths} >= {"open", "write", "fsync", "close", "replace", "unlink", None}


@pytest.mark.parametrize(
    ("scenario", "old", "new", "kept"),
    [
        ("create", None, 1, []),
        ("replace", 3, 4, [1, 2, 3]),
        ("replace_edited", 77, 4, [1, 2, 77]),
        ("replace_full", 50, 51, list(range(3, 51))),
    ],
)
def test_a_save_leaves_the_old_or_the_new_and_every_version(
    deaths: list[dict[str, Any]], scenario: str, old: int | None, new: int, kept: list[int]
) -> None:
    seen: set[int | None] = set()
    for death in deaths:
        if death["scenario"] != scenario:
            continue
        store = GraphStore(Path(death["folder"]))
        try:
            opened = store.open("g")
        except NotFound:
            assert old is None
            seen.add(None)
        else:
            number = opened.document["number"]
            assert opened.document == document(number)
            assert number in (old, new)
            versions = _numbers(store, "g")
            assert versions[-1] == number
            assert [n for n in versions if n in kept] == kept
            assert opened.revision == len(kept) + (number == new) + (2 if scenario == "replace_full" else 0)
            seen.add(number)
        _goes_on(store, "g")
    assert seen == {old, new}


def test_a_rename_leaves_the_graph_under_one_name_or_both(deaths: list[dict[str, Any]]) -> None:
    seen = set()
    for death in deaths:
        if death["scenario"] != "rename":
            continue
        store = GraphStore(Path(death["folder"]))
        names = tuple(row.file for row in store.list())
        seen.add(names)
        versions = [number for file in names for number in _numbers(store, file)]
        assert set(versions) == {1, 2, 3}
        for file in names:
            assert store.load(file) == {**document(3), "name": file[0]}
        _goes_on(store, names[-1][0])
    assert {("g.json",), ("h.json",)} <= seen <= {("g.json",), ("h.json",), ("g.json", "h.json")}


def test_a_delete_leaves_all_or_no_document_and_never_a_used_number(deaths: list[dict[str, Any]]) -> None:
    seen = set()
    for death in deaths:
        if death["scenario"] != "delete":
            continue
        store = GraphStore(Path(death["folder"]))
        if store.list():
            assert store.load("g") == document(3)
            assert _numbers(store, "g") == [1, 2, 3]
        seen.add(bool(store.list()))
        assert store.save("g", document(9)).revision == 4
    assert seen == {True, False}
