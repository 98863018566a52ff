"""What the user asked to remember: secrets by scope and name, in the keyring, in a file, or until the server ends.

The store is looked for when it is first needed, never at start: looking may open a window that asks for a password.
Where the keyring cannot be used, secrets stay in memory and `view` says why; it is tried again at most every
RETRY_S, and takes over what memory holds once it can be used. What was read once stays in memory.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeVar

from app.core.vocab.errors import Conflict, NotFound, Unavailable
from app.core.vocab.reason import Reason, reason
from app.vault.blocking import Blocking
from app.vault.secret import Entry
from app.vault.stores import EntryFile, FileStore, KeyringUnusable, MemoryStore

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from pathlib import Path

    from app.aio.clock import Clock
    from app.vault.secret import Key, Secret
    from app.vault.stores import Store

log = logging.getLogger(__name__)

T = TypeVar("T")
Wanted = Literal["auto", "file", "memory"]

TIMEOUT_S = 5.0
"""For one call of the keyring; a healthy one answers in a tenth of a second."""

RETRY_S = 30.0
"""How long a keyring that could not be used is left alone."""

MAX_ENTRIES = 1000
FILE_NAME = "secrets.json"
INDEX_NAME = "keyring.json"


@dataclass(frozen=True)
class SecretsView:
    """store: `keyring`, `file` or `memory`. why: what keeps the keyring from being used, None when nothing does.

    entries: what is remembered; out_of_reach: what lies in a keyring that cannot be read now.
    """

    store: str
    why: Reason | None
    entries: tuple[Entry, ...]
    out_of_reach: tuple[Entry, ...] = ()


class Secrets:
    """Remembered secrets. All methods run on the loop; no call of a store takes longer than `timeout_s`.

    folder: of secrets.json and keyring.json. wanted: `auto` is the keyring, else memory; `file` and `memory` ask no
    keyring. open_keyring: makes its store, with the file that lists names, in a thread; given from outside, so that no
    room that uses secrets comes to know the library. Raises: what Store raises; Unavailable secrets_store_silent.
    """

    def __init__(
        self,
        folder: Path,
        wanted: Wanted,
        clock: Clock,
        open_keyring: Callable[[Path], Store],
        *,
        timeout_s: float = TIMEOUT_S,
    ) -> None:
        self._clock = clock
        self._open = open_keyring
        self._index = folder / INDEX_NAME
        self._blocking = Blocking("secrets", timeout_s)
        self._files = Blocking("secret-names", timeout_s)  # the list of names can be read while a keyring hangs
        self._change = asyncio.Lock()
        self._opening = asyncio.Lock()
        self._memory = MemoryStore()
        self._store: Store | None = None
        if wanted == "memory":
            self._store = self._memory
        elif wanted == "file":
            self._store = FileStore(folder / FILE_NAME)
        self._why: Reason | None = None
        self._tried_at_s: float | None = None
        self._listed: dict[Key, str] | None = None
        self._lost: dict[Key, str] | None = None
        self._read: dict[Key, Secret] = {}

    async def view(self) -> SecretsView:
        """What is remembered, and where."""
        store = await self._current()
        listed = await self._entries(store)
        lost = {} if store is not self._memory or self._why is None else await self._out_of_reach()
        rest = {key: at for key, at in lost.items() if key not in listed}
        return SecretsView(store.kind, self._why, _sorted(listed), _sorted(rest))

    async def put(self, key: Key, value: Secret) -> Entry:
        """Remember, over what was there. Raises: Conflict secrets_full."""
        async with self._change:
            store = await self._current()
            listed = await self._entries(store)
            if key not in listed and len(listed) >= MAX_ENTRIES:
                raise Conflict.of("secrets_full", limit=MAX_ENTRIES)
            now = self._clock.utc_iso()
            await self._do(store, lambda: store.put(key, value, now))
            listed[key], self._read[key] = now, value
            return Entry(key, now)

    async def remove(self, key: Key) -> None:
        """Forget. Raises: NotFound secret_not_found."""
        async with self._change:
            store = await self._current()
            is_there = await self._do(store, lambda: store.remove(key))
            self._read.pop(key, None)
            if self._listed is not None:
                self._listed.pop(key, None)
            if is_there:
                return
            await self._refuse_out_of_reach(store, key)
            raise NotFound.of("secret_not_found", scope=key.scope, name=key.name)

    async def find(self, wanted: Iterable[Key]) -> Mapping[Key, Secret]:
        """Those of the wanted that are remembered. The store is opened only when some of them are on its list.

        Raises: Unavailable secret_out_of_reach for one that lies in a keyring which cannot be read now.
        """
        keys = list(dict.fromkeys(wanted))
        if not keys:
            return {}
        store = self._store
        if store is None:
            lost = await self._out_of_reach()
            if not any(key in lost for key in keys):
                return {key: kept for key in keys if (kept := self._memory.get(key)) is not None}
            store = await self._current()
        found: dict[Key, Secret] = {}
        listed = await self._entries(store)
        for key in keys:
            if key in listed and (value := await self._value(store, key)) is not None:
                found[key] = value
            else:
                await self._refuse_out_of_reach(store, key)
        return found

    async def _current(self) -> Store:
        """The store in use. While there is none for good, the keyring is tried now and then."""
        async with self._opening:
            if self._store is None and self._is_due():
                await self._try_keyring()
            return self._store or self._memory

    def _is_due(self) -> bool:
        if self._blocking.is_hanging:
            return False
        if self._why is not None and self._why.code == "keyring_silent":
            return True  # what hung has returned: somebody may have entered the password
        return self._tried_at_s is None or self._clock.monotonic_s() - self._tried_at_s >= RETRY_S

    async def _try_keyring(self) -> None:
        try:
            store = await self._blocking.run(lambda: self._open(self._index))
            await self._move_to(store)
        except KeyringUnusable as error:
            self._why = error.reason
        except Unavailable as error:
            if error.reason.code == "secrets_file_unreadable":
                raise
            self._why = reason("keyring_silent") if error.reason.code == "secrets_store_silent" else error.reason
        else:
            self._store, self._why, self._listed, self._lost = store, None, None, None
            return
        self._tried_at_s = self._clock.monotonic_s()
        log.info("secrets stay in memory", extra={"code": self._why.code})

    async def _move_to(self, store: Store) -> None:
        """What was remembered while the keyring could not be used goes there."""
        for key, updated_at in list(self._memory.entries().items()):
            value = self._memory.get(key)
            if value is not None:
                await self._blocking.run(_putting(store, key, value, updated_at))
                self._memory.remove(key)

    async def _entries(self, store: Store) -> dict[Key, str]:
        if store is self._memory:
            return dict(self._memory.entries())
        if self._listed is None:
            self._listed = dict(await self._blocking.run(store.entries))
        return self._listed

    async def _out_of_reach(self) -> Mapping[Key, str]:
        """What the index lists while the keyring is not in use."""
        if self._lost is None:
            index = EntryFile(self._index)
            self._lost = dict((await self._files.run(index.read)).entries)
        return self._lost

    async def _refuse_out_of_reach(self, store: Store, key: Key) -> None:
        if store is self._memory and self._why is not None and key in await self._out_of_reach():
            raise Unavailable.of("secret_out_of_reach", scope=key.scope, name=key.name, why=self._why.code)

    async def _value(self, store: Store, key: Key) -> Secret | None:
        if store is self._memory:
            return self._memory.get(key)
        if key not in self._read:
            value = await self._blocking.run(lambda: store.get(key))
            if value is None:
                return None
            self._read[key] = value
        return self._read[key]

    async def _do(self, store: Store, call: Callable[[], T]) -> T:
        if store is self._memory:
            return call()
        try:
            return await self._blocking.run(call)
        except BaseException:
            # what became of it is not known: the lists are read again
            self._listed = None
            self._read.clear()
            raise


def _putting(store: Store, key: Key, value: Secret, updated_at: str) -> Callable[[], None]:
    return lambda: store.put(key, value, updated_at)


def _sorted(entries: Mapping[Key, str]) -> tuple[Entry, ...]:
    return tuple(Entry(key, entries[key]) for key in sorted(entries))
