/** What a node's ports gave in the run that is shown: types and shapes, as far as they are known. */
import { useMemo } from 'react';
import { useRecordedPorts } from '../../api/outputs';
import { useSession } from '../../state/run/session';
import { useRunId } from '../../state/run/nodeState';
import { useShownRun } from './useShownRun';

export interface Given {
  type: string;
  shape: readonly number[] | null;
  dtype: string | null;
  /** Of a model, a scalar or a text: what is said of it. */
  note: string;
}

export type Shapes = ReadonlyMap<string, Given>;

/** By port. What the canvas was told comes first, since it names the dtype too. */
export function useShapes(ofLevel: string): Shapes {
  const node = useRunId(ofLevel);
  const { id, stage } = useShownRun(node);
  const told = useSession(({ picture }) => (picture?.runId === id ? picture?.nodes[node]?.summaries : undefined));
  const recorded = useRecordedPorts(told ? null : id, stage).data;
  return useMemo(() => {
    const found = new Map<string, Given>();
    for (const port of recorded ?? []) {
      if (port.node_id === node) found.set(port.port, { type: port.type, shape: port.full_shape, dtype: null, note: '' });
    }
    for (const [port, summary] of Object.entries(told ?? {})) {
      found.set(port, { type: summary.type, shape: summary.shape ?? null, dtype: summary.dtype ?? null, note: noteOf(summary) });
    }
    return found;
  }, [told, recorded, node]);
}

function noteOf(summary: Record<string, unknown>): string {
  const value = summary['class'] ?? summary['value'] ?? summary['repr'];
  return typeof value === 'string' ? value.slice(0, 60) : typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}
