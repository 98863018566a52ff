// @vitest-environment jsdom
import { QueryClient, QueryObserver, type QueryObserverOptions } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeSocket } from '../../tests/fakeSocket';
import { lookAround, onEnd } from '../state/live/ends';
import { paced, SAFETY_MS, useLive } from '../state/live/pace';
import { startLive } from './live';

const asked: string[] = [];
const runs = new Map<string, { id: string; active: boolean; status: string }>();

vi.mock('./http', () => ({
  sessionToken: () => Promise.resolve('token'),
  forgetToken: () => undefined,
  ask: (_: string, path: string, { query }: { query?: Record<string, unknown> } = {}) => {
    asked.push(query ? `${path} since ${String(query['since'])}` : path);
    if (path === '/api/runs') return Promise.resolve({ runs: [...runs.values()] });
    const run = runs.get(path.slice('/api/runs/'.length));
    return run ? Promise.resolve(run) : Promise.reject(new Error('gone'));
  },
}));

const sockets: FakeSocket[] = [];
const ended: string[] = [];
let client: QueryClient;
let stop: () => void;
let deaf: () => void;

beforeEach(async () => {
  vi.useFakeTimers();
  for (const list of [asked, sockets, ended]) list.length = 0;
  runs.clear();
  client = new QueryClient();
  stop = startLive(client, () => {
    const socket = new FakeSocket();
    sockets.push(socket);
    return socket as unknown as WebSocket;
  });
  deaf = onEnd((run) => ended.push(run.id));
  await vi.advanceTimersByTimeAsync(0);
});
afterEach(() => {
  stop();
  deaf();
  client.clear();
  vi.useRealTimers();
});

const told = { at: 't0', runs: [] as string[] | null, rows: false, ended: [] as string[], missed: false };

async function hear(type: string, facts: Partial<typeof told> & { version: string }): Promise<void> {
  sockets.at(-1)!.onmessage!({ data: JSON.stringify({ type, ...told, ...facts }) });
  await vi.advanceTimersByTimeAsync(0);
}

async function opened(): Promise<FakeSocket> {
  const socket = sockets.at(-1)!;
  socket.onopen!();
  await vi.advanceTimersByTimeAsync(0);
  return socket;
}

/** A question that somebody looks at; answers how often it was asked. */
function looked(queryKey: readonly unknown[], facts: Partial<QueryObserverOptions> = {}): () => number {
  let count = 0;
  const observer = new QueryObserver(client, { queryKey, queryFn: () => (count += 1), refetchInterval: () => paced(1000), retry: 0, ...facts });
  observer.subscribe(() => undefined);
  return () => count;
}

test('while the server tells nobody asks at a pace, and where it cannot tell everybody does, until it can again', async () => {
  const list = looked(['runs', 'x', 0]);
  await vi.advanceTimersByTimeAsync(3500);
  expect(list()).toBe(4); // not told yet
  expect((await opened()).sent).toEqual([{ action: 'watch', since: null }]);
  await hear('watching', { version: 'v.1', runs: null, rows: true });
  expect(useLive.getState().isTold).toBe(true);
  await vi.advanceTimersByTimeAsync(1);
  const asked = list();
  await vi.advanceTimersByTimeAsync(SAFETY_MS - 1000);
  expect(list()).toBe(asked);

  sockets[0]!.onclose!({ code: 1006 });
  expect(useLive.getState().isTold).toBe(false);
  const before = list();
  await vi.advanceTimersByTimeAsync(2000);
  expect(list()).toBeGreaterThanOrEqual(before + 2);
  expect(sockets).toHaveLength(2);
  expect((await opened()).sent).toEqual([{ action: 'watch', since: 'v.1' }]);
  await hear('watching', { version: 'v.1' });
  const after = list();
  await vi.advanceTimersByTimeAsync(SAFETY_MS - 1000);
  expect(list()).toBe(after);
});

