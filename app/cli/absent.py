"""Commands that are named already and not built yet: they say so and exit 2."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.cli.words import CliError

if TYPE_CHECKING:
    from collections.abc import Sequence


def main(arguments: Sequence[str]) -> int:
    """Refuse. Raises: CliError(agent_not_available)."""
    raise CliError("agent_not_available")
