import { expect, it } from 'vitest';
import { useEditor } from '../editor';
import type { GraphDocument } from '../graph/document';
import { useToasts } from '../toasts';
import { give, remedyOf } from './remedies';

const twice: GraphDocument = {
  nodes: [{ id: 'a', type: 'A' }, { id: 'a', type: 'B' }, { id: 'b', type: 'C' }], edges: [{ id: 'w', source: 'a', target: 'b' }],
};
const ids = (): string[] => useEditor.getState().root.nodes.map((node) => node.id);

it('repeated ids are mended in one step that can be taken back, and it says so', () => {
  useEditor.getState().load(twice, { file: null, revision: null });
  expect([remedyOf({ code: 'node_unknown' }), remedyOf({ code: 'duplicate_node_id' })]).toEqual([null, 'own_ids']);
  give('own_ids');
  expect([ids(), useEditor.getState().root.edges, useEditor.getState().history.past.length]).toEqual([['a', 'a-2', 'b'], twice.edges, 1]);
  expect(remedyOf({ code: 'duplicate_node_id' })).toBeNull();
  const said = useToasts.getState().shown.at(-1)!;
  expect(said.text(((key: string, { count }: { count: number }) => `${key} ${count}`) as never)).toBe('remedy.own_ids_done 1');
  said.action!.run();
  expect(ids()).toEqual(['a', 'a', 'b']);
});

it('a graph that can only be looked at has no remedy', () => {
  useEditor.getState().load(twice, { file: null, revision: null }, { kind: 'run' } as never);
  expect(remedyOf({ code: 'duplicate_node_id' })).toBeNull();
});

it('wires that lead nowhere go at a press', () => {
  useEditor.getState().load({ ...twice, nodes: twice.nodes.slice(1), edges: [...twice.edges, { id: 'x', source: 'a', target: 'gone' }] }, { file: null, revision: null });
  expect(remedyOf({ code: 'edge_dangling' })).toBe('drop_wires');
  give('drop_wires');
  expect([useEditor.getState().root.edges, remedyOf({ code: 'edge_dangling' })]).toEqual([twice.edges, null]);
});
