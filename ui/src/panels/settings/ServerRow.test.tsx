// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { ApiError, ask } from '../../api/http';
import type { Setting } from '../../api/types.gen';
import { useConnection } from '../../state/connection';
import { ServerRow } from './ServerRow';

vi.mock('../../api/http', async (original) => ({ ...(await original<object>()), ask: vi.fn() }));
const asked = vi.mocked(ask);

const ROW: Setting = {
  name: 'CODEFYUI_PORT', value: 8000, default: 8000, saved: null, source: 'default', unit: 'port', choices: [], minimum: 0,
  maximum: 65535, help: 'Where.', help_zh_TW: '', read_only: false, pending: false,
};
const FOLDER: Setting = { ...ROW, name: 'CODEFYUI_GRAPHS_DIR', value: '/d/graphs', default: 'graphs', unit: 'path' };

function show(row: Setting): HTMLInputElement {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ServerRow row={row} label="Label" />
    </QueryClientProvider>,
  );
  return screen.getByLabelText('Label');
}

const type = (field: HTMLInputElement, text: string, key = 'Enter'): void => {
  fireEvent.change(field, { target: { value: text } });
  fireEvent.keyDown(field, { key });
};
const sent = (): unknown[] => asked.mock.calls.map(([, , call]) => (call?.body as { settings: unknown }).settings);

beforeEach(() => {
  asked.mockReset();
  asked.mockResolvedValue({ settings: [], restart_needed: false });
});

it('saves what was typed once, however the field is left', async () => {
  const field = show(ROW);
  type(field, ' 9,000 ');
  fireEvent.blur(field);
  await waitFor(() => expect(sent()).toEqual([{ port: 9000 }]));
});

it('says what is wrong until it is taken back', async () => {
  asked.mockRejectedValueOnce(new ApiError(400, { code: 'x', params: {}, text: 'no number' }));
  const field = show(ROW);
  type(field, 'many');
  expect((await screen.findByRole('alert')).textContent).toBe('no number');
  expect([field.getAttribute('aria-invalid'), sent()]).toEqual(['true', [{ port: 'many' }]]);
  fireEvent.keyDown(field, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  expect([field.value, asked.mock.calls.length]).toEqual(['8000', 1]);
});

it('takes no folder at all as the one that it has by itself', async () => {
  const field = show(FOLDER);
  type(field, ' ');
  await waitFor(() => expect(sent()).toEqual([{ graphs_dir: null }]));
  expect(field.value).toBe('/d/graphs');
});

it('cannot be changed where the environment has it, and names the variable', () => {
  const field = show({ ...ROW, source: 'env', read_only: true });
  expect(field.readOnly).toBe(true);
  expect(screen.getByTestId('setting-port-env').textContent).toContain('CODEFYUI_PORT');
  fireEvent.blur(field);
  expect(sent()).toEqual([]);
});

it('offers the devices that are there, and keeps one in sight that is not', async () => {
  useConnection.setState({ link: 'up' });
  asked.mockImplementation(async (_, path) =>
    path === '/api/system/devices'
      ? { default: 'cpu', devices: [{ value: 'cuda', label: 'CUDA', detail: '', available: false }, { value: 'cpu', label: 'cpu', detail: '', available: true }] }
      : { settings: [], restart_needed: false });
  const field = show({ ...ROW, name: 'CODEFYUI_DEFAULT_DEVICE', value: 'cuda:7', default: 'auto', unit: '' }) as unknown as HTMLSelectElement;
  await waitFor(() => expect([...field.options].map(({ value, disabled }) => [value, disabled])).toEqual([['auto', false], ['cuda', true], ['cpu', false], ['cuda:7', false]]));
  fireEvent.change(field, { target: { value: 'cpu' } });
  await waitFor(() => expect(asked.mock.calls.flatMap(([, , call]) => (call?.body ? [(call.body as { settings: unknown }).settings] : []))).toEqual([{ default_device: 'cpu' }]));
});
