import { beforeEach, expect, it, vi } from 'vitest';
import { ask } from '../../api/http';
import { emptyDocument, type GraphDocument } from '../graph/document';
import { compareAll } from './versions';

vi.mock('../../api/http', () => ({ ask: vi.fn() }));

const graph = (lr: number, types: string[]): GraphDocument => ({
  ...emptyDocument('g'), nodes: types.map((type, at) => ({ id: `n${at}`, type, data: { params: type === 'Optimizer' ? { lr } : {} } })),
});
const kept: Record<number, GraphDocument> = { 4: graph(1, ['Optimizer', 'Loss']), 3: graph(2, ['Optimizer', 'Loss']), 2: graph(2, ['Optimizer']), 1: graph(2, ['Optimizer']) };
const rows = [4, 3, 2, 1].map((revision) => ({ revision, modified: 0, size_bytes: 100 }));

beforeEach(() => {
  vi.mocked(ask).mockReset().mockImplementation(async (_, path) => kept[Number(path.split('/').at(-1))]);
});

it('tells of each version what it changed, and asks for each once', async () => {
  const told: [number, unknown][] = [];
  await compareAll('a b.json', rows, () => undefined, new AbortController().signal, (revision, counts) => told.push([revision, counts]));
  expect(told).toEqual([
    [4, { nodes: 0, wires: 0, params: 1 }], [3, { nodes: 1, wires: 0, params: 0 }], [2, { nodes: 0, wires: 0, params: 0 }],
  ]);
  expect(vi.mocked(ask).mock.calls.map(([, path]) => path)).toEqual([4, 3, 2, 1].map((one) => `/api/graph/a%20b.json/versions/${one}`));
});

it('goes on without what is large or gone, and ends when nobody looks', async () => {
  vi.mocked(ask).mockImplementation(async (_, path) => {
    if (path.endsWith('/1')) throw new Error('gone');
    return kept[Number(path.split('/').at(-1))];
  });
  const told: number[] = [];
  const tell = (revision: number): void => void told.push(revision);
  await compareAll('g', rows.map((row) => (row.revision === 3 ? { ...row, size_bytes: 3_000_000 } : row)), () => undefined, new AbortController().signal, tell);
  expect(told).toEqual([]);
  const end = new AbortController();
  await compareAll('g', rows, () => undefined, end.signal, (revision) => {
    told.push(revision);
    end.abort();
  });
  expect([told, vi.mocked(ask).mock.calls.length]).toEqual([[4], 6]);
});
