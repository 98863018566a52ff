"""Memory, the file and the keyring (over a backend in memory) keep secrets alike; tests/secrets has the real one."""

from __future__ import annotations

import json
import stat
from typing import TYPE_CHECKING

import pytest

from app.core.vocab.errors import Unavailable
from app.vault.keyring_store import KeyringStore
from app.vault.secret import Key, Secret
from app.vault.stores import EntryFile, FileStore, KeyringUnusable, MemoryStore
from tests.support.secret_stores import A, DurableContract, FakeBackend, StoreContract, finder

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from app.vault.stores import Store


class TestMemory(StoreContract):
    @pytest.fixture
    def store(self) -> Store:
        return MemoryStore()

    @pytest.fixture
    def again(self, store: Store) -> Callable[[], Store]:
        return lambda: store


class TestFile(DurableContract):
    @pytest.fixture
    def store(self, tmp_path: Path) -> Store:
        return FileStore(tmp_path / "secrets.json")

    @pytest.fixture
    def again(self, tmp_path: Path) -> Callable[[], Store]:
        return lambda: FileStore(tmp_path / "secrets.json")

    def test_only_this_account_can_read_it(self, store: Store, tmp_path: Path) -> None:
        store.put(A, Secret("one"), "t")
        file = tmp_path / "secrets.json"
        file.chmod(0o644)
        store.put(A, Secret("two"), "t")
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        assert [path.name for path in tmp_path.iterdir()] == ["secrets.json"]


class TestKeyring(DurableContract):
    @pytest.fixture
    def backend(self) -> FakeBackend:
        return FakeBackend()

    @pytest.fixture
    def store(self, tmp_path: Path, backend: FakeBackend) -> Store:
        return KeyringStore.open(tmp_path / "keyring.json", finder(backend))

    @pytest.fixture
    def again(self, tmp_path: Path, backend: FakeBackend) -> Callable[[], Store]:
        return lambda: KeyringStore.open(tmp_path / "keyring.json", finder(backend))

    def test_the_file_beside_it_has_no_value_and_the_probe_leaves_nothing(
        self, store: Store, tmp_path: Path, backend: FakeBackend
    ) -> None:
        assert backend.kept == {}
        store.put(A, Secret("hunter-two"), "t")
        assert "hunter-two" not in (tmp_path / "keyring.json").read_text()
        assert list(backend.kept.values()) == ["hunter-two"]

    def test_two_folders_do_not_see_each_other(self, store: Store, tmp_path: Path, backend: FakeBackend) -> None:
        other = KeyringStore.open(tmp_path / "other" / "keyring.json", finder(backend))
        store.put(A, Secret("one"), "t")
        other.put(A, Secret("two"), "t")
        assert store.get(A) == Secret("one")

    def test_what_was_deleted_by_hand_can_be_removed(self, store: Store, backend: FakeBackend) -> None:
        store.put(A, Secret("one"), "t")
        backend.kept.clear()
        assert store.get(A) is None
        assert store.remove(A) is True
        assert dict(store.entries()) == {}

    def test_a_failing_backend_is_named_and_nothing_is_listed(self, store: Store, backend: FakeBackend) -> None:
        backend.fail = OSError("hunter-two")
        with pytest.raises(Unavailable) as refused:
            store.put(A, Secret("hunter-two"), "t")
        assert refused.value.reason.to_json()["params"] == {"store": "keyring", "problem": "OSError"}
        assert dict(store.entries()) == {}

    def test_a_delete_that_the_keyring_refuses_keeps_the_entry(self, store: Store, backend: FakeBackend) -> None:
        store.put(A, Secret("one"), "t")
        backend.fail = RuntimeError("no")
        with pytest.raises(Unavailable):
            store.remove(A)
        backend.fail = None
        assert store.get(A) == Secret("one")


def _refused(backend: FakeBackend, folder: Path) -> str:
    with pytest.raises(KeyringUnusable) as unusable:
        KeyringStore.open(folder / "keyring.json", finder(backend))
    return unusable.value.reason.code


def test_a_keyring_that_takes_nothing_is_not_used(tmp_path: Path) -> None:
    from keyring.errors import InitError, KeyringLocked, NoKeyringError

    backend = FakeBackend()
    backend.forgets_at_once = True
    assert _refused(backend, tmp_path) == "keyring_failed"
    for error, code in (
        (NoKeyringError("none"), "keyring_absent"),
        (KeyringLocked("locked"), "keyring_locked"),
        (InitError("prompt dismissed"), "keyring_locked"),
        (ConnectionResetError("gone"), "keyring_failed"),
    ):
        backend.fail = error
        assert _refused(backend, tmp_path) == code


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"[]",
        b"{}",
        b'{"version": 2, "store_id": "", "entries": []}',
        b'{"version": 1, "store_id": "", "entries": {"a": 1}}',
        b'{"version": 1, "store_id": "", "entries": [{"scope": 1, "name": "a", "updated_at": "t"}]}',
        b"\xff\xfe",
    ],
)
def test_a_damaged_file_is_named_and_never_written_over(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "secrets.json"
    file.write_bytes(content)
    store = FileStore(file)
    for call in (
        store.entries,
        lambda: store.put(A, Secret("one"), "t"),
        lambda: store.remove(A),
        lambda: store.get(A),
    ):
        with pytest.raises(Unavailable) as refused:
            call()
        assert refused.value.reason.code == "secrets_file_unreadable"
    assert file.read_bytes() == content


def test_a_disk_that_takes_nothing_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = FileStore(tmp_path / "secrets.json")
    store.put(A, Secret("one"), "t")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("app.private.os.fsync", full)
    with pytest.raises(Unavailable) as refused:
        store.put(Key("params", "b"), Secret("two"), "t")
    assert refused.value.reason.to_json()["params"] == {"store": "file", "problem": "No space left on device"}
    assert dict(store.entries()) == {A: "t"}
    assert [path.name for path in tmp_path.iterdir()] == ["secrets.json"]


def test_the_file_is_plain_json_with_a_version(tmp_path: Path) -> None:
    FileStore(tmp_path / "s.json").put(A, Secret("one"), "t")
    assert json.loads((tmp_path / "s.json").read_text()) == {
        "version": 1,
        "store_id": "",
        "entries": [{"scope": A.scope, "name": A.name, "updated_at": "t", "value": "one"}],
    }
    first = EntryFile(tmp_path / "i.json").store_id()
    assert first == EntryFile(tmp_path / "i.json").store_id()
    assert len(first) == 16
