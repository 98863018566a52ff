/** Runs of the canvas: a line to the server for each tab, the one in front seen through `useSession`. */
import { create } from 'zustand';
import { useConnection } from '../connection';
import { socketFailed } from '../faults';
import type { GraphDocument } from '../graph/document';
import { graphKey } from '../runs/belongs';
import { saveTab } from '../saving/saver';
import { setting } from '../settings/settings';
import { graphOf } from '../tabs/graphs';
import { front, isFront, perTab, tellTab, useTabs } from '../tabs/tabs';
import { IDLE, isBusy, Line, type News, type Session } from './line';
import { asSent, useRunExtras } from './options';

export { isBusy, type Session } from './line';

/** What the graph in front runs, or ran last. */
export const useSession = create<Session>(() => IDLE);

/** Is told of runs that begin and end in a tab while this window looks on. */
export type Hearer = (news: News, session: Session, tab: string) => void;

const hearers = new Set<Hearer>();

let current = lineOf(front());

perTab<Line>({
  take: () => {
    if (!isBusy(current.session)) current.close(); // a run that goes on is followed on
    return current;
  },
  give: (tab, kept) => {
    current = kept ?? lineOf(tab);
    current.open();
    useSession.setState(current.session);
    const run = kept ? null : useTabs.getState().tabs.find((one) => one.id === tab)?.run;
    if (run) resume(run);
  },
  drop: (_, kept) => kept?.close(),
});

function lineOf(tab: string): Line {
  const line: Line = new Line({
    session: (session) => {
      if (isFront(tab)) useSession.setState(session);
      else if (!isBusy(session)) line.close();
      tellTab(tab, { isRunning: isBusy(session), run: session.picture?.runId ?? null });
    },
    news: (news, session) => hearers.forEach((hear) => hear(news, session, tab)),
    // only the one in front tells whether the server is there; the first try of another says nothing yet
    link: (state) => {
      if (isFront(tab) && state !== 'closed') useConnection.getState().setLink(state === 'open' ? 'up' : state === 'connecting' ? 'connecting' : 'away');
    },
    failed: (code) => void socketFailed(code),
  });
  return line;
}

/** Connect; once, when the program starts. */
export function openSession(): void {
  current.open();
}

/**
 * Run a document on the canvas lane; what is followed changes to that run. changed: nodes to compute in any case. Runs
 * are kept apart by the file of their graph, so a graph without one is saved first.
 */
export function execute(doc: GraphDocument, changed: readonly string[] = []): void {
  const [line, tab] = [current, front()];
  const send = (): void =>
    line.execute(doc, {
      changed_nodes: changed, graph_id: graphKey(graphOf(tab)?.open.file ?? null, tab).id, ...asSent(setting('record_outputs'), useRunExtras.getState()),
    });
  if (graphOf(tab)?.open.file !== null || !setting('autosave')) return send();
  line.prepare(doc);
  void saveTab(tab).then(send, send);
}

/** Ask the run that is followed to stop. */
export function stop(): void {
  current.stop();
}

/** Follow a run from its first event. ran: its graph, so that one sees what is another since. */
export function follow(runId: string, ran: GraphDocument | null = null): void {
  current.follow(runId, ran);
}

/** Follow a run that another window began, or this one before it was loaded. Its graph is fetched. */
export function resume(runId: string): void {
  const line = current;
  line.resume(runId);
  void import('./found')
    .then(({ factsOf }) => factsOf(runId))
    .catch(() => null) // it is followed all the same
    .then((facts) => {
      if (facts && line.session.picture?.runId === runId) line.set(facts);
    });
}

/** Hear of runs. Answers how to stop that. */
export function onRunNews(hear: Hearer): () => void {
  hearers.add(hear);
  return () => hearers.delete(hear);
}
