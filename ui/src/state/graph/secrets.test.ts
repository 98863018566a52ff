import { expect, it } from 'vitest';
import { indexed, type NodeRow } from './catalog';
import { secretsOf, withoutSecrets } from './secrets';

const row = (param_type: string): NodeRow => ({ node_name: 'Teller', inputs: [], outputs: [], params: [{ name: 'word', param_type }] }) as unknown as NodeRow;

it('what was written once is not gone through again, until what is secret is another', () => {
  const [secret, open] = [secretsOf(indexed([row('secret')])), secretsOf(indexed([row('string')]))];
  const doc = { nodes: [{ id: 'a', type: 'Teller', data: { params: { word: 'hunter2', how: 'low' } } }, { id: 'b', type: 'Start' }], edges: [] };
  const first = withoutSecrets(doc, secret);
  expect(first.nodes).toEqual([{ id: 'a', type: 'Teller', data: { params: { how: 'low' } } }, { id: 'b', type: 'Start' }]);
  const next = withoutSecrets({ ...doc, nodes: [doc.nodes[0]!, { ...doc.nodes[1]!, type: 'note' }] }, secret);
  expect([next.nodes[0] === first.nodes[0], next.nodes[1] === first.nodes[1]]).toEqual([true, false]);
  expect(withoutSecrets(doc, open)).toEqual(doc);
  expect(withoutSecrets(doc, secret).nodes[0]).toBe(first.nodes[0]);
});
