import { afterEach, expect, it, vi } from 'vitest';
import { ask, type ApiError } from './http';

afterEach(() => void vi.unstubAllGlobals());

const refusal = { detail: { code: 'graph_not_found', params: { file: 'x' }, text: 'gone' } };

it.each([
  ['said quietly', new Response(JSON.stringify(refusal), { status: 200, headers: { 'X-CodefyUI-Status': '404' } })],
  ['as HTTP has it', new Response(JSON.stringify(refusal), { status: 404 })],
])('a refusal %s is one', async (_, response) => {
  const fetched = vi.fn((_path: string, _init: RequestInit) => Promise.resolve(response));
  vi.stubGlobal('fetch', fetched);
  const error = await ask('GET', '/api/graph/load/x').catch((thrown: unknown) => thrown as ApiError);
  expect(error).toMatchObject({ status: 404, refusal: refusal.detail });
  expect(fetched.mock.calls[0]?.[1].headers).toMatchObject({ 'X-CodefyUI-Quiet': '1' });
});
