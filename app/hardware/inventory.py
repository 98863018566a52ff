"""The devices this machine offers to runs, and the answer of GET /api/system/devices."""

from __future__ import annotations

import os
import platform
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from app.core.vocab.device import Inventory, resolve
from app.core.vocab.reason import Reason, reason
from app.hardware import nvml, torch_build, visible

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.hardware.interpreter import Interpreter
    from app.hardware.nvml import Card, CardList
    from app.hardware.torch_build import TorchBuild

_GIB = 1024**3


@dataclass(frozen=True)
class Offer:
    """What runs can use here. cards: in the order of cuda:0, cuda:1, ...

    no_cuda, no_mps: why the kind is not offered, None when it is. notes: what a person should know besides.
    refused: why nothing can run at all, None when runs can.
    """

    inventory: Inventory
    cards: tuple[Card, ...] = ()
    cores: int = 1
    no_cuda: Reason | None = None
    no_mps: Reason | None = None
    notes: tuple[Reason, ...] = ()
    refused: Reason | None = None


def refused(why: Reason, cores: int = 1) -> Offer:
    """A machine on which nothing can run, and why."""
    return Offer(Inventory(), (), cores, why, reason("device_no_mps"), (), why)


def look(environ: Mapping[str, str] | None = None, interpreter: Interpreter | None = None) -> Offer:
    """Look at this machine: driver, torch build, environment. Blocking; never imports torch; never raises.

    interpreter: whose torch runs use; that of this process when None.
    """
    build = torch_build.look_up() if interpreter is None else interpreter.torch
    # without a CUDA build no card is of use, and the driver need not be woken
    cards = nvml.list_cards() if build is not None and build.cuda else nvml.CardList()
    given = os.environ if environ is None else environ
    found = offer(
        build, cards, given.get("CUDA_VISIBLE_DEVICES"), platform.system(), platform.machine(), os.cpu_count() or 1
    )
    return found if interpreter is None else _reached(found, interpreter)


def _reached(found: Offer, interpreter: Interpreter) -> Offer:
    """No more cards than the interpreter's torch reaches: a driver may be too old for it."""
    if interpreter.cards >= len(found.cards):
        return found
    cards = found.cards[: interpreter.cards]
    why = reason("python_sees_no_card", python=interpreter.path, version=interpreter.torch.version)
    return replace(
        found, inventory=replace(found.inventory, cuda=len(cards)), cards=cards, no_cuda=None if cards else why
    )


def offer(
    build: TorchBuild | None, found: CardList, visible_devices: str | None, system: str, machine: str, cores: int
) -> Offer:
    """Decide what to offer from what was found. system, machine: as `platform` names them."""
    asked = visible.parse(visible_devices)
    cards = visible.select(asked, found.cards) if build is not None and build.cuda else ()
    has_mps = build is not None and system == "Darwin" and machine == "arm64"
    notes = []
    if asked.stopped_at is not None:
        notes.append(reason("visible_devices_stopped", entry=asked.stopped_at, value=(visible_devices or "")[:200]))
    return Offer(
        Inventory(cuda=len(cards), mps=has_mps),
        cards,
        cores,
        None if cards else _why_no_cuda(build, found, visible_devices),
        None if has_mps else reason("device_no_mps"),
        tuple(notes),
        reason("torch_missing") if build is None else None,
    )


def with_figures(found: Offer, now: CardList) -> Offer:
    """The same offer with the memory that its cards have now; what is not known now is not said."""
    by_name: dict[str | None, Card] = {card.uuid: card for card in now.cards if card.uuid is not None}
    cards = tuple(
        replace(card, free_bytes=None if (same := by_name.get(card.uuid)) is None else same.free_bytes)
        for card in found.cards
    )
    return replace(found, cards=cards)


def _why_no_cuda(build: TorchBuild | None, found: CardList, visible_devices: str | None) -> Reason:
    if build is None:
        return reason("torch_missing_here")
    if not build.cuda:
        return reason("torch_without_cuda", version=build.version)
    if found.problem is not None:
        return found.problem
    return reason("visible_devices_none", value=(visible_devices or "")[:200])


def answer(found: Offer, lang: str = "en", usual: str = "auto") -> dict[str, Any]:
    """{default, devices: [{value, label, detail, available, total_bytes, free_bytes}]}, the best first.

    A machine with one card offers it as `cuda`, one with several as cuda:0, cuda:1, ... Kinds that are not there are
    listed too, with the reason as their detail. usual: what a run has that names none.
    """
    rows = [
        _row(_cuda_name(found, place), card.name, _memory(card), card=card) for place, card in enumerate(found.cards)
    ]
    if found.no_cuda is not None:
        rows.append(_row("cuda", "CUDA", found.no_cuda.text(lang), available=False))
    if found.no_mps is not None:
        rows.append(_row("mps", "MPS", found.no_mps.text(lang), available=False))
    else:
        rows.append(_row("mps", "Apple GPU (MPS)", ""))
    cores = f"{found.cores} 個核心" if lang == "zh-TW" else f"{found.cores} cores"
    refused = found.refused
    rows.append(_row("cpu", "CPU", cores if refused is None else refused.text(lang), available=refused is None))
    best = resolve(usual, found.inventory).device
    return {"default": {"mps:0": "mps", "cuda:0": _cuda_name(found, 0)}.get(best, best), "devices": rows}


def _cuda_name(found: Offer, place: int) -> str:
    return f"cuda:{place}" if len(found.cards) > 1 else "cuda"


def _memory(card: Card) -> str:
    return "" if card.total_bytes is None else f"{card.total_bytes / _GIB:.1f} GiB"


def _row(value: str, label: str, detail: str, available: bool = True, card: Card | None = None) -> dict[str, Any]:
    total, free = (None, None) if card is None else (card.total_bytes, card.free_bytes)
    return {
        "value": value,
        "label": label,
        "detail": detail,
        "available": available,
        "total_bytes": total,
        "free_bytes": free,
    }
