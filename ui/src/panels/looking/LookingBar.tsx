import { IconEye, IconHistory } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useRun } from '../../api/runs';
import { StatusWord } from '../../parts/StatusWord';
import { hashOf, type Source } from '../../state/route';
import { whenText } from '../../state/runs/figures';
import { leaveVersion, openCopy, restoreVersion } from '../../state/tabs/looking';
import { orSay } from '../../state/tabs/start';
import { useTranslation } from '../../words/words';
import './looking.css';

/** Says that the graph in front can only be looked at, what it is of, and how to go on from it. */
export function LookingBar({ source }: { source: Source }): ReactNode {
  const { t } = useTranslation();
  return (
    <div className="looking" role="region" aria-label={t('looking.label')} data-testid="banner-read_only" data-of={source.of}>
      {source.of === 'run' ? <OfRun id={source.run} /> : <OfVersion revision={source.revision} />}
      <span className="grow" />
      {source.of === 'version' && (
        <>
          <button type="button" className="btn small" onClick={leaveVersion} data-testid="looking-leave">{t('looking.leave')}</button>
          <button type="button" className="btn small" onClick={() => void orSay(openCopy())} data-testid="looking-copy">{t('looking.copy')}</button>
          <button type="button" className="btn small primary" onClick={() => void orSay(restoreVersion())} data-testid="looking-restore">{t('looking.restore')}</button>
        </>
      )}
      {source.of === 'run' && (
        <>
          <a className="btn small" href={hashOf({ view: 'runs', id: source.run })} data-testid="looking-run">{t('looking.run')}</a>
          <button type="button" className="btn small primary" onClick={() => void orSay(openCopy())} data-testid="looking-copy">{t('looking.copy')}</button>
        </>
      )}
    </div>
  );
}

function OfRun({ id }: { id: string }): ReactNode {
  const { t, i18n } = useTranslation();
  const { data: run } = useRun(id);
  return (
    <>
      <IconEye size={16} aria-hidden />
      <b className="cut">{t('looking.of_run', { run: run?.name ?? id.slice(0, 8) })}</b>
      {run && <StatusWord status={run.status} />}
      {run && <span className="dim cap when">{whenText(run.started_at ?? run.created_at, Date.now(), i18n.language)}</span>}
    </>
  );
}

function OfVersion({ revision }: { revision: number }): ReactNode {
  const { t } = useTranslation();
  return (
    <>
      <IconHistory size={16} aria-hidden />
      <b className="cut">{t('looking.of_version', { revision })}</b>
    </>
  );
}
