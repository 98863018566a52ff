import { useState, type ReactNode } from 'react';
import { chartOf, rangeOf, type Chart, type HeatChart } from '../../../state/outputs/chart';
import { figureText } from '../../../state/outputs/numbers';
import { useTranslation } from '../../../words/words';
import { PlainView } from './PlainViews';
import './media.css';

const COLOURS = ['--tensor', '--optimizer', '--dataset', '--model', '--loss_fn', '--list', '--dataloader', '--image', '--scalar', '--transform', '--string', '--any'];
const [WIDE, HIGH] = [300, 160];
/** Names of places that all find room. */
const FEW = 8;

/** A chart that a node describes; what we cannot draw is shown as it was written. */
export function ChartView({ port, value, repr }: { port: string; value: unknown; repr: string }): ReactNode {
  const { t } = useTranslation();
  const chart = chartOf(value);
  if (!chart) return <PlainView type="dict" repr={value === undefined ? repr : JSON.stringify(value, null, 2)} />;
  const count = chart.kind === 'heatmap' ? 1 : chart.series.length;
  return (
    <figure className="chart-view" data-testid="view-chart" data-kind={chart.kind}>
      {chart.title && <figcaption className="strong cut">{chart.title}</figcaption>}
      <div role="img" aria-label={`${t('media.chart_of', { port, kind: chart.kind, count })} ${chart.title}`}>
        {chart.kind === 'heatmap' ? <Heat chart={chart} /> : <Plot chart={chart} />}
      </div>
      {chart.kind !== 'heatmap' && chart.step > 1 && <p className="dim cap">{t('media.cut', { step: chart.step })}</p>}
    </figure>
  );
}

function Plot({ chart }: { chart: Chart }): ReactNode {
  const { i18n } = useTranslation();
  const [at, setAt] = useState('');
  const isBar = chart.kind === 'bar';
  const [left, right] = rangeOf(chart.series.flatMap(({ xs }) => xs), false);
  const [low, high] = rangeOf(chart.series.flatMap(({ ys }) => ys), isBar);
  const places = Math.max(...chart.series.map(({ xs }) => xs.length));
  const slot = WIDE / places;
  const bar = (slot * 0.8) / chart.series.length;
  const x = (value: number): number => ((Math.max(left, Math.min(value, right)) - left) / (right - left)) * WIDE;
  // what is beyond the axis stands at its edge
  const y = (value: number): number => HIGH - ((Math.max(low, Math.min(value, high)) - low) / (high - low)) * HIGH;
  const isOff = (value: number | null): boolean => value !== null && (value < low || value > high);
  const text = (value: number): string => figureText(value, i18n.language);
  const say = (name: string, place: number, value: number): (() => void) => () =>
    setAt(`${chart.series.length > 1 ? `${name} · ` : ''}${chart.labels?.[place] ?? text(chart.series[0]!.xs[place] ?? place)}: ${text(value)}`);
  const named = chart.labels ?? (isBar ? Array.from({ length: places }, (_, place) => String(place)) : null);
  const ends = named === null ? [text(left), text(right)] : named.length <= FEW ? named : [named[0]!, named.at(-1)!];
  return (
    <>
      <div className="chart-plot">
        <div className="chart-left cap dim" aria-hidden><span>{text(high)}</span><span>{text(low)}</span></div>
        <svg viewBox={`0 0 ${WIDE} ${HIGH}`} preserveAspectRatio="none" aria-hidden onMouseLeave={() => setAt('')}>
          {chart.series.map(({ name, xs, ys }, series) => {
            const colour = `var(${COLOURS[series % COLOURS.length]})`;
            if (chart.kind === 'line') {
              return (
                <g key={series} style={{ stroke: colour }}>
                  <path d={pathOf(xs.map(x), ys.map((one) => (one === null || isOff(one) ? null : y(one))))} />
                  {ys.map((value, place) => value !== null && isOff(value) && <path key={place} className="dot off" d={`M${x(xs[place]!)} ${y(value)}h0`} onMouseEnter={say(name, place, value)} />)}
                </g>
              );
            }
            return (
              <g key={series} style={{ fill: colour, stroke: colour }}>
                {ys.map((value, place) => value !== null && (isBar ? (
                  <rect
                    key={place} x={place * slot + slot * 0.1 + series * bar} width={bar} y={Math.min(y(value), y(0))} height={Math.max(0.5, Math.abs(y(value) - y(0)))}
                    onMouseEnter={say(name, place, value)}
                  />
                ) : <path key={place} className="dot" d={`M${x(xs[place]!)} ${y(value)}h0`} onMouseEnter={say(name, place, value)} />))}
              </g>
            );
          })}
        </svg>
        <div className="chart-bottom cap dim" data-spread={!at && isBar ? true : undefined} aria-hidden>
          {at ? <span className="cut">{at}</span> : ends.map((one, place) => <span key={place} className="cut">{one}</span>)}
        </div>
      </div>
      {chart.series.length > 1 && (
        <ul className="chart-names cap">
          {chart.series.map(({ name }, series) => <li key={series}><i style={{ background: `var(${COLOURS[series % COLOURS.length]})` }} />{name}</li>)}
        </ul>
      )}
    </>
  );
}

/** A line with a gap wherever there is no number. */
function pathOf(xs: readonly number[], ys: readonly (number | null)[]): string {
  let isDown = false;
  return ys.map((y, at) => {
    if (y === null) {
      isDown = false;
      return '';
    }
    const step = `${isDown ? 'L' : 'M'}${xs[at]!.toFixed(2)} ${y.toFixed(2)}`;
    isDown = true;
    return step;
  }).join('');
}

function Heat({ chart: { rows } }: { chart: HeatChart }): ReactNode {
  const { i18n } = useTranslation();
  const [low, high] = rangeOf(rows.flat(), false);
  const cols = Math.max(...rows.map((row) => row.length));
  return (
    <>
      <div className="chart-heat" style={{ gridTemplateColumns: `repeat(${cols}, minmax(0, 1fr))` }}>
        {rows.flatMap((row, at) => Array.from({ length: cols }, (_, col) => {
          const value = row[col] ?? null;
          const share = value === null ? null : Math.round((100 * (value - low)) / (high - low));
          return <i key={`${at}.${col}`} title={`${at}, ${col}: ${figureText(value, i18n.language)}`} style={share === null ? {} : { background: `color-mix(in srgb, var(--heat3) ${share}%, var(--heat0))` }} />;
        }))}
      </div>
      <div className="edges chart-bottom dim cap" aria-hidden><span>{figureText(low, i18n.language)}</span><span>{figureText(high, i18n.language)}</span></div>
    </>
  );
}
