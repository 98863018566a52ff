import { IconDownload } from '@tabler/icons-react';
import { useMemo, useState, type ReactNode } from 'react';
import { useMetrics, type Titles } from '../../api/runParts';
import type { Run } from '../../api/types.gen';
import { metricText } from '../../state/runs/figures';
import { chartsOf, type Axis, type Chart } from '../../state/runs/series';
import { sentenceOf } from '../../words/refusal';
import { useTranslation } from '../../words/words';
import { LineChart } from './LineChart';

/** Charts of everything that a run reported, as it comes. */
export function MetricsTab({ run, titles }: { run: Run; titles: Titles }): ReactNode {
  const { t } = useTranslation();
  const { data, error } = useMetrics(run);
  const [axis, setAxis] = useState<Axis>('step');
  const [smoothing, setSmoothing] = useState(0);
  const [isLog, setLog] = useState(false);
  const charts = useMemo(() => chartsOf(data ?? [], axis, smoothing), [data, axis, smoothing]);
  if (error && !data) return <p className="told problem" role="alert">{sentenceOf(t, error)}</p>;
  if (!data) return <p className="told dim">{t('run.loading')}</p>;
  if (charts.length === 0) return <p className="told dim" data-testid="metrics-empty">{t('metrics.none')}</p>;
  return (
    <div className="metrics-tab">
      <div className="log-bar">
        <div className="segmented" role="group" aria-label={t('metrics.axis')}>
          {(['step', 'time'] as const).map((one) => (
            <button key={one} type="button" aria-pressed={axis === one} onClick={() => setAxis(one)} data-testid={`metrics-axis-${one}`}>{t(`metrics.${one}`)}</button>
          ))}
        </div>
        <button type="button" className="btn" aria-pressed={isLog} onClick={() => setLog(!isLog)} data-testid="metrics-log">{t('metrics.log')}</button>
        <label className="row dim">
          {t('metrics.smooth')}
          <input type="range" min={0} max={0.99} step={0.01} value={smoothing} onChange={(event) => setSmoothing(Number(event.currentTarget.value))} data-testid="metrics-smooth" />
        </label>
        <span className="grow" />
        <a className="btn" href={`/api/runs/${run.id}/metrics?format=csv`} download data-testid="metrics-csv">
          <IconDownload size={14} aria-hidden />
          {t('metrics.csv')}
        </a>
      </div>
      <div className="charts">
        {charts.map((chart) => <Card key={chart.name} chart={chart} isLog={isLog} titles={titles} axis={axis} />)}
      </div>
    </div>
  );
}

function Card({ chart, isLog, titles, axis }: { chart: Chart; isLog: boolean; titles: Titles; axis: Axis }): ReactNode {
  const { i18n } = useTranslation();
  return (
    <figure className="chart-card" data-testid={`chart-${chart.name}`} data-points={chart.xs.length}>
      <figcaption className="row">
        <b className="cut">{chart.name}</b>
        <span className="dim cap cut">{chart.nodes.map(titles).join(' · ')}</span>
        <span className="grow" />
        <span className="last">{metricText(chart.last, i18n.language)}</span>
      </figcaption>
      <LineChart chart={chart} isLog={isLog} axis={axis} titles={titles} />
    </figure>
  );
}
