import { useMemo, type ReactNode } from 'react';
import type { Curve } from '../../api/types.gen';
import { aligned, hasNumbers, type Look } from '../../state/runs/curves';
import { useTranslation } from '../../words/words';
import type { Style } from './plot';
import { PlotChart } from './PlotChart';
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

/** One metric of one or several runs as curves. */
export function CurvesChart({ name, curves, styles, look, height, sync, hovered = null, hover }: Props): ReactNode {
  const { t } = useTranslation();
  const { xs, columns } = useMemo(() => aligned(curves, look), [curves, look]);
  if (!curves.some(hasNumbers)) {
    return <p className="curve-none dim" style={{ height }} data-testid={`curve-none-${name}`}>{t(curves.length === 0 ? 'curves.none' : 'curves.no_numbers')}</p>;
  }
  return (
    <PlotChart
      name={name} described={t('curves.described', { name, count: curves.length, points: xs.length })}
      xs={xs} columns={columns} styles={styles} isLog={look.isLog} isWhole={look.axis === 'step'} height={height} sync={sync}
      hovered={hovered === null ? -1 : curves.findIndex((curve) => curve.run_id === hovered)}
      hover={(at) => hover?.(at === null ? null : (curves[at]?.run_id ?? null))}
    />
  );
}
