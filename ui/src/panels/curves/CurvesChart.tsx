import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { Curve } from '../../api/types.gen';
import { aligned, hasNumbers, type Look } from '../../state/runs/curves';
import { useLook } from '../../state/theme';
import { useTranslation } from '../../words/words';
import { dataOf, optionsOf, refresh, type Style } from './plot';
import './curves.css';

interface Props {
  name: string;
  curves: readonly Curve[];
  /** One a curve. */
  styles: readonly Style[];
  look: Look;
  height: number;
  sync: string;
  /** Of the run that is meant somewhere else. */
  hovered?: string | null;
  hover?: (run: string | null) => void;
}

/** One metric as curves: a pointer that tells values, a brush that zooms, a double click that shows all again. */
export function CurvesChart({ name, curves, styles, look, height, sync, hovered = null, hover }: Props): ReactNode {
  const { t, i18n } = useTranslation();
  const scheme = useLook();
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const [isZoomed, setZoomed] = useState(false);
  const { xs, columns } = useMemo(() => aligned(curves, look), [curves, look]);
  const isEmpty = !curves.some(hasNumbers);
  const dressed = JSON.stringify(styles);
  const latest = useRef({ curves, hover });
  useEffect(() => {
    latest.current = { curves, hover };
  });

  useEffect(() => {
    const element = place.current;
    if (!element || isEmpty) return;
    const options = optionsOf({
      width: element.clientWidth, height, styles, isLog: look.isLog, isSingle: xs.length === 1, isWhole: look.axis === 'step', language: i18n.language, sync,
      style: getComputedStyle(element),
      hover: (at) => latest.current.hover?.(at === null ? null : (latest.current.curves[at]?.run_id ?? null)),
    });
    const made = new uPlot(options, dataOf(xs, columns), element);
    made.hooks.setScale = [(chart, key) => key === 'x' && setZoomed(isPart(chart))];
    plot.current = made;
    const watcher = new ResizeObserver(() => element.clientWidth > 0 && made.setSize({ width: element.clientWidth, height }));
    watcher.observe(element);
    return () => {
      watcher.disconnect();
      made.destroy();
      plot.current = null;
    };
    // the data is set below; other lines, scales or colours need another plot
  }, [isEmpty, dressed, look.isLog, look.axis, xs.length === 1, height, scheme, sync, i18n.language]);

  useEffect(() => {
    if (plot.current) refresh(plot.current, dataOf(xs, columns));
  }, [xs, columns]);

  useEffect(() => {
    const at = hovered === null ? -1 : curves.findIndex((curve) => curve.run_id === hovered);
    const chart = plot.current;
    if (chart && chart.cursor.event == null) chart.setSeries(at < 0 ? null : at + 1, { focus: true }, false);
  }, [hovered, curves]);

  if (isEmpty) return <p className="curve-none dim" style={{ height }} data-testid={`curve-none-${name}`}>{t(curves.length === 0 ? 'curves.none' : 'curves.no_numbers')}</p>;
  return (
    <div className="curve-place" style={{ height }}>
      <div ref={place} role="img" aria-label={t('curves.described', { name, count: curves.length, points: xs.length })} />
      {isZoomed && (
        <button type="button" className="btn small float" onClick={() => plot.current?.setScale('x', { min: xs[0]!, max: xs.at(-1)! })} data-testid={`curve-whole-${name}`}>
          {t('curves.whole')}
        </button>
      )}
    </div>
  );
}

/** Whether some of the places are out of sight. */
function isPart(chart: uPlot): boolean {
  const xs = chart.data[0];
  const { min, max } = chart.scales['x'] ?? {};
  return xs.length > 1 && ((min ?? -Infinity) > xs[0]! || (max ?? Infinity) < xs.at(-1)!);
}
