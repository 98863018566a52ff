/** Which metric a list of runs shows while nobody has chosen one. Pure. */
import { namesOf } from './curves';

export interface Usual {
  /** Of the list that it was found for. */
  key: string;
  metric: string | null;
}

/** What tells most about a run, the first best: how well it does, then how far off it is, then anything else by name. */
const TELLING = [/acc|f1|score|auc|precision|recall|r2/i, /loss|err/i];

/** The metric that most of the runs have, of those the most telling one; for the same list the one of before, as long as any of its runs has it. */
export function usualMetric(metrics: readonly Readonly<Record<string, unknown>>[], key: string, before: Usual): Usual {
  const isSame = before.key === key && before.metric !== null;
  if (isSame && (metrics.length === 0 || metrics.some((one) => before.metric! in one))) return before;
  return { key, metric: best(metrics) };
}

function best(metrics: readonly Readonly<Record<string, unknown>>[]): string | null {
  const names = namesOf(metrics);
  const count = (name: string): number => metrics.filter((one) => name in one).length;
  const most = names.filter((name) => count(name) === count(names[0]!));
  return most.sort((one, other) => rankOf(one) - rankOf(other))[0] ?? null;
}

/** Metrics of one run that tell most about it, of different kinds where there are: one of how well, one of how far off. */
export function tellingOf(names: readonly string[], count: number): string[] {
  const ranked = [...names].sort((one, other) => rankOf(one) - rankOf(other));
  const firsts = ranked.filter((name, at) => at === 0 || rankOf(name) !== rankOf(ranked[at - 1]!));
  return [...new Set([...firsts.filter((name) => rankOf(name) <= TELLING.length), ...ranked])].slice(0, count);
}

function rankOf(name: string): number {
  return TELLING.findIndex((words) => words.test(name)) + 1 || TELLING.length + 1;
}
