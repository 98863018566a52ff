/** What went wrong in a node, for places with room for a few words: what was raised comes first there, not who raised it. */
import type { TFunction } from 'i18next';
import type { Refusal } from '../api/http';

export interface Cause {
  /** Type of the node; empty where nobody told. */
  node: string;
  what: string;
}

/** Null where the sentence itself begins with what is wrong. */
export function cause(t: TFunction, { code, params }: Refusal): Cause | null {
  const node = typeof params['node_type'] === 'string' ? params['node_type'] : '';
  const { error_type: kind, message, device } = params;
  if (code === 'out_of_memory' && typeof device === 'string') return { node, what: t('cause.out_of_memory', { device }) };
  if (code !== 'node_failed' || typeof kind !== 'string' || typeof message !== 'string') return null;
  return { node, what: [kind, message.replace(/\s+/g, ' ').trim()].filter(Boolean).join(': ') };
}
