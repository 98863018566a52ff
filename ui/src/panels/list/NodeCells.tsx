import { type ReactNode } from 'react';
import { type GraphNode } from '../../state/graph/document';
import { useProblems } from '../../state/problems/problems';
import { useNodeState } from '../../state/run/nodeState';
import { cause } from '../../words/cause';
import { useSentence } from '../../words/refusal';
import { useTranslation } from '../../words/words';
import { Mark } from '../canvas/Mark';

/** How a node fares in the run that is followed: a sign and a word. */
export function Status({ node }: { node: GraphNode }): ReactNode {
  const { t } = useTranslation();
  const state = useNodeState(node.id);
  const status = node.data?.bypassed ? 'bypassed' : (state?.status ?? 'idle');
  const { epoch, epochs } = state ?? {};
  return (
    <span className="row-status" data-status={status}>
      <Mark status={status} />
      {epoch !== undefined && status === 'running' ? t('node.epoch', { epoch, epochs }) : t(`node.${status}`)}
    </span>
  );
}

/** What is wrong with a node, in a sentence; how many more there are. */
export function Problems({ id }: { id: string }): ReactNode {
  const { t } = useTranslation();
  const sentence = useSentence();
  const failure = useNodeState(id)?.error;
  const found = useProblems((problems) => problems.byCard.get(id));
  const inside = useProblems((problems) => problems.inside.get(id));
  const all = [...(failure ? [failure] : []), ...(found ?? []), ...(inside ?? [])];
  if (!all[0]) return null;
  const told = sentence(all[0]);
  return (
    <span className="told" data-error-code={all[0].code} title={told}>
      {cause(t, all[0])?.what ?? told}
      {all.length > 1 && <span className="dim"> {t('list.more', { count: all.length - 1 })}</span>}
    </span>
  );
}
