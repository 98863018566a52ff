"""The database file: one writer and a few readers behind one handle."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, TypeVar

from app.aio.clock import SystemClock
from app.core.vocab.errors import Unavailable
from app.db.reader import Reader
from app.db.writer import Writer

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from app.aio.clock import Clock
    from app.db.connection import Tx

T = TypeVar("T")


class Database:
    """Owns every connection to one file. Made by `open`, ended by `close`."""

    def __init__(self, path: Path, clock: Clock | None = None) -> None:
        self.path = path
        self.writer = Writer(path, clock or SystemClock())
        self.reader = Reader(path)

    @classmethod
    def open(cls, path: Path, clock: Clock | None = None) -> Database:
        """Open or make the file and bring it to today's schema.

        Raises: Refused(database_newer); Unavailable with database_corrupt, database_readonly, database_unopenable,
        database_locked, database_full, database_io.
        """
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise Unavailable.of("database_unopenable", path=str(path), message=str(error)) from error
        database = cls(path, clock)
        database.writer.start()
        return database

    async def write(self, function: Callable[[Tx], T]) -> T:
        """Run `function` in the writer's next commit and answer after it. Raises: Unavailable, and what it raises."""
        return await asyncio.wrap_future(self.writer.do(function))

    async def read(self, function: Callable[[Tx], T]) -> T:
        """Run `function` on a snapshot. Raises: Unavailable, and what it raises."""
        return await self.reader.run(function)

    def close(self) -> None:
        """Commit what waits and close. Blocks; calling twice is fine."""
        # readers first: whoever closes last folds the WAL in, and a read-only connection cannot
        self.reader.stop()
        self.writer.stop()
