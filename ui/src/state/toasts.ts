/** Short answers to what the person has just done. At most three at once; errors stay until they are closed. */
import type { TFunction } from 'i18next';
import { create } from 'zustand';

export interface Toast {
  id: number;
  tone: 'plain' | 'done' | 'error';
  text: (t: TFunction) => string;
  action?: { label: (t: TFunction) => string; run: () => void } | undefined;
  /** Milliseconds since 1970. */
  at: number;
}

export const MOST_TOASTS = 3;

interface Toasts {
  /** On show, oldest first. */
  shown: readonly Toast[];
  /** All of this visit, newest first. */
  past: readonly Toast[];
}

const MOST_PAST = 100;
let last = 0;

export const useToasts = create<Toasts>(() => ({ shown: [], past: [] }));

/** Say something. Answers its id. */
export function toast(said: Omit<Toast, 'id' | 'at' | 'tone'> & { tone?: Toast['tone'] }): number {
  const made: Toast = { tone: 'plain', ...said, id: ++last, at: Date.now() };
  useToasts.setState(({ shown, past }) => ({
    shown: [...shown, made].slice(-MOST_TOASTS),
    past: [made, ...past].slice(0, MOST_PAST),
  }));
  return made.id;
}

export function dismiss(id: number): void {
  useToasts.setState(({ shown }) => ({ shown: shown.filter((one) => one.id !== id) }));
}
