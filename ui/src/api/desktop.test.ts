// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

type Module = typeof import('./desktop');

let desktop: Module;
let sent: { id: number; method: string; args: unknown }[];

function tell(detail: unknown): void {
  dispatchEvent(new CustomEvent('cdui', { detail }));
}

function appear(): void {
  window.pywebview = {
    _asyncCallback: (text, id) => {
      expect(id).toBe('cdui');
      sent.push(JSON.parse(text) as (typeof sent)[number]);
    },
  };
}

beforeEach(async () => {
  vi.resetModules();
  sent = [];
  desktop = await import('./desktop');
});
afterEach(() => {
  delete window.pywebview;
});

describe('the window around the page', () => {
  it('is not there in a browser, and says so', async () => {
    expect(desktop.isDesktop()).toBe(false);
    await expect(desktop.askDesktop('hello')).rejects.toMatchObject({ code: 'no_window' });
  });

  it('is waited for, since it comes after the page', async () => {
    let isThere = false;
    const there = desktop.whenDesktop().then(() => {
      isThere = true;
    });
    await Promise.resolve();
    expect(isThere).toBe(false);
    appear();
    dispatchEvent(new Event('pywebviewready'));
    await there;
    await desktop.whenDesktop();
  });

  it('answers each question with its own answer, in any order', async () => {
    appear();
    const first = desktop.askDesktop<string>('read', { id: 'a' });
    const second = desktop.askDesktop<string>('save');
    expect(sent.map(({ method, args }) => [method, args])).toEqual([['read', { id: 'a' }], ['save', {}]]);
    tell({ id: sent[1]!.id, value: 'two' });
    tell({ id: sent[1]!.id, value: 'again' });
    tell({ id: 999, value: 'nobody asked' });
    tell({ id: sent[0]!.id, value: null });
    expect(await second).toBe('two');
    expect(await first).toBeNull();
  });

  it('refuses with a code', async () => {
    appear();
    const asked = desktop.askDesktop('read');
    tell({ id: sent[0]!.id, refusal: { code: 'file_missing', params: { name: 'a.json' } } });
    await expect(asked).rejects.toMatchObject({ code: 'file_missing', params: { name: 'a.json' } });
  });

  it('tells whoever listens, until they do not', () => {
    const heard: string[] = [];
    const leave = desktop.onDesktop(({ kind }) => heard.push(kind));
    tell({ kind: 'closing' });
    leave();
    tell({ kind: 'openings' });
    expect(heard).toEqual(['closing']);
  });
});
