import { useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { dashAt, tokenAt, useCompare } from '../../state/runs/compare';
import { namesOf } from '../../state/runs/curves';
import { axesOf, within, type Brushes, type ParallelAxis } from '../../state/runs/parallel';
import { useRunsList } from '../../state/runs/list';
import { useTranslation } from '../../words/words';
import { nameOf } from '../runs/cells';
import { AxisBrush } from './AxisBrush';
import type { Compared } from './ComparePanel';

const TOP = 28;
/** Room for what a brush leaves. */
const FOOT = 44;
const SIDE = 80;

/** One line a run through what it was given and what came of it. */
export function ParallelView({ compared }: { compared: Compared }): ReactNode {
  const { t } = useTranslation();
  const { ids, runs, differences } = compared;
  const chosen = useRunsList((list) => list.metric);
  const hovered = useCompare((state) => state.hovered);
  const place = useRef<HTMLDivElement>(null);
  const [{ width, height }, setSize] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = place.current!;
    const watcher = new ResizeObserver(() => setSize({ width: element.clientWidth, height: element.clientHeight }));
    watcher.observe(element);
    return () => watcher.disconnect();
  }, []);
  const axes = useMemo(() => {
    const names = namesOf(runs.map((run) => run?.final_metrics ?? {}), chosen);
    return axesOf(differences.params, names.map((name) => ({ name, values: runs.map((run) => run?.final_metrics[name]) })));
  }, [runs, differences, chosen]);
  const x = (at: number): number => (axes.length < 2 ? width / 2 : SIDE + (at * (width - 2 * SIDE)) / (axes.length - 1));
  const y = (share: number): number => TOP + (1 - share) * (height - TOP - FOOT);
  const [brushes, brush] = useState<Brushes>({});
  const isIn = useMemo(() => within(axes, brushes, ids.length), [axes, brushes, ids]);
  const left = ids.filter((_, at) => isIn[at]);
  const isBrushed = Object.keys(brushes).some((name) => axes.some((axis) => axis.name === name));
  return (
    <div ref={place} className="parallel" data-testid="parallel" data-axes={axes.length}>
      {axes.length === 0 && <p className="told dim">{t('compare.no_differences')}</p>}
      {width > 0 && axes.length > 0 && (
        <svg width={width} height={height} role="group" aria-label={t('compare.parallel_described', { axes: axes.map(({ name }) => name).join(', ') })}>
          {axes.map((_, at) => <line key={at} className="parallel-line" x1={x(at)} x2={x(at)} y1={y(1)} y2={y(0)} />)}
          {ids.map((id, at) => {
            const path = pathOf(axes, at, x, y);
            const { hover } = useCompare.getState();
            return (
              <g key={id} className="strand" data-testid={`strand-${id}`} data-dimmed={(hovered !== null && hovered !== id) || undefined} data-out={!isIn[at] || undefined} onMouseEnter={() => hover(id)} onMouseLeave={() => hover(null)}>
                <title>{runs[at] ? nameOf(runs[at]) : id.slice(0, 8)}</title>
                <path className="target" d={path} />
                <path d={path} style={{ stroke: `var(${tokenAt(at)})` }} strokeDasharray={dashAt(at).join(' ') || undefined} />
              </g>
            );
          })}
          {axes.map((axis, at) => <AxisBrush key={at} axis={axis} x={x(at)} y={y} brushes={brushes} brush={brush} />)}
          {axes.map((axis, at) => <Labels key={at} axis={axis} x={x(at)} y={y} room={(width - 2 * SIDE) / Math.max(1, axes.length - 1)} />)}
        </svg>
      )}
      {isBrushed && (
        <div className="brushed float" data-testid="brushed">
          <span role="status">{t('brush.left', { count: left.length, all: ids.length })}</span>
          <button type="button" className="btn small" disabled={left.length < 2 || left.length === ids.length} onClick={() => useCompare.getState().open(left)} data-testid="brush-keep">{t('brush.keep')}</button>
          <button type="button" className="btn small" onClick={() => brush({})} data-testid="brush-clear">{t('brush.clear')}</button>
        </div>
      )}
    </div>
  );
}

/** Over the strands, on a ground of their own. */
function Labels({ axis, x, y, room }: { axis: ParallelAxis; x: number; y: (share: number) => number; room: number }): ReactNode {
  const most = Math.max(8, Math.floor(room / 6.5));
  const cut = (text: string): string => (text.length > most ? `${text.slice(0, most - 1)}…` : text);
  return (
    <g className="parallel-axis">
      <text x={x} y={12} textAnchor="middle" className="axis-name"><title>{axis.name}</title>{cut(axis.name)}</text>
      {axis.labels.map(({ text, at }) => <text key={text} x={x + 13} y={y(at) + 3}>{cut(text)}</text>)}
    </g>
  );
}

/** Through every axis on which the run has a value; a gap elsewhere. */
function pathOf(axes: readonly ParallelAxis[], run: number, x: (at: number) => number, y: (share: number) => number): string {
  let path = '';
  let isOn = false;
  axes.forEach((axis, at) => {
    const share = axis.places[run];
    if (share !== null && share !== undefined) path += `${isOn ? 'L' : 'M'}${x(at).toFixed(1)} ${y(share).toFixed(1)}`;
    isOn = share !== null && share !== undefined;
  });
  return path;
}
