import type { ReactNode } from 'react';
import { useFoundRuns } from './useFoundRuns';

/** What becomes of runs of the graphs that are open. */
export function RunNews(): ReactNode {
  useFoundRuns();
  return null;
}
