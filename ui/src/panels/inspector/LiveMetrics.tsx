import { useMemo, useState, type ReactNode } from 'react';
import { isBusy, useSession } from '../../state/run/session';
import { liveCharts } from '../../state/outputs/live';
import { metricText } from '../../state/runs/figures';
import { useTranslation } from '../../words/words';
import { PlotChart } from '../curves/PlotChart';
import { Group } from './Group';
import './live.css';

const HEIGHT = 200;
/** Tokens of lines, in turn: those of port types, which are made to be told apart. */
const LINES = ['--tensor', '--optimizer', '--model', '--dataset', '--loss_fn', '--dataloader', '--list', '--image'];

/** More lines than colours: the next ones are dashed. */
const styleOf = (label: string, at: number) => ({ label, token: LINES[at % LINES.length]!, dash: at < LINES.length ? [] : [4, 3] });

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
          <Choice names={charts.map(({ name }) => name)} chosen={shown.name} pick={pick} />
        </div>
      )}
      <div className="live-chart" data-testid="live-chart" data-points={shown.xs.length}>
        <PlotChart
          name={shown.name} described={t('metrics.described', { name: shown.name, count: shown.xs.length, last: metricText(shown.last, i18n.language) })}
          xs={shown.xs} columns={shown.columns} styles={shown.lines.map(styleOf)} isWhole height={HEIGHT} sync="live"
        />
        <p className="live-legend cap">
          {shown.lines.map((name, at) => (
            <span key={name}><i data-line={at} style={{ background: `var(${LINES[at % LINES.length]!})` }} /><span className="dim">{name}</span> <b>{metricText(shown.lasts[at], i18n.language)}</b></span>
          ))}
        </p>
      </div>
    </Group>
  );
}

/** Letters that stand beside each other in the narrowest Inspector. */
const MOST_LETTERS = 24;

/** Few short names side by side, others in a list. */
function Choice({ names, chosen, pick }: { names: readonly string[]; chosen: string; pick: (name: string) => void }): ReactNode {
  const { t } = useTranslation();
  const isShort = names.length <= 4 && names.join('').length <= MOST_LETTERS;
  if (!isShort) {
    return (
      <select className="select" aria-label={t('runs.metric')} value={chosen} onChange={(event) => pick(event.currentTarget.value)} data-testid="live-metric">
        {names.map((name) => <option key={name}>{name}</option>)}
      </select>
    );
  }
  return (
    <div className="segmented small" role="group" aria-label={t('runs.metric')}>
      {names.map((name) => <button key={name} type="button" aria-pressed={name === chosen} onClick={() => pick(name)} data-testid={`live-metric-${name}`}>{name}</button>)}
    </div>
  );
}
