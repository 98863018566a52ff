"""A run's event log as an iterator that neither loses nor repeats an event, whatever happens to the server."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.cli.words import CliError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from app.cli.client import Plane

WAIT_S = 25.0
"""Length of one long poll; the server allows up to 60 s."""

TERMINAL = ("execution_complete", "execution_error", "execution_stopped")
"""A run has one event of these, and it is the last."""

_PAGE = 500
_GAP_TRIES = 5


class TimeOverError(Exception):
    """The time that the user allowed is over; the run goes on."""


class EventFeed:
    """Events of one run after `cursor`, in order, up to its terminal event (or the end of an ended run's log).

    The cursor belongs to us, not to a connection: after a restart of the server the next request goes on where the last
    event was. An event we have is passed over; a page that leaves one out is asked for again.
    """

    def __init__(self, plane: Plane, run_id: str, cursor: int = 0, deadline: float | None = None) -> None:
        self.plane = plane
        self.run_id = run_id
        self.cursor = cursor
        self.status = ""
        self._deadline = deadline

    def __iter__(self) -> Iterator[dict[str, Any]]:
        """Raises: TimeOverError, PlaneRefusedError, CliError (server_lost, log_gap)."""
        gaps = 0
        while True:
            page = self._page()
            self.status = str(page.get("status", ""))
            before = self.cursor
            for event in page["events"]:
                if event["cursor"] <= self.cursor:
                    continue
                if event["cursor"] != self.cursor + 1:
                    break
                self.cursor = event["cursor"]
                yield event
                if event["type"] in TERMINAL:
                    return
            complete = not page["events"] or page["events"][-1]["cursor"] <= self.cursor
            if complete and self.cursor == before and not page["active"]:
                return
            gaps = 0 if complete or self.cursor > before else gaps + 1
            if gaps >= _GAP_TRIES:
                raise CliError("log_gap", run_id=self.run_id, cursor=self.cursor, exit_code=1)

    def _page(self) -> dict[str, Any]:
        wait = WAIT_S
        if self._deadline is not None:
            left = self._deadline - self.plane.pace.now()
            if left <= 0:
                raise TimeOverError
            wait = min(wait, left)
        query = {"cursor": self.cursor, "wait": round(wait, 3), "limit": _PAGE}
        page = self.plane.insist(f"/api/runs/{self.run_id}/events", query, timeout_s=wait + 15)
        if not isinstance(page, dict) or not isinstance(page.get("events"), list):
            raise CliError("foreign_answer", exit_code=1)
        return page
