import { beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '../../api/http';
import type { OpenGraph } from '../editor';
import { emptyDocument, type GraphDocument } from '../graph/document';
import { Keeper, type Graph } from './keeper';
import * as beside from './beside';
import * as journal from './journal';
import { Latest } from './latest';
import { useProtection } from './protection';
import { save } from './remote';

vi.mock('./journal', () => ({ write: vi.fn(async () => undefined), forget: vi.fn(async () => undefined) }));
vi.mock('./beside', () => ({ keepBeside: vi.fn(async () => true), saveBeside: vi.fn(), leaveBeside: vi.fn() }));
vi.mock('./remote', () => ({ save: vi.fn() }));
const saved = vi.mocked(save);
const written = vi.mocked(journal.write);

let graph: { root: GraphDocument; open: OpenGraph };
const phases: string[] = [];
const refusals: string[] = [];
const made = (): Keeper => {
  const told: Graph = {
    read: () => graph,
    saved: (_, open) => {
      graph = { ...graph, open };
    },
    told: ({ phase }) => phases.push(phase),
    refused: ({ code }) => refusals.push(code),
  };
  return new Keeper('window/tab', told);
};
const refusal = (status: number, code: string): ApiError => new ApiError(status, { code, params: {}, text: '' });

beforeEach(() => {
  vi.useFakeTimers();
  saved.mockReset();
  written.mockReset().mockResolvedValue(undefined);
  vi.mocked(journal.forget).mockClear();
  phases.length = 0;
  refusals.length = 0;
  graph = { root: emptyDocument('a'), open: { file: null, revision: null } };
});

it('saves a second after the last change, with what the server knew last', async () => {
  saved.mockImplementation(async (_, open) => ({ file: 'a.json', revision: open.revision === null ? '"1"' : '"2"' }));
  const keeper = made();
  keeper.noticed();
  await vi.advanceTimersByTimeAsync(999);
  expect(saved).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect([graph.open, phases]).toEqual([{ file: 'a.json', revision: '"1"' }, ['dirty', 'saving', 'clean']]);
  graph = { ...graph, root: emptyDocument('b') };
  keeper.noticed();
  await keeper.saveNow();
  expect([saved.mock.calls[1]?.[1].revision, graph.open.revision]).toEqual(['"1"', '"2"']);
});

it('who wants to save while it saves waits for that, and for what was changed meanwhile', async () => {
  let answer = (_: OpenGraph): void => undefined;
  saved.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)));
  saved.mockResolvedValueOnce({ file: 'a.json', revision: '"2"' });
  const keeper = made();
  keeper.noticed();
  void keeper.saveNow();
  graph = { ...graph, root: emptyDocument('b') };
  keeper.noticed();
  const all = keeper.saveNow();
  answer({ file: 'a.json', revision: '"1"' });
  await all;
  expect([saved.mock.calls.map(([doc]) => doc.name), keeper.saving.phase, graph.open.revision]).toEqual([['a', 'b'], 'clean', '"2"']);
});

it('tries again when the server was away, and not when two versions are to choose from', async () => {
  saved.mockRejectedValueOnce(refusal(0, 'server_away')).mockResolvedValueOnce({ file: 'a.json', revision: '"1"' });
  const keeper = made();
  keeper.noticed();
  await keeper.saveNow();
  expect(keeper.saving).toMatchObject({ phase: 'away', refusal: { code: 'server_away' } });
  await vi.advanceTimersByTimeAsync(1000);
  expect(keeper.saving.phase).toBe('clean');
  saved.mockRejectedValue(refusal(409, 'revision_conflict'));
  keeper.noticed();
  await keeper.saveNow();
  await vi.advanceTimersByTimeAsync(60_000);
  await keeper.saveNow();
  expect([keeper.saving.phase, saved.mock.calls.length]).toEqual(['conflict', 3]);
});

it('saves on time while somebody sets the clock back or forward', async () => {
  saved.mockImplementation(async () => ({ file: 'a.json', revision: '"1"' }));
  const keeper = made();
  const type = async (clockMs: number): Promise<void> => {
    vi.setSystemTime(clockMs);
    graph = { ...graph, root: emptyDocument(String(clockMs)) };
    keeper.noticed();
    await vi.advanceTimersByTimeAsync(900);
  };
  vi.setSystemTime(1_800_000_000_000);
  for (const hours of [0, -48, 48, -1, 0]) await type(1_800_000_000_000 + hours * 3_600_000);
  // never a second of quiet: five seconds after the first change it is saved all the same
  expect(saved).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(500);
  expect(saved).toHaveBeenCalledTimes(1);
});