test('what changed is asked for, at most so often, and the last change always', async () => {
  const queries = {
    list: looked(['runs', 'x', 0]), facets: looked(['runs', 'facets']), queue: looked(['queue']),
    one: looked(['run', 'a', 'en']), other: looked(['run', 'b', 'en']), curves: looked(['curves', 'loss', ['b', 'c'], true]),
    over: looked(['run-artifacts', 'a'], { refetchInterval: false }),
  };
  const counts = (): Record<string, number> => Object.fromEntries(Object.entries(queries).map(([name, count]) => [name, count()]));
  await opened();
  await hear('watching', { version: 'v.1', runs: null, rows: true });
  await vi.advanceTimersByTimeAsync(2000);
  const start = counts();
  const more = (): Record<string, number> => Object.fromEntries(Object.entries(counts()).map(([name, count]) => [name, count - start[name]!]));

  await hear('runs_changed', { version: 'v.2', runs: ['a'] });
  expect(more()).toEqual({ list: 1, facets: 0, queue: 0, one: 1, other: 0, curves: 0, over: 0 });
  for (let at = 0; at < 8; at += 1) {
    await hear('runs_changed', { version: `w.${at}`, runs: ['c'], rows: true });
    await vi.advanceTimersByTimeAsync(50);
  }
  expect(more()).toEqual({ list: 1, facets: 1, queue: 2, one: 1, other: 0, curves: 1, over: 0 });
  await vi.advanceTimersByTimeAsync(3000);
  expect(more()).toEqual({ list: 2, facets: 2, queue: 3, one: 1, other: 0, curves: 2, over: 0 });
  await hear('runs_changed', { version: 'w.9', runs: null, rows: false });
  expect(more()).toMatchObject({ list: 3, queue: 3, one: 2, other: 1, curves: 3 });
});

test('a hidden page asks for nothing, and for all of it when it is seen again', async () => {
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  const [list, queue] = [looked(['runs', 'x', 0]), looked(['queue'], { refetchIntervalInBackground: true })];
  await opened();
  await hear('watching', { version: 'v.1', runs: null, rows: true });
  await vi.advanceTimersByTimeAsync(1000);
  const before = list();
  await hear('runs_changed', { version: 'v.2', rows: true });
  await vi.advanceTimersByTimeAsync(1000);
  expect(list()).toBe(before);
  expect(queue()).toBeGreaterThan(1); // the tray shows it
  hidden.mockReturnValue(false);
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(1);
  expect(list()).toBe(before + 1);
  hidden.mockRestore();
});

test('each run that ends is told once, also one that began and ended between two looks, and those of a time away', async () => {
  for (const id of ['a', 'b', 'c', 'd']) runs.set(id, { id, active: false, status: 'succeeded' });
  runs.set('busy', { id: 'busy', active: true, status: 'running' });
  await opened();
  await hear('watching', { version: 'v.1', ended: ['of before this window'] });
  await hear('runs_changed', { version: 'v.2', ended: ['a', 'busy', 'deleted'], at: 't1' });
  await hear('runs_changed', { version: 'v.3', ended: ['a'], at: 't2' });
  expect(ended).toEqual(['a']);
  sockets[0]!.onclose!({ code: 1006 });
  await vi.advanceTimersByTimeAsync(1000);
  await opened();
  await hear('watching', { version: 'v.9', ended: ['b', 'c'] });
  expect(ended).toEqual(['a', 'b', 'c']);
  // another life of the server: it does not know what this window was told
  runs.delete('busy');
  sockets[1]!.onclose!({ code: 1001 });
  await vi.advanceTimersByTimeAsync(1000);
  expect((await opened()).sent).toEqual([{ action: 'watch', since: 'v.9' }]);
  await hear('watching', { version: 'u.1', runs: null, missed: true, at: 't9' });
  expect(asked.at(-1)).toBe('/api/runs since t0');
  expect(ended).toEqual(['a', 'b', 'c', 'd']);
});

test('where nothing can be told, what ends after the first look around is told once', async () => {
  runs.set('old', { id: 'old', active: false, status: 'failed' });
  await lookAround();
  expect(ended).toEqual([]);
  runs.set('new', { id: 'new', active: false, status: 'succeeded' });
  await lookAround();
  await lookAround();
  expect(ended).toEqual(['new']);
  // of what had ended before, the socket may still have to tell
  await opened();
  await hear('watching', { version: 'v.1' });
  await hear('runs_changed', { version: 'v.2', ended: ['old', 'new'] });
  expect(ended).toEqual(['new', 'old']);
});

test('a server that has no room for one more is asked again by and by, and until then everybody looks', async () => {
  const socket = await opened();
  await hear('watching', { version: 'v.1' });
  expect(useLive.getState().isTold).toBe(true);
  await hear('error', { version: '' });
  expect(useLive.getState().isTold).toBe(false);
  await vi.advanceTimersByTimeAsync(SAFETY_MS);
  expect(socket.sent).toEqual([{ action: 'watch', since: null }, { action: 'watch', since: 'v.1' }]);
  await hear('watching', { version: 'v.1' });
  expect(useLive.getState().isTold).toBe(true);
});
