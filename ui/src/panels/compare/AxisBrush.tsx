import { useRef, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import { moved, put, type Brushes, type ParallelAxis } from '../../state/runs/parallel';
import { useTranslation } from '../../words/words';

interface Props {
  axis: ParallelAxis;
  x: number;
  y: (share: number) => number;
  brushes: Brushes;
  brush: (brushes: Brushes) => void;
}

/** Pixels across: what lies beside the axis still belongs to the strands. */
const WIDE = 20;
const STEP = 0.05;

/**
 * An axis that can be narrowed: the pointer draws over it, a press on it takes that away. By key each end is a slider:
 * arrows move it, Home and End bring it to the end of the axis, Escape takes the brush away.
 */
export function AxisBrush({ axis: { name }, x, y, brushes, brush }: Props): ReactNode {
  const { t, i18n } = useTranslation();
  const from = useRef<number | null>(null);
  const now = brushes[name];
  const [low, high] = now ?? [0, 1];
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent' });
  const share = (event: PointerEvent<SVGElement>): number => {
    const frame = event.currentTarget.ownerSVGElement!.getBoundingClientRect();
    return (y(0) - (event.clientY - frame.top)) / (y(0) - y(1));
  };
  const press = (end: 0 | 1) => (event: KeyboardEvent): void => {
    const at = end === 0 ? low : high;
    if (event.key === 'ArrowUp' || event.key === 'ArrowRight') brush(moved(brushes, name, end, at + STEP));
    else if (event.key === 'ArrowDown' || event.key === 'ArrowLeft') brush(moved(brushes, name, end, at - STEP));
    else if (event.key === 'Home') brush(moved(brushes, name, end, 0));
    else if (event.key === 'End') brush(moved(brushes, name, end, 1));
    else if (event.key === 'Escape' && now) brush(put(brushes, name, null));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const end = (which: 0 | 1): ReactNode => {
    const at = which === 0 ? low : high;
    return (
      <rect
        className="brush-end" x={x - WIDE / 2} width={WIDE} y={y(at) - 3} height={6} rx={3} tabIndex={0} role="slider"
        aria-label={t(which === 0 ? 'brush.least' : 'brush.most', { name })} aria-valuemin={0} aria-valuemax={100} aria-valuenow={Math.round(100 * at)} aria-valuetext={percent.format(at)}
        onKeyDown={press(which)} data-testid={`brush-${which === 0 ? 'least' : 'most'}-${name}`}
      />
    );
  };
  return (
    <g className="brush" data-on={now !== undefined || undefined}>
      {now && <rect className="brush-part" x={x - WIDE / 4} width={WIDE / 2} y={y(high)} height={Math.max(2, y(low) - y(high))} />}
      <rect
        className="brush-space" x={x - WIDE / 2} width={WIDE} y={y(1)} height={y(0) - y(1)} data-testid={`brush-axis-${name}`}
        onPointerDown={(event) => {
          from.current = share(event);
          event.currentTarget.setPointerCapture(event.pointerId);
          brush(put(brushes, name, null));
        }}
        onPointerMove={(event) => {
          if (from.current !== null && Math.abs(share(event) - from.current) > 0.02) brush(put(brushes, name, [from.current, share(event)]));
        }}
        onPointerUp={() => {
          from.current = null;
        }}
      />
      {end(1)}
      {end(0)}
    </g>
  );
}
