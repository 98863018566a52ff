"""RunService: the one place that moves a run from submit to its terminal event."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from app.runs.views import (
        ArtifactsPage,
        Cancelled,
        ConsolePage,
        EventPage,
        MetricsPage,
        QueueView,
        RunFilter,
        RunPage,
        RunView,
        Submitted,
    )


class RunService:
    """Owns the queue, the slots and the event log of every run. All methods run on the control plane's loop."""

    async def start(self) -> None:
        """Recover rows of an earlier life, apply retention, start what waits."""
        raise NotImplementedError

    async def stop(self, grace_s: float = 5.0) -> None:
        """Refuse new runs, end waiting ones (or keep the queue), ask running ones to stop, wait `grace_s`, commit."""
        raise NotImplementedError

    async def submit(self, graph: Any, options: Mapping[str, Any], name: str | None) -> Submitted:
        """Check, store and queue a run; answers after the commit.

        graph: the parsed JSON of the document. options: as received.
        Raises: InvalidGraph (Refused with `problems`), Refused (bad option), Unavailable (shutting down).
        """
        raise NotImplementedError

    async def cancel(self, run_id: str) -> Cancelled:
        """Take a waiting run out, or ask a running one to stop. Raises: NotFound."""
        raise NotImplementedError

    async def requeue(self, run_ids: Sequence[str]) -> list[str]:
        """Submit the same graph and options again, in the given order; answers the new ids. Raises: NotFound."""
        raise NotImplementedError

    async def get(self, run_id: str) -> RunView:
        """Raises: NotFound."""
        raise NotImplementedError

    async def graph_of(self, run_id: str) -> dict[str, Any]:
        """The stored graph of a run. Raises: NotFound."""
        raise NotImplementedError

    async def list_runs(self, which: RunFilter) -> RunPage:
        """Raises: Refused for an unknown status or sort column."""
        raise NotImplementedError

    async def patch(self, run_id: str, changes: Mapping[str, Any]) -> RunView:
        """Change name, tags or keep. Raises: NotFound."""
        raise NotImplementedError

    async def delete(self, run_ids: Sequence[str]) -> list[str]:
        """Delete finished runs; answers the ids deleted. Raises: NotFound, Conflict while one is active."""
        raise NotImplementedError

    async def events(self, run_id: str, cursor: int, wait_s: float, limit: int) -> EventPage:
        """Events after `cursor`; waits up to `wait_s` when there are none and the run is active. Raises: NotFound."""
        raise NotImplementedError

    async def metrics(self, run_id: str, name: str | None, max_points: int | None) -> MetricsPage:
        """Raises: NotFound."""
        raise NotImplementedError

    async def artifacts(self, run_id: str, kind: str | None) -> ArtifactsPage:
        """Raises: NotFound."""
        raise NotImplementedError

    async def console(self, run_id: str, offset: int, limit: int, wait_s: float) -> ConsolePage:
        """Raises: NotFound."""
        raise NotImplementedError

    async def set_paused(self, paused: bool) -> QueueView:
        """Pause or resume the whole queue; persisted."""
        raise NotImplementedError

    async def queue(self) -> QueueView:
        """The queue as it stands."""
        raise NotImplementedError

    def active_count(self) -> int:
        """Runs that wait or execute."""
        raise NotImplementedError
