"""Prepares a server that waits for its runs far longer than any test does, so that what cuts a stop short is seen."""

from __future__ import annotations


def prepare() -> None:
    """Called in the server's process before it starts."""
    from app.compose import plane

    vars(plane)["STOP_GRACE_S"] = 600.0
