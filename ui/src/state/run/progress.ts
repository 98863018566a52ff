/** How far a node is, of what it tells while it runs. Pure. */

export interface Progress {
  /** From 0 to 1 while a loop tells how far it is. */
  progress?: number;
  epoch?: number;
  epochs?: number;
  batch?: number;
  batches?: number;
  /** Of a node that works through a list. */
  items?: { done: number; total: number };
  /** When this window heard of it first, milliseconds; frames carry no time. */
  since?: number;
}

/** What a progress frame says; nothing for one that says no place. Epochs and batches count from 1. */
export function progressOf(told: Record<string, unknown> | undefined): Progress {
  const items = told?.['items'];
  if (typeof items === 'object' && items !== null) return itemsOf(items as Record<string, unknown>);
  const epochs = number(told?.['total_epochs']);
  const epoch = number(told?.['epoch']);
  if (!(epochs > 0) || Number.isNaN(epoch)) return {};
  const batches = number(told?.['total_batches']);
  const batch = number(told?.['batch']);
  if (!(batches > 0)) return { epoch, epochs, progress: share(epoch / epochs) };
  const within = Number.isNaN(batch) ? 0 : batch;
  return { epoch, epochs, batch: within, batches, progress: share((epoch - 1 + within / batches) / epochs) };
}

function itemsOf(items: Record<string, unknown>): Progress {
  const done = number(items['done']);
  const total = number(items['total']);
  return total > 0 && !Number.isNaN(done) ? { items: { done, total }, progress: share(done / total) } : {};
}

/** Milliseconds that are left if it goes on as it went; null before that can be told. */
export function leftMs({ progress = 0, since }: Progress, nowMs: number): number | null {
  if (since === undefined || progress < 0.02 || nowMs - since < 1000) return null;
  return ((nowMs - since) / progress) * (1 - progress);
}

function number(value: unknown): number {
  return typeof value === 'number' ? value : Number.NaN;
}

function share(value: number): number {
  return Math.max(0, Math.min(1, value));
}
