"""Presets: blocks of nodes with a name, installed on this machine."""

from __future__ import annotations

from typing import Any

from app.api.declare import Call, Open, Table
from app.core.vocab.errors import NotFound

table = Table("presets")


class Preset(Open):
    """A preset's definition as it is stored."""

    name: str


@table.get("/api/presets", "Every installed preset", answer=Preset, answer_is_list=True)
async def all_presets(call: Call[None, None]) -> list[dict[str, Any]]:
    """In name order."""
    presets = call.services.presets()
    return [{**presets[name], "name": name} for name in sorted(presets)]


@table.get("/api/presets/{name}", "One installed preset", answer=Preset, errors=("preset_not_found",))
async def one_preset(call: Call[None, None]) -> dict[str, Any]:
    """Raises: NotFound preset_not_found."""
    name = call.path("name")
    preset = call.services.presets().get(name)
    if preset is None:
        raise NotFound.of("preset_not_found", name=name[:100])
    return {**preset, "name": name}
