"""Makes the rooms that stand below the HTTP face, each with its cleanup on the stack."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from contextlib import AsyncExitStack
    from pathlib import Path

    from app.api.keys import Services
    from app.settings import Settings


def lock(user_data: Path, boot_id: str, stack: AsyncExitStack) -> None:
    """Take the folder for this process. Raises: Refused naming the pid of the server that has it."""


async def make_services(settings: Settings, token: str, boot_id: str, stack: AsyncExitStack) -> Services:
    """Everything the routes stand on."""
    raise NotImplementedError
