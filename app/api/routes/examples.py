"""Example graphs that come with the program."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import StringConstraints

from app.api.codes import NAMES
from app.api.declare import Call, Open, Table

if TYPE_CHECKING:
    from collections.abc import Sequence

table = Table("examples")


class Example(Open):
    """path: what `load` takes."""

    name: str
    description: str
    category: str
    path: str
    node_count: int


class Document(Open):
    """A graph document; keys this version does not know are kept."""


class LoadQuery(Open):
    """path: of a row of the list."""

    path: Annotated[str, StringConstraints(min_length=1, max_length=1024)]


@table.get("/api/examples/list", "Examples that come with the program", answer=Example, answer_is_list=True)
async def all_examples(call: Call[None, None]) -> Sequence[dict[str, Any]]:
    """By path."""
    return await asyncio.to_thread(call.services.examples.list, call.lang)


@table.get("/api/examples/load", "One example", query=LoadQuery, answer=Document,
           errors=("example_not_found", "path_leaves_folder", *NAMES))  # fmt: skip
async def load(call: Call[None, LoadQuery]) -> dict[str, Any]:
    """The whole document."""
    return await asyncio.to_thread(call.services.examples.load, call.query.path)
