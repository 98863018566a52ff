"""Step 1: notes are for people; they and every edge that touches one leave before anything is judged."""

from __future__ import annotations

from app.core.graph.flat import Flat

NOTE = "note"
"""The node type of a note."""


def drop_notes(flat: Flat) -> Flat:
    """The graph without its notes."""
    notes = {node.id for node in flat.nodes if node.type == NOTE}
    if not notes:
        return flat
    return Flat(
        tuple(node for node in flat.nodes if node.id not in notes),
        tuple(edge for edge in flat.edges if edge.source not in notes and edge.target not in notes),
    )
