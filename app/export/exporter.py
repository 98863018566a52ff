"""From a graph that is ready to run to the text of a script, or to everything that keeps it from being one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.core.graph.prepared import Problem
from app.core.vocab.errors import NodeError
from app.core.vocab.reason import Reason, reason
from app.engine.bodies import ITEM_PORT
from app.export.layout import call, literal
from app.export.part import CannotExport, Effect, Inputs, Part, Value
from app.export.registry import EMITTERS
from app.export.script import Script

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from app.core.graph.prepared import PreparedGraph, PreparedNode
    from app.export.part import Emitter


_Readers = dict[str, dict[str, set[str]]]


@dataclass(frozen=True)
class Exported:
    """script is None exactly when there are problems; warnings tell what the script needs or leaves out."""

    script: str | None
    problems: tuple[Problem, ...] = ()
    warnings: tuple[Problem, ...] = ()


def export(
    graph: PreparedGraph,
    seed: int | None = None,
    deterministic: bool = False,
    emitters: Mapping[str, Emitter] = EMITTERS,
) -> Exported:
    """Write the graph as a script. seed: the default of `--seed`, without one that of the graph's settings.

    The same graph gives the same text each time. Never raises for what a graph holds.
    """
    bodies = (node for body in graph.bodies.values() for node in body.nodes)
    unknown = [node for node in (*graph.nodes, *bodies) if node.type not in emitters]
    if unknown:
        return Exported(None, tuple(_problem(reason("export_unsupported", type=n.type), n) for n in unknown))
    chosen = graph.settings.get("seed") if seed is None else seed
    device = str(graph.settings.get("device") or "")
    unused: frozenset[tuple[str, str]] = frozenset()
    wanted: frozenset[str] | None = None
    while True:
        script = Script(graph.name, chosen, device, deterministic, wanted)
        work = _Writing(graph, script, emitters, unused)
        work.write()
        if work.problems:
            return Exported(None, tuple(work.problems))
        if work.unused <= unused and frozenset(script.places_read) == wanted:
            return Exported(script.render(), (), tuple(work.warnings))
        # what a node makes of its inputs shows when it is written; what nobody uses is left out in the next go
        unused, wanted = unused | work.unused, frozenset(script.places_read)


class _Writing:
    """One go at a script. unused: (node, input port) whose value turned out not to matter."""

    def __init__(
        self,
        graph: PreparedGraph,
        script: Script,
        emitters: Mapping[str, Emitter],
        unused: frozenset[tuple[str, str]],
    ) -> None:
        self.script = script
        self.unused: set[tuple[str, str]] = set()
        self._known_unused = unused
        self.problems: list[Problem] = []
        self.warnings: list[Problem] = []
        self._graph = graph
        self._types = graph.types
        self._emitters = emitters
        self._values: dict[tuple[str, str], Value] = {}

    def write(self) -> None:
        """Write every node that somebody needs."""
        self._write_all(self._graph.nodes, self._readers(self._graph.nodes))

    def write_body(self, map_id: str, item: Value) -> Value:
        """Write the nodes of a body; what nobody reads there is only written where it acts."""
        body = self._graph.bodies[map_id]
        self._values[body.item, ITEM_PORT] = item
        result = {body.result.source: {body.result.source_port: {"Map"}}}
        readers = self._readers(body.nodes, (Effect.ACTS,), result)
        self._write_all(body.nodes, readers)
        return self._values.get((body.result.source, body.result.source_port), Value("None"))

    def _write_all(self, nodes: Sequence[PreparedNode], readers: _Readers) -> None:
        for node in nodes:
            if node.id not in readers:
                self._warn_left_out(node)
                continue
            try:
                self._write_node(node, {port: frozenset(types) for port, types in readers[node.id].items()})
            except CannotExport as error:
                self.problems.append(_problem(error.why, node, error.port))
            except NodeError as error:
                self.problems.append(_problem(error.reason, node))

    def _readers(
        self,
        nodes: Sequence[PreparedNode],
        needed: Sequence[Effect] = (Effect.ACTS, Effect.SHOWN),
        known: _Readers | None = None,
    ) -> _Readers:
        """For each node that is written, its output ports that are read, with the types of nodes that read them.

        needed: what nodes are written for that nobody reads. known: readers from elsewhere.
        """
        readers = known or {}
        for node in reversed(nodes):
            if node.id in readers or self._emitters[node.type].effect in needed:
                readers.setdefault(node.id, {})
                for wire in node.wires:
                    if (node.id, wire.port) not in self._known_unused:
                        ports = readers.setdefault(wire.source, {})
                        ports.setdefault(wire.source_port, set()).add(node.type)
        return readers

    def _write_node(self, node: PreparedNode, readers: Mapping[str, frozenset[str]]) -> None:
        emitter = self._emitters[node.type]
        # a port that its source has no value for stands for None: after a problem there, or for an optional result
        inputs = Inputs({w.port: self._values.get((w.source, w.source_port), Value("None")) for w in node.wires})
        start = len(self.script.main.lines)
        found = emitter.emit(Part(node, self.script, inputs, readers, self._types, self._warn, self.write_body))
        if not readers and emitter.effect is Effect.SHOWN and found:
            shown = next(iter(found.values()))
            self.script.say("", call("print", literal(f"{node.id}:"), shown.text))
        self.script.main.set_apart(start)
        self._values.update({(node.id, port): value for port, value in found.items()})
        self.unused |= {(node.id, port) for port in inputs if port not in inputs.used}

    def _warn_left_out(self, node: PreparedNode) -> None:
        is_picture = self._emitters[node.type].effect is Effect.PICTURE
        self._warn(reason("export_picture_left_out" if is_picture else "export_left_out", node=node.id), node.id)

    def _warn(self, why: Reason, node_id: str) -> None:
        self.warnings.append(Problem(why, node_id))


def _problem(why: Reason, node: PreparedNode, port: str | None = None) -> Problem:
    return Problem(why, node.id, port)
