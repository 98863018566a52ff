/** How often runs are looked at: seldom while the server tells of every change, as it must be while it does not. */
import { create } from 'zustand';
import { ticksMs } from '../ticks';

/** Milliseconds between two looks while the server tells: only against what no one has thought of. */
export const SAFETY_MS = 15_000;

/** Whether the server tells this window of changes. */
export const useLive = create<{ isTold: boolean }>(() => ({ isTold: false }));

/** Milliseconds until the next look that would else come in `ms`. */
export function paced(ms: number): number {
  return useLive.getState().isTold ? Math.max(ms, SAFETY_MS) : ms;
}

/** What the server said, or null: anything may have changed, for something was not heard. */
export type Change = { runs: readonly string[] | null; rows: boolean } | null;

const hearers = new Set<(change: Change) => void>();

/** Be told when runs, their list or the queue have changed. Answers how to stop that. */
export function onChange(hear: (change: Change) => void): () => void {
  hearers.add(hear);
  return () => hearers.delete(hear);
}

export function tellChange(change: Change): void {
  for (const hear of [...hearers]) hear(change);
}

/** Whether one of these runs may be another. */
export function concerns(change: Change, ids: readonly string[]): boolean {
  const runs = change?.runs;
  return !runs || ids.some((id) => runs.includes(id));
}

/** Does work when poked, at once or some time after it last began, never twice at a time; the last poke counts. */
export class Pacer {
  private beganMs = -Infinity;
  private dueMs = Infinity;
  private isBusy = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly work: () => Promise<unknown>) {}

  /** Work is wanted; not sooner than so long after it began last. */
  poke(gapMs: number): void {
    this.dueMs = Math.min(this.dueMs, this.beganMs + gapMs);
    this.arm();
  }

  stop(): void {
    this.dueMs = Infinity;
    clearTimeout(this.timer);
  }

  private arm(): void {
    clearTimeout(this.timer);
    if (this.isBusy || this.dueMs === Infinity) return;
    const waitMs = this.dueMs - ticksMs();
    if (waitMs <= 0) void this.go();
    else this.timer = setTimeout(() => void this.go(), waitMs);
  }

  private async go(): Promise<void> {
    this.dueMs = Infinity;
    this.beganMs = ticksMs();
    this.isBusy = true;
    await Promise.allSettled([this.work()]);
    this.isBusy = false;
    this.arm();
  }
}
