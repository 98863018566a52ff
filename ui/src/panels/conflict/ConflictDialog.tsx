import { useState, type ReactNode } from 'react';
import { ApiError } from '../../api/http';
import { Dialog } from '../../parts/Dialog';
import { useEditor } from '../../state/editor';
import type { GraphDocument } from '../../state/graph/document';
import { load } from '../../state/saving/remote';
import { keepMine, takeTheirs } from '../../state/saving/saver';
import { sentenceOf } from '../../words/refusal';
import { useTranslation } from '../../words/words';
import { GraphDifferences } from '../versions/GraphDifferences';

/** Two versions of one graph: which one stays is for the person to say, who can see first in what they differ. */
export function ConflictDialog(): ReactNode {
  const { t } = useTranslation();
  const mine = useEditor((state) => state.root);
  const file = useEditor((state) => state.open.file);
  const [theirs, setTheirs] = useState<GraphDocument | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isGone, setGone] = useState(false);
  const attempt = (work: () => Promise<void>): void => {
    setProblem(null);
    work().catch((error: unknown) => {
      const isDeleted = error instanceof ApiError && error.code === 'graph_not_found';
      setGone(isDeleted);
      setProblem(isDeleted ? t('conflict.gone') : sentenceOf(t, error));
    });
  };
  const compare = async (): Promise<void> => setTheirs((await load(file ?? '')).doc);
  return (
    <Dialog
      title={t('conflict.title')} onClose={null} testId="conflict-dialog" width={theirs ? 840 : 560}
      foot={
        <>
          {!theirs && <button type="button" className="btn" disabled={isGone} onClick={() => attempt(compare)} data-testid="conflict-compare">{t('conflict.compare')}</button>}
          <span className="grow" />
          <button type="button" className="btn" disabled={isGone} onClick={() => attempt(takeTheirs)} data-testid="conflict-theirs">{t('conflict.theirs')}</button>
          <button type="button" className="btn primary" onClick={() => attempt(keepMine)} data-testid="conflict-mine">{t('conflict.mine')}</button>
        </>
      }
    >
      <p>{t('conflict.text', { name: mine.name })}</p>
      {problem && <p className="wrong" role="alert" data-testid="conflict-problem">{problem}</p>}
      {theirs && <GraphDifferences one={mine} other={theirs} names={[t('conflict.my'), t('conflict.their')]} />}
    </Dialog>
  );
}
