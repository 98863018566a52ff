/** The window that the page stands in, where it is one of ours and not a browser: questions to it, and what it tells. */

/** Why the window does not do it. `code` has its words under `desktop.refused`. */
export class DesktopError extends Error {
  readonly code: string;
  readonly params: Record<string, unknown>;

  constructor(code: string, params: Record<string, unknown>) {
    super(code);
    this.name = 'DesktopError';
    this.code = code;
    this.params = params;
  }
}

/** What the window tells by itself. */
export type Told =
  | { kind: 'openings' }
  /** Runs have begun or ended: a page that is not in sight may be slow to see it. */
  | { kind: 'runs' }
  /** The window is being closed. running, waiting: runs that would end with its server. */
  | { kind: 'closing'; asked: number; running: number; waiting: number }
  | { kind: 'saved'; path: string; ok: boolean };

interface Answer {
  id: number;
  value?: unknown;
  refusal?: { code: string; params?: Record<string, unknown> };
}

/** What pywebview puts into the page: the one of its ways out that makes no code of text. */
interface Channel {
  _asyncCallback: (text: string, id: string) => void;
}

declare global {
  interface Window {
    pywebview?: Channel;
  }
}

const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
const listeners = new Set<(told: Told) => void>();
let last = 0;
let isListening = false;

/** Whether the page stands in our window. False for the first moments of one: see `whenDesktop`. */
export function isDesktop(): boolean {
  return window.pywebview !== undefined;
}

/** Once the window can be asked; never in a browser. */
export function whenDesktop(): Promise<void> {
  if (isDesktop()) return Promise.resolve();
  return new Promise((resolve) => addEventListener('pywebviewready', () => resolve(), { once: true }));
}

/** Ask the window. Throws DesktopError. */
export function askDesktop<T>(method: string, args: Record<string, unknown> = {}): Promise<T> {
  const channel = window.pywebview;
  if (!channel) return Promise.reject(new DesktopError('no_window', {}));
  listen();
  const id = ++last;
  return new Promise<T>((resolve, reject) => {
    waiting.set(id, { resolve: (value) => resolve(value as T), reject });
    channel._asyncCallback(JSON.stringify({ id, method, args }), 'cdui');
  });
}

/** Be told; answers how to be told no more. */
export function onDesktop(listener: (told: Told) => void): () => void {
  listen();
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function listen(): void {
  if (isListening) return;
  isListening = true;
  addEventListener('cdui', (event) => take((event as CustomEvent<Answer | Told>).detail));
}

function take(detail: Answer | Told): void {
  if ('kind' in detail) {
    for (const listener of listeners) listener(detail);
    return;
  }
  const asked = waiting.get(detail.id);
  waiting.delete(detail.id);
  if (detail.refusal) asked?.reject(new DesktopError(detail.refusal.code, detail.refusal.params ?? {}));
  else asked?.resolve(detail.value);
}
