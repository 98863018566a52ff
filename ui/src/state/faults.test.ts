import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError, ask } from '../api/http';
import { useConnection } from './connection';
import { socketFailed, useFaults, watchFaults } from './faults';

vi.mock('../api/http', async (original) => ({ ...(await original<object>()), ask: vi.fn() }));
const asked = vi.mocked(ask);
let stop = (): void => undefined;
const found = (): string[] => Object.keys(useFaults.getState().faults);

beforeEach(() => {
  stop = watchFaults();
  useConnection.getState().setLink('up'); // what was counted before counts no more
  useConnection.getState().setLink('away');
});
afterEach(() => {
  stop();
  asked.mockReset();
  useFaults.setState({ faults: {} });
});

it('a proxy is blamed once three sockets have failed while HTTP works, and no longer than that', async () => {
  asked.mockResolvedValue({});
  await socketFailed(1006);
  await socketFailed(1006);
  expect([asked.mock.calls.length, found()]).toEqual([0, []]);
  await socketFailed(1006);
  expect(found()).toEqual(['socket_blocked']);
  useConnection.getState().setLink('up');
  expect(found()).toEqual([]);
});

it('a server that is away is not a proxy', async () => {
  asked.mockRejectedValue(new ApiError(0, { code: 'server_away', params: {}, text: '' }));
  for (let times = 0; times < 4; times += 1) await socketFailed(1006);
  expect(found()).toEqual([]);
});

it('a token that is refused again and again is said, though the socket opens each time, until one stays open', async () => {
  vi.useFakeTimers();
  for (let times = 0; times < 3; times += 1) {
    useConnection.getState().setLink('up');
    await socketFailed(4401);
    useConnection.getState().setLink('away');
  }
  expect([found(), asked.mock.calls.length]).toEqual([['token'], 0]);
  useConnection.getState().setLink('up');
  vi.advanceTimersByTime(1999);
  expect(found()).toEqual(['token']);
  vi.advanceTimersByTime(1);
  expect(found()).toEqual([]);
  vi.useRealTimers();
});
