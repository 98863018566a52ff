import { expect, it } from 'vitest';
import { emptyDocument, type GraphDocument } from '../graph/document';
import { patchOf } from '../problems/patch';
import { withSteps, type Step } from './journal';

const open = (revision: number): Step['open'] => ({ file: 'a.json', revision: `"${revision}"` });
const docs: GraphDocument[] = ['a', 'b', 'c'].map((name, at) => ({ ...emptyDocument(name), nodes: Array.from({ length: at + 1 }, (_, n) => ({ id: `n${n}`, type: 'Print' })) }));
const step = (at: number, changes: number, order: number): Step & { order: number } => ({
  window: 'w/1', step: at, patch: patchOf(docs[at - 1]!, docs[at]!), open: open(at), changes, order,
});
const row = (window: string, order: number): Parameters<typeof withSteps>[0][number] => ({ window, doc: docs[0]!, open: open(0), changes: 1, order });

it('an entry is what its steps made of it, in their order, and as new as the last of them', () => {
  expect(withSteps([row('w/1', 1), row('w/2', 3)], [step(2, 5, 4), step(1, 4, 2)])).toEqual([
    { window: 'w/1', doc: docs[2], open: open(2), changes: 5, order: 4 }, row('w/2', 3),
  ]);
});

it('what its last step says to be on the server is not left over', () => {
  expect(withSteps([row('w/1', 1), row('w/2', 3)], [step(1, 2, 4), step(2, 0, 5)])).toEqual([row('w/2', 3)]);
});
