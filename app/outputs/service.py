"""RecordedOutputs: what runs recorded, asked of the process that executed them, with every absence told apart.

The process that holds the outputs knows that it has none of a run, and not why: the run's row does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from app.core.vocab.errors import CduiError, NotFound

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from app.db.rows import RunRow

    class Ask(Protocol):
        """RunService.ask."""

        def __call__(self, question: str, **params: Any) -> Awaitable[Any]:
            """Ask the stores of the process that executes local runs."""
            ...


class RecordedOutputs:
    """Reads and drops recorded outputs. All answers are JSON values.

    ask: the stores beside the runs (app.engine.stores). row: of a run by id; raises NotFound for an unknown one.
    Reading raises NotFound: run_not_found, outputs_not_recorded, outputs_not_yet, outputs_lost, outputs_evicted,
    outputs_deleted, outputs_too_large, output_node_not_found, output_not_yet, output_port_not_found; and Unavailable
    where nobody answers.
    """

    def __init__(self, ask: Ask, row: Callable[[str], Awaitable[RunRow]]) -> None:
        self._ask = ask
        self._row = row

    async def rows(self, run_id: str) -> list[dict[str, Any]]:
        """[{node_id, port, type, full_shape}] of all that a run has recorded so far."""
        found: list[dict[str, Any]] = await self._read("outputs", run_id)
        return found

    async def output(self, run_id: str, node_id: str, port: str, slice_text: str, max_elements: int) -> dict[str, Any]:
        """One value, or a slice of it; see app.engine.inspector.answer. Raises also: Refused, TooLarge."""
        asked = {"node_id": node_id, "port": port, "slice_text": slice_text, "max_elements": max_elements}
        return {**await self._read("output", run_id, **asked), **_place(run_id, node_id, port)}

    async def picture(self, run_id: str, node_id: str, port: str, slice_text: str, side: int) -> dict[str, Any]:
        """One value as a PNG; see app.engine.pictures.picture. Raises also: Refused, TooLarge."""
        asked = {"node_id": node_id, "port": port, "slice_text": slice_text, "side": side}
        found: dict[str, Any] = await self._read("output_picture", run_id, **asked)
        return found

    async def file(self, run_id: str, node_id: str, port: str, at: int, is_picture: bool) -> dict[str, Any]:
        """A piece of one value as a file; see app.engine.portfile.piece. Raises also: Refused, TooLarge."""
        asked = {"node_id": node_id, "port": port, "at": at, "is_picture": is_picture}
        found: dict[str, Any] = await self._read("output_file", run_id, **asked)
        return found

    async def stats(self, run_id: str, node_id: str, port: str) -> dict[str, Any]:
        """Figures of one tensor; see app.engine.figures.stats. Raises also: Refused."""
        figures = await self._read("output_stats", run_id, node_id=node_id, port=port)
        return {**figures, **_place(run_id, node_id, port)}

    async def notes(self, run_id: str, node_id: str, kind: str) -> list[dict[str, Any]]:
        """The index of a node's `steps` or `gradients`; empty for a node without."""
        found: list[dict[str, Any]] = await self._read("output_notes", run_id, node_id=node_id, kind=kind)
        return found

    async def drop(self, run_id: str) -> bool:
        """Drop what a run has recorded; what it goes on to give is not recorded. False when there was nothing.

        Raises: NotFound run_not_found.
        """
        await self._row(run_id)
        return bool(await self._ask("forget_runs", run_ids=[run_id]))

    async def _read(self, question: str, run_id: str, **params: Any) -> Any:
        try:
            return await self._ask(question, run_id=run_id, **params)
        except NotFound as error:
            raise _told_apart(error, await self._row(run_id)) from None


def _place(run_id: str, node_id: str, port: str) -> dict[str, str]:
    return {"run_id": run_id, "node_id": node_id, "port": port}


def _told_apart(error: NotFound, row: RunRow) -> CduiError:
    """What the absence means for a run with this row."""
    code = error.reason.code
    if code == "output_node_not_found" and not row.status.is_final:
        return NotFound.of("output_not_yet", run_id=row.id, node_id=error.reason.params["node_id"])
    if code != "outputs_not_found":
        return error
    if not row.options.get("record_outputs"):
        return NotFound.of("outputs_not_recorded", run_id=row.id)
    return NotFound.of("outputs_lost" if row.status.is_final else "outputs_not_yet", run_id=row.id)
