import { IconMaximize, IconMinus, IconPlus } from '@tabler/icons-react';
import { useReactFlow, useStore } from '@xyflow/react';
import type { ReactNode } from 'react';
import { useTranslation } from '../../words/words';

/** How near one is to the graph, and ways to change it. */
export function ZoomBar(): ReactNode {
  const { t } = useTranslation();
  const { zoomIn, zoomOut, fitView } = useReactFlow();
  const percent = useStore((state) => Math.round(state.transform[2] * 100));
  return (
    <div className="zoom float">
      <button type="button" className="btn icon" aria-label={t('canvas.zoom_out')} title={t('canvas.zoom_out')} onClick={() => void zoomOut()}>
        <IconMinus size={16} aria-hidden />
      </button>
      <span className="percent">{percent}%</span>
      <button type="button" className="btn icon" aria-label={t('canvas.zoom_in')} title={t('canvas.zoom_in')} onClick={() => void zoomIn()}>
        <IconPlus size={16} aria-hidden />
      </button>
      <button type="button" className="btn icon" aria-label={t('canvas.fit')} title={t('canvas.fit')} onClick={() => void fitView({ padding: 0.12, maxZoom: 1 })}>
        <IconMaximize size={16} aria-hidden />
      </button>
    </div>
  );
}
