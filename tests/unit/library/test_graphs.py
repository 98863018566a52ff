"""The graph store: saving with and without a revision, names, versions, edits by hand, and what it cannot read."""

from __future__ import annotations

import json
import os
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.core.graph.secrets import blank_secrets
from app.core.vocab.errors import CduiError, Conflict, NotFound, Refused, Unavailable
from app.library.graphs import GraphStore
from app.library.versions import KEEP
from tests.support.catalog import CATALOG
from tests.support.graphs import graph, node

if TYPE_CHECKING:
    from collections.abc import Callable


def doc(name: str = "g", **more: Any) -> dict[str, Any]:
    return graph([node("a", "Add")], **{"name": name, **more})


@pytest.fixture
def store(tmp_path: Path) -> GraphStore:
    return GraphStore(tmp_path / "graphs")


def code(error: CduiError) -> str:
    return error.reason.code


def test_what_is_saved_is_loaded_with_every_key(store: GraphStore) -> None:
    document = doc("數字 辨識", ui={"zoom": [1.5, None, {"x": "\u2028"}]}, later=True)
    saved = store.save("數字 辨識", document)
    assert (saved.name, saved.file, saved.revision) == ("數字 辨識", "數字_辨識.json", 1)
    assert store.load("數字 辨識") == document
    assert list(store.load("數字_辨識")) == list(document)
    assert "數字" in saved.path.read_text(encoding="utf-8")
    (row,) = store.list()
    assert (row.name, row.file, row.revision, row.modified) == (
        "數字 辨識", "數字_辨識.json", 1, saved.path.stat().st_mtime,
    )  # fmt: skip


def test_revisions_rise_and_an_old_one_is_refused(store: GraphStore) -> None:
    assert store.save("g", doc(x=1), if_match=0).revision == 1
    assert store.save("g", doc(x=2), if_match=1).revision == 2
    with pytest.raises(Conflict) as caught:
        store.save("g", doc(x=3), if_match=1)
    assert code(caught.value) == "revision_conflict"
    assert caught.value.reason.params == {"file": "g.json", "given": 1, "revision": 2}
    assert store.load("g")["x"] == 2
    with pytest.raises(Conflict):
        store.save("new", doc("new"), if_match=3)
    with pytest.raises(Conflict):
        store.save("g", doc(x=3), if_match=0)


def test_a_save_that_changes_nothing_keeps_the_revision(store: GraphStore) -> None:
    assert [store.save("g", doc()).revision for _ in range(3)] == [1, 1, 1]
    assert len(store.versions("g")) == 1


def test_two_titles_of_one_file(store: GraphStore) -> None:
    store.save("a b", doc("a b"))
    with pytest.raises(Conflict) as caught:
        store.save("a/b", doc("a/b"), overwrite=False)
    assert code(caught.value) == "graph_exists"
    assert caught.value.reason.params == {"file": "a_b.json", "name": "a/b"}
    assert store.save("a/b", doc("a/b"), overwrite=True).revision == 2
    assert store.version("a_b", 1)["name"] == "a b"


def test_names_that_differ_in_case_only_are_one_on_many_systems(store: GraphStore) -> None:
    store.save("Model", doc("Model"))
    with pytest.raises(Conflict) as caught:
        store.save("model", doc("model"))
    assert caught.value.reason.params["file"] == "Model.json"


@pytest.mark.parametrize(("name", "wanted"), [("", "name_empty"), ("  ", "name_empty"), ("x" * 251, "name_too_long")])
def test_names_that_make_no_file(store: GraphStore, name: str, wanted: str) -> None:
    with pytest.raises(Refused) as caught:
        store.save(name, doc())
    assert code(caught.value) == wanted


def test_the_longest_name(store: GraphStore) -> None:
    name = "張" * 83  # 249 bytes and the suffix
    assert store.save(name, doc(name)).revision == 1
    assert store.load(name) == doc(name)


