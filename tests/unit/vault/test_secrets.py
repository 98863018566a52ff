"""Remembered secrets: which store is in use and why, and what happens when the keyring is not there, locks or hangs."""

from __future__ import annotations

import asyncio
import json
import threading
from typing import TYPE_CHECKING, Any

import pytest
from keyring.errors import KeyringLocked, NoKeyringError

from app.core.vocab.errors import Conflict, NotFound, Unavailable
from app.vault import secrets as module
from app.vault.keyring_store import KeyringStore
from app.vault.secret import Key, Secret
from app.vault.secrets import RETRY_S, Secrets
from tests.support.secret_stores import A, B, FakeBackend, finder

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from app.vault.stores import Store


class _Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def monotonic_s(self) -> float:
        return self.now

    def utc_iso(self) -> str:
        return f"t{self.now:g}"


class _World:
    """A folder, a clock and a keyring that a test steers."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.clock = _Clock()
        self.backend = FakeBackend()
        self.opened = 0

    def open(self, index: Path) -> Store:
        self.opened += 1
        return KeyringStore.open(index, finder(self.backend))

    def secrets(self, wanted: Any = "auto", timeout_s: float = 20.0) -> Secrets:
        return Secrets(self.folder, wanted, self.clock, self.open, timeout_s=timeout_s)


@pytest.fixture
def world(tmp_path: Path) -> Iterator[_World]:
    made = _World(tmp_path)
    yield made
    if made.backend.gate is not None:
        made.backend.gate.set()


async def _shown(secrets: Secrets) -> tuple[str, str | None, list[Key], list[Key]]:
    view = await secrets.view()
    why = view.why.code if view.why else None
    return view.store, why, [e.key for e in view.entries], [e.key for e in view.out_of_reach]


async def test_a_working_keyring_is_used_and_asked_for_a_value_once(world: _World) -> None:
    secrets = world.secrets()
    assert (await secrets.put(A, Secret("one"))).updated_at == "t100"
    assert await _shown(secrets) == ("keyring", None, [A], [])
    later = world.secrets()
    assert await later.find([A, B]) == {A: Secret("one")}
    calls = world.backend.calls
    assert await later.find([A, A]) == {A: Secret("one")}
    assert world.backend.calls == calls
    await later.remove(A)
    assert await later.find([A]) == {}
    assert world.backend.kept == {}


async def test_without_anything_remembered_no_run_asks_the_keyring(world: _World) -> None:
    assert await world.secrets().find([A]) == {}
    assert await world.secrets().find([]) == {}
    assert world.opened == 0


async def test_a_list_that_is_asked_for_again_and_again_is_read_once(world: _World) -> None:
    secrets = world.secrets("file")
    await secrets.put(A, Secret("one"))
    (world.folder / "secrets.json").unlink()
    assert await secrets.find([A]) == {A: Secret("one")}


@pytest.mark.req("RW-111")
async def test_without_a_keyring_secrets_stay_in_memory_and_no_file_is_written(world: _World) -> None:
    world.backend.fail = NoKeyringError("none")
    secrets = world.secrets()
    await secrets.put(A, Secret("one"))
    assert await _shown(secrets) == ("memory", "keyring_absent", [A], [])
    assert await secrets.find([A]) == {A: Secret("one")}
    assert not (world.folder / "secrets.json").exists()
    assert await world.secrets().find([A]) == {}  # after a restart


@pytest.mark.req("RW-111")
async def test_a_file_is_used_when_the_user_says_so(world: _World) -> None:
    secrets = world.secrets("file")
    await secrets.put(A, Secret("one"))
    assert await _shown(secrets) == ("file", None, [A], [])
    assert (world.folder / "secrets.json").stat().st_mode & 0o777 == 0o600
    assert await world.secrets("file").find([A]) == {A: Secret("one")}
    assert world.opened == 0


async def test_memory_asks_no_keyring(world: _World) -> None:
    secrets = world.secrets("memory")
    await secrets.put(A, Secret("one"))
    assert await _shown(secrets) == ("memory", None, [A], [])
    assert world.opened == 0
    assert list(world.folder.iterdir()) == []


async def test_a_locked_keyring_is_tried_again_and_takes_over_what_memory_holds(world: _World) -> None:
    before = world.secrets()
    await before.put(A, Secret("old"))
    world.backend.fail = KeyringLocked("locked")
    secrets = world.secrets()
    assert await _shown(secrets) == ("memory", "keyring_locked", [], [A])
    await secrets.put(B, Secret("two"))
    with pytest.raises(Unavailable) as refused:
        await secrets.find([A])
    assert refused.value.reason.params == {"scope": A.scope, "name": A.name, "why": "keyring_locked"}
    with pytest.raises(Unavailable):
        await secrets.remove(A)
    world.backend.fail = None
    world.clock.now += RETRY_S - 1
    assert await _shown(secrets) == ("memory", "keyring_locked", [B], [A])
    world.clock.now += 1
    assert await _shown(secrets) == ("keyring", None, [B, A], [])
    assert await world.secrets().find([A, B]) == {A: Secret("old"), B: Secret("two")}


async def test_a_keyring_that_hangs_costs_one_wait_and_no_more_threads(world: _World) -> None:
    gate = world.backend.gate = threading.Event()
    secrets = world.secrets(timeout_s=1.0)
    assert await _shown(secrets) == ("memory", "keyring_silent", [], [])
    hanging = [thread for thread in threading.enumerate() if thread.name == "secrets"]
    world.clock.now += RETRY_S
    await asyncio.gather(*(secrets.put(Key("params", f"p{n}"), Secret("x")) for n in range(20)))
    assert [thread for thread in threading.enumerate() if thread.name == "secrets"] == hanging
    assert len(hanging) == 1
    assert world.opened == 1
    gate.set()
    hanging[0].join(20)
    found = await secrets.view()
    assert (found.store, len(found.entries)) == ("keyring", 20)


async def test_the_loop_goes_on_while_the_keyring_hangs(world: _World) -> None:
    gate = world.backend.gate = threading.Event()
    secrets = world.secrets()
    view = asyncio.ensure_future(secrets.view())
    turns = 0
    while not world.backend.calls:
        await asyncio.sleep(0)
        turns += 1
    gate.set()
    assert (await view).store == "keyring"
    assert turns > 0


async def test_a_keyring_that_dies_midway_refuses_and_what_was_read_stays(world: _World) -> None:
    secrets = world.secrets()
    await secrets.put(A, Secret("one"))
    world.backend.fail = ConnectionResetError("the daemon is gone")
    assert await secrets.find([A]) == {A: Secret("one")}
    with pytest.raises(Unavailable) as refused:
        await secrets.put(B, Secret("two"))
    assert refused.value.reason.to_json()["params"] == {"store": "keyring", "problem": "ConnectionResetError"}
    world.backend.fail = None
    assert await _shown(secrets) == ("keyring", None, [A], [])
    await secrets.put(B, Secret("two"))
    assert await secrets.find([A, B]) == {A: Secret("one"), B: Secret("two")}


async def test_a_broken_list_is_named_and_left_alone(world: _World) -> None:
    for name, wanted in (("keyring.json", "auto"), ("secrets.json", "file")):
        (world.folder / name).write_text("{")
        secrets = world.secrets(wanted)
        for call in (secrets.view(), secrets.put(A, Secret("one")), secrets.find([A])):
            with pytest.raises(Unavailable) as refused:
                await call
            assert refused.value.reason.code == "secrets_file_unreadable"
        assert (world.folder / name).read_text() == "{"


async def test_what_is_not_there_cannot_be_forgotten(world: _World) -> None:
    with pytest.raises(NotFound) as refused:
        await world.secrets().remove(A)
    assert refused.value.reason.code == "secret_not_found"


async def test_there_is_a_most(world: _World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_ENTRIES", 2)
    secrets = world.secrets("file")
    for name in "abab":
        await secrets.put(Key("params", name), Secret(name))
    with pytest.raises(Conflict) as refused:
        await secrets.put(Key("params", "c"), Secret("c"))
    assert refused.value.reason.code == "secrets_full"


async def test_many_writers_at_once_lose_nothing(world: _World) -> None:
    secrets = world.secrets("file")
    await asyncio.gather(*(secrets.put(Key("params", f"p{n:02}"), Secret(str(n))) for n in range(20)))
    rows = json.loads((world.folder / "secrets.json").read_text())["entries"]
    assert [(row["name"], row["value"]) for row in rows] == [(f"p{n:02}", str(n)) for n in range(20)]
