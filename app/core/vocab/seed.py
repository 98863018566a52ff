"""Seeds of the parts of a run: one number for each label, all derived from the run's own seed."""

from __future__ import annotations

from hashlib import blake2b

_WIDTH = 2**32


def node_seed(run_seed: int, label: str) -> int:
    """Derive the seed of the part called `label` from the seed of its run.

    label: a node id, or `dataloader:<node id>` for the shuffling of a loader. Returns: 0..2^32-1, the first eight
    bytes of BLAKE2b (RFC 7693, 64-byte digest) over `<run seed> NUL <label>` in UTF-8, read big-endian, modulo 2^32;
    a lone surrogate of a label counts as its three-byte form. The same on every machine and version.
    """
    text = f"{run_seed}\0{label}".encode("utf-8", "surrogatepass")
    return int.from_bytes(blake2b(text).digest()[:8], "big") % _WIDTH
