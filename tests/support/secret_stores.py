"""What every store of secrets has to do, whichever it is; and backends for a keyring that tests steer."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

from app.vault.secret import Key, Secret

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.vault.stores import Store

A, B = Key("params", "LLMChat.openai_api_key"), Key("graph:圖 / one", "n 1.key")
VALUES = ("sk-1", " two words ", "節點\tß\n-----END-----\n", "x" * 60_000, '{"a": "\\"}', "\x01\x7f")


class StoreContract:
    """Derive, and give `store` (a fixture that makes a new, empty store) and `again` (opens the same once more)."""

    def test_nothing_is_there_at_first(self, store: Store) -> None:
        assert dict(store.entries()) == {}
        assert store.get(A) is None
        assert store.remove(A) is False

    def test_what_was_put_is_there_and_can_be_replaced(self, store: Store) -> None:
        store.put(A, Secret("one"), "t1")
        store.put(B, Secret("two"), "t2")
        store.put(A, Secret("three"), "t3")
        assert dict(store.entries()) == {A: "t3", B: "t2"}
        assert (store.get(A), store.get(B)) == (Secret("three"), Secret("two"))

    def test_what_was_removed_is_gone_and_nothing_else(self, store: Store) -> None:
        store.put(A, Secret("one"), "t1")
        store.put(B, Secret("two"), "t2")
        assert store.remove(A) is True
        assert store.remove(A) is False
        assert store.get(A) is None
        assert dict(store.entries()) == {B: "t2"}
        assert store.get(B) == Secret("two")

    def test_every_text_comes_back_as_it_was(self, store: Store) -> None:
        for number, value in enumerate(VALUES):
            store.put(Key("params", f"p{number}"), Secret(value), "t")
        assert [store.get(Key("params", f"p{n}")) for n in range(len(VALUES))] == [Secret(v) for v in VALUES]

    def test_names_that_look_alike_are_two(self, store: Store) -> None:
        first, second = Key("graph:a", "b/c"), Key("graph:a/b", "c")
        store.put(first, Secret("one"), "t")
        store.put(second, Secret("two"), "t")
        assert (store.get(first), store.get(second)) == (Secret("one"), Secret("two"))

    def test_two_writers_lose_nothing(self, store: Store, again: Callable[[], Store]) -> None:
        other = again()
        writers = [threading.Thread(target=_write, args=(each, name)) for each, name in ((store, "a"), (other, "b"))]
        for writer in writers:
            writer.start()
        for writer in writers:
            writer.join()
        assert sorted(key.name for key in store.entries()) == [f"{name}{n}" for name in "ab" for n in range(5)]
        assert store.get(Key("params", "a4")) == Secret("a4")


class DurableContract(StoreContract):
    """Also for stores that outlive the server."""

    def test_it_is_there_after_a_restart(self, store: Store, again: Callable[[], Store]) -> None:
        store.put(B, Secret("節點"), "t1")
        later = again()
        assert dict(later.entries()) == {B: "t1"}
        assert later.get(B) == Secret("節點")


def _write(store: Store, name: str) -> None:
    for number in range(5):
        store.put(Key("params", f"{name}{number}"), Secret(f"{name}{number}"), "t")


class FakeBackend:
    """A keyring backend in memory. fail: raised by each call when set. gate: what a call waits for when set."""

    priority = 5.0

    def __init__(self) -> None:
        self.kept: dict[tuple[str, str], str] = {}
        self.fail: Exception | None = None
        self.gate: threading.Event | None = None
        self.forgets_at_once = False
        self.calls = 0

    def _enter(self) -> None:
        self.calls += 1
        if self.gate is not None:
            assert self.gate.wait(30)
        if self.fail is not None:
            raise self.fail

    def set_password(self, service: str, username: str, password: str) -> None:
        """As the library's backends."""
        self._enter()
        if not self.forgets_at_once:
            self.kept[service, username] = password

    def get_password(self, service: str, username: str) -> str | None:
        """As the library's backends."""
        self._enter()
        return self.kept.get((service, username))

    def delete_password(self, service: str, username: str) -> None:
        """As the library's backends."""
        from keyring.errors import PasswordDeleteError

        self._enter()
        if (service, username) not in self.kept:
            raise PasswordDeleteError("none")
        del self.kept[service, username]


def finder(backend: Any) -> Callable[[], Any]:
    """Finds this backend."""
    return lambda: backend
