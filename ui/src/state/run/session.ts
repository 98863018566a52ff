/** Runs of the canvas: a line to the server for each tab, the one in front seen through `useSession`. */
import { create } from 'zustand';
import { useConnection } from '../connection';
import { socketFailed } from '../faults';
import type { GraphDocument } from '../graph/document';
import { setting } from '../settings/settings';
import { front, isFront, perTab, tellTab } from '../tabs/tabs';
import { IDLE, isBusy, Line, type Session } from './line';
import { asSent, useRunExtras } from './options';

export { isBusy, type Session } from './line';

/** What the graph in front runs, or ran last. */
export const useSession = create<Session>(() => IDLE);

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
  },
  drop: (_, kept) => kept?.close(),
});

function lineOf(tab: string): Line {
  const line: Line = new Line({
    session: (session) => {
      if (isFront(tab)) useSession.setState(session);
      else if (!isBusy(session)) line.close();
      tellTab(tab, { isRunning: isBusy(session) });
    },
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

/** Run a document on the canvas lane; what is followed changes to that run. changed: nodes to compute in any case. */
export function execute(doc: GraphDocument, changed: readonly string[] = []): void {
  current.execute(doc, { changed_nodes: changed, ...asSent(setting('record_outputs'), useRunExtras.getState()) });
}

/** Ask the run that is followed to stop. */
export function stop(): void {
  current.stop();
}

/** Follow a run from its first event. ran: its graph, so that one sees what is another since. */
export function follow(runId: string, ran: GraphDocument | null = null): void {
  current.follow(runId, ran);
}
