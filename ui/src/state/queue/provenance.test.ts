import { expect, it } from 'vitest';
import { emptyDocument } from '../graph/document';
import { EMPTY } from './form';
import { provenanceOf } from './provenance';

const doc = { ...emptyDocument('a'), settings: { device: 'cuda:1' } };

it('is what the form says, else the graph, else the server', () => {
  const of = (device: string, graph = doc): string => provenanceOf(graph, { ...EMPTY, device }, 'mps', null, null).device;
  expect([of('cpu'), of(''), of('', { ...doc, settings: { device: '' } })]).toEqual(['cpu', 'cuda:1', 'mps']);
  expect([' 7 ', '', 'x'].map((seed) => provenanceOf(doc, { ...EMPTY, seed }, 'cpu', null, null).seed)).toEqual([7, null, null]);
});

it('tells of which revision it is, and whether anything came after that', () => {
  const of = (revision: string | null, saved: typeof doc | null): unknown[] => Object.values(provenanceOf(doc, EMPTY, 'cpu', revision, saved)).slice(0, 2);
  expect([of('"12"', doc), of('"12"', { ...doc }), of(null, doc), of('W/"x"', doc)]).toEqual([[12, true], [12, false], [null, false], [null, false]]);
});