@pytest.mark.parametrize(
    "name", ["../g", "..", "/g", "C:\\g", "g\0", "nothing", "\ud800", ".versions", ".versions/g/x"]
)
def test_names_of_no_graph(store: GraphStore, name: str) -> None:
    store.save("g", doc())
    for call in (store.load, store.delete, store.versions):
        with pytest.raises(NotFound) as caught:
            call(name)
        assert code(caught.value) == "graph_not_found"
        str(caught.value).encode()


@pytest.mark.parametrize(
    ("document", "wanted"),
    [([], "graph_not_object"), (None, "graph_not_object"), ({"nodes": [float("nan")]}, "json_bad_number")],
)
def test_what_is_no_document(store: GraphStore, document: Any, wanted: str) -> None:
    with pytest.raises(Refused) as caught:
        store.save("g", document)
    assert code(caught.value) == wanted
    deep: Any = 1
    for _ in range(5000):
        deep = [deep]
    with pytest.raises(Refused) as caught:
        store.save("g", {"nodes": [], "ui": deep})
    assert code(caught.value) == "json_too_deep"
    assert store.list() == []


def test_half_a_character_is_refused_as_it_is_when_it_is_read(store: GraphStore) -> None:
    with pytest.raises(Refused) as refused:
        store.save("g", doc(odd="\ud800"))
    assert refused.value.reason.code == "json_half_character"
    assert not store.list()


def test_a_change_by_hand_is_the_next_revision(store: GraphStore) -> None:
    path = store.save("g", doc(x=1)).path
    path.write_text(json.dumps(doc(x=2)))
    opened = store.open("g")
    assert (opened.document["x"], opened.revision) == (2, 2)
    assert store.version("g", 1)["x"] == 1
    assert store.version("g", 2)["x"] == 2
    with pytest.raises(Conflict):
        store.save("g", doc(x=3), if_match=1)
    assert GraphStore(path.parent).open("g").revision == 2


def test_a_file_put_there_by_hand(store: GraphStore) -> None:
    folder = store.save("g", doc()).path.parent
    (folder / "by hand.json").write_bytes(b"\xef\xbb\xbf" + json.dumps(doc("Mine")).encode())
    (folder / "notes.txt").write_text("no graph")
    (folder / "dir.json").mkdir()
    assert [(row.name, row.file, row.revision) for row in store.list()] == [
        ("Mine", "by hand.json", 1),
        ("g", "g.json", 1),
    ]
    assert store.load("by hand")["name"] == "Mine"
    assert store.load("by hand.json")["name"] == "Mine"


def test_a_file_broken_by_hand_is_listed_refused_and_kept(store: GraphStore) -> None:
    path = store.save("g", doc(x=1)).path
    path.write_bytes(b"{ broken")
    (row,) = store.list()
    assert row.unreadable is not None
    assert (row.name, row.revision, row.unreadable.code) == ("g", 2, "json_malformed")
    with pytest.raises(Refused) as caught:
        store.load("g")
    assert code(caught.value) == "graph_unreadable"
    assert store.save("g", doc(x=3)).revision == 3
    kept = sorted((path.parent / ".versions" / "g").iterdir())
    assert [each.read_bytes()[:8] for each in kept][1] == b"{ broken"
    with pytest.raises(Refused):
        store.version("g", 2)


def test_the_newest_fifty_versions_stay(store: GraphStore) -> None:
    for number in range(KEEP + 5):
        store.save("g", doc(x=number))
    rows = store.versions("g")
    assert [row.revision for row in rows] == list(range(KEEP + 5, 5, -1))
    assert rows[0].to_json().keys() == {"revision", "modified", "size_bytes"}
    assert store.version("g", 6)["x"] == 5
    with pytest.raises(NotFound) as caught:
        store.version("g", 5)
    assert code(caught.value) == "graph_version_not_found"


