"""Refuses sizes that this machine cannot hold before anything is allocated."""

from __future__ import annotations

import os

from app.core.vocab.errors import NodeError


def free_bytes() -> int | None:
    """Memory that can be used now, in bytes; None where the system does not say."""
    try:
        with open("/proc/meminfo", encoding="ascii") as lines:
            for line in lines:
                if line.startswith("MemAvailable:"):
                    return int(line.split()[1]) * 1024
    except OSError:
        pass
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):
        return None


def refuse_oversize(wanted_bytes: int, what: str) -> None:
    """Raises: NodeError out_of_memory_ahead when `wanted_bytes` are more than the machine can give now."""
    free = free_bytes()
    if free is not None and wanted_bytes > free:
        raise NodeError.of(
            "out_of_memory_ahead", what=what, wanted_gib=round(wanted_bytes / 2**30, 2), free_gib=round(free / 2**30, 2)
        )