it('counts steps that the server has not confirmed, in what it keeps here, and forgets them when it has', async () => {
  saved.mockRejectedValueOnce(refusal(0, 'server_away')).mockResolvedValueOnce({ file: 'a.json', revision: '"1"' });
  const keeper = made();
  keeper.begin(4);
  keeper.noticed(false);
  keeper.noticed(true);
  keeper.noticed(false);
  await vi.advanceTimersByTimeAsync(0);
  expect(written.mock.lastCall?.[0]).toMatchObject({ window: 'window/tab', changes: 5, open: { file: null } });
  await keeper.saveNow();
  expect(journal.forget).not.toHaveBeenCalled();
  await keeper.retry();
  await vi.advanceTimersByTimeAsync(0);
  expect(journal.forget).toHaveBeenCalledWith('window/tab');
  keeper.noticed(false);
  await vi.advanceTimersByTimeAsync(0);
  expect(written.mock.lastCall?.[0].changes).toBe(1);
});

it('what is forgotten while it is being written does not come back', async () => {
  let end = (): void => undefined;
  written.mockImplementationOnce(() => new Promise((resolve) => (end = () => resolve(undefined))));
  const keeper = made();
  keeper.noticed();
  await vi.advanceTimersByTimeAsync(0);
  const gone = keeper.forget();
  end();
  await vi.advanceTimersByTimeAsync(500);
  await gone;
  expect([written.mock.calls.length, vi.mocked(journal.forget).mock.calls.length]).toEqual([1, 1]);
});

it('tells when this browser keeps nothing, and when it does again', async () => {
  written.mockRejectedValueOnce(new Error('full'));
  const keeper = made();
  keeper.noticed();
  await vi.advanceTimersByTimeAsync(0);
  expect(useProtection.getState().isKept).toBe(false);
  keeper.noticed();
  await vi.advanceTimersByTimeAsync(0);
  expect(useProtection.getState().isKept).toBe(true);
});

it('a graph that cannot be sent at all is refused, said once, and holds nobody up', async () => {
  saved.mockRejectedValue(new URIError('malformed'));
  const keeper = made();
  keeper.noticed();
  await keeper.saveNow();
  keeper.noticed();
  await keeper.saveNow();
  expect([keeper.saving.phase, keeper.saving.refusal?.text, refusals]).toEqual(['refused', 'URIError: malformed', ['save_failed']]);
  saved.mockRejectedValue(refusal(400, 'name_too_long'));
  keeper.noticed();
  await keeper.saveNow();
  expect(refusals).toEqual(['save_failed', 'name_too_long']);
});

it('a heavy graph is written and kept beside the window, and there it is noted that the server has it', async () => {
  const answer = { file: 'a.json', revision: '"1"' };
  saved.mockResolvedValue(answer);
  vi.mocked(beside.saveBeside).mockResolvedValueOnce(answer);
  const keeper = made();
  const heavy = { ...emptyDocument('a'), description: 'x'.repeat(2_000_000) };
  graph = { ...graph, root: heavy };
  keeper.begin();
  await vi.advanceTimersByTimeAsync(0);
  keeper.noticed();
  await vi.advanceTimersByTimeAsync(0);
  const open = { file: null, revision: null };
  expect([vi.mocked(beside.keepBeside).mock.calls, written.mock.calls]).toEqual([[['window/tab', heavy, open, 0], ['window/tab', heavy, open, 1]], []]);
  await keeper.saveNow();
  await vi.advanceTimersByTimeAsync(0);
  expect([saved.mock.calls.length, vi.mocked(beside.keepBeside).mock.lastCall?.[3], vi.mocked(journal.forget).mock.calls]).toEqual([0, 0, []]);
  // a light one in its place is written here, and nothing is left there
  graph = { ...graph, root: emptyDocument('b') };
  keeper.noticed();
  await vi.advanceTimersByTimeAsync(0);
  expect([vi.mocked(beside.leaveBeside).mock.lastCall, written.mock.calls.length]).toEqual([['window/tab'], 1]);
  // where there is no worker it is written here
  vi.mocked(beside.keepBeside).mockResolvedValueOnce(false);
  vi.mocked(beside.saveBeside).mockResolvedValueOnce(null);
  graph = { ...graph, root: heavy };
  keeper.noticed();
  await keeper.saveNow();
  expect([written.mock.calls.length, saved.mock.lastCall?.[0]]).toEqual([2, heavy]);
});

it('what takes the window nothing needs no rest', async () => {
  let times = 0;
  const latest = new Latest(async () => {
    times += 1;
    await new Promise((resolve) => setTimeout(resolve, 1000));
    return 'beside';
  });
  void latest.ask();
  await vi.advanceTimersByTimeAsync(500);
  void latest.ask();
  await vi.advanceTimersByTimeAsync(600);
  expect(times).toBe(2);
});
