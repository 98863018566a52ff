"""What runs have recorded: the list, one value or a slice of it, its figures, steps and gradients.

Node and port are one part of the path each, percent-encoded: `/api/execution/outputs/{run}/card%2Finner/out`. So a port
called `stats` and the figures of a port never meet.
"""

from __future__ import annotations

import asyncio
import base64
from typing import Annotated, Any

from aiohttp import web
from pydantic import Field, StringConstraints

from app.aio import collector
from app.api.answers import in_chunks, raw, to_bytes, to_chunks
from app.api.declare import Call, Model, Open, Table
from app.core.vocab import jsonpieces

table = Table("outputs")

RUN = "/api/execution/outputs/{run_id}"
MISSING = (
    "run_not_found",
    "outputs_not_recorded",
    "outputs_not_yet",
    "outputs_lost",
    "outputs_evicted",
    "outputs_deleted",
    "outputs_too_large",
)
NOT_THERE = (*MISSING, "output_node_not_found", "output_not_yet", "output_port_not_found")
AWAY = ("executor_busy", "executor_closed", "local_process_died", "local_process_silent")
SLICES = ("slice_malformed", "slice_step_bad", "slice_too_many_dims", "slice_index_outside", "slice_too_large")
REFUSALS = {
    "404": "No such run, nothing recorded of it (any more), or no such node or port",
    "503": "Too many questions wait, the server is stopping, or the process that executed the run hangs",
}


class RecordedPort(Model):
    """type: tensor, model, scalar, string, list, or the class of the value. full_shape: of tensors, else null."""

    node_id: str
    port: str
    type: str
    full_shape: list[int] | None


class RecordedValue(Open):
    """tensor: full_shape, dtype, slice, sliced_shape, values (nested as the shape is; a complex number is [re, im];
    null for NaN and infinities), truncated, and min, max, mean of the values answered. Others: what their type says.
    changed: true where a later node has changed the value in place since; left out otherwise.
    """

    type: str
    changed: bool | None = None
    run_id: str
    node_id: str
    port: str


class ValueQuery(Model):
    """slice: one part per dimension, such as `0, 1:5, ::2, ...`. max_elements: that a slice may have, or characters
    of a text that are answered.
    """

    slice: Annotated[str, StringConstraints(max_length=2000)] = ""
    max_elements: Annotated[int, Field(ge=1, le=1_000_000)] = 4096


class PictureQuery(Model):
    """slice: of a tensor, as for its values; what is left is [H, W] or has 1, 3 or 4 channels. side: most pixels of
    the longer side.
    """

    slice: Annotated[str, StringConstraints(max_length=2000)] = ""
    side: Annotated[int, Field(ge=1, le=2048)] = 512


class Histogram(Model):
    """Equal bins: `edges` has one number more than `counts`."""

    counts: list[int]
    edges: list[float]


class Balance(Model):
    """How often one label occurs."""

    value: int
    count: int


class OutputStats(Model):
    """count to zero_frac are of all elements; the rest of finite ones, or of a sample of them where `sampled` is true.
    null: there is no such number. changed: as of the value itself.
    """

    changed: bool | None = None
    count: int
    min: int | float | None
    max: int | float | None
    nan: int
    inf: int
    zero_frac: float | None
    mean: float | None
    std: float | None
    quantiles: dict[str, float | None] | None
    histogram: Histogram | None
    sampled: bool
    class_balance: list[Balance] | None
    run_id: str
    node_id: str
    port: str


class StepRow(Model):
    """One step that a verbose node told; its tensors are ports `__step__<index>__<key>`."""

    index: int
    name: str
    description: str
    scalars: dict[str, Any]
    tensor_keys: list[str]


class GradientHealth(Model):
    """status: none, not_finite, zero, vanishing, exploding or healthy."""

    status: str
    norm: float | None
    mean: float | None
    max: float | None


class GradientRow(Model):
    """One gradient. kind: `port` (of a value that the node gave) or `weight`."""

    port: str
    kind: str
    has_grad: bool
    health: GradientHealth


class DroppedOutputs(Model):
    """deleted: whether there was anything to drop."""

    run_id: str
    deleted: bool


