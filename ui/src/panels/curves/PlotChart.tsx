import { useEffect, useRef, useState, type ReactNode } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { Column } from '../../state/runs/curves';
import { useLook } from '../../state/theme';
import { useTranslation } from '../../words/words';
import { dataOf, optionsOf, refresh, type Style } from './plot';
import './curves.css';

interface Props {
  name: string;
  /** What it shows, for who does not see it. */
  described: string;
  xs: readonly number[];
  /** One a line, as long as `xs`. */
  columns: readonly Column[];
  /** One a line. */
  styles: readonly Style[];
  isLog?: boolean;
  /** Places are counted: no ticks between them. */
  isWhole: boolean;
  height: number;
  sync: string;
  /** The line that is meant somewhere else; -1 for none. */
  hovered?: number;
  hover?: (at: number | null) => void;
}

/** Lines over one axis: a pointer that tells values, a brush that zooms, a double click that shows all again. */
export function PlotChart({ name, described, xs, columns, styles, isLog = false, isWhole, height, sync, hovered = -1, hover }: Props): ReactNode {
  const { t, i18n } = useTranslation();
  const scheme = useLook();
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const [isZoomed, setZoomed] = useState(false);
  const dressed = JSON.stringify(styles);
  const isSingle = xs.length === 1;
  const latest = useRef(hover);
  useEffect(() => {
    latest.current = hover;
  });

  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const options = optionsOf({
      width: element.clientWidth, height, styles, isLog, isSingle, isWhole, language: i18n.language, sync,
      style: getComputedStyle(element),
      hover: (at) => latest.current?.(at),
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
  }, [dressed, isLog, isWhole, isSingle, height, scheme, sync, i18n.language]);

  useEffect(() => {
    if (plot.current) refresh(plot.current, dataOf(xs, columns));
  }, [xs, columns]);

  useEffect(() => {
    const chart = plot.current;
    if (chart && chart.cursor.event == null) chart.setSeries(hovered < 0 ? null : hovered + 1, { focus: true }, false);
  }, [hovered, columns]);

  return (
    <div className="curve-place" style={{ height }}>
      <div ref={place} role="img" aria-label={described} />
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
