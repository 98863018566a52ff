/** Which runs have ended, told once each, whoever saw it: the socket, or a look at the queue. */
import { ask } from '../../api/http';
import type { Run, RunList } from '../../api/types.gen';

const MOST_KNOWN = 5000;
/** So many at once are told; of more, the last. The list of notices holds no more either. */
const MOST_TOLD = 100;

/** Ended runs that were told of, oldest first. */
const known = new Set<string>();
const hearers = new Set<(run: Run) => void>();
let line = Promise.resolve();

/** Hear of each run that ends. Answers how to stop that. */
export function onEnd(hear: (run: Run) => void): () => void {
  hearers.add(hear);
  return () => hearers.delete(hear);
}

/** ids: of runs that have ended. since: when others may have, that are not named: after this time (ISO, UTC); or null. */
export function tellEnds(ids: readonly string[], since: string | null): void {
  // one after the other: a browser has six connections in all
  for (const id of ids.slice(-MOST_TOLD)) line = line.then(() => tell(id));
  if (since !== null) void lookFor(since);
}

async function tell(id: string): Promise<void> {
  if (known.has(id) || hearers.size === 0) return;
  known.add(id);
  try {
    const run = await ask<Run>('GET', `/api/runs/${encodeURIComponent(id)}`);
    if (run.active) known.delete(id);
    else say(run);
  } catch {
    known.delete(id); // deleted meanwhile, or the server is away
  }
  for (const first of known) {
    if (known.size <= MOST_KNOWN) break;
    known.delete(first);
  }
}

/** What had ended when this window began to look around by itself. */
let before: ReadonlySet<string> | null = null;

/** Where nothing can be told: look which of the newest runs have ended since the first such look. */
export async function lookAround(): Promise<void> {
  const runs = await over({ sort: '-created_at' });
  before ??= new Set(runs.map((run) => run.id));
  for (const run of runs.reverse()) if (!before.has(run.id)) sayOnce(run);
}

async function lookFor(since: string): Promise<void> {
  for (const run of await over({ since, sort: 'created_at' })) sayOnce(run);
}

async function over(query: Record<string, string>): Promise<Run[]> {
  const status = ['succeeded', 'failed', 'cancelled', 'interrupted'];
  const list = await ask<RunList>('GET', '/api/runs', { query: { ...query, status, limit: MOST_TOLD } }).catch(() => null);
  return [...(list?.runs ?? [])];
}

function sayOnce(run: Run): void {
  if (known.has(run.id)) return;
  known.add(run.id);
  say(run);
}

function say(run: Run): void {
  for (const hear of [...hearers]) hear(run);
}
