"""Names of things: typed strings, so that a run id is never passed for a node id."""

from __future__ import annotations

from typing import NewType

RunId = NewType("RunId", str)
"""uuid4 as 32 hex digits."""

NodeId = NewType("NodeId", str)
"""Any string, unique in its graph. `/` separates a block from its inner node, `__` a preset from its own."""

QueueKey = NewType("QueueKey", str)
"""The canonical device of a local run, or `<worker>/<device>`."""
