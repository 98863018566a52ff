"""Presets: blocks of nodes with a name, installed on this machine."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from pydantic import Field, StringConstraints

from app.api.codes import SAVING
from app.api.declare import Call, Model, Open, Table
from app.core.graph.exposing import NotExposable, make_preset
from app.core.graph.parse import parse_value
from app.core.vocab.errors import NotFound

table = Table("presets")


class Preset(Open):
    """A preset's definition as it is stored. bundled: it came with the program."""

    name: str
    bundled: bool


class PresetCreate(Open):
    """nodes, edges: of a canvas, as in a graph document. Other keys are left alone."""

    name: Annotated[str, StringConstraints(strip_whitespace=True, max_length=255)]
    nodes: list[Any]
    edges: list[Any]
    description: Annotated[str, StringConstraints(max_length=10_000)] = ""
    category: Annotated[str, StringConstraints(max_length=100)] = "Custom"
    tags: list[Annotated[str, StringConstraints(max_length=100)]] = Field(default_factory=list, max_length=50)


@table.get("/api/presets", "Every installed preset", answer=Preset, answer_is_list=True)
async def all_presets(call: Call[None, None]) -> list[dict[str, Any]]:
    """In name order."""
    presets = call.services.presets
    found = presets()
    return [{**found[name], "name": name, "bundled": presets.is_bundled(name)} for name in sorted(found)]


@table.get("/api/presets/{name}", "One installed preset", answer=Preset, errors=("preset_not_found",))
async def one_preset(call: Call[None, None]) -> dict[str, Any]:
    """Raises: NotFound preset_not_found."""
    name = call.path("name")
    presets = call.services.presets
    preset = presets().get(name)
    if preset is None:
        raise NotFound.of("preset_not_found", name=name[:100])
    return {**preset, "name": name, "bundled": presets.is_bundled(name)}


class DeletedPreset(Model):
    """removed: names of the files."""

    name: str
    removed: list[str]


@table.delete(
    "/api/presets/{name}",
    "Delete an installed preset",
    answer=DeletedPreset,
    errors=("preset_not_found", "preset_bundled", "file_not_written"),
)
async def delete(call: Call[None, None]) -> dict[str, Any]:
    """Graphs that carry the definition keep it; cards of others have nothing inside from then on."""
    name = call.path("name")
    return {"name": name, "removed": list(await asyncio.to_thread(call.services.presets.delete, name))}


@table.post(
    "/api/presets/create",
    "Make a preset of a canvas",
    body=PresetCreate,
    answer=Preset,
    errors=(
        "preset_without_nodes",
        "preset_of_cards",
        "preset_without_ports",
        "preset_exists",
        "invalid_graph",
        *SAVING,
    ),
)
async def create(call: Call[PresetCreate, None]) -> dict[str, Any]:
    """Every port without a connection and every param that is no secret is open in the preset."""
    return await asyncio.to_thread(_create, call)


def _create(call: Call[PresetCreate, None]) -> dict[str, Any]:
    body = call.body
    parsed = parse_value({"nodes": body.nodes, "edges": body.edges})
    if parsed.doc is None:
        raise NotExposable(parsed.problems)
    about = {
        "preset_name": body.name,
        "category": body.category,
        "description": body.description,
        "tags": body.tags,
    }
    definition = make_preset(parsed.doc, call.services.catalog, about)
    call.services.presets.create(definition)
    return {**definition, "name": body.name, "bundled": False}
