import type uPlot from 'uplot';
import { metricText } from '../../state/runs/figures';
import { limitOf, within } from '../../state/outputs/sane';
import type { Column } from '../../state/runs/curves';
import { besidePointer, boxOf, hideBox } from './tip';

export interface Style {
  label: string;
  /** A token of tokens.css. */
  token: string;
  dash: readonly number[];
}

interface Given {
  width: number;
  height: number;
  styles: readonly Style[];
  isLog: boolean;
  isSingle: boolean;
  /** Places are counted: no ticks between them. */
  isWhole: boolean;
  language: string;
  /** Charts of the same key move their pointers and their zoom together. */
  sync: string;
  style: CSSStyleDeclaration;
  /** Told which line is nearest to the pointer. */
  hover: (at: number | null) => void;
}

/** Pixels from a line within which it is the one that is meant. */
const NEAR = 24;

const WHOLE = Array.from({ length: 16 }, (_, power) => [1, 2, 5].map((digit) => digit * 10 ** power)).flat();

/** How a chart is drawn. */
export function optionsOf(given: Given): uPlot.Options {
  const colour = (token: string): string => given.style.getPropertyValue(token).trim();
  const short = new Intl.NumberFormat(given.language, { notation: 'compact', maximumSignificantDigits: 4 });
  const edge: uPlot.Axis = {
    stroke: colour('--dim'),
    font: `10px ${given.style.getPropertyValue('--font')}`,
    grid: { stroke: colour('--border'), width: 1 },
    ticks: { show: false },
    values: (_, ticks) => ticks.map((tick) => (tick === null ? '' : short.format(tick))),
  };
  return {
    width: given.width,
    height: given.height,
    scales: { x: { time: false }, y: given.isLog ? { distr: 3 } : {} },
    axes: [{ ...edge, grid: { show: false }, size: 24, ...(given.isWhole ? { incrs: WHOLE } : {}) }, { ...edge, size: 48 }],
    series: [
      {},
      ...given.styles.map(({ label, token, dash }) => ({
        label, stroke: colour(token), width: 2, dash: [...dash], spanGaps: false, points: { show: given.isSingle, size: 6, fill: colour(token) },
      })),
    ],
    legend: { show: false },
    focus: { alpha: 0.25 },
    cursor: { sync: { key: given.sync, scales: ['x', null] }, points: { size: 6 }, drag: { x: true, y: false }, focus: { prox: given.styles.length > 1 ? NEAR : -1 } },
    hooks: {
      draw: [drawEdges],
      setCursor: [(plot) => tell(plot, given.language)],
      setSeries: [(plot, at) => plot.cursor.event !== null && given.hover(at === null || at === undefined || at < 1 ? null : at - 1)],
      ready: [(made) => made.over.addEventListener('mouseleave', () => (hideBox(made, 'curve-tip'), given.hover(null)))],
    },
  };
}

const reals = new WeakMap<uPlot.AlignedData, readonly Column[]>();

/** A chart's data as uPlot takes it: a gap for a number that is beyond the rest, which is marked at the edge instead. */
export function dataOf(xs: readonly number[], columns: readonly Column[]): uPlot.AlignedData {
  const limit = limitOf(...columns);
  const data = [xs, ...columns.map((column) => within(column, limit))] as uPlot.AlignedData;
  reals.set(data, columns);
  return data;
}

/** The number that was told, also where it is not drawn. */
export function realAt(plot: uPlot, series: number, at: number): number | null | undefined {
  return reals.get(plot.data)?.[series - 1]?.[at] ?? plot.data[series]?.[at];
}

const MARK = 5;

/** A small triangle at the edge for each number that is beyond it. */
export function drawEdges(plot: uPlot): void {
  const { ctx, bbox, data } = plot;
  const size = MARK * devicePixelRatio;
  ctx.save();
  for (let series = 1; series < data.length; series += 1) {
    const { stroke } = plot.series[series]!;
    ctx.fillStyle = typeof stroke === 'function' ? String(stroke(plot, series)) : '';
    for (let at = 0; at < data[0].length; at += 1) {
      const real = data[series]![at] === null ? realAt(plot, series, at) : null;
      if (real === null || real === undefined) continue;
      const x = plot.valToPos(data[0][at]!, 'x', true);
      if (x < bbox.left || x > bbox.left + bbox.width) continue;
      const [edge, into] = real > 0 ? [bbox.top, 1] : [bbox.top + bbox.height, -1];
      ctx.beginPath();
      ctx.moveTo(x, edge);
      ctx.lineTo(x - size, edge + into * size * 1.5);
      ctx.lineTo(x + size, edge + into * size * 1.5);
      ctx.fill();
    }
  }
  ctx.restore();
}

/** New data, with the zoom that somebody has chosen. */
export function refresh(plot: uPlot, data: uPlot.AlignedData): void {
  const before = plot.data[0];
  const { min, max } = plot.scales['x'] ?? {};
  const isWhole = before.length === 0 || ((min ?? -Infinity) <= before[0]! && (max ?? Infinity) >= before.at(-1)!);
  plot.setData(data, isWhole);
  if (!isWhole) plot.redraw();
}

/** The values under the pointer, beside it, each with its colour. */
function tell(plot: uPlot, language: string): void {
  const { idx, left } = plot.cursor;
  if (idx === null || idx === undefined || left === undefined || left < 0) return hideBox(plot, 'curve-tip');
  const box = boxOf(plot, 'curve-tip');
  const lines = plot.series.slice(1).flatMap((series, at) => {
    const value = realAt(plot, at + 1, idx);
    return value === undefined ? [] : [lineOf(String(series.label), typeof series.stroke === 'function' ? series.stroke(plot, at + 1) : series.stroke, value, language, plot.series.length > 2)];
  });
  const place = document.createElement('div');
  place.className = 'dim';
  place.textContent = new Intl.NumberFormat(language, { maximumFractionDigits: 2 }).format(plot.data[0][idx] ?? 0);
  box.replaceChildren(place, ...lines);
  box.hidden = false;
  besidePointer(plot, box, left);
}

function lineOf(label: string, stroke: unknown, value: number | null, language: string, isNamed: boolean): HTMLElement {
  const line = document.createElement('div');
  const square = document.createElement('i');
  square.className = 'square';
  square.style.background = String(stroke);
  const figure = document.createElement('span');
  figure.textContent = value === null ? 'NaN' : metricText(value, language);
  line.append(square, figure);
  if (isNamed) line.append(Object.assign(document.createElement('span'), { className: 'dim cut', textContent: label }));
  return line;
}
