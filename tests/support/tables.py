"""Small classification tasks with a known answer, for nodes that learn from tables."""

from __future__ import annotations

import torch

NAMES = ("ant", "bee", "cow")


def blobs(rows: int, seed: int = 0, columns: int = 3) -> tuple[torch.Tensor, list[str]]:
    """[rows, columns] float32 around one centre per class, overlapping a little; labels of NAMES."""
    generator = torch.Generator().manual_seed(seed)
    codes = torch.randint(0, len(NAMES), (rows,), generator=generator)
    noise = torch.randn(rows, columns, generator=generator)
    return codes[:, None] * 1.5 + noise, [NAMES[code] for code in codes.tolist()]
