"""CUDA_VISIBLE_DEVICES as the CUDA driver reads it, so that what is offered is what a run process will see.

The driver reads entries from left to right and stops at the first it cannot use; what stands after it is not visible.
Source: CUDA C++ Programming Guide, "CUDA Environment Variables". NVML ignores the variable, hence this module.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.hardware.nvml import Card

_INDEX = re.compile(r"\s*([0-9]{1,9})\s*\Z")
_UUID = re.compile(r"\s*(GPU-[0-9A-Fa-f-]{1,64})\s*\Z")
_MIG = re.compile(r"\s*(MIG-(?:GPU-)?[0-9A-Fa-f/-]{1,96})\s*\Z")


@dataclass(frozen=True)
class Visible:
    """What the variable asks for. entries: indices and UUIDs (or beginnings of one) in order; None: every card.

    stopped_at: the entry that ended the list, because it is no device or names one twice; None when all were read.
    """

    entries: tuple[int | str, ...] | None
    stopped_at: str | None = None


def parse(text: str | None) -> Visible:
    """Read the variable. Never raises. An unset variable shows every card, an empty one none.

    A repeated entry shows no card at all; indices, card UUIDs and MIG UUIDs do not mix; of MIG instances the driver
    shows one process only the first.
    """
    if text is None:
        return Visible(None)
    if not text.strip():
        return Visible(())
    entries: list[int | str] = []
    kind = None
    for part in text.split(","):
        entry, this_kind = _entry(part)
        if entry is None or (kind is not None and this_kind is not kind):
            return Visible(tuple(entries), part.strip()[:80])
        if entry in entries:
            return Visible((), part.strip()[:80])
        kind = this_kind
        entries.append(entry)
        if kind is _MIG:
            break
    return Visible(tuple(entries))


def select(visible: Visible, cards: Sequence[Card]) -> tuple[Card, ...]:
    """The cards a run process numbers 0, 1, ...; a card that does not exist ends the list.

    The beginning of a UUID has to fit exactly one card. A MIG entry selects the card that NVML lists under that UUID.
    """
    if visible.entries is None:
        return tuple(card for card in cards if not card.is_mig)
    chosen: list[Card] = []
    for entry in visible.entries:
        if isinstance(entry, int):
            fits = [card for card in cards if card.index == entry and not card.is_mig]
        else:
            fits = [card for card in cards if (card.uuid or "").lower().startswith(entry.lower())]
        if len(fits) != 1:
            break
        if fits[0] in chosen:
            return ()
        chosen.append(fits[0])
    return tuple(chosen)


def _entry(part: str) -> tuple[int | str | None, re.Pattern[str] | None]:
    for pattern in (_INDEX, _UUID, _MIG):
        found = pattern.match(part)
        if found:
            return (int(found[1]) if pattern is _INDEX else found[1]), pattern
    return None, None
