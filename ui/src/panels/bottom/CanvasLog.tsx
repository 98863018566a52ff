import { useMemo, type ReactNode } from 'react';
import { RunLog } from '../../api/runLog';
import { useNodeTitles } from '../../api/runParts';
import { useRun } from '../../api/runs';
import { useSession } from '../../state/run/session';
import { useTranslation } from '../../words/words';
import { LogTab } from '../run-detail/LogTab';
import '../run-detail/detail.css';

/** The log of the run that the canvas follows, as it comes. */
export function CanvasLog(): ReactNode {
  const { t } = useTranslation();
  const id = useSession((state) => state.picture?.runId ?? null);
  if (id === null) return <p className="bottom-told dim" data-testid="log-empty">{t('bottom.no_log')}</p>;
  return <Log key={id} id={id} />;
}

function Log({ id }: { id: string }): ReactNode {
  const { t } = useTranslation();
  const { data: run } = useRun(id);
  const titles = useNodeTitles(id);
  const log = useMemo(() => new RunLog(id), [id]);
  if (!run) return <p className="bottom-told dim">{t('log.loading')}</p>;
  return <LogTab log={log} run={run} titles={titles} />;
}
