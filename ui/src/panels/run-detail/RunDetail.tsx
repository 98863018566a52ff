import { Suspense, useMemo, type ReactNode } from 'react';
import { lazy } from '../../parts/lazy';
import { ApiError } from '../../api/http';
import { useArtifacts, useNodeTitles } from '../../api/runParts';
import { RunLog } from '../../api/runLog';
import { useRun } from '../../api/runs';
import type { Run } from '../../api/types.gen';
import { Boundary, quiet } from '../../parts/Boundary';
import { tabKeys } from '../../parts/tabKeys';
import { go, hashOf } from '../../state/route';
import { sentenceOf } from '../../words/refusal';
import { useTranslation } from '../../words/words';
import { ArtifactsTab } from './ArtifactsTab';
import { DetailHead } from './DetailHead';
import { FactsTab } from './FactsTab';
import { LogTab } from './LogTab';
import { OutputsTab } from './OutputsTab';
import './aside.css';
import './detail.css';

const MetricsTab = lazy(() => import('./MetricsTab').then((module) => ({ default: module.MetricsTab })));

const RunAside = lazy(() => import('./RunAside').then((module) => ({ default: module.RunAside })));

const TABS = ['log', 'metrics', 'artifacts', 'outputs', 'facts'] as const;
type Tab = (typeof TABS)[number];

/** One run: how it stands, and everything that is known about it. */
export function RunDetail({ id, tab }: { id: string; tab: string | null }): ReactNode {
  const { t } = useTranslation();
  const { data: run, error, isPending } = useRun(id);
  const shown = TABS.find((one) => one === tab) ?? 'log';
  if (!run && error) {
    return (
      <main className="later" data-testid="view-run">
        {isGone(error) && <h1>{t('later.no_run')}</h1>}
        <p className="dim" role="alert">{sentenceOf(t, error)}</p>
        <a className="btn" href={hashOf({ view: 'runs' })} data-testid="later-back">{t('run.back')}</a>
      </main>
    );
  }
  if (!run) return <main className="detail told" data-testid="view-run">{isPending && <p className="dim">{t('runs.loading')}</p>}</main>;
  return (
    <main className="detail" data-testid="view-run" data-status={run.status}>
      <DetailHead run={run} />
      <Tabs run={run} shown={shown} />
      <section className="detail-body" role="tabpanel" id="run-panel" aria-labelledby={`run-tab-${shown}`}>
        <Boundary key={shown}>
          <Suspense fallback={null}>
            <Panel run={run} tab={shown} />
          </Suspense>
        </Boundary>
      </section>
    </main>
  );
}

function isGone(error: Error): boolean {
  return error instanceof ApiError && error.status === 404;
}

function Panel({ run, tab }: { run: Run; tab: Tab }): ReactNode {
  const titles = useNodeTitles(run.id);
  const log = useMemo(() => new RunLog(run.id), [run.id]);
  switch (tab) {
    case 'log':
      return (
        <>
          <LogTab log={log} run={run} titles={titles} />
          <Boundary stopped={quiet}><Suspense fallback={<aside className="run-aside" />}><RunAside run={run} titles={titles} /></Suspense></Boundary>
        </>
      );
    case 'metrics':
      return <MetricsTab run={run} titles={titles} />;
    case 'artifacts':
      return <ArtifactsTab run={run} titles={titles} />;
    case 'outputs':
      return <OutputsTab run={run} titles={titles} />;
    case 'facts':
      return <FactsTab run={run} titles={titles} />;
  }
}

function Tabs({ run, shown }: { run: Run; shown: Tab }): ReactNode {
  const { t } = useTranslation();
  const artifacts = useArtifacts(run).data?.artifacts.length ?? 0;
  const counts: Partial<Record<Tab, number>> = { metrics: Object.keys(run.final_metrics).length, artifacts };
  const turn = tabKeys(TABS, shown, (next) => go({ view: 'runs', id: run.id, tab: next }), 'run-tab-');
  return (
    <div className="tabs" role="tablist" aria-label={t('run.parts')} onKeyDown={turn}>
      {TABS.map((tab) => (
        <button
          key={tab}
          type="button"
          role="tab"
          id={`run-tab-${tab}`}
          className="tab-item"
          aria-selected={tab === shown}
          aria-controls="run-panel"
          tabIndex={tab === shown ? 0 : -1}
          onClick={() => go({ view: 'runs', id: run.id, tab })}
          data-testid={`run-detail-tab-${tab}`}
        >
          {t(`run.${tab}`)}
          {(counts[tab] ?? 0) > 0 && <span className="tab-count">{counts[tab]}</span>}
        </button>
      ))}
    </div>
  );
}
