"""What a submission becomes before anything is written: checked options, a prepared graph, the row to store."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from app.aio.threads import LaneFull, ThreadLane
from app.core.events.strict import dumps
from app.core.graph.prepare import prepare_value
from app.core.graph.secrets import blank_secrets
from app.core.vocab.device import resolve
from app.core.vocab.errors import Refused, Unavailable
from app.core.vocab.reason import reason
from app.db.run_rows import NewRun
from app.runs.eventlog import storable
from app.runs.options import parse_name, parse_options, parse_tags, stored_options

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from app.core.graph.prepared import PreparedGraph, Problem
    from app.core.vocab.device import Inventory, Resolved
    from app.core.vocab.nodespec import Catalog
    from app.core.vocab.run import RunOptions

SMALL_NODES = 50
"""Graphs up to this size are checked on the loop; larger ones in a thread of their own."""

MAX_GRAPH_NAME = 200


class InvalidGraph(Refused):
    """A graph that cannot run. problems: everything that is wrong with it."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__(reason("invalid_graph", count=len(problems)))
        self.problems = tuple(problems)


@dataclass(frozen=True)
class Accepted:
    """A submission that may run. document: as received, kept while it holds secrets that the row does not."""

    options: RunOptions
    device: Resolved
    graph: PreparedGraph
    warnings: Sequence[Problem]
    row: NewRun
    document: Mapping[str, Any] | None


class Intake:
    """Checks submissions. presets: installed presets by name, asked for each time; inventory likewise."""

    def __init__(
        self,
        catalog: Catalog,
        presets: Callable[[], Mapping[str, Mapping[str, Any]]],
        inventory: Callable[[], Inventory],
    ) -> None:
        self._catalog = catalog
        self._presets = presets
        self._inventory = inventory
        self._lane = ThreadLane("run-intake", capacity=256)

    async def accept(self, run_id: str, graph: Any, options: Any, name: Any, tags: Sequence[str] = ()) -> Accepted:
        """Check everything. created_at is left empty for whoever stores the row.

        Raises: InvalidGraph with every problem, Refused for a bad option or name, Unavailable when too many graphs
        are being checked.
        """
        title = parse_name(name)
        parse_options(options, {})
        kept_tags = parse_tags(list(tags))
        if _size(graph) <= SMALL_NODES:
            return self._check(run_id, graph, options, title, kept_tags)
        try:
            return await self._lane.run(lambda: self._check(run_id, graph, options, title, kept_tags))
        except LaneFull as error:
            raise Unavailable.of("database_busy", waiting=256) from error

    async def prepare_again(self, document: object) -> PreparedGraph:
        """Prepare a stored graph for its start. Raises: InvalidGraph when today's nodes cannot run it any more."""
        if _size(document) <= SMALL_NODES:
            return self._prepare(document)[0]
        return (await self._lane.run(lambda: self._prepare(document)))[0]

    def resolve(self, device: str) -> Resolved:
        """The device of an option on this machine."""
        return resolve(device, self._inventory())

    def close(self) -> None:
        """End the thread."""
        self._lane.stop()

    def _prepare(self, document: object) -> tuple[PreparedGraph, Sequence[Problem]]:
        done = prepare_value(document, self._catalog, self._presets())
        if done.graph is None:
            raise InvalidGraph(done.problems)
        return done.graph, done.warnings

    def _check(
        self, run_id: str, document: Mapping[str, Any], given: Any, name: str | None, tags: Sequence[str]
    ) -> Accepted:
        graph, warnings = self._prepare(document)
        options = parse_options(given, graph.settings)
        blanked = blank_secrets(document, self._catalog, self._presets())
        has_secrets = blanked is not document
        device = self.resolve(options.device)
        row = NewRun(
            id=run_id,
            name=name,
            options=stored_options(options),
            queue_key=device.device,
            created_at="",
            graph_name=storable(graph.name)[:MAX_GRAPH_NAME],
            graph_json=dumps(blanked),
            tags=tags,
            execution_facts={"secrets_blanked": True} if has_secrets else {},
        )
        return Accepted(options, device, graph, warnings, row, document if has_secrets else None)


def stamped(row: NewRun, created_at: str) -> NewRun:
    """The row with its time of arrival."""
    return replace(row, created_at=created_at)


def _size(document: object) -> int:
    nodes = document.get("nodes") if isinstance(document, dict) else None
    inner = document.get("subgraphs") if isinstance(document, dict) else None
    return (len(nodes) if isinstance(nodes, list) else 0) + (SMALL_NODES if inner else 0)
