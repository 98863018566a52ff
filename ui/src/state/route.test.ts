import { expect, it } from 'vitest';
import { hashOf, hashOfSource, isSameSource, parseRoute, type Source } from './route';

it.each<[string, Source]>([
  ['#/runs/r1/graph', { of: 'run', run: 'r1' }],
  ['#/g/A%20b.json/12', { of: 'version', file: 'A b.json', revision: 12 }],
])('%s is a graph that can only be looked at', (hash, source) => {
  expect(parseRoute(hash)).toEqual({ view: 'canvas', id: null, tab: null, source });
  expect(hashOfSource(source)).toBe(hash);
  expect(isSameSource(parseRoute(hash).source ?? null, source)).toBe(true);
});

it('what is none of them is as it was', () => {
  expect(parseRoute('#/runs/r1/log')).toEqual({ view: 'runs', id: 'r1', tab: 'log' });
  expect(parseRoute('#/g/a.json/x')).toEqual({ view: 'canvas', id: 'a.json', tab: 'x' });
  expect([parseRoute('#/runs//graph').source, parseRoute('#/g//3').source, hashOf({ view: 'canvas', id: 'a.json' })]).toEqual([undefined, undefined, '#/g/a.json']);
  expect(isSameSource({ of: 'run', run: 'a' }, { of: 'run', run: 'b' })).toBe(false);
});
