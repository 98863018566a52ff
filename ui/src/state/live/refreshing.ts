/** Asks anew for what a change concerns and somebody looks at: each kind of question at a pace of its own. */
import type { Query, QueryClient } from '@tanstack/react-query';
import { concerns, onChange, Pacer, type Change } from './pace';

/** Of one kind of question, by the first word of its key. */
interface Kind {
  /** Milliseconds between two answers; `grown`: when runs have only reported something. */
  gapMs: number;
  grownMs?: number;
  isMeant: (change: Change, key: readonly unknown[]) => boolean;
}

const hasRows = (change: Change): boolean => change === null || change.rows;
const ofRun = (change: Change, [, id]: readonly unknown[]): boolean => concerns(change, [String(id)]);

const KINDS: Readonly<Record<string, Kind>> = {
  'queue': { gapMs: 250, isMeant: hasRows },
  'runs': { gapMs: 500, grownMs: 1000, isMeant: () => true },
  'runs/total': { gapMs: 1000, isMeant: hasRows },
  'runs/facets': { gapMs: 2000, isMeant: hasRows },
  'run': { gapMs: 500, isMeant: ofRun },
  'run-artifacts': { gapMs: 1000, isMeant: ofRun },
  'run-outputs': { gapMs: 1000, isMeant: ofRun },
  'curves': { gapMs: 1000, isMeant: (change, [, , ids]) => concerns(change, ids as string[]) },
  'sparks': { gapMs: 2000, isMeant: (change, [, , ids]) => concerns(change, ids as string[]) },
};

/** Changes that wait for their turn; of more it is not asked which runs they concern. */
const MOST_DUE = 50;

/** Begin to listen; answers how to stop. */
export function keepFresh(client: QueryClient): () => void {
  const stops = Object.entries(KINDS).map(([name, kind]) => keepKindFresh(client, name, kind));
  return () => stops.forEach((stop) => stop());
}

function keepKindFresh(client: QueryClient, name: string, kind: Kind): () => void {
  let due: readonly Change[] = [];
  const meant = (changes: readonly Change[]) => (query: Query): boolean =>
    kindOf(query) === name && isLookedAt(query) && changes.some((change) => kind.isMeant(change, query.queryKey));
  const pacer: Pacer = new Pacer(async () => {
    const changes = due;
    due = [];
    const predicate = meant(changes);
    // a first answer may be of before the change, and is not asked for twice: once more when it is there
    const isEarly = client.getQueryCache().findAll({ predicate, fetchStatus: 'fetching' }).some(({ state }) => state.data === undefined);
    await client.invalidateQueries({ predicate });
    if (!isEarly) return;
    due = [...changes, ...due];
    pacer.poke(kind.gapMs);
  });
  const leave = onChange((change) => {
    if (!client.getQueryCache().getAll().some(meant([change]))) return;
    due = due.length < MOST_DUE ? [...due, change] : [null];
    pacer.poke(hasRows(change) ? kind.gapMs : (kind.grownMs ?? kind.gapMs));
  });
  return () => {
    leave();
    pacer.stop();
  };
}

/** Questions that are asked again and again take their new pace at once, without being asked. */
export function repace(client: QueryClient): void {
  for (const query of client.getQueryCache().findAll({ predicate: (one) => kindOf(one) in KINDS })) {
    for (const observer of query.observers) observer.setOptions(observer.options);
  }
}

function kindOf({ queryKey: [first, second] }: Query): string {
  return first === 'runs' && (second === 'facets' || second === 'total') ? `runs/${second}` : String(first);
}

/** Whether someone asks for it at a pace now: not what has come to its end, nor, in a hidden page, what can wait. */
function isLookedAt(query: Query): boolean {
  return query.observers.some(({ options: { refetchInterval: pace, refetchIntervalInBackground: always } }) => {
    const ms = typeof pace === 'function' ? pace(query) : pace;
    return Boolean(ms) && (!document.hidden || always === true);
  });
}
