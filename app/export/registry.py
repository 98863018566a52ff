"""Every node type that can be written as Python. A list to be read, like those of routes and commands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.export import emit_classical, emit_data, emit_flow, emit_tensor

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.export.part import Emitter

EMITTERS: Mapping[str, Emitter] = {
    **emit_tensor.EMITTERS,
    **emit_data.EMITTERS,
    **emit_classical.EMITTERS,
    **emit_flow.EMITTERS,
}
"""Node type -> how it is written."""
