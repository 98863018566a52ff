/** Runs that this window did not begin: what is known of one, and which one executes for a graph. */
import { ask } from '../../api/http';
import { graphOf } from '../../api/runParts';
import { ACTIVE } from '../../api/runs';
import type { Run, RunList } from '../../api/types.gen';
import type { GraphKey } from '../runs/belongs';
import type { Session } from './line';

/** Most runs of one graph that are looked through for one of a canvas: those of the queue stand among them. */
const LOOKED_AT = 50;

/** Null where they cannot be had; the run is followed all the same. */
export async function factsOf(id: string): Promise<Pick<Session, 'ran' | 'isRecording'> | null> {
  try {
    const [run, ran] = await Promise.all([ask<Run>('GET', `/api/runs/${encodeURIComponent(id)}`), graphOf(id)]);
    return { ran, isRecording: run.options['record_outputs'] === true };
  } catch {
    return null;
  }
}

/** The newest run of a canvas that has not ended, of this graph; null where there is none, or nobody can be asked. */
export async function activeRunOf({ id }: GraphKey): Promise<string | null> {
  try {
    const { runs } = await ask<RunList>('GET', '/api/runs', { query: { graph_id: id, status: ACTIVE, limit: LOOKED_AT } });
    return runs.find((run) => run.options['lane'] === 'interactive')?.id ?? null;
  } catch {
    return null;
  }
}
