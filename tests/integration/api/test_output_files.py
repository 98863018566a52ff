"""Recorded outputs as files over real HTTP."""

from __future__ import annotations

import base64
import io
from typing import TYPE_CHECKING, Any

import aiohttp
import numpy as np
import pytest
import torch

from app.engine import portfile
from tests.support.recorded import GATES, VALUES, graph, inspected, run

if TYPE_CHECKING:
    from pathlib import Path

    from app.core.events.masking import Mask

OUTPUTS = "/api/execution/outputs"
BIG = torch.arange(2_500_000, dtype=torch.int32).reshape(50, 50_000).T


@pytest.fixture(autouse=True)
def _values() -> Any:
    png = base64.b64encode(b"\x89PNG\r\n\x1a\nrest").decode()
    VALUES.update({"big": lambda: BIG, "half": lambda: torch.ones(3).bfloat16(), "text": lambda: "貓" * 30_000,
                   "rows": lambda: [[1, "a"], [2, "=b"]], "png": lambda: png, "odd": lambda: {"a": 1}})  # fmt: skip
    yield
    VALUES.clear()
    GATES.clear()


async def test_what_was_recorded_is_downloaded_whole(tmp_path: Path) -> None:
    async with inspected(tmp_path) as (client, _):
        made = graph(a="big", b="half", c="text", d="rows", e="png", f="odd")
        run_id = await run(client, made)
        at = f"{OUTPUTS}/{run_id}"
        reply = await client.get(f"{at}/a/out/file")
        assert (reply.status, reply.headers["Content-Disposition"]) == (200, 'attachment; filename="a-out.npy"')
        assert int(reply.headers["Content-Length"]) == len(reply.body) == 128 + 4 * BIG.numel()
        assert np.array_equal(np.load(io.BytesIO(reply.body)), BIG.numpy())
        half = await client.get(f"{at}/b/out/file")
        assert (half.headers["X-Dtype"], np.load(io.BytesIO(half.body)).tolist()) == ("float32", [1.0, 1.0, 1.0])
        text = await client.get(f"{at}/c/out/file")
        assert (text.headers["Content-Type"], text.body.decode()) == ("text/plain; charset=utf-8", "貓" * 30_000)
        rows = await client.get(f"{at}/d/out/file")
        assert rows.body.decode() == "\ufeff0,1\r\n1,a\r\n2,'=b\r\n"
        png = await client.get(f"{at}/e/out/file?content=picture")
        assert (png.headers["Content-Type"], png.body) == ("image/png", b"\x89PNG\r\n\x1a\nrest")
        for path, wanted in [
            ("f/out/file", (400, "output_no_file")),
            ("c/out/file?content=picture", (400, "picture_unreadable")),
            ("a/none/file", (404, "output_port_not_found")),
            ("a/out/file?content=pdf", (422, "invalid_request")),
        ]:
            refused = await client.get(f"{at}/{path}")
            assert (refused.status, refused.code) == wanted, path


async def test_half_a_file_never_looks_like_a_whole_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with inspected(tmp_path) as (client, stores):
        run_id = await run(client, graph(c="text"))
        read = portfile.piece

        def piece(value: Any, at: int, is_picture: bool = False, mask: Mask | None = None) -> Any:
            stores.outputs.delete(run_id)  # the first piece is the last that is there
            return read(value, at, is_picture, mask)

        monkeypatch.setattr(portfile, "piece", piece)
        monkeypatch.setattr(portfile, "CHARACTERS", 10_000)
        with pytest.raises(aiohttp.ClientError):
            await client.get(f"{OUTPUTS}/{run_id}/c/out/file")
