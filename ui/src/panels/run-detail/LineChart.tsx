import { useEffect, useRef, type ReactNode } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { Titles } from '../../api/runParts';
import { useLook } from '../../state/theme';
import { metricText } from '../../state/runs/figures';
import type { Axis, Chart } from '../../state/runs/series';
import { useTranslation } from '../../words/words';
import { dataOf, drawEdges, realAt } from '../curves/plot';
import { useSeen } from '../curves/seen';
import { besidePointer, boxOf, hideBox } from '../curves/tip';

const HEIGHT = 200;
/** Tokens of lines, in turn: those of port types, which are made to be told apart. */
const LINES = ['--tensor', '--optimizer', '--model', '--dataset', '--loss_fn', '--dataloader', '--list', '--image'];

interface Props {
  chart: Chart;
  isLog: boolean;
  axis: Axis;
  titles: Titles;
}

/** One chart. It is drawn when it is first scrolled into sight; the pointers of all charts move together. */
export function LineChart({ chart, isLog, axis, titles }: Props): ReactNode {
  const { t, i18n } = useTranslation();
  const scheme = useLook();
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const isSeen = useSeen(place);
  const nodes = chart.nodes.join('\n');

  useEffect(() => {
    const element = place.current;
    if (!element || !isSeen) return;
    const made = new uPlot(optionsOf(element, chart, isLog, i18n.language, titles), dataOf(chart.xs, chart.columns), element);
    plot.current = made;
    const watcher = new ResizeObserver(() => made.setSize({ width: element.clientWidth, height: HEIGHT }));
    watcher.observe(element);
    return () => {
      watcher.disconnect();
      made.destroy();
      plot.current = null;
    };
    // the data is set below; another set of lines, scale or colours needs another plot
  }, [isSeen, isLog, axis, scheme, nodes, i18n.language]);

  useEffect(() => plot.current?.setData(dataOf(chart.xs, chart.columns)), [chart]);

  return (
    <div
      ref={place}
      className="chart-place"
      style={{ height: HEIGHT }}
      role="img"
      aria-label={t('metrics.described', { name: chart.name, count: chart.xs.length, last: metricText(chart.last, i18n.language) })}
    />
  );
}

function optionsOf(element: HTMLElement, chart: Chart, isLog: boolean, language: string, titles: Titles): uPlot.Options {
  const style = getComputedStyle(element);
  const colour = (token: string): string => style.getPropertyValue(token).trim();
  const short = new Intl.NumberFormat(language, { notation: 'compact', maximumSignificantDigits: 4 });
  const font = `10px ${style.getPropertyValue('--font')}`;
  const edge: uPlot.Axis = {
    stroke: colour('--dim'),
    font,
    grid: { stroke: colour('--border'), width: 1 },
    ticks: { show: false },
    values: (_, ticks) => ticks.map((tick) => (tick === null ? '' : short.format(tick))),
  };
  return {
    width: element.clientWidth,
    height: HEIGHT,
    scales: { x: { time: false }, y: isLog ? { distr: 3 } : {} },
    axes: [{ ...edge, grid: { show: false }, size: 24 }, { ...edge, size: 48 }],
    series: [
      {},
      ...chart.nodes.map((node, at) => ({
        label: titles(node),
        stroke: colour(LINES[at % LINES.length]!),
        width: 1.5,
        dash: at < LINES.length ? [] : [4, 3],
        spanGaps: false,
        points: { show: chart.xs.length === 1 },
      })),
    ],
    legend: { show: false },
    cursor: { sync: { key: 'metrics' }, points: { size: 6 }, drag: { x: true, y: false } },
    hooks: { draw: [drawEdges], setCursor: [tell], ready: [(made) => made.over.addEventListener('mouseleave', () => hideBox(made, 'chart-tip'))] },
  };
}

/** The values under the pointer, beside it. */
function tell(plot: uPlot): void {
  const { idx, left } = plot.cursor;
  if (idx === null || idx === undefined || left === undefined || left < 0) return hideBox(plot, 'chart-tip');
  const box = boxOf(plot, 'chart-tip');
  const values = plot.series.slice(1).map((series, at) => `${plot.series.length > 2 ? `${String(series.label)} ` : ''}${metricText(realAt(plot, at + 1, idx), document.documentElement.lang)}`);
  box.textContent = [String(plot.data[0][idx]), ...values].join('\n');
  box.hidden = false;
  besidePointer(plot, box, left);
}
