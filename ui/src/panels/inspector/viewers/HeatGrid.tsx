import { IconMaximize, IconMinus, IconPlus } from '@tabler/icons-react';
import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import { figureText } from '../../../state/outputs/numbers';
import { closer, foldOf, isCoarse, moved, placeOf, wholeOf, wider, type Plane, type Raster, type View } from '../../../state/outputs/plane';
import { pixelsOf } from '../../../state/outputs/heat';
import { useLook } from '../../../state/theme';
import { useTranslation } from '../../../words/words';
import { paletteOf } from './palette';

interface Props {
  shape: readonly number[];
  plane: Plane;
  lead: readonly number[];
  view: View;
  raster: Raster;
  /** Of the view, row by row; fewer while another view is on its way. */
  values: Float64Array;
  scale: readonly [number, number];
  hasDecimals: boolean;
  setView: (view: View) => void;
}

interface Cell {
  row: number;
  col: number;
}

/**
 * A plane of a tensor in colours, with the number under the pointer. By key: arrows walk from cell to cell and on beyond
 * the edge, plus and minus look closer and wider, 0 shows all.
 */
export function HeatGrid({ shape, plane, lead, view, raster, values, scale, hasDecimals, setView }: Props): ReactNode {
  const { t, i18n } = useTranslation();
  const canvas = useRef<HTMLCanvasElement>(null);
  const look = useLook();
  const [cell, setCell] = useState<Cell | null>(null);
  const fold = plane.isLine ? foldOf(raster.colCount) : raster.colCount;
  const rows = plane.isLine ? Math.ceil(raster.colCount / fold) : raster.rowCount;
  useEffect(() => {
    if (canvas.current) draw(canvas.current, fold, rows, values, scale);
  }, [values, fold, rows, scale, look]);

  const indexOf = ({ row, col }: Cell): number => row * fold + col;
  const isThere = cell !== null && indexOf(cell) < values.length && cell.col < fold && cell.row < rows;
  const place = isThere ? (plane.isLine ? placeOf(shape, lead, view, 0, indexOf(cell)) : placeOf(shape, lead, view, cell.row, cell.col)) : '';
  const text = (value: number | undefined): string => figureText(value, i18n.language, hasDecimals);
  const said = isThere ? `${place} = ${text(values[indexOf(cell)])}` : '';
  const isPart = isCoarse(raster) || view.rows < plane.rows || view.cols < plane.cols;
  const middle = cell ?? { row: Math.floor(rows / 2), col: Math.floor(fold / 2) };
  const zoom = (change: typeof closer): void => setView(plane.isLine ? change(plane, view, 0, indexOf(middle)) : change(plane, view, middle.row, middle.col));
  const point = (event: PointerEvent): void => {
    const box = event.currentTarget.getBoundingClientRect();
    setCell({ row: within(Math.floor(((event.clientY - box.top) / box.height) * rows), rows), col: within(Math.floor(((event.clientX - box.left) / box.width) * fold), fold) });
  };
  const press = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (step) {
      const [down, across] = [middle.row + (cell ? step[0] : 0), middle.col + (cell ? step[1] : 0)];
      if (!plane.isLine && (down < 0 || down >= rows || across < 0 || across >= fold)) setView(moved(plane, view, step[0], step[1]));
      setCell({ row: within(down, rows), col: within(across, fold) });
    } else if (event.key === '+' || event.key === '=') zoom(closer);
    else if (event.key === '-') zoom(wider);
    else if (event.key === '0') setView(wholeOf(plane));
    else if (event.key === 'Escape' && cell) setCell(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const height = rows / fold;
  return (
    <div className="heat" data-testid="heat">
      <div className="heat-top cap dim" aria-hidden>{ticks(plane.isLine ? 0 : view.col, plane.isLine ? 1 : raster.colStep, fold).map((tick) => <span key={tick}>{tick}</span>)}</div>
      <div className="heat-left cap dim" aria-hidden>{ticks(plane.isLine ? view.col : view.row, plane.isLine ? fold * raster.colStep : raster.rowStep, rows).map((tick) => <span key={tick}>{tick}</span>)}</div>
      <div
        className="heat-plane" style={{ aspectRatio: `1 / ${Math.min(1.2, Math.max(0.12, height))}` }}
        role="application" tabIndex={0} aria-label={t('viewer.grid_of', { rows, cols: fold })} aria-describedby="heat-said"
        onPointerMove={point} onPointerLeave={() => setCell(null)} onKeyDown={press} onDoubleClick={() => zoom(closer)}
        data-testid="heat-plane" data-rows={rows} data-cols={fold}
      >
        <canvas ref={canvas} aria-hidden />
        {isThere && (
          <>
            <i className="heat-cell" style={{ left: `${(100 * cell.col) / fold}%`, top: `${(100 * cell.row) / rows}%`, width: `${100 / fold}%`, height: `${100 / rows}%` }} />
            <span className="heat-tip float mono" style={tipPlace(cell, rows, fold)} data-testid="heat-tip">{place} = <b>{text(values[indexOf(cell)])}</b></span>
          </>
        )}
        <span id="heat-said" className="unseen" role="status">{said}</span>
      </div>
      <div className="heat-scale cap dim" aria-hidden><span>{text(scale[1])}</span><i /><span>{text(scale[0])}</span></div>
      {isPart && (
        <div className="heat-foot">
          <span className="dim cap cut" data-testid="heat-coarse">{isCoarse(raster) ? t('viewer.every', { row: raster.rowStep, col: raster.colStep }) : t('viewer.part')}</span>
          <span className="grow" />
          <button type="button" className="btn icon small" aria-label={t('viewer.wider')} title={t('viewer.wider')} onClick={() => zoom(wider)} data-testid="heat-wider"><IconMinus size={14} aria-hidden /></button>
          <button type="button" className="btn icon small" aria-label={t('viewer.closer')} title={t('viewer.closer')} onClick={() => zoom(closer)} data-testid="heat-closer"><IconPlus size={14} aria-hidden /></button>
          <button type="button" className="btn icon small" aria-label={t('viewer.whole')} title={t('viewer.whole')} onClick={() => setView(wholeOf(plane))} data-testid="heat-whole"><IconMaximize size={14} aria-hidden /></button>
        </div>
      )}
    </div>
  );
}

const STEPS: Record<string, readonly [number, number]> = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

function draw(canvas: HTMLCanvasElement, cols: number, rows: number, values: Float64Array, [low, high]: readonly [number, number]): void {
  const pen = canvas.getContext('2d');
  if (!pen || cols === 0 || rows === 0) return;
  const { stops, none } = paletteOf(canvas);
  canvas.width = cols;
  canvas.height = rows;
  const drawn = values.subarray(0, cols * rows);
  const pixels = new Uint8ClampedArray(cols * rows * 4); // what a folded line does not reach stays clear
  pixels.set(pixelsOf(drawn, low, high, stops, none));
  pen.putImageData(new ImageData(pixels, cols, rows), 0, 0);
}

/** Five indices along a side, its ends among them. */
function ticks(from: number, step: number, count: number): number[] {
  const last = Math.max(0, count - 1);
  return [...new Set([0, 0.25, 0.5, 0.75, 1].map((share) => from + Math.round(last * share) * step))];
}

/** Beside the cell, towards the side with more room. */
function tipPlace({ row, col }: Cell, rows: number, cols: number): Record<string, string> {
  const isLeft = col < cols / 2;
  const isTop = row < rows / 2;
  return {
    [isLeft ? 'left' : 'right']: `${isLeft ? (100 * (col + 1)) / cols : 100 - (100 * col) / cols}%`,
    [isTop ? 'top' : 'bottom']: `${isTop ? (100 * (row + 1)) / rows : 100 - (100 * row) / rows}%`,
  };
}

function within(value: number, count: number): number {
  return Math.min(Math.max(value, 0), count - 1);
}
