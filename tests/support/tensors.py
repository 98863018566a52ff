"""Random tensors of every kind that a user may send through a port."""

from __future__ import annotations

import torch

KINDS = (torch.float32, torch.float64, torch.int64, torch.int32, torch.uint8, torch.bool)


def random(shape: tuple[int, ...], kind: torch.dtype = torch.float32, seed: int = 0) -> torch.Tensor:
    """Values of `kind`; the same seed gives the same ones."""
    generator = torch.Generator().manual_seed(seed)
    if kind.is_floating_point or kind.is_complex:
        return torch.randn(shape, generator=generator, dtype=kind)
    if kind is torch.bool:
        return torch.randint(0, 2, shape, generator=generator).to(kind)
    return torch.randint(1, 9, shape, generator=generator).to(kind)


def strided(shape: tuple[int, ...], kind: torch.dtype = torch.float32, seed: int = 0) -> torch.Tensor:
    """As random(), but its items do not lie in one row of memory."""
    wide = random((*shape[:-1], shape[-1] * 2), kind, seed)[..., ::2]
    assert not wide.is_contiguous()
    return wide
