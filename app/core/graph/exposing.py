"""Makes a preset of a canvas: its nodes and edges, every port that nothing is connected to, every param but secrets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.core.graph.check import check_nodes, check_wires
from app.core.graph.findings import Findings
from app.core.graph.flat import START, Flat, load
from app.core.graph.notes import drop_notes
from app.core.graph.order import topological
from app.core.graph.presets import NAME, PRESET
from app.core.graph.subgraphs import SUBGRAPH
from app.core.graph.typenames import TypeNames
from app.core.vocab.definition import param_definition
from app.core.vocab.errors import Refused
from app.core.vocab.nodespec import ParamType
from app.core.vocab.reason import reason

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from app.core.graph.check import Member
    from app.core.graph.document import GraphDoc
    from app.core.graph.prepared import Problem
    from app.core.vocab.nodespec import Catalog, ParamSpec, PortSpec


class NotExposable(Refused):
    """A canvas that cannot become a preset. problems: everything that is wrong with it."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__(reason("invalid_graph", count=len(self.problems)))


def make_preset(doc: GraphDoc, catalog: Catalog, about: Mapping[str, Any]) -> dict[str, Any]:
    """The definition of the preset that a canvas is. about: preset_name, category, description, tags.

    Notes stay behind, and so do Start nodes: a preset begins where the graph that uses it says. Ports are called
    `<node>_<port>`, with a number behind where two would be called the same. Values of secret params are left out;
    where nodes lie is kept.
    Raises: Refused preset_without_nodes, preset_of_cards, preset_without_ports; NotExposable.
    """
    found = Findings()
    flat = _without_starts(drop_notes(load(doc, found)))
    if not flat.nodes:
        raise Refused(reason("preset_without_nodes"))
    card = next((node.id for node in flat.nodes if node.type.startswith((PRESET, SUBGRAPH))), None)
    if card is not None:
        raise Refused(reason("preset_of_cards", node=card))
    order = topological([node.id for node in flat.nodes], [(e.source, e.target) for e in flat.edges])
    for cycle in order.cycles:
        found.problem("graph_cycle", cycle[0], path=" > ".join([*cycle[:8], cycle[0]]), nodes=cycle)
    members = check_nodes(flat, {node.id for node in flat.nodes}, TypeNames(catalog), found)
    check_wires(flat.edges, members, {node.id: node.type for node in flat.nodes}, found)
    if found.problems:
        raise NotExposable(found.problems)
    fed = {(edge.target, edge.target_port) for edge in flat.edges}
    used = {(edge.source, edge.source_port) for edge in flat.edges}
    inputs = _exposed(members, lambda m: [p for p in m.inputs.values() if (m.node.id, p.name) not in fed])
    outputs = _exposed(members, lambda m: [p for p in m.outputs.values() if (m.node.id, p.name) not in used])
    if not inputs and not outputs:
        raise Refused(reason("preset_without_ports"))
    places = {node.id: node.raw.get("position") for node in doc.nodes}
    specs = {node_id: catalog[member.type_name].params for node_id, member in members.items()}
    return {
        NAME: about[NAME],
        "category": about["category"],
        "description": about["description"],
        "tags": list(about["tags"]),
        "nodes": [_node(member, specs[node_id], places[node_id]) for node_id, member in members.items()],
        "edges": [
            {
                "source": edge.source,
                "sourceHandle": edge.source_port,
                "target": edge.target,
                "targetHandle": edge.target_port,
            }
            for edge in flat.edges
        ],
        "exposed_inputs": inputs,
        "exposed_outputs": outputs,
        "exposed_params": [
            {
                "internal_node": node_id,
                "param_name": param.name,
                "display_name": param.name,
                "group": f"{members[node_id].type_name} ({node_id})",
                "param_def": param_definition(param, "en"),
            }
            for node_id, params in specs.items()
            for param in params
            if param.param_type is not ParamType.SECRET
        ],
    }


def _without_starts(flat: Flat) -> Flat:
    starts = {node.id for node in flat.nodes if node.type == START}
    edges = tuple(e for e in flat.edges if not e.is_trigger and e.source not in starts and e.target not in starts)
    return Flat(tuple(node for node in flat.nodes if node.id not in starts), edges)


def _exposed(members: Mapping[str, Member], open_ports: Any) -> list[dict[str, Any]]:
    """Entries of exposed_inputs or exposed_outputs. open_ports: member -> its ports with nothing connected."""
    made: list[dict[str, Any]] = []
    taken: set[str] = set()
    for node_id, member in members.items():
        ports: list[PortSpec] = open_ports(member)
        for port in ports:
            wanted = name = f"{node_id}_{port.name}"
            number = 2
            while name in taken:
                name, number = f"{wanted}_{number}", number + 1
            taken.add(name)
            made.append(
                {
                    "name": name,
                    "internal_node": node_id,
                    "internal_port": port.name,
                    "data_type": port.data_type.value,
                    "description": port.description.en,
                }
            )
    return made


def _node(member: Member, params: Iterable[ParamSpec], place: object) -> dict[str, Any]:
    """place: where the node lies on the canvas, kept for who opens the preset there; anything but an object is not."""
    secret = {param.name for param in params if param.param_type is ParamType.SECRET}
    kept = {name: "" if name in secret else value for name, value in member.node.params.items()}
    made: dict[str, Any] = {"id": member.node.id, "type": member.type_name, "params": kept}
    if isinstance(place, dict):
        made["position"] = place
    return {**made, "data": {"bypassed": True}} if member.node.bypassed else made
