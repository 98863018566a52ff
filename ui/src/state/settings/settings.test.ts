// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest';
import { ApiError, ask } from '../../api/http';
import { DEFAULTS, onSetting, setSetting, setting, sync, useSettings } from './settings';

vi.mock('../../api/http', async (original) => ({ ...(await original<object>()), ask: vi.fn() }));
const asked = vi.mocked(ask);

const away = new ApiError(0, { code: 'server_away', params: {}, text: '' });
const refused = new ApiError(422, { code: 'invalid_request', params: {}, text: 'no' });

beforeEach(() => {
  vi.useFakeTimers();
  asked.mockReset();
  localStorage.clear();
  useSettings.setState({ values: { ...DEFAULTS }, pending: {}, isKnown: false, refusal: null });
});

it('holds a change at once, saves a burst of them as one, and tells who listens', async () => {
  asked.mockImplementation(async (_method, _path, call) => ({ ...DEFAULTS, ...(call?.body as object) }));
  const told: number[] = [];
  onSetting('font_size', (value) => told.push(value));
  setSetting('font_size', 14);
  setSetting('snap', true);
  setSetting('font_size', 15);
  expect([setting('font_size'), setting('snap')]).toEqual([15, true]);
  await vi.advanceTimersByTimeAsync(300);
  expect(asked.mock.calls).toEqual([['PATCH', '/api/preferences', { body: { font_size: 15, snap: true } }]]);
  expect(useSettings.getState()).toMatchObject({ pending: {}, isKnown: true });
  expect(told).toEqual([14, 15]);
  expect(JSON.parse(localStorage.getItem('cdui.settings') ?? '').values.font_size).toBe(15);
});

it('keeps what the server could not take, and sends it when it is back', async () => {
  asked.mockRejectedValueOnce(away);
  setSetting('grid', 'none');
  await vi.advanceTimersByTimeAsync(300);
  expect(useSettings.getState()).toMatchObject({ pending: { grid: 'none' }, refusal: null });
  expect(JSON.parse(localStorage.getItem('cdui.settings') ?? '').pending).toEqual({ grid: 'none' });
  asked.mockResolvedValueOnce({ ...DEFAULTS, grid: 'none' });
  await vi.advanceTimersByTimeAsync(5000);
  expect([setting('grid'), useSettings.getState().pending]).toEqual(['none', {}]);
});

it('takes back what is refused, and says why', async () => {
  asked.mockRejectedValueOnce(refused).mockResolvedValueOnce({ ...DEFAULTS, snap: true });
  setSetting('font_size', 99);
  await vi.advanceTimersByTimeAsync(300);
  expect(useSettings.getState()).toMatchObject({ pending: {}, refusal: { code: 'invalid_request' } });
  expect([setting('font_size'), setting('snap')]).toEqual([13, true]);
});

it('takes over what another window saved, but not over what is being changed here', async () => {
  asked.mockImplementationOnce(async () => {
    setSetting('density', 'comfortable');
    return { ...DEFAULTS, density: 'compact', wire_style: 'straight' };
  });
  await sync();
  expect([setting('density'), setting('wire_style')]).toEqual(['comfortable', 'straight']);
});
