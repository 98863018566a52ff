import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { Suspense, useEffect, type ReactNode } from 'react';
import { lazy } from '../../parts/lazy';
import { Boundary } from '../../parts/Boundary';
import { tabKeys } from '../../parts/tabKeys';
import { BOTTOM_TABS, showTab, toggleBottom, toggleTab, useBottom, type BottomTab } from '../../state/bottom';
import { register, type Command } from '../../state/commands/commands';
import { useProblems } from '../../state/problems/problems';
import { useSession } from '../../state/run/session';
import { useTranslation } from '../../words/words';
import { HeightHandle } from './HeightHandle';
import { ProblemsList } from './ProblemsList';
import './bottom.css';

const CanvasLog = lazy(() => import('./CanvasLog').then((module) => ({ default: module.CanvasLog })));
const RunsDock = lazy(() => import('../runs/RunsList').then((module) => ({ default: module.RunsDock })));
const Results = lazy(() => import('./Results').then((module) => ({ default: module.Results })));

const COMMANDS: readonly Command[] = [
  {
    id: 'view.bottom', label: (t) => t('bottom.title'), keys: ['mod+j'], scope: 'canvas', inFields: true, menu: { name: 'view', group: 1 },
    isChecked: () => useBottom.getState().isOpen, run: toggleBottom,
  },
  ...BOTTOM_TABS.map((tab): Command => ({
    id: `view.${tab}`, label: (t) => t('bottom.tab', { name: t(`bottom.${tab}`) }), scope: 'canvas', menu: { name: 'view', group: 1 },
    isChecked: () => useBottom.getState().isOpen && useBottom.getState().tab === tab, run: () => toggleTab(tab),
  })),
];

/** Below the canvas: what is wrong with the graph, the log of its run, what came of it. One line while closed. */
export function BottomPanel(): ReactNode {
  const { t } = useTranslation();
  const { isOpen, tab, height } = useBottom();
  const isRefused = useSession((state) => state.refused?.code === 'invalid_graph');
  useEffect(() => register(COMMANDS), []);
  useEffect(() => {
    if (isRefused) showTab('problems');
  }, [isRefused]);
  const Chevron = isOpen ? IconChevronDown : IconChevronUp;
  return (
    <section className="bottom-panel" aria-label={t('bottom.title')} data-testid="bottom" data-open={isOpen || undefined} data-tab={tab}>
      {isOpen && <HeightHandle />}
      <div className="bottom-line">
        <Tabs isOpen={isOpen} shown={tab} />
        <span className="grow" />
        <button type="button" className="btn icon small" aria-expanded={isOpen} aria-label={t(isOpen ? 'bottom.close' : 'bottom.open')} title={t(isOpen ? 'bottom.close' : 'bottom.open')} onClick={toggleBottom} data-testid="bottom-toggle">
          <Chevron size={14} aria-hidden />
        </button>
      </div>
      {isOpen && (
        <div className="bottom-body" style={{ height }} role="tabpanel" id="bottom-body" aria-labelledby={`bottom-tab-${tab}`}>
          <Boundary key={tab}>
            <Suspense fallback={null}>{bodyOf(tab)}</Suspense>
          </Boundary>
        </div>
      )}
    </section>
  );
}

function bodyOf(tab: BottomTab): ReactNode {
  switch (tab) {
    case 'problems':
      return <ProblemsList />;
    case 'log':
      return <CanvasLog />;
    case 'results':
      return <Results />;
    case 'runs':
      return <RunsDock />;
  }
}

function Tabs({ isOpen, shown }: { isOpen: boolean; shown: BottomTab }): ReactNode {
  const { t } = useTranslation();
  const list = useProblems((state) => state.list);
  const errors = list.filter((problem) => problem.level === 'error').length;
  const warnings = list.length - errors;
  const turn = tabKeys(BOTTOM_TABS, shown, showTab, 'bottom-tab-');
  return (
    <div className="bottom-tabs" role="tablist" aria-label={t('bottom.title')} onKeyDown={turn}>
      {BOTTOM_TABS.map((tab) => (
        <button
          key={tab} type="button" role="tab" id={`bottom-tab-${tab}`} className="bottom-tab" aria-selected={isOpen && tab === shown}
          aria-controls={isOpen ? 'bottom-body' : undefined} tabIndex={tab === shown ? 0 : -1} onClick={() => toggleTab(tab)}
          data-testid={tab === 'problems' ? 'problems' : `bottom-tab-${tab}`} data-count={tab === 'problems' ? list.length : undefined}
        >
          {t(`bottom.${tab}`)}
          {tab === 'problems' && errors > 0 && <span className="number fail">{errors}</span>}
          {tab === 'problems' && warnings > 0 && <span className="number warn">{warnings}</span>}
        </button>
      ))}
    </div>
  );
}
