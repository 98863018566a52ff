import { useMemo, type ReactNode } from 'react';
import { useEditor } from '../../state/editor';
import { NOTE } from '../../state/graph/document';
import { isCard } from '../../state/graph/subgraph/ends';
import { CardPage } from './CardPage';
import { AboutFocused } from './fields/AboutFocused';
import { Editable } from './Editable';
import { EdgePage } from './EdgePage';
import { GraphPage } from './GraphPage';
import { ManyPage } from './ManyPage';
import { NodePage } from './NodePage';

/** The page of what is selected, with what a field in it is for. */
export function Page(): ReactNode {
  return <AboutFocused><Selected /></AboutFocused>;
}

/** A node, a card, several, a wire; of the graph while nothing is. */
function Selected(): ReactNode {
  const doc = useEditor((state) => state.doc);
  const selected = useEditor((state) => state.selected);
  const wires = useEditor((state) => state.selectedWires);
  const nodes = useMemo(() => doc.nodes.filter((node) => selected.has(node.id) && node.type !== NOTE), [doc, selected]);
  const edge = useMemo(() => (wires.size === 1 ? doc.edges.find((one) => wires.has(one.id)) : undefined), [doc, wires]);
  const [first] = nodes;
  if (first && nodes.length === 1) return isCard(first) ? <Editable><CardPage key={first.id} node={first} /></Editable> : <NodePage key={first.id} node={first} />;
  if (nodes.length > 1) return <Editable><ManyPage nodes={nodes} /></Editable>;
  return edge ? <EdgePage key={edge.id} edge={edge} /> : <GraphPage />;
}
