import { IconBox, IconPackage } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { subgraphOf } from '../../state/graph/subgraph/definition';

/** A card holds nodes: of this graph, or of a preset. */
export function CardIcon({ type, size = 14 }: { type: string; size?: number }): ReactNode {
  const Icon = subgraphOf({ type }) === null ? IconPackage : IconBox;
  return <Icon className="kind" size={size} aria-hidden />;
}
