"""Pictures of recorded outputs over real HTTP."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

import pytest
import torch
from PIL import Image

from tests.support.recorded import GATES, VALUES, graph, inspected, run

if TYPE_CHECKING:
    from pathlib import Path

OUTPUTS = "/api/execution/outputs"


@pytest.fixture(autouse=True)
def _values() -> Any:
    VALUES.update({"images": lambda: torch.rand(2, 3, 40, 80), "text": lambda: "hello"})
    yield
    VALUES.clear()
    GATES.clear()


async def test_a_picture_is_a_png_no_larger_than_asked_for(tmp_path: Path) -> None:
    async with inspected(tmp_path) as (client, _):
        run_id = await run(client, graph(a="images", b="text"))
        reply = await client.get(f"{OUTPUTS}/{run_id}/a/out/picture", params={"slice": "1", "side": 20})
        assert (reply.status, reply.headers["Content-Type"], reply.headers["X-Picture-Size"]) == (
            200,
            "image/png",
            "80x40",
        )
        assert Image.open(io.BytesIO(reply.body)).size == (20, 10)
        for path, params, wanted in [
            ("a/out", {}, (400, "not_a_picture")),
            ("b/out", {}, (400, "picture_unreadable")),
            ("a/out", {"slice": "7"}, (400, "slice_index_outside")),
            ("a/nothing", {}, (404, "output_port_not_found")),
            ("a/out", {"side": 5000}, (422, "invalid_request")),
        ]:
            refused = await client.get(f"{OUTPUTS}/{run_id}/{path}/picture", params=params)
            assert (refused.status, refused.code) == wanted, path
