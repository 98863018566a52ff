import { useMemo, useState, type ReactNode } from 'react';
import { isBusy, useSession } from '../../state/run/session';
import { liveCharts } from '../../state/outputs/live';
import { metricText } from '../../state/runs/figures';
import { useTranslation } from '../../words/words';
import { LineChart } from '../run-detail/LineChart';
import { Group } from './Group';
import './live.css';

/** What a node reports, as it comes: losses in one chart, every other metric in one of its own. */
export function LiveMetrics({ node }: { node: string }): ReactNode {
  const { t, i18n } = useTranslation();
  const series = useSession((state) => state.picture?.series);
  const isLive = useSession(isBusy);
  const charts = useMemo(() => liveCharts(Object.values(series ?? {}).filter((one) => one.node === node)), [series, node]);
  const [picked, pick] = useState('');
  const shown = charts.find((chart) => chart.name === picked) ?? charts[0];
  if (!shown) return null;
  return (
    <Group title={t(isLive ? 'inspect.live' : 'run.metrics')} id="live">
      {charts.length > 1 && (
        <div className="live-bar">
          <select className="select" aria-label={t('runs.metric')} value={shown.name} onChange={(event) => pick(event.currentTarget.value)} data-testid="live-metric">
            {charts.map((chart) => <option key={chart.name}>{chart.name}</option>)}
          </select>
        </div>
      )}
      <div className="live-chart" data-testid="live-chart" data-points={shown.xs.length}>
        <LineChart chart={shown} isLog={false} axis="step" titles={(name) => name} />
        <p className="live-legend cap">
          {shown.nodes.map((name, at) => (
            <span key={name}><i data-line={at % 8} /><span className="dim">{name}</span> <b>{metricText(shown.lasts[at], i18n.language)}</b></span>
          ))}
        </p>
      </div>
    </Group>
  );
}
