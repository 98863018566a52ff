import { afterEach, expect, it, vi } from 'vitest';
import type { NodeRow } from '../graph/catalog';
import { askNodes, askOtherNodes, changeOf } from './fresh';

const row = (node_name: string, description = ''): NodeRow => ({ node_name, description }) as NodeRow;

it('counts what is new, other and gone', () => {
  const before = [row('A'), row('B'), row('C')];
  expect(changeOf(before, structuredClone(before))).toBeNull();
  expect(changeOf(before, [row('C'), row('B'), row('A')])).toBeNull();
  expect(changeOf(before, [row('B', 'other'), row('D'), row('C'), row('E')])).toEqual({ added: 2, changed: 1, gone: 1 });
});

afterEach(() => vi.unstubAllGlobals());

it('asks for node types only where the server has others', async () => {
  const asked: (string | null)[] = [];
  let tag = '"1"';
  vi.stubGlobal('fetch', async (_: string, { headers }: { headers: Record<string, string> }) => {
    const known = headers['If-None-Match'] ?? null;
    asked.push(known);
    return known === tag
      ? new Response(null, { status: 304, headers: { ETag: tag } })
      : new Response(JSON.stringify([row(tag)]), { headers: { ETag: tag } });
  });
  expect(await askOtherNodes()).toBeNull(); // nothing was asked for yet
  expect((await askNodes()).map((one) => one.node_name)).toEqual(['"1"']);
  expect(await askOtherNodes()).toBeNull();
  tag = '"2"';
  expect(await askOtherNodes()).toEqual([row('"2"')]);
  expect(await askOtherNodes()).toEqual([row('"2"')]); // not taken up: still others
  await askNodes();
  expect(await askOtherNodes()).toBeNull();
  expect(asked).toEqual([null, '"1"', '"1"', '"1"', null, '"2"']);
});
