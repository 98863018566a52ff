import type { RunPicture } from './reduce';

/** The node that a run failed at, as the run calls it; null for one that did not, or at none. */
export function failedNode({ phase, error, nodes }: RunPicture): string | null {
  if (phase !== 'failed') return null;
  const told = error?.params['node_id'];
  if (typeof told === 'string' && told !== '') return told;
  return Object.keys(nodes).find((id) => nodes[id]!.status === 'error') ?? null;
}
