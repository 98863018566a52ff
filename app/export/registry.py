"""Every node type that can be written as Python. A list to be read, like those of routes and commands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.export import (
    emit_classical,
    emit_data,
    emit_files,
    emit_flow,
    emit_functions,
    emit_items,
    emit_layers,
    emit_map,
    emit_model,
    emit_pictures,
    emit_reduce,
    emit_script,
    emit_sets,
    emit_setup,
    emit_synthetic,
    emit_tensor,
    emit_training,
    emit_transforms,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.export.part import Emitter

EMITTERS: Mapping[str, Emitter] = {
    **emit_tensor.EMITTERS,
    **emit_data.EMITTERS,
    **emit_classical.EMITTERS,
    **emit_flow.EMITTERS,
    **emit_reduce.EMITTERS,
    **emit_map.EMITTERS,
    **emit_script.EMITTERS,
    **emit_functions.EMITTERS,
    **emit_layers.EMITTERS,
    **emit_sets.EMITTERS,
    **emit_synthetic.EMITTERS,
    **emit_items.EMITTERS,
    **emit_transforms.EMITTERS,
    **emit_pictures.EMITTERS,
    **emit_model.EMITTERS,
    **emit_setup.EMITTERS,
    **emit_training.EMITTERS,
    **emit_files.EMITTERS,
}
"""Node type -> how it is written."""
