"""What a submission becomes before anything is written: checked options, a prepared graph, the row to store."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, TypeVar

from app.aio import collector
from app.aio.threads import LaneFull, ThreadLane
from app.core.events.strict import document_text
from app.core.graph.mapped import MAP
from app.core.graph.prepare import prepare_value
from app.core.graph.presets import PRESET
from app.core.graph.secrets import blank_secrets
from app.core.graph.subgraphs import SUBGRAPH
from app.core.vocab import jsonpieces
from app.core.vocab.device import resolve
from app.core.vocab.errors import Refused, Unavailable
from app.core.vocab.reason import reason
from app.db.run_rows import NewRun
from app.runs.eventlog import storable
from app.runs.options import parse_name, parse_options, parse_tags, stored_options
from app.runs.run_secrets import needed

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping, Sequence

    from app.core.graph.prepared import PreparedGraph, Problem
    from app.core.vocab.device import Inventory, Resolved
    from app.core.vocab.nodespec import Catalog
    from app.core.vocab.run import RunOptions
    from app.db.rows import RunRow
    from app.runs.run_secrets import Filled, RunSecrets
    from app.vault.run_values import RunValue

SMALL_ITEMS = 1000
"""Graphs up to this weight (see app.core.vocab.jsonpieces), some 50 nodes, are checked on the loop, in about 3 ms.

Larger ones are checked in a thread, and so is whatever holds cards or maps presets, which may stand for any number of
nodes.
"""

SMALL_CHARACTERS = 16_000
"""Stored graphs longer than this are read in that thread too."""

KEPT_CHARACTERS = 64 * 1024
"""Stored graphs up to this stay in memory between the check of a requeue and its submission."""

MAX_GRAPH_NAME = 200

WAITING = 256
"""Graphs that may wait to be checked."""

T = TypeVar("T")

_DECODER = json.JSONDecoder()


class InvalidGraph(Refused):
    """A graph that cannot run. problems: everything that is wrong with it."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__(reason("invalid_graph", count=len(problems)))
        self.problems = tuple(problems)


@dataclass(frozen=True)
class Accepted:
    """A submission that may run. graph: None when it is to be read back at its start. secrets: values of its secret
    params by place.
    """

    options: RunOptions
    device: Resolved
    graph: PreparedGraph | None = field(repr=False)
    warnings: Sequence[Problem]
    row: NewRun
    secrets: Mapping[str, RunValue] = field(default_factory=dict)

    def filled(self, filled: Filled) -> Accepted:
        """The same with its secret values in place."""
        row = replace(self.row, execution_facts={**self.row.execution_facts, **filled.facts})
        return replace(self, graph=filled.graph, row=row, secrets=filled.values)


