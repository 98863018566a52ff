/** Short answers to what the person has just done. At most three at once; errors stay until they are closed. */
import type { TFunction } from 'i18next';
import { create } from 'zustand';
import type { Kind } from './notify/gather';

export interface Toast {
  id: number;
  tone: 'plain' | 'done' | 'error';
  text: (t: TFunction) => string;
  action?: { label: (t: TFunction) => string; run: () => void } | undefined;
  /** The run that it is about: the list has one entry for each, and what was said with its reason counts. */
  about?: string | undefined;
  /** What the system tells of such, too, unless the person has muted it. */
  kind?: Kind | null | undefined;
  /** Milliseconds since 1970. */
  at: number;
}

/** On the screen; those that say the same count as one. */
export const MOST_TOASTS = 3;
const MOST_KEPT = 50;

interface Toasts {
  /** On show, oldest first. */
  shown: readonly Toast[];
  /** All of this visit, newest first. */
  past: readonly Toast[];
  /** How many that nobody asked for came since the person looked at the list last. */
  unread: number;
}

const MOST_PAST = 100;
let last = 0;

export const useToasts = create<Toasts>(() => ({ shown: [], past: [], unread: 0 }));

type Said = Omit<Toast, 'id' | 'at' | 'tone'> & { tone?: Toast['tone'] };

/** Say something. Answers its id. */
export function toast(said: Said): number {
  const made = keep(said);
  useToasts.setState(({ shown }) => ({ shown: [...shown, made].slice(-MOST_KEPT) }));
  return made.id;
}

/** What happened without being asked for: it stands in the list, and nothing moves on the screen. */
export function note(said: Said): void {
  if (said.about !== undefined && useToasts.getState().past.some(({ about }) => about === said.about)) return;
  keep(said);
  useToasts.setState(({ unread }) => ({ unread: Math.min(unread + 1, MOST_PAST) }));
}

/** The person has looked at the list. */
export function markRead(): void {
  useToasts.setState({ unread: 0 });
}

function keep(said: Said): Toast {
  const made: Toast = { tone: 'plain', ...said, id: ++last, at: Date.now() };
  const isOther = ({ about }: Toast): boolean => about === undefined || about !== made.about;
  useToasts.setState(({ past }) => ({ past: [made, ...past.filter(isOther)].slice(0, MOST_PAST) }));
  return made;
}

export function dismiss(id: number): void {
  useToasts.setState(({ shown }) => ({ shown: shown.filter((one) => one.id !== id) }));
}
