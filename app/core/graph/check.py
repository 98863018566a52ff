"""Step 8b: what will run is checked against the catalog: types, params, ports and wires."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from app.core.graph.flat import START
from app.core.graph.params import check_params
from app.core.graph.prepared import PreparedNode, Wire
from app.core.graph.presets import PRESET
from app.core.graph.subgraphs import SUBGRAPH
from app.core.vocab.nodespec import compatible

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from collections.abc import Set as AbstractSet

    from app.core.graph.findings import Findings
    from app.core.graph.flat import Flat, FlatEdge, FlatNode
    from app.core.graph.typenames import TypeNames
    from app.core.vocab.nodespec import PortSpec


class Member(NamedTuple):
    """A node of a known type with everything that its wires need. type_name: as the catalog has it."""

    node: FlatNode
    type_name: str
    params: dict[str, Any]
    inputs: Mapping[str, PortSpec]
    outputs: Mapping[str, PortSpec]


def check_nodes(flat: Flat, running: AbstractSet[str], types: TypeNames, found: Findings) -> dict[str, Member]:
    """Members by id, in document order. Unknown types are a problem where they would run, a warning elsewhere."""
    members: dict[str, Member] = {}
    fixed: dict[str, tuple[Mapping[str, PortSpec], Mapping[str, PortSpec]]] = {}
    for node in flat.nodes:
        if node.type == START:
            continue
        named = types.find(node.type)
        if named is None:
            if node.type.startswith((PRESET, SUBGRAPH)):
                continue  # a card that could not be opened is named already
            tell = found.problem if node.id in running else found.warning
            tell("unknown_node_type", node.id, node_type=node.type[:120], closest=types.closest(node.type))
            continue
        if node.id not in running:
            continue
        if named.name != node.type:
            found.warning("plugin_type_guessed", node.id, node_type=node.type, chosen=named.name)
        checked = check_params(named.spec, node.params, node.id)
        if checked.problems or checked.warnings:
            found.problems += checked.problems
            found.warnings += checked.warnings
        if named.spec.dynamic_ports is None:
            ports = fixed.get(named.name)
            if ports is None:
                ports = fixed[named.name] = (_by_name(named.spec.inputs), _by_name(named.spec.outputs))
        else:
            inputs, outputs = named.spec.ports(checked.params)
            ports = (_by_name(inputs), _by_name(outputs))
        members[node.id] = Member(node, named.name, checked.params, *ports)
    return members


def check_wires(
    edges: Iterable[FlatEdge], members: Mapping[str, Member], kinds: Mapping[str, str], found: Findings
) -> dict[str, dict[str, Wire]]:
    """Wires by node and input port, the last writer's; every edge between members is judged, those of drafts are not.

    kinds: node id -> type of every node. A data edge that leaves a Start is named wherever it goes: its author meant a
    trigger.
    """
    wires: dict[str, dict[str, Wire]] = {}
    for edge in edges:
        if edge.is_trigger:
            continue
        target = members.get(edge.target)
        source = members.get(edge.source)
        if source is None or target is None:
            if kinds.get(edge.source) == START:
                found.problem("start_edge_is_data", edge.source, target=edge.target)
            found.spoiled.add((edge.target, edge.target_port))
            continue
        slot = target.inputs.get(edge.target_port)
        output = source.outputs.get(edge.source_port)
        if output is None:
            _unknown_port("unknown_output_port", edge.source, edge.source_port, source.outputs, found)
            found.spoiled.add((edge.target, edge.target_port))
        if slot is None:
            _unknown_port("unknown_input_port", edge.target, edge.target_port, target.inputs, found)
        if output is None or slot is None:
            continue
        if not compatible(output.data_type, slot.data_type):
            found.problem(
                "type_mismatch",
                edge.target,
                edge.target_port,
                port_type=slot.data_type.value,
                source=edge.source,
                source_port=edge.source_port,
                source_type=output.data_type.value,
            )
            found.spoiled.add((edge.target, edge.target_port))
            continue
        fed = wires.setdefault(edge.target, {})
        if edge.target_port in fed:
            lost = fed[edge.target_port]
            found.warning(
                "several_writers",
                edge.target,
                edge.target_port,
                used=f"{edge.source}.{edge.source_port}",
                unused=f"{lost.source}.{lost.source_port}",
            )
        fed[edge.target_port] = Wire(edge.target_port, edge.source, edge.source_port)
    return wires


def check_fed(members: Mapping[str, Member], wires: Mapping[str, Mapping[str, Wire]], found: Findings) -> None:
    """Every required input of every member has a wire, or lost it to a problem that is named already."""
    for member in members.values():
        fed = wires.get(member.node.id, {})
        for slot in member.inputs.values():
            if slot.optional or slot.name in fed or (member.node.id, slot.name) in found.spoiled:
                continue
            found.problem(
                "input_not_fed",
                member.node.id,
                slot.name,
                node_type=member.node.type,
                port_type=slot.data_type.value,
            )


def prepared_node(member: Member, wires: Mapping[str, Wire]) -> PreparedNode:
    """The member as the engine gets it; wires: by input port."""
    node = member.node
    return PreparedNode(
        node.id,
        member.type_name,
        member.params,
        tuple(wires[port] for port in member.inputs if port in wires),
        node.containers[0] if node.containers else None,
        node.path if node.containers else None,
        node.containers,
    )


def _by_name(ports: Iterable[PortSpec]) -> dict[str, PortSpec]:
    return {port.name: port for port in ports}


def _unknown_port(code: str, node_id: str, port: str, ports: Mapping[str, PortSpec], found: Findings) -> None:
    found.problem(code, node_id, port, allowed=", ".join(ports) or "-")