def test_a_rename_takes_title_versions_and_numbers_along(store: GraphStore) -> None:
    store.save("old one", doc("old one", x=1))
    store.save("old one", doc("old one", x=2))
    renamed = store.rename("old one", "new one")
    assert (renamed.name, renamed.file, renamed.revision) == ("new one", "new_one.json", 3)
    assert [row.file for row in store.list()] == ["new_one.json"]
    assert store.load("new one") == doc("new one", x=2)
    assert store.version("new one", 1) == doc("old one", x=1)
    assert store.save("old one", doc("old one")).revision == 3
    store.save("taken", doc("taken"))
    with pytest.raises(Conflict) as caught:
        store.rename("new one", "taken")
    assert code(caught.value) == "graph_exists"
    with pytest.raises(NotFound):
        store.rename("nothing", "x")


def test_a_rename_keeps_what_was_changed_by_hand_before(store: GraphStore) -> None:
    path = store.save("g", doc(x=1)).path
    path.write_text(json.dumps(doc(x=2)))
    assert store.rename("g", "h").revision == 3
    assert [store.version("h", revision)["x"] for revision in (1, 2, 3)] == [1, 2, 2]
    assert store.version("h", 2)["name"] == "g"


def test_a_rename_to_a_name_of_the_past_goes_on_counting_there(store: GraphStore) -> None:
    store.save("h", doc("h", x=1))
    store.save("h", doc("h", x=2))
    store.delete("h")
    store.save("g", doc(x=3))
    assert store.rename("g", "h").revision == 4
    assert [row.revision for row in store.versions("h")] == [4, 3]
    assert store.version("h", 3)["x"] == 3


def test_a_rename_of_the_title_alone(store: GraphStore) -> None:
    store.save("a b", doc("a b"))
    renamed = store.rename("a b", "a/b")
    assert (renamed.name, renamed.file, renamed.revision) == ("a/b", "a_b.json", 2)


def test_a_deleted_name_never_uses_a_number_again(store: GraphStore) -> None:
    path = store.save("g", doc(x=1)).path
    store.save("g", doc(x=2))
    removed = store.delete("g")
    assert removed[0] == "g.json"
    assert len(removed) == 3
    assert store.list() == []
    assert not [each for each in path.parent.rglob("*") if each.is_file() and each.read_bytes()]
    assert store.save("g", doc(x=1), if_match=0).revision == 3
    path.unlink()
    assert store.save("g", doc(x=9)).revision == 4


def test_secrets_are_in_no_file(tmp_path: Path) -> None:
    store = GraphStore(tmp_path, lambda document: blank_secrets(document, CATALOG))
    document = graph([node("c", "LLMChat", openai_api_key="sk-mark")])
    assert store.save("g", document).document["nodes"][0]["data"]["params"] == {"openai_api_key": ""}
    store.save("g", {**document, "x": 1})
    store.rename("g", "h")
    for path in tmp_path.rglob("*"):
        assert path.is_dir() or b"sk-mark" not in path.read_bytes()
    assert document["nodes"][0]["data"]["params"] == {"openai_api_key": "sk-mark"}


def test_a_hand_written_secret_is_in_no_copy(tmp_path: Path) -> None:
    store = GraphStore(tmp_path, lambda document: blank_secrets(document, CATALOG))
    (tmp_path / "g.json").write_text(json.dumps(graph([node("c", "LLMChat", openai_api_key="sk-mark")])))
    assert [store.open("g").revision for _ in range(2)] == [1, 1]
    (copy,) = (tmp_path / ".versions" / "g").iterdir()
    assert b"sk-mark" not in copy.read_bytes()


def test_a_full_disk_leaves_everything_as_it_was(store: GraphStore, monkeypatch: pytest.MonkeyPatch) -> None:
    path = store.save("g", doc(x=1)).path

    def full(*_: Any) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "write", full)
    with pytest.raises(Unavailable) as caught:
        store.save("g", doc(x=2))
    assert caught.value.reason.params == {"file": "g.json", "why": "No space left on device"}
    monkeypatch.undo()
    assert store.open("g").document["x"] == 1
    assert not list(path.parent.rglob(".tmp-*"))
    assert store.save("g", doc(x=2)).revision == 2


