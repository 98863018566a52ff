"""The messages: one JSON object a line. ASCII alone, so that lone surrogates of file names arrive as they were.

To the process:
    hello   limits                                    first of all; limits of the stores
    start   run, graph, context, loan, own_nodes      run: a number, of this process alone
    stop    run, why
    took    run, bytes                                so much of what the run said has been dealt with
    ask     id, question, params
    drop    id                                        nobody waits for that answer any more
    bye                                               end the runs, then the process
From it:
    ready   pid, python, version                      it takes orders now
    event   run, type, payload;  warn run, kind, payload;  metrics run, points;  artifact run, ...
    console run, text
    outcome run, ...                                  last of its run
    answer  id, value;  refused id, kind, code, params
    log     logger, level, text                       what our own rooms log there

What a run says is held back when more than WINDOW_BYTES of it are under way: `took` lets it go on. So a reader that
is slow with one run keeps up with all others, and nothing is without bound in between.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from app.core.vocab import jsonpieces

if TYPE_CHECKING:
    from collections.abc import Mapping

WINDOW_BYTES = 4 * 1024 * 1024
"""Bytes of one run's lines that may be under way."""

ASCII = json.JSONEncoder(separators=(",", ":")).encode
"""Compact text; NaN and infinities as Python's own reader takes them."""

_DECODER = json.JSONDecoder()


class Garbled(ValueError):
    """A line that is no message."""


def encode(say: str, **fields: Any) -> bytes:
    """One line. A large message is written in pieces, so that no other thread is held meanwhile."""
    return jsonpieces.write({"say": say, **fields}, ASCII).encode("ascii") + b"\n"


def decode(line: bytes) -> Mapping[str, Any]:
    """The message of a line without its end. Raises: Garbled."""
    try:
        message = jsonpieces.read(line.decode("utf-8"), _DECODER)
    except (ValueError, RecursionError) as error:
        raise Garbled(str(error)[:200]) from None
    if not isinstance(message, dict) or not isinstance(message.get("say"), str):
        raise Garbled("no message")
    return message
