import { beforeEach, expect, it, vi } from 'vitest';
import { useEditor } from '../editor';
import type { GraphDocument } from '../graph/document';
import { judged, type Judgement } from './judge';
import { startJudging, useProblems } from './problems';

vi.mock('./judge', () => ({ judged: vi.fn(), forgetJudging: vi.fn() }));
const asked = vi.mocked(judged);
const graph = (name: string): GraphDocument => ({ name, nodes: [{ id: 'a', type: 'Add' }], edges: [] });
const issue = { code: 'node_unknown', params: {}, text: '', node_id: 'a', port: null };
const verdict = (issues: object[]): Judgement => ({ verdict: { issues, warnings: [] } as never, refusal: null });
const open = (name: string): void => useEditor.getState().load(graph(name), { file: null, revision: null });
const codes = (): string[] => useProblems.getState().list.map(({ code }) => code);

startJudging();
beforeEach(() => {
  vi.useFakeTimers();
  asked.mockReset();
});

it('what is wrong with one graph is never said of another, be it judged late, refused or not at all', async () => {
  asked.mockResolvedValueOnce(verdict([issue]));
  open('one');
  await vi.advanceTimersByTimeAsync(300);
  expect([codes(), useProblems.getState().byCard.size]).toEqual([['node_unknown'], 1]);
  useEditor.getState().changeRoot('graph', (root) => ({ ...root, name: 'still one' }));
  expect(codes()).toEqual(['node_unknown']);

  asked.mockResolvedValueOnce(null);
  open('two');
  expect([codes(), useProblems.getState().byCard.size, useProblems.getState().judged]).toEqual([[], 0, null]);
  await vi.advanceTimersByTimeAsync(300);
  expect([codes(), useProblems.getState().judged]).toEqual([[], null]);
});

it('why the server does not judge a graph is a problem of that graph', async () => {
  asked.mockResolvedValueOnce({ verdict: null, refusal: { code: 'body_too_large', params: {}, text: 'Too large.' } });
  open('three');
  await vi.advanceTimersByTimeAsync(300);
  const { list, judged: known } = useProblems.getState();
  expect(list).toEqual([{ code: 'body_too_large', params: {}, text: 'Too large.', level: 'error', node: null, port: null, place: null }]);
  expect(known?.name).toBe('three');
});
