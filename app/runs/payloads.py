"""Payloads as stored: strict JSON within the cap."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping


def payload_text(payload: Mapping[str, Any] | None, cap_bytes: int) -> str:
    """JSON text of at most about `cap_bytes`."""
    text = strict_text(payload)
    if len(text) <= cap_bytes:
        return text
    return json.dumps({"elided": True, "bytes": len(text), "cap_bytes": cap_bytes})


def strict_text(value: Any) -> str:
    """Compact strict JSON text of any value, without a cap."""
    try:
        return json.dumps(value, separators=(",", ":"), allow_nan=False)
    except ValueError:
        return json.dumps(_finite(value), separators=(",", ":"), allow_nan=False)


def _finite(value: Any) -> Any:
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {str(key): _finite(item) for key, item in value.items()}
    return [_finite(item) for item in value] if isinstance(value, (list, tuple)) else value
