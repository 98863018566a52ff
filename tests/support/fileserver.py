"""A web server on loopback that serves bytes well, badly, or not at all, as a script says."""

from __future__ import annotations

import threading
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


@dataclass
class FileServer:
    """files: path -> content. faults: what each next request meets instead, in order; "" is a good answer.

    Faults: `cut` (half of the bytes, then the connection ends), `html`, `silent` (nothing until the server closes),
    `noranges` (the whole file whatever was asked), `nolength` (no Content-Length), a number (that status code).
    ranges: the Range header of every request, in order.
    """

    url: str
    files: dict[str, bytes] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    ranges: list[str | None] = field(default_factory=list)
    closing: threading.Event = field(default_factory=threading.Event)


@contextmanager
def serving() -> Iterator[FileServer]:
    """Run a FileServer until the block ends."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            server.ranges.append(self.headers.get("Range"))
            answer(self, server)

        def log_message(self, *args: object) -> None:
            """Keep quiet."""

    http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server = FileServer(f"http://127.0.0.1:{http.server_address[1]}/")
    thread = threading.Thread(target=http.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield server
    finally:
        server.closing.set()
        http.shutdown()
        thread.join()
        http.server_close()


def answer(request: BaseHTTPRequestHandler, server: FileServer) -> None:
    """Answer one request as the script says."""
    fault = server.faults.pop(0) if server.faults else ""
    content = server.files.get(request.path.lstrip("/"))
    if fault.isdigit() or content is None:
        request.send_error(int(fault) if fault else 404)
        return
    if fault == "silent":
        server.closing.wait()
        return
    if fault == "html":
        content, kind = b"<html>please log in</html>", "text/html; charset=utf-8"
    else:
        kind = "application/octet-stream"
    start = 0
    wanted = request.headers.get("Range")
    if wanted and fault != "noranges":
        start = int(wanted.removeprefix("bytes=").removesuffix("-"))
        if start >= len(content):
            request.send_error(416)
            return
        request.send_response(206)
        request.send_header("Content-Range", f"bytes {start}-{len(content) - 1}/{len(content)}")
    else:
        request.send_response(200)
    if fault != "nolength":
        request.send_header("Content-Length", str(len(content) - start))
    request.send_header("Content-Type", kind)
    request.end_headers()
    body = content[start:]
    request.wfile.write(body[: len(body) // 2] if fault == "cut" else body)
