"""A recorded value as a file, piece by piece: a tensor as NPY, a list as CSV, a text or a picture as it is.

Nothing is made larger than one piece beside the value itself, so that a tensor of many gigabytes leaves at the pace of
whoever takes it. NPY is version 1.0 of the format that numpy.lib.format describes.
"""

from __future__ import annotations

import base64
import csv
import io
import math
from typing import TYPE_CHECKING, Any

from app.core.events.strict import clean, describe, whole
from app.core.events.summary import summarise, type_of
from app.core.vocab.cells import BOM, safe
from app.core.vocab.errors import Refused
from app.engine import torch_lane
from app.engine.inspector import as_tensor, written_out

if TYPE_CHECKING:
    from collections.abc import Iterable

    from app.core.events.masking import Mask

ELEMENTS = 1_000_000
"""Of a tensor, in one piece."""

CHARACTERS = 4_000_000
"""Of a text, in one piece."""

ROWS = 20_000
"""Of a list, in one piece."""

FORMS = {
    "bool": "|b1", "uint8": "|u1", "int8": "|i1", "int16": "<i2", "int32": "<i4", "int64": "<i8",
    "uint16": "<u2", "uint32": "<u4", "uint64": "<u8",
    "float16": "<f2", "float32": "<f4", "float64": "<f8", "complex64": "<c8", "complex128": "<c16",
}  # fmt: skip
"""dtype -> how NPY calls it. bfloat16 and 8-bit floats have no name there: they leave as float32, complex32 as
complex64; no number changes by that.
"""

_SIGNS = ((b"\x89PNG", "png"), (b"\xff\xd8\xff", "jpg"), (b"GIF8", "gif"), (b"BM", "bmp"), (b"RIFF", "webp"))


def piece(value: Any, at: int, is_picture: bool = False, mask: Mask | None = None) -> dict[str, Any]:
    """{data: base64, next, suffix, bytes, dtype}: the piece of the file that begins at `at`, 0 for its beginning.

    next: `at` of the piece that follows, None after the last. bytes: of the whole file where that is known beforehand.
    dtype: of a tensor, the one that the file has. is_picture: the text is base64 of a picture.
    Raises: Refused output_no_file for a value of another kind, picture_unreadable; what `as_tensor` and `written_out`
    raise.
    """
    kind = type_of(value)
    if kind == "tensor":
        return _tensor(value, at)
    if isinstance(value, str):
        text = value if mask is None else mask.text(value)
        return _picture(text) if is_picture else _text(text, at)
    if isinstance(value, (list, tuple)):
        return _table(value, at, mask)
    raise Refused.of("output_no_file", found=kind if mask is None else mask.text(kind))


def _tensor(value: Any, at: int) -> dict[str, Any]:
    tensor = written_out(as_tensor(value))
    kept = str(tensor.dtype).replace("torch.", "")
    dtype = kept if kept in FORMS else "complex64" if tensor.is_complex() else "float32"
    shape = [int(size) for size in tensor.shape]
    count = math.prod(shape)
    stop = min(count, at + ELEMENTS)
    head = npy_head(FORMS[dtype], shape)
    flat = _flat(tensor, at, stop).resolve_conj().resolve_neg().cpu()
    body = flat.to(getattr(torch_lane.load(), dtype)).contiguous().numpy().tobytes()
    size = len(head) + count * int(FORMS[dtype][2:])
    return _made(body if at else head + body, stop if stop < count else None, "npy", size, dtype)


def npy_head(form: str, shape: Iterable[int]) -> bytes:
    """What stands before the numbers of an NPY 1.0 file. form: a value of FORMS; the numbers follow row by row."""
    sizes = "".join(f"{size}, " for size in shape).rstrip()
    text = f"{{'descr': '{form}', 'fortran_order': False, 'shape': ({sizes}), }}"
    fill = -(10 + len(text) + 1) % 64
    line = (text + " " * fill + "\n").encode("latin-1")
    return b"\x93NUMPY\x01\x00" + len(line).to_bytes(2, "little") + line


def _flat(tensor: Any, start: int, stop: int) -> Any:
    """Elements start to stop in the order of rows; of a tensor that lies otherwise no more than these are copied."""
    if tensor.dim() <= 1 or tensor.is_contiguous():
        return tensor.reshape(-1)[start:stop]
    row = tensor[0].numel() if tensor.shape[0] else 0
    if row == 0:
        return tensor.reshape(-1)
    first, last = start // row, (stop - 1) // row
    if first == last:
        return _flat(tensor[first], start - first * row, stop - first * row)
    inner = tensor[first + 1 : last].reshape(-1)
    ends = (_flat(tensor[first], start - first * row, row), _flat(tensor[last], 0, stop - last * row))
    return torch_lane.load().cat([ends[0], inner, ends[1]])  # type: ignore[union-attr]


def _text(text: str, at: int) -> dict[str, Any]:
    stop = at + CHARACTERS
    return _made(whole(text[at:stop]).encode(), stop if stop < len(text) else None, "txt")


def _picture(text: str) -> dict[str, Any]:
    try:
        body = base64.b64decode(text, validate=True)
    except ValueError as error:
        raise Refused.of("picture_unreadable", why=str(error)[:200]) from None
    suffix = next((suffix for sign, suffix in _SIGNS if body.startswith(sign)), None)
    if suffix is None:
        raise Refused.of("picture_unreadable", why=describe(body[:8]))
    return _made(body, None, suffix, len(body))


def _table(rows: Any, at: int, mask: Mask | None) -> dict[str, Any]:
    """A list of mappings has a column for each key, one of lists for each place, any other one a single column."""
    names = _columns(rows)
    out = io.StringIO()
    write = csv.writer(out).writerow
    if at == 0:
        out.write(BOM)
        write([_cell(name, mask) for name in names])
    stop = at + ROWS
    for row in rows[at:stop]:
        if isinstance(row, dict):
            write([_cell(row.get(name), mask) for name in names])
        else:
            write([_cell(one, mask) for one in (row if isinstance(row, (list, tuple)) else [row])])
    return _made(whole(out.getvalue()).encode(), stop if stop < len(rows) else None, "csv")


def _columns(rows: Any) -> list[Any]:
    if rows and all(isinstance(row, dict) for row in rows):
        return list(dict.fromkeys(key for row in rows for key in row))
    widths = [len(row) for row in rows if isinstance(row, (list, tuple))]
    return list(range(max(widths))) if widths and max(widths) > 0 else ["value"]


def _cell(value: Any, mask: Mask | None) -> str:
    """Numbers as Python writes them, without loss; nothing for None; anything else as what it looks like."""
    if value is None:
        return ""
    if isinstance(value, (bool, int, float)):
        return repr(value)
    if isinstance(value, str):
        text = value
    else:
        found = clean(summarise(value))
        text = str(found.get("value", found.get("repr", found.get("values", found["type"]))))
    return safe(text if mask is None else mask.text(text))


def _made(
    body: bytes, following: int | None, suffix: str, size: int | None = None, dtype: str | None = None
) -> dict[str, Any]:
    data = base64.b64encode(body).decode("ascii")
    return {"data": data, "next": following, "suffix": suffix, "bytes": size, "dtype": dtype}
