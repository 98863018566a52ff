"""Writes scalars in the file format that TensorBoard reads.

A file is a row of TFRecords: length (uint64), masked CRC-32C of the length, bytes, masked CRC-32C of the bytes, all
little-endian. The bytes are an `Event` message in protocol-buffer encoding (wall_time 1, step 2, file_version 3,
summary 5 with value 1: tag 1, simple_value 2), written by hand here: a training process needs no other library for it.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path
    from typing import BinaryIO


def _table() -> list[int]:
    """CRC-32C (Castagnoli, RFC 3720) of each byte; reflected polynomial 0x82F63B78."""
    table = []
    for byte in range(256):
        crc = byte
        for _ in range(8):
            crc = (crc >> 1) ^ (0x82F63B78 if crc & 1 else 0)
        table.append(crc)
    return table


_TABLE = _table()


def crc32c(data: bytes) -> int:
    """CRC-32C of `data`."""
    crc = 0xFFFFFFFF
    for byte in data:
        crc = (crc >> 8) ^ _TABLE[(crc ^ byte) & 0xFF]
    return crc ^ 0xFFFFFFFF


def masked_crc(data: bytes) -> int:
    """The checksum as TFRecord stores it: rotated right by 15 bits, plus a constant."""
    crc = crc32c(data)
    return (((crc >> 15) | (crc << 17)) + 0xA282EAD8) & 0xFFFFFFFF


def _varint(number: int) -> bytes:
    """A whole number in 7-bit groups; negative ones as 64-bit two's complement."""
    number &= (1 << 64) - 1
    out = bytearray()
    while number > 0x7F:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    out.append(number)
    return bytes(out)


def _chunk(field: int, data: bytes) -> bytes:
    return _varint(field << 3 | 2) + _varint(len(data)) + data


def _record(data: bytes) -> bytes:
    length = struct.pack("<Q", len(data))
    return length + struct.pack("<I", masked_crc(length)) + data + struct.pack("<I", masked_crc(data))


class EventFile:
    """One event file, open until `close`. Not thread-safe. Raises: OSError as files do."""

    def __init__(self, folder: Path, wall_s: float) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        number = 0
        while (path := folder / f"events.out.tfevents.{int(wall_s)}.cdui.{number}").exists():
            number += 1
        self.path = path
        self._file: BinaryIO = path.open("xb")
        self._write(b"\x09" + struct.pack("<d", wall_s) + _chunk(3, b"brain.Event:2"))

    def scalar(self, tag: str, value: float, step: int, wall_s: float) -> None:
        """Add one point. wall_s: seconds since 1970."""
        entry = _chunk(1, tag.encode()) + b"\x15" + struct.pack("<f", _float32(value))
        event = b"\x09" + struct.pack("<d", wall_s) + b"\x10" + _varint(step) + _chunk(5, _chunk(1, entry))
        self._write(event)

    def _write(self, event: bytes) -> None:
        self._file.write(_record(event))

    def flush(self) -> None:
        """Hand what was written to the system, for readers that follow the file."""
        self._file.flush()

    def close(self) -> None:
        """Finish the file."""
        self._file.close()


def _float32(value: float) -> float:
    """Values beyond single precision become infinities instead of an error."""
    try:
        struct.pack("<f", value)
    except OverflowError:
        return float("inf") if value > 0 else float("-inf")
    return value
