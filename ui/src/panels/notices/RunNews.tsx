import { useEffect, useState, type ReactNode } from 'react';
import { register, type Command } from '../../state/commands/commands';
import { go } from '../../state/route';
import { failedNode } from '../../state/run/failed';
import { onRunNews, useSession, type Session } from '../../state/run/session';
import { showNode } from '../../state/run/showNode';
import { Spaced } from '../../state/run/spaced';
import { isFront } from '../../state/tabs/tabs';
import { dismiss, toast } from '../../state/toasts';
import { sentence } from '../../words/refusal';
import { useTranslation } from '../../words/words';
import { useFoundRuns } from './useFoundRuns';

/** Milliseconds between two sentences that are read out. */
const SPACE_MS = 5000;

interface Said {
  graph: string;
  /** A status, or `began`. */
  what: string;
}

const SHOW_FAILED: Command = {
  id: 'run.show_failed',
  label: (t) => t('told.show_failed'),
  scope: 'global',
  menu: { name: 'run', group: 0 },
  isEnabled: () => failedHere() !== null,
  run: () => {
    const found = failedHere();
    if (found) void showNode(found.run, found.node);
  },
};

/** What becomes of runs of the graphs that are open: read out with space between; a failure at once, with the way to its node. */
export function RunNews(): ReactNode {
  const { t } = useTranslation();
  const [said, say] = useState<Said | null>(null);
  useFoundRuns();
  useEffect(() => register([SHOW_FAILED]), []);
  useEffect(() => {
    const spaced = new Spaced<Said>(SPACE_MS, say);
    const failures = new Map<string, number>();
    const stop = onRunNews((news, session, tab) => {
      const phase = session.picture!.phase;
      const graph = session.ran?.name ?? '';
      if (news === 'began') {
        dismiss(failures.get(tab) ?? 0); // why the run before failed
        return spaced.say({ graph, what: 'began' });
      }
      if (phase !== 'failed') return spaced.say({ graph, what: phase });
      spaced.drop();
      failures.set(tab, tellFailure(session, graph, tab));
    });
    return () => {
      stop();
      spaced.drop();
    };
  }, []);
  const name = said && (said.graph || t('canvas.untitled'));
  return (
    <p className="unseen" role="status" data-testid="run-said">
      {said && (said.what === 'began' ? t('told.began', { name }) : t('told.ended', { name, status: t(`run_status.${said.what}` as 'run_status.succeeded', said.what) }))}
    </p>
  );
}

/** Answers the id of what is said. */
function tellFailure({ picture }: Session, graph: string, tab: string): number {
  const { runId, error } = picture!;
  const node = failedNode(picture!);
  const isHere = isFront(tab);
  return toast({
    tone: 'error',
    about: runId,
    kind: 'run_failed',
    text: (t) => {
      const why = error ? sentence(t, error) : t('run_status.failed');
      return isHere ? why : t('told.ended', { name: graph || t('canvas.untitled'), status: why });
    },
    action: node === null
      ? { label: (t) => t('notice.open_run'), run: () => go({ view: 'runs', id: runId, tab: 'log' }) }
      : { label: (t) => t('told.show_node'), run: () => void showNode(runId, node) },
  });
}

/** The node that the run of the graph in front failed at. */
function failedHere(): { run: string; node: string } | null {
  const { picture } = useSession.getState();
  const node = picture && failedNode(picture);
  return node ? { run: picture.runId, node } : null;
}
