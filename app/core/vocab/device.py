"""Device strings: their grammar, their canonical form, and what `auto` means."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

_GRAMMAR = re.compile(r"(?:cpu|auto|cuda(?::(?:0|[1-9][0-9]{0,3}))?|mps(?::(?:0|[1-9][0-9]{0,3}))?)\Z")


def is_device(text: str) -> bool:
    """Say whether `text` is `cpu`, `auto`, `cuda[:N]` or `mps[:N]`, N in 0..9999 without leading zeros."""
    return bool(_GRAMMAR.match(text))


@dataclass(frozen=True)
class Inventory:
    """What one machine offers. `cuda`: number of cards; `current_cuda`: the card that bare `cuda` means."""

    cuda: int = 0
    mps: bool = False
    current_cuda: int = 0

    def names(self) -> Sequence[str]:
        """Canonical names, the best first: cuda:0.., mps:0, cpu."""
        return [*(f"cuda:{i}" for i in range(self.cuda)), *(["mps:0"] if self.mps else []), "cpu"]


@dataclass(frozen=True)
class Resolved:
    """A device string brought to its canonical form; `missing` names the kind that was asked for and is not there."""

    device: str
    missing: str | None = None


def resolve(text: str, inventory: Inventory) -> Resolved:
    """Bring a device string to the canonical form it has on this machine.

    `auto` is the best of cuda, mps, cpu. A kind that is not there falls back to cpu and is named in `missing`.
    A cuda index past the last card means the current card. Raises: ValueError if `text` is no device string.
    """
    if not is_device(text):
        raise ValueError(text)
    kind, _, index = text.partition(":")
    if kind == "auto":
        return Resolved(
            "cuda:" + str(inventory.current_cuda) if inventory.cuda else "mps:0" if inventory.mps else "cpu"
        )
    if kind == "cuda":
        if not inventory.cuda:
            return Resolved("cpu", missing="cuda")
        wanted = int(index) if index else inventory.current_cuda
        return Resolved(f"cuda:{wanted if wanted < inventory.cuda else inventory.current_cuda}")
    if kind == "mps":
        return Resolved("mps:0") if inventory.mps else Resolved("cpu", missing="mps")
    return Resolved("cpu")
