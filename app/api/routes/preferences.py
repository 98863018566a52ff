"""How a person likes the window: kept in settings.json below `window`, so that every window of theirs looks alike.

Unlike settings they hold at once, and the server itself heeds none of them.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field, ValidationError, create_model

from app.api.declare import WHOLE, Call, Model, Table
from app.settings import merge_saved, read_saved

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

table = Table("preferences")

SECTION = "window"
"""The key of settings.json; no setting has this name."""

MOST_ENTRIES = 500
"""Of shortcuts and of lists; a page that sends more has gone wrong."""

CommandId = Annotated[str, Field(min_length=1, max_length=80)]
Stroke = Annotated[str, Field(min_length=1, max_length=40)]
Word = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,39}$")]
NodeType = Annotated[str, Field(min_length=1, max_length=200)]


class Preferences(Model):
    """Every preference of the window with its value in force.

    language: `auto` is the browser's. theme: `contrast` is dark with the strongest contrast. font_size: CSS pixels of
    plain text. snap: nodes fall on the grid. previews: small pictures on nodes. autosave: a second after each change;
    else on asking. muted: kinds of notices that are not shown. shortcuts: command id -> keys in place of its own; an
    empty list is no key. on_quit: what becomes of runs that quitting would end. welcomed: the first questions were
    answered. checklist: whether the first steps are shown, and `steps` which of them are done. favourites: node types
    that stand first in the palette, in this order; one that this server lacks stays in the list.
    disk_low_gib: free GiB of the disk below which the window warns; 0 is never.
    """

    theme: Literal["system", "dark", "light", "contrast"] = "system"
    language: Literal["auto", "en", "zh-TW"] = "auto"
    font_size: Annotated[int, Field(ge=12, le=18), WHOLE] = 13
    density: Literal["compact", "comfortable"] = "compact"
    motion: Literal["system", "full", "reduced"] = "system"
    grid: Literal["dots", "lines", "none"] = "dots"
    snap: bool = False
    wire_style: Literal["curved", "straight", "stepped"] = "curved"
    previews: bool = True
    autosave: bool = True
    record_outputs: bool = True
    notify: bool = True
    muted: Annotated[list[Word], Field(max_length=MOST_ENTRIES, default_factory=list)]
    shortcuts: Annotated[
        dict[CommandId, Annotated[list[Stroke], Field(max_length=4)]],
        Field(max_length=MOST_ENTRIES, default_factory=dict),
    ]
    on_quit: Literal["ask", "keep", "stop"] = "ask"
    disk_low_gib: Annotated[int, Field(ge=0, le=1024), WHOLE] = 2
    welcomed: bool = False
    checklist: bool = True
    steps: Annotated[list[Word], Field(max_length=MOST_ENTRIES, default_factory=list)]
    favourites: Annotated[list[NodeType], Field(max_length=MOST_ENTRIES, default_factory=list)]


if TYPE_CHECKING:
    ChangePreferences = Model
else:
    ChangePreferences = create_model(
        "ChangePreferences",
        __base__=Model,
        __doc__="The preferences to change; null gives one its default back, and what is not named stays.",
        **{name: (field.rebuild_annotation() | None, None) for name, field in Preferences.model_fields.items()},
    )


def read_preferences(saved: Mapping[str, Any]) -> Preferences:
    """What settings.json has of them. A value that no page could have saved counts as none."""
    kept = saved.get(SECTION)
    given = dict(kept) if isinstance(kept, dict) else {}
    given = {name: value for name, value in given.items() if name in Preferences.model_fields}
    try:
        return Preferences.model_validate(given, strict=True)
    except ValidationError as error:
        wrong = {one["loc"][0] for one in error.errors(include_url=False, include_context=False, include_input=False)}
        return Preferences.model_validate({name: value for name, value in given.items() if name not in wrong})


def change_preferences(file: Path, changes: Mapping[str, Any]) -> Preferences:
    """Merge into what is saved, whole or not at all. changes: name -> value, or None for the default.

    Raises: BadSettings for a settings.json that cannot be read: it is not written over; Unavailable for a full disk.
    """

    def merged(saved: Mapping[str, Any]) -> dict[str, Any]:
        kept = saved.get(SECTION)
        section = {**(kept if isinstance(kept, dict) else {}), **changes}
        return {SECTION: {name: value for name, value in section.items() if value is not None} or None}

    return read_preferences(merge_saved(file, merged))


@table.get(
    "/api/preferences",
    "How the window looks and behaves for this person",
    answer=Preferences,
    errors=("settings_file_unreadable",),
)
async def all_preferences(call: Call[None, None]) -> dict[str, Any]:
    """Every preference, with its default where nothing was saved."""
    saved = await asyncio.to_thread(read_saved, call.services.settings.settings_file)
    return read_preferences(saved).model_dump()


@table.patch(
    "/api/preferences",
    "Change preferences of the window",
    body=ChangePreferences,
    answer=Preferences,
    errors=("settings_file_unreadable", "file_not_written"),
)
async def change(call: Call[Any, None]) -> dict[str, Any]:
    """All or none; they hold at once, and every window is told when it asks next."""
    changes = {name: getattr(call.body, name) for name in call.body.model_fields_set}
    made = await asyncio.to_thread(change_preferences, call.services.settings.settings_file, changes)
    return made.model_dump()
