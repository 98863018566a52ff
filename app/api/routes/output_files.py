"""A recorded value as a file: all of it, sent as fast as it is taken, whatever its size."""

from __future__ import annotations

import base64
import re
from typing import TYPE_CHECKING, Any, Literal

from aiohttp import web

from app.api.declare import Call, Model, Table
from app.api.disposition import attachment
from app.api.routes.files import PICTURES
from app.api.routes.outputs import AWAY, NOT_THERE, REFUSALS, RUN
from app.core.vocab.errors import CduiError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

table = Table("output-files")

TYPES = {
    "npy": "application/octet-stream",
    "txt": "text/plain",
    "csv": "text/csv",
    **{suffix: PICTURES[f".{suffix}"] for suffix in ("png", "jpg", "gif", "bmp", "webp")},
}
"""Content types by suffix of what is sent."""

_NO_NAME = re.compile(r'[\x00-\x1f<>:"/\\|?*]+')


class FileQuery(Model):
    """content: `picture` for a text that holds a picture in base64, which is then sent as the picture that it is."""

    content: Literal["value", "picture"] = "value"


@table.get(
    RUN + "/{node_id}/{port}/file",
    "A recorded value as a file",
    query=FileQuery,
    media=tuple(dict.fromkeys(TYPES.values())),
    errors=(
        *NOT_THERE,
        *AWAY,
        "output_no_file",
        "output_not_tensor",
        "output_no_data",
        "picture_unreadable",
        "sparse_too_large",
    ),
    refusals={**REFUSALS, "400": "No file is made of this kind", "413": "A sparse tensor too large to write out"},
)
async def file(call: Call[None, FileQuery]) -> web.StreamResponse:
    """A tensor is NPY, a list CSV, a text as it is. X-Dtype: that of the numbers in the file."""
    outputs, place = call.services.outputs, (call.path("run_id"), call.path("node_id"), call.path("port"))
    is_picture = call.query.content == "picture"

    async def read(at: int) -> Mapping[str, Any]:
        return await outputs.file(*place, at, is_picture)

    first = await read(0)
    name = _NO_NAME.sub("-", f"{place[1]}-{place[2]}"[:120])
    return _PortFile(first, read, f"{name}.{first['suffix']}")


class _PortFile(web.StreamResponse):
    """Each piece is read when the one before has been sent."""

    def __init__(
        self, first: Mapping[str, Any], read: Callable[[int], Awaitable[Mapping[str, Any]]], name: str
    ) -> None:
        super().__init__(headers={"Content-Disposition": attachment(name), "Cache-Control": "no-store"})
        self.content_type = TYPES[first["suffix"]]
        if self.content_type.startswith("text/"):
            self.charset = "utf-8"
        if first["dtype"] is not None:
            self.headers["X-Dtype"] = first["dtype"]
        if first["bytes"] is not None:
            self.content_length = first["bytes"]
        self._piece, self._read = first, read

    async def write_eof(self, data: bytes = b"") -> None:
        """Called once the head is out. Where the value leaves the store meanwhile, the connection is cut: half a file
        must not look like a whole one.
        """
        if not self._must_be_empty_body:
            await self.write(base64.b64decode(self._piece["data"]))
            while self._piece["next"] is not None:
                try:
                    self._piece = await self._read(self._piece["next"])
                except CduiError:
                    request = self._req
                    if request is not None and request.transport is not None:
                        request.transport.abort()
                    return
                await self.write(base64.b64decode(self._piece["data"]))
        await super().write_eof(data)
