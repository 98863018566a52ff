"""Upload bodies made by hand, byte for byte as browsers and programs send them."""

from __future__ import annotations

import io
from typing import Any

BOUNDARY = "----x7MA4YWxk"
CONTENT_TYPE = {"Content-Type": f"multipart/form-data; boundary={BOUNDARY}"}


def form(name: str, data: bytes, *, field: str = "file", before: bytes = b"", end: bool = True) -> bytes:
    """A form with one file. Quotes and backslashes in the name are escaped as quoted pairs."""
    quoted = name.replace("\\", "\\\\").replace('"', '\\"')
    head = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{field}"; filename="{quoted}"\r\n\r\n'
    tail = f"\r\n--{BOUNDARY}--\r\n" if end else ""
    return before + head.encode() + data + tail.encode()


def sent(name: str, data: bytes, **more: Any) -> dict[str, Any]:
    """Keyword arguments for a client's request that uploads this file."""
    return {"data": io.BytesIO(form(name, data, **more)), "headers": CONTENT_TYPE}
