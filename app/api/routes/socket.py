"""The socket of a canvas."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.api.canvas import CanvasSession
from app.api.declare import Call, Table
from app.api.socket_frames import FRAMES

if TYPE_CHECKING:
    from app.api.sockets import Socket

table = Table("canvas")


@table.websocket("/ws/execution", "Run graphs at once, follow runs, keep what one canvas has computed", frames=FRAMES)
async def execution(call: Call[Socket, None]) -> None:
    """One session to the end of the connection."""
    await CanvasSession(call).serve()
