"""The real Secret Service as a store: the contract of every store, and what a keyring does when it is not well."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.core.vocab.errors import Unavailable
from app.vault.keyring_store import KeyringStore
from app.vault.secret import Secret
from app.vault.stores import KeyringUnusable
from tests.support.secret_stores import A, DurableContract

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from app.vault.stores import Store
    from tests.support.secret_service import SecretService

# the library leaves its connection to the collector when a call fails half-way
pytestmark = [
    pytest.mark.filterwarnings("ignore:unclosed <socket:ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]


class TestSecretService(DurableContract):
    @pytest.fixture
    def store(self, unlocked: SecretService, tmp_path: Path) -> Store:
        return KeyringStore.open(tmp_path / "keyring.json")

    @pytest.fixture
    def again(self, tmp_path: Path) -> Callable[[], Store]:
        return lambda: KeyringStore.open(tmp_path / "keyring.json")

    def test_it_is_the_secret_service_and_lies_in_its_keyring(self, store: Store, unlocked: SecretService) -> None:
        assert isinstance(store, KeyringStore)
        assert type(store._backend).__module__ == "keyring.backends.SecretService"
        store.put(A, Secret("hunter-two"), "t")
        keyrings = unlocked.home / ".local/share/keyrings"
        assert sorted(path.name for path in keyrings.iterdir() if path.suffix == ".keyring") == ["login.keyring"]
        assert not [path for path in keyrings.iterdir() if b"hunter-two" in path.read_bytes()]

    def test_the_probe_leaves_nothing_behind(self, store: Store) -> None:
        from contextlib import closing

        import secretstorage

        with closing(secretstorage.dbus_init()) as connection:
            items = secretstorage.get_default_collection(connection).get_all_items()
            assert [item.get_label() for item in items] == []

    def test_a_second_session_with_the_same_password_reads_it(self, store: Store, unlocked: SecretService) -> None:
        store.put(A, Secret("one"), "t")
        unlocked.kill()
        unlocked.unlock()
        assert store.get(A) == Secret("one")


def _why(folder: Path) -> str:
    with pytest.raises(KeyringUnusable) as unusable:
        KeyringStore.open(folder / "keyring.json")
    return unusable.value.reason.code


def test_a_bus_without_a_keyring_has_none(bus: SecretService, tmp_path: Path) -> None:
    assert _why(tmp_path) == "keyring_absent"
    bus.unlock()
    assert KeyringStore.open(tmp_path / "keyring.json").entries() == {}  # looked for anew


def test_no_bus_no_keyring(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", f"unix:path={tmp_path}/nowhere")
    assert _why(tmp_path) == "keyring_absent"
    assert list(tmp_path.iterdir()) == []


def test_a_keyring_that_was_only_started_is_locked(activating: SecretService, tmp_path: Path) -> None:
    assert _why(tmp_path) == "keyring_locked"


def test_a_keyring_with_another_password_is_locked(unlocked: SecretService, tmp_path: Path) -> None:
    KeyringStore.open(tmp_path / "keyring.json").put(A, Secret("one"), "t")
    unlocked.kill()
    unlocked.unlock("not that one")
    assert _why(tmp_path) == "keyring_locked"


@pytest.mark.parametrize("whole_bus", [False, True])
def test_a_daemon_that_dies_midway_is_named(unlocked: SecretService, tmp_path: Path, whole_bus: bool) -> None:
    store = KeyringStore.open(tmp_path / "keyring.json")
    store.put(A, Secret("one"), "t")
    unlocked.kill()
    if whole_bus:
        (unlocked.home / "bus").unlink()
    for call in (lambda: store.get(A), lambda: store.put(A, Secret("two"), "t"), lambda: store.remove(A)):
        with pytest.raises(Unavailable) as refused:
            call()
        assert refused.value.reason.params["store"] == "keyring"
    assert dict(store.entries()) == {A: "t"}
    if not whole_bus:
        unlocked.unlock()
        assert store.get(A) == Secret("one")


def test_a_backend_that_the_user_configured_is_honoured(
    unlocked: SecretService, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.null.Keyring")
    assert _why(tmp_path) == "keyring_absent"
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "no.such.Backend")
    assert _why(tmp_path) == "keyring_failed"
