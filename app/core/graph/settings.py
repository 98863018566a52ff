"""Checks what a graph itself settles for its runs: `settings.device` and `settings.seed`. Other keys are kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.graph.parse import json_type
from app.core.vocab.device import is_device
from app.core.vocab.run import MAX_SEED

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.core.graph.findings import Findings


def check_settings(settings: Mapping[str, Any], found: Findings) -> dict[str, Any]:
    """The settings with device and seed as a run takes them; absent or null ones are left out, bad ones named."""
    kept = {key: value for key, value in settings.items() if key not in ("device", "seed")}
    device = settings.get("device")
    if device is not None:
        if isinstance(device, str) and is_device(device):
            kept["device"] = device
        else:
            _refuse("device", device, "auto, cpu, cuda, cuda:N, mps, mps:N", found)
    seed = settings.get("seed")
    if seed is not None:
        whole = int(seed) if isinstance(seed, float) and seed.is_integer() else seed
        if isinstance(whole, int) and not isinstance(whole, bool) and 0 <= whole <= MAX_SEED:
            kept["seed"] = whole
        else:
            _refuse("seed", seed, f"0 .. {MAX_SEED}", found)
    return kept


def _refuse(setting: str, given: object, allowed: str, found: Findings) -> None:
    shown = given if isinstance(given, str) else json_type(given)
    if isinstance(given, float) or (isinstance(given, int) and not isinstance(given, bool) and abs(given) < 2**64):
        shown = str(given)
    found.problem("invalid_settings", setting=setting, given=shown[:80], allowed=allowed)
