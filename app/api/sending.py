"""Files as responses: the bytes as they lie on the disk, whole or one range of them, under their own name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from aiohttp import web
from aiohttp.web_fileresponse import _FileResponseResult

from app.api.answers import to_bytes
from app.api.disposition import attachment
from app.api.language import language
from app.api.ranges import Unsatisfiable, wanted
from app.core.vocab.reason import reason

if TYPE_CHECKING:
    import io
    import os
    from pathlib import Path

    from app.core.vocab.reason import Reason

BYTES = "application/octet-stream"


def stored_file(path: Path, name: str, content_type: str = BYTES, *, inline: bool = False) -> StoredFile:
    """The response for an ordinary file that a caller has found and may serve.

    name: what the browser saves it as. inline: shown in the page instead of saved; only for types that run nothing.
    """
    headers = {"Content-Type": content_type, "Cache-Control": "no-cache"}
    if not inline:
        headers["Content-Disposition"] = attachment(name)
    return StoredFile(path, headers=headers, chunk_size=256 * 1024)


class StoredFile(web.FileResponse):
    """A file as it is: never a compressed neighbour of the same name, whatever the client accepts.

    Which bytes go out is decided by `app.api.ranges` on the open file, so that a file that is replaced meanwhile is
    the old one or the new one. They go through the connection's own buffer rather than through sendfile, which nobody
    could tell from a client that reads nothing.
    """

    async def _sendfile(self, request: web.BaseRequest, fobj: Any, offset: int, count: int) -> Any:
        writer = await web.StreamResponse.prepare(self, request)
        assert writer is not None
        return await self._sendfile_fallback(writer, fobj, offset, count)

    def _make_response(self, request: Any, accept_encoding: str) -> Any:
        """In a thread. Whatever keeps the file from being sent ends in `_precondition_failed`: left to itself the
        library answers most of it without a word.
        """
        self._why = (412, reason("file_changed", file=self._path.name[:100]))
        try:
            made = super()._make_response(request, "")
        except FileNotFoundError:
            self._why = (404, reason("file_not_found", file=self._path.name[:100]))
            return _FileResponseResult.PRE_CONDITION_FAILED, None, None, None
        except OSError as error:
            self._why = (503, reason("file_not_read", file=self._path.name[:100], why=error.strerror or str(error)))
            return _FileResponseResult.PRE_CONDITION_FAILED, None, None, None
        if made[0] is _FileResponseResult.NOT_ACCEPTABLE:
            self._why = (404, reason("file_not_found", file=self._path.name[:100]))
            return _FileResponseResult.PRE_CONDITION_FAILED, None, None, None
        return made

    async def _precondition_failed(self, request: web.BaseRequest) -> Any:
        return await self._refuse(request, *self._why)

    async def _prepare_open_file(
        self, request: web.BaseRequest, fobj: io.BufferedReader, st: os.stat_result, file_encoding: str | None
    ) -> Any:
        try:
            part = wanted(request.headers, st.st_size, st.st_mtime_ns)
        except Unsatisfiable:
            why = reason("range_not_satisfiable", range=request.headers["Range"][:100], size_bytes=st.st_size)
            self.headers["Content-Range"] = f"bytes */{st.st_size}"
            return await self._refuse(request, 416, why)
        headers = request.headers.copy()
        headers.popall("If-Range", None)
        headers.popall("Range", None)
        if part is not None:
            headers["Range"] = f"bytes={part[0]}-{part[1]}"
        return await super()._prepare_open_file(request.clone(headers=headers), fobj, st, file_encoding)

    async def _refuse(self, request: web.BaseRequest, status: int, why: Reason) -> Any:
        """Coded as every refusal is."""
        body = to_bytes({"detail": why.to_json(language(request))})
        self.set_status(status)
        self.headers.popall("Content-Disposition", None)
        self.headers["Content-Type"] = "application/json; charset=utf-8"
        self.content_length = len(body)
        writer = await web.StreamResponse.prepare(self, request)
        if request.method != "HEAD":
            await self.write(body)
        return writer
