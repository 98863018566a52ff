import type { ReactNode } from 'react';
import { useRoute } from '../../state/route';
import { Later } from '../shell/Later';
import { RunsList } from './RunsList';

/** All runs, or the one that the address names. */
export function RunsView(): ReactNode {
  const { id } = useRoute();
  return id === null ? <RunsList /> : <Later view="runs" />;
}
