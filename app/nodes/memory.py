"""What can be allocated now: the machine's memory, the limit of the control group this process is in, a card's."""

from __future__ import annotations

import os
from pathlib import Path

from app.core.vocab.errors import NodeError

_UNKNOWN_FREE = 1 << 62
_UNITS = ("bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB")
_V2 = ("memory.max", "memory.current", "inactive_file")
_V1 = ("memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file")
"""Names of limit, use, and what of the use the kernel gives up first. Source: kernel docs, cgroup-v2 and -v1/memory."""


def free_bytes(device: str) -> int:
    """Bytes that can be allocated on a device now; a very large number where nobody can tell."""
    if device.startswith("cuda"):
        import torch

        return int(torch.cuda.mem_get_info(device)[0])
    return min(_machine_free(), group_free())


def refuse_oversize(wanted: int, what: str) -> None:
    """Raises: NodeError out_of_memory_ahead when `wanted` bytes are more than the machine can give now."""
    free = free_bytes("cpu")
    if wanted > free:
        raise NodeError.of("out_of_memory_ahead", what=what, wanted=size_text(wanted), free=size_text(free))


def size_text(size_bytes: int) -> str:
    """Write a number of bytes for people and exactly: `1.5 GiB (1610612736 bytes)`."""
    value, unit = float(size_bytes), 0
    while value >= 1024 and unit < len(_UNITS) - 1:
        value, unit = value / 1024, unit + 1
    return f"{value:.1f} {_UNITS[unit]} ({size_bytes} bytes)" if unit else f"{size_bytes} bytes"


def _machine_free() -> int:
    try:
        with open("/proc/meminfo", encoding="ascii") as lines:
            for line in lines:
                if line.startswith("MemAvailable:"):
                    return int(line.split()[1]) * 1024
    except (OSError, ValueError, IndexError):
        pass
    try:
        return os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):
        return _UNKNOWN_FREE


def group_free(root: Path = Path("/")) -> int:
    """Bytes until the tightest memory limit of this process's control groups; a very large number without any.

    root: where proc and sys lie. A container may show only its own part of the tree, so a group that is not there is
    looked for at the tree's top.
    """
    try:
        lines = (root / "proc/self/cgroup").read_text("utf-8").splitlines()
    except (OSError, ValueError):
        return _UNKNOWN_FREE
    least = _UNKNOWN_FREE
    for line in lines:
        _, _, rest = line.partition(":")
        kinds, _, place = rest.partition(":")
        if kinds and "memory" not in kinds.split(","):
            continue
        top, names = root / "sys/fs/cgroup", _V2
        if kinds:
            top, names = top / "memory", _V1
        steps = [step for step in place.split("/") if step not in ("", "..")]
        for depth in range(len(steps), -1, -1):
            least = min(least, _free_in(top.joinpath(*steps[:depth]), names))
    return least


def _free_in(group: Path, names: tuple[str, str, str]) -> int:
    """Bytes left in one group. File cache counts as used there, though it is given up before anything else."""
    limit_name, used_name, cache_name = names
    try:
        limit = int((group / limit_name).read_text("ascii"))  # "max" is no number, and no limit
        used = int((group / used_name).read_text("ascii"))
        counts = dict(line.split() for line in (group / "memory.stat").read_text("ascii").splitlines())
        return max(0, limit - used + int(counts.get(cache_name, 0)))
    except (OSError, ValueError):
        return _UNKNOWN_FREE
