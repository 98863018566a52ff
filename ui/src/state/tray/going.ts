/** Runs that execute, with how far each is, as a menu shows them. */
import { ask } from '../../api/http';
import type { Queue, Run } from '../../api/types.gen';
import { progressOf } from '../run/progress';

/** Rows of a menu; more runs are a number. */
export const MOST_GOING = 6;
/** So many events from the end of a run are looked through for how far it is. */
const EVENTS = 40;

export interface Going {
  run: Run;
  done: number;
  all: number;
}

interface Told {
  payload: { outputs?: { progress?: Record<string, unknown> }[] } | null;
}

/** How far the last event says that says it: epochs, or items of a list; 0 of 0 where none does. */
export function placeOf(events: readonly Told[]): { done: number; all: number } {
  for (const { payload } of [...events].reverse()) {
    for (const { progress } of payload?.outputs ?? []) {
      const { epoch, epochs, items } = progressOf(progress);
      if (items) return { done: items.done, all: items.total };
      if (epoch !== undefined && epochs !== undefined) return { done: epoch, all: epochs };
    }
  }
  return { done: 0, all: 0 };
}

/** The first runs that execute. Throws ApiError. */
export async function going(queue: Queue, signal: AbortSignal): Promise<Going[]> {
  return Promise.all(
    queue.running.slice(0, MOST_GOING).map(async (id) => {
      const path = `/api/runs/${encodeURIComponent(id)}`;
      const run = await ask<Run>('GET', path, { signal });
      const query = { cursor: Math.max(0, run.last_cursor - EVENTS), limit: EVENTS };
      const { events } = await ask<{ events: Told[] }>('GET', `${path}/events`, { query, signal });
      return { run, ...placeOf(events) };
    }),
  );
}

/** Let no more runs start, or let them again. Throws ApiError. */
export async function holdQueue(isHeld: boolean): Promise<Queue> {
  return ask<Queue>('POST', `/api/queue/${isHeld ? 'pause' : 'resume'}`);
}