class Intake:
    """Checks submissions and fills in their secret values.

    presets: installed presets by name, asked for each time; inventory likewise. ready: waits until it can be told
    whether anything can execute here, and raises why nothing can.
    """

    def __init__(
        self,
        catalog: Catalog,
        presets: Callable[[], Mapping[str, Mapping[str, Any]]],
        inventory: Callable[[], Inventory],
        secrets: RunSecrets,
        ready: Callable[[], Awaitable[None]] | None = None,
        usual_device: str = "auto",
    ) -> None:
        self._usual_device = usual_device
        self.secrets = secrets
        self._catalog = catalog
        self._ready = ready
        self._presets = presets
        self._inventory = inventory
        self._lane = ThreadLane("run-intake", capacity=WAITING)

    async def accept(self, run_id: str, graph: Any, options: Any, name: Any, tags: Sequence[str] = ()) -> Accepted:
        """Check everything. created_at is left empty for whoever stores the row.

        Raises: InvalidGraph with every problem, Refused for a bad option or name or where nothing can execute,
        Unavailable when too many graphs are being checked, or a remembered secret cannot be read.
        """
        await self._until_ready()
        return await self._filled(await self._checked(run_id, graph, options, name, tags))

    async def _checked(self, run_id: str, graph: Any, options: Any, name: Any, tags: Sequence[str]) -> Accepted:
        title = parse_name(name)
        parse_options(options, {})
        kept_tags = parse_tags(list(tags))
        if is_light(graph):
            return self._check(run_id, graph, options, title, kept_tags)
        return await self._in_thread(lambda: self._check(run_id, graph, options, title, kept_tags))

    async def accept_again(self, run_id: str, text: str, row: RunRow) -> Accepted:
        """As `accept`, for the stored graph of an earlier run. The new row's graph is left empty: the text is copied
        where it lies. Raises: also SecretsGone.
        """
        await self._until_ready()
        if len(text) <= SMALL_CHARACTERS:
            one = await self._checked(run_id, json.loads(text), row.options, row.name, row.tags)
        else:
            one = await self._in_thread(
                lambda: self._stored(text, lambda graph: self._check(run_id, graph, row.options, row.name, row.tags))
            )
        one = await self._filled(one, needed(row.execution_facts), self.secrets.vault.of(row.id))
        graph = one.graph if len(text) <= KEPT_CHARACTERS else None
        return replace(one, graph=graph, row=replace(one.row, graph_json="null"))

    async def _until_ready(self) -> None:
        if self._ready is not None:
            await self._ready()

    async def _filled(
        self, one: Accepted, places: Sequence[str] = (), known: Mapping[str, RunValue] | None = None
    ) -> Accepted:
        assert one.graph is not None
        return one.filled(await self.secrets.fill(one.graph, places, known))

    async def prepare_again(self, text: str) -> PreparedGraph:
        """Prepare a stored graph for its start. Raises: InvalidGraph when today's nodes cannot run it any more."""
        if len(text) <= SMALL_CHARACTERS and is_light(document := json.loads(text)):
            return self._prepare(document)[0]
        return await self._in_thread(lambda: self._stored(text, lambda document: self._prepare(document)[0]))

    async def look(self) -> None:
        """Have the devices known before `resolve` is called: the first look may take seconds."""
        await self._in_thread(self._inventory)

    def resolve(self, device: str) -> Resolved:
        """The device of an option on this machine."""
        return resolve(device, self._inventory())

    def close(self) -> None:
        """End the thread."""
        self._lane.stop()

    def _stored(self, text: str, use: Callable[[Any], T]) -> T:
        """What `use` makes of a stored graph, which is gone afterwards."""
        document = jsonpieces.read(text, _DECODER)
        try:
            return use(document)
        finally:
            jsonpieces.dismantle(document)

    async def _in_thread(self, call: Callable[[], T]) -> T:
        try:
            with collector.paused():
                return await self._lane.run(call)
        except LaneFull as error:
            raise Unavailable.of("database_busy", waiting=WAITING) from error

    def _prepare(self, document: object) -> tuple[PreparedGraph, Sequence[Problem]]:
        done = prepare_value(document, self._catalog, self._presets())
        if done.graph is None:
            raise InvalidGraph(done.problems)
        return done.graph, done.warnings

    def _check(
        self, run_id: str, document: Mapping[str, Any], given: Any, name: str | None, tags: Sequence[str]
    ) -> Accepted:
        graph, warnings = self._prepare(document)
        options = parse_options(given, graph.settings, self._usual_device)
        blanked = blank_secrets(document, self._catalog, self._presets())
        device = self.resolve(options.device)
        row = NewRun(
            id=run_id,
            name=name,
            options=stored_options(options),
            queue_key=device.device,
            created_at="",
            graph_name=storable(graph.name)[:MAX_GRAPH_NAME],
            graph_json=document_text(blanked),
            tags=tags,
        )
        return Accepted(options, device, graph, warnings, row)


def stamped(row: NewRun, created_at: str) -> NewRun:
    """The row with its time of arrival."""
    return replace(row, created_at=created_at)


def is_light(document: object) -> bool:
    """True for a graph that is checked in a few milliseconds: few items, no cards, no Map."""
    if jsonpieces.is_big(document, SMALL_ITEMS):
        return False
    nodes = document.get("nodes") if isinstance(document, dict) else None
    types = [node.get("type") for node in nodes if isinstance(node, dict)] if isinstance(nodes, list) else ()
    return not any(isinstance(name, str) and (name == MAP or name.startswith((PRESET, SUBGRAPH))) for name in types)
