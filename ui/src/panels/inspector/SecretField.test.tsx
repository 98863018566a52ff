// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState, type ReactNode } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ask } from '../../api/http';
import type { SecretList } from '../../api/types.gen';
import { useEditor } from '../../state/editor';
import { indexed, type NodeRow, type Param } from '../../state/graph/catalog';
import { forDisk, keepCatalog } from '../../state/graph/known';
import { words } from '../../words/words';
import { SecretField } from './SecretField';

vi.mock('../../api/http', async (original) => ({ ...(await original<object>()), ask: vi.fn() }));
const asked = vi.mocked(ask);

const KEY = { name: 'key', param_type: 'secret', default: '' } as unknown as Param;
const doc = { nodes: [{ id: 'a', type: 'Teller', data: { params: {} } }], edges: [] };
let kept: SecretList;
let client: QueryClient;

function Held(): ReactNode {
  const [value, setValue] = useState<unknown>('');
  return (
    <QueryClientProvider client={client}>
      <SecretField id="one" param={KEY} value={value} change={setValue} />
      <output data-testid="value">{String(value)}</output>
    </QueryClientProvider>
  );
}

const field = (): HTMLInputElement => screen.getByTestId('inspector-param-key');

beforeEach(() => {
  client = new QueryClient();
  kept = { store: 'memory', why: null, entries: [] };
  asked.mockReset();
  asked.mockImplementation(async (method, path) => {
    const entry = { scope: 'params', name: 'Teller.key', updated_at: '2026-01-01T00:00:00Z', available: true };
    if (method === 'PUT' && path === '/api/secrets/params/Teller.key') kept = { ...kept, entries: [entry] };
    if (method === 'DELETE') kept = { ...kept, entries: [] };
    return kept;
  });
  useEditor.getState().load(doc, { file: null, revision: null });
  useEditor.getState().select(['a']);
});

describe('the field of a secret', () => {
  it('takes a value and never shows it again', () => {
    render(<Held />);
    fireEvent.change(field(), { target: { value: 'hunter2' } });
    expect([field().type, screen.getByTestId('value').textContent]).toEqual(['password', 'hunter2']);
    fireEvent.blur(field());
    expect([field().value, field().dataset['status']]).toEqual(['', 'typed']);
    // how it stands is said beside the narrow field, not in it, where it is cut off
    const said = document.getElementById(field().getAttribute('aria-describedby')!)!;
    expect([field().placeholder, said.textContent]).toEqual(['••••••••', words.t('secrets.typed')]);
  });

  it('leaves the graph when it is remembered, and can be forgotten', async () => {
    render(<Held />);
    fireEvent.change(field(), { target: { value: 'hunter2' } });
    fireEvent.click(screen.getByTestId('secret-key-remember'));
    await waitFor(() => expect(field().dataset['status']).toBe('kept'));
    expect(asked.mock.calls.filter(([method]) => method === 'PUT')).toEqual([
      ['PUT', '/api/secrets/params/Teller.key', { body: { value: 'hunter2' } }],
    ]);
    expect(screen.getByTestId('value').textContent).toBe('');
    fireEvent.click(screen.getByTestId('secret-key-forget'));
    await waitFor(() => expect(field().dataset['status']).toBe('blank'));
  });
});

it('is in nothing that is written to a disk', () => {
  keepCatalog(indexed([{ node_name: 'Teller', params: [KEY], inputs: [], outputs: [] } as unknown as NodeRow]));
  const card = { id: 'a', type: 'Teller', data: { params: { key: 'hunter2', how: 'tell' } } };
  const root = { nodes: [card], edges: [], subgraphs: [{ id: 'S', nodes: [card], edges: [] }] };
  expect(JSON.stringify(forDisk(root))).not.toContain('hunter2');
  expect(forDisk(root).nodes[0]).toEqual({ id: 'a', type: 'Teller', data: { params: { how: 'tell' } } });
});
