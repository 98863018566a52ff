/** The rows of the graph that is open, as the list shows them. */
import { useMemo } from 'react';
import { useCatalog } from '../../api/queries';
import { useEditor } from '../../state/editor';
import type { Catalog } from '../../state/graph/catalog';
import type { GraphDocument, GraphNode } from '../../state/graph/document';
import { rowsOf, type Ports, type Row } from '../../state/graph/outline';
import { isVisible } from '../../state/graph/shared';
import { useList } from '../../state/view/list';
import { boxOf } from '../canvas/geometry';

export interface ListRows {
  rows: Row[];
  doc: GraphDocument;
  catalog: Catalog;
  ports: (node: GraphNode) => Ports;
}

export function useRows(): ListRows {
  const doc = useEditor((state) => state.doc);
  const catalog = useCatalog();
  const { open, filter } = useList();
  const ports = useMemo(() => (node: GraphNode): Ports => boxOf(node, catalog.byName.get(node.type)), [catalog]);
  const rows = useMemo(() => {
    const wanted = filter.trim().toLowerCase();
    return rowsOf(doc, {
      ports,
      params: (node) => {
        const params = catalog.byName.get(node.type)?.params ?? [];
        return params.filter((param) => isVisible(param, node, params)).map((param) => param.name);
      },
      open,
      matches: (node) => !wanted || `${titleOf(node)} ${node.type} ${node.id}`.toLowerCase().includes(wanted),
    });
  }, [doc, catalog, ports, open, filter]);
  return { rows, doc, catalog, ports };
}

/** What a node is called. */
export function titleOf(node: GraphNode): string {
  return String(node.data?.label ?? node.type).slice(0, 200);
}