@table.get(
    RUN,
    "Everything that a run has recorded so far",
    answer=RecordedPort,
    answer_is_list=True,
    errors=(*MISSING, *AWAY),
    refusals=REFUSALS,
)
async def ports(call: Call[None, None]) -> list[dict[str, Any]]:
    """In the order of recording; a run that goes on has more the next time."""
    return await call.services.outputs.rows(call.path("run_id"))


@table.delete(RUN, "Drop what a run has recorded", answer=DroppedOutputs, errors=("run_not_found", *AWAY))
async def drop(call: Call[None, None]) -> dict[str, Any]:
    """200 also when there was nothing. A run that goes on records no more."""
    run_id = call.path("run_id")
    return {"run_id": run_id, "deleted": await call.services.outputs.drop(run_id)}


@table.get(
    RUN + "/{node_id}/__steps_index",
    "The steps that a node told in a verbose run",
    answer=StepRow,
    answer_is_list=True,
    errors=(*NOT_THERE, *AWAY),
    refusals=REFUSALS,
)
async def steps_index(call: Call[None, None]) -> list[dict[str, Any]]:
    """Empty for a node that told none."""
    return await call.services.outputs.notes(call.path("run_id"), call.path("node_id"), "steps")


@table.get(
    RUN + "/{node_id}/__grad_index",
    "The gradients that a run captured at a node",
    answer=GradientRow,
    answer_is_list=True,
    errors=(*NOT_THERE, *AWAY),
    refusals=REFUSALS,
)
async def grad_index(call: Call[None, None]) -> list[dict[str, Any]]:
    """Empty for a node that has none, and for every node of a run that captures none."""
    return await call.services.outputs.notes(call.path("run_id"), call.path("node_id"), "gradients")


@table.get(
    RUN + "/{node_id}/{port}",
    "One recorded value, or a slice of a tensor",
    query=ValueQuery,
    answer=RecordedValue,
    errors=(*NOT_THERE, *AWAY, *SLICES, "output_not_tensor", "output_no_data"),
    refusals={**REFUSALS, "400": "No such slice, or none of this kind of value", "413": "More elements than asked for"},
)
async def value(call: Call[None, ValueQuery]) -> web.Response:
    """Numbers are those that were computed, not rounded."""
    if call.query.max_elements <= jsonpieces.BIG_ITEMS:
        return raw(to_bytes(await _found(call)))
    async with call.services.big_answers:
        with collector.paused():
            return in_chunks(await asyncio.to_thread(_text, await _found(call)))


async def _found(call: Call[None, ValueQuery]) -> dict[str, Any]:
    return await call.services.outputs.output(
        call.path("run_id"), call.path("node_id"), call.path("port"), call.query.slice, call.query.max_elements
    )


def _text(found: dict[str, Any]) -> list[bytes]:
    """The JSON of a value that nobody else has; to let go of a million numbers takes time, too."""
    text = to_chunks(found)
    jsonpieces.dismantle(found)
    return text


@table.get(
    RUN + "/{node_id}/{port}/picture",
    "A recorded picture, no larger than asked for",
    query=PictureQuery,
    media=("image/png",),
    errors=(*NOT_THERE, *AWAY, *SLICES, "not_a_picture", "picture_unreadable", "output_no_data", "sparse_too_large"),
    refusals={**REFUSALS, "400": "No such slice, or no picture", "413": "A sparse tensor too large to write out"},
)
async def picture(call: Call[None, PictureQuery]) -> web.Response:
    """X-Picture-Size: width and height of the whole one, such as `12000x9000`."""
    found = await call.services.outputs.picture(
        call.path("run_id"), call.path("node_id"), call.path("port"), call.query.slice, call.query.side
    )
    size = {"X-Picture-Size": f"{found['width']}x{found['height']}"}
    return web.Response(body=base64.b64decode(found["png"]), content_type="image/png", headers=size)


@table.get(
    RUN + "/{node_id}/{port}/stats",
    "Figures of a recorded tensor",
    answer=OutputStats,
    errors=(*NOT_THERE, *AWAY, "output_not_tensor", "output_not_real", "output_no_data", "sparse_too_large"),
    refusals={**REFUSALS, "400": "No figures for this kind of value", "413": "A sparse tensor too large to write out"},
)
async def stats(call: Call[None, None]) -> dict[str, Any]:
    """All elements are counted; where there are very many, mean, quantiles and histogram are of a sample."""
    return await call.services.outputs.stats(call.path("run_id"), call.path("node_id"), call.path("port"))