def test_a_folder_that_takes_no_versions_can_be_read_but_not_written_over(store: GraphStore) -> None:
    path = store.save("g", doc(x=1)).path
    versions = path.parent / ".versions" / "g"
    for each in versions.iterdir():
        each.unlink()
    versions.rmdir()
    versions.write_text("a file in its place")
    fresh = GraphStore(path.parent)
    assert [row.revision for row in fresh.list()] == [1]
    assert fresh.load("g")["x"] == 1
    with pytest.raises(Unavailable):
        fresh.save("g", doc(x=2))
    assert fresh.load("g")["x"] == 1


def test_links_that_lead_out_are_not_there(store: GraphStore, tmp_path: Path) -> None:
    folder = store.save("g", doc()).path.parent
    (tmp_path / "secret.json").write_text(json.dumps(doc("secret")))
    (folder / "link.json").symlink_to(tmp_path / "secret.json")
    assert [row.file for row in store.list()] == ["g.json"]
    with pytest.raises(NotFound):
        store.load("link")
    with pytest.raises(Refused) as caught:
        store.save("link", doc())
    assert code(caught.value) == "path_leaves_folder"
    with pytest.raises(Refused) as caught:
        store.rename("g", "link")
    assert code(caught.value) == "path_leaves_folder"
    assert (folder / "link.json").is_symlink()
    assert [path.name for path in (folder / ".versions").iterdir()] == ["g"]


def test_files_are_read_again_only_when_they_changed(store: GraphStore, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(5):
        store.save(f"g{number}", doc(f"g{number}"))
    reads: list[Path] = []
    real = Path.read_bytes

    def read(path: Path) -> bytes:
        reads.append(path)
        return real(path)

    monkeypatch.setattr(Path, "read_bytes", read)
    assert len(store.list()) == 5
    assert reads == []


def test_savers_at_the_same_time_each_get_a_revision_of_their_own(store: GraphStore) -> None:
    got: list[int] = []
    begin = threading.Barrier(8)

    def save(number: int) -> None:
        begin.wait(10)
        got.extend(store.save("g", doc(x=(number, at))).revision for at in range(5))

    threads = [threading.Thread(target=save, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert sorted(got) == list(range(1, 41))


def test_unfinished_files_of_an_earlier_life_are_removed(tmp_path: Path) -> None:
    (tmp_path / ".versions" / "g").mkdir(parents=True)
    left = [tmp_path / ".tmp-1", tmp_path / ".versions" / "g" / ".tmp-2"]
    for path in left:
        path.write_text("half")
    GraphStore(tmp_path)
    assert not any(path.exists() for path in left)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=15,
)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.dictionaries(st.text(max_size=6), JSON, max_size=5))
def test_any_document_comes_back_as_it_was(store: GraphStore, extra: dict[str, Any]) -> None:
    document = {**extra, "nodes": [{"id": "a", "type": "Unknown", "data": {"params": extra}, **extra}]}
    saved = store.save("g", document)
    assert json.dumps(store.load("g")) == json.dumps(document)
    assert json.dumps(store.version("g", saved.revision)) == json.dumps(document)


def test_the_written_file_is_durable_before_it_replaces(store: GraphStore, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[str] = []

    def watched(name: str) -> Callable[..., Any]:
        real = getattr(os, name)

        def call(*args: Any, **more: Any) -> Any:
            calls.append(name)
            return real(*args, **more)

        return call

    for name in ("write", "fsync", "replace"):
        monkeypatch.setattr(os, name, watched(name))
    store.save("g", doc())
    assert calls == ["write", "fsync", "replace", "fsync"] * 2
