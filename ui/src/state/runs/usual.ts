/** Which metric a list of runs shows while nobody has chosen one. Pure. */
import { namesOf } from './curves';

export interface Usual {
  /** Of the list that it was found for. */
  key: string;
  metric: string | null;
}

/** The metric that most of the runs have; for the same list the one of before, as long as any of its runs has it. */
export function usualMetric(metrics: readonly Readonly<Record<string, unknown>>[], key: string, before: Usual): Usual {
  const isSame = before.key === key && before.metric !== null;
  if (isSame && (metrics.length === 0 || metrics.some((one) => before.metric! in one))) return before;
  return { key, metric: namesOf(metrics)[0] ?? null };
}
