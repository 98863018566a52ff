"""Lines out of a pipe, as many at a time as have arrived."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

MAX_LINE_BYTES = 512 * 1024 * 1024
"""No message is larger; a longer line ends the conversation before it is built."""

READ_BYTES = 1024 * 1024


class LineTooLong(ValueError):
    """The other end writes a line without end."""


def batches(read: Callable[[int], bytes], limit: int = MAX_LINE_BYTES) -> Iterator[list[bytes]]:
    """Whole lines without their end, as they come; half a line before the end of the pipe is dropped.

    read: as os.read with a descriptor; empty bytes are the end. Raises: LineTooLong; OSError of `read`.
    """
    begun: list[bytes] = []
    size = 0
    while data := read(READ_BYTES):
        *whole, rest = data.split(b"\n")
        if whole:
            if begun:
                whole[0] = b"".join([*begun, whole[0]])
                begun, size = [], 0
            yield whole
        if rest:
            begun.append(rest)
            size += len(rest)
            if size > limit:
                raise LineTooLong(size)
