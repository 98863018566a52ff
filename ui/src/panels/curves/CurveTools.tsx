import { IconDownload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Look } from '../../state/runs/curves';
import { useTranslation } from '../../words/words';
import './curves.css';

/** Axis, smoothing and scale of curves. */
export function CurveTools({ look, setLook, csv }: { look: Look; setLook: (look: Look) => void; csv?: string }): ReactNode {
  const { t } = useTranslation();
  return (
    <>
      <div className="segmented small" role="group" aria-label={t('metrics.axis')}>
        {(['step', 'time'] as const).map((axis) => (
          <button key={axis} type="button" aria-pressed={look.axis === axis} onClick={() => setLook({ ...look, axis })} data-testid={`metrics-axis-${axis}`}>{t(`metrics.${axis}`)}</button>
        ))}
      </div>
      <button type="button" className="btn small" aria-pressed={look.isLog} onClick={() => setLook({ ...look, isLog: !look.isLog })} data-testid="metrics-log">{t('metrics.log')}</button>
      <label className="row dim cap">
        {t('metrics.smooth')}
        <input className="smooth" type="range" min={0} max={0.99} step={0.01} value={look.smoothing} onChange={(event) => setLook({ ...look, smoothing: Number(event.currentTarget.value) })} data-testid="metrics-smooth" />
      </label>
      {csv !== undefined && (
        <a className="btn small" href={csv} download data-testid="metrics-csv">
          <IconDownload size={14} aria-hidden />
          {t('metrics.csv')}
        </a>
      )}
    </>
  );
}
