import { useMemo, type ReactNode } from 'react';
import { StatusWord } from '../../parts/StatusWord';
import { hashOf } from '../../state/route';
import { useCompare } from '../../state/runs/compare';
import { namesOf } from '../../state/runs/curves';
import { valueText } from '../../state/runs/diff';
import { bytesText, clockText, durationMs, metricText } from '../../state/runs/figures';
import { useRunsList } from '../../state/runs/list';
import { useTranslation } from '../../words/words';
import { nameOf, peakBytes } from '../runs/cells';
import { Sample } from './CompareHead';
import type { Compared } from './ComparePanel';

const MOST_METRICS = 50;

/** One row a run: how it ended, its figures, and the params that differ. */
export function TableView({ compared }: { compared: Compared }): ReactNode {
  const { t, i18n } = useTranslation();
  const { ids, runs, differences } = compared;
  const chosen = useRunsList((list) => list.metric);
  const hovered = useCompare((state) => state.hovered);
  const { hover } = useCompare.getState();
  const names = useMemo(() => namesOf(runs.map((run) => run?.final_metrics ?? {}), chosen).slice(0, MOST_METRICS), [runs, chosen]);
  const now = Date.now();
  return (
    <div className="plain-table compare-table" tabIndex={0} role="group" aria-label={t('compare.table')} data-testid="compare-rows">
      <table>
        <thead>
          <tr>
            <th>{t('runs.columns.name')}</th><th>{t('runs.columns.status')}</th><th className="num">{t('runs.columns.duration')}</th><th className="num">{t('runs.columns.peak')}</th>
            {names.map((name) => <th key={name} className="num">{name}</th>)}
            {differences.params.map(({ of, name }) => <th key={`${of}\n${name}`} className="num">{[of, name].filter(Boolean).join(' · ')}</th>)}
          </tr>
        </thead>
        <tbody>
          {ids.map((id, at) => {
            const run = runs[at];
            const took = run ? durationMs(run, now) : null;
            const peak = run ? peakBytes(run) : 0;
            return (
              <tr key={id} data-hovered={hovered === id || undefined} onMouseEnter={() => hover(id)} onMouseLeave={() => hover(null)}>
                <td className="strong"><span className="row"><Sample at={at} /><a className="cut" href={hashOf({ view: 'runs', id, tab: 'log' })}>{run ? nameOf(run) : id.slice(0, 8)}</a></span></td>
                <td>{run && <StatusWord status={run.status} />}</td>
                <td className="num">{took === null ? '–' : clockText(took)}</td>
                <td className="num dim">{peak > 0 ? bytesText(peak, i18n.language) : '–'}</td>
                {names.map((name) => <td key={name} className="num">{metricText(run?.final_metrics[name], i18n.language)}</td>)}
                {differences.params.map(({ of, name, values, odd }) => <td key={`${of}\n${name}`} className="num"><span className={odd[at] ? 'odd' : undefined}>{valueText(values[at])}</span></td>)}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
