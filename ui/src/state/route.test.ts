import { expect, it } from 'vitest';
import { hashOf, hashOfPath, hashOfSource, isSameSource, parseRoute, type Source } from './route';

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

it('an address that leads to no place is none of the canvas', () => {
  expect(['', '#', '#/', '#/g', '#/nonsense/1', '#/constructor', '#/G'].map((hash) => parseRoute(hash).view)).toEqual(['canvas', 'canvas', 'canvas', 'canvas', 'nowhere', 'nowhere', 'nowhere']);
});

it.each([
  ['/', '', null], ['/', '#/runs', null], ['/runs/r1/log', '', '#/runs/r1/log'], ['/g/A%20b.json', '', '#/g/A%20b.json'],
  ['/runs', '#/settings', '#/settings'], ['/index.html', '', '#/'],
])('%s%s is the place %s', (path, hash, place) => {
  expect(hashOfPath(path, hash)).toBe(place);
});
