import { IconLock, IconLockOpen, IconMaximize, IconMinus, IconPlus } from '@tabler/icons-react';
import { useStore } from '@xyflow/react';
import { type ReactNode } from 'react';
import { perform } from '../../state/commands/commands';
import { useView } from '../../state/view/view';
import { useTranslation } from '../../words/words';

/** How near one is to the graph, and ways to change it. */
export function ZoomBar(): ReactNode {
  const { t } = useTranslation();
  const percent = useStore((state) => Math.round(state.transform[2] * 100));
  const isNarrow = useView((view) => view.isNarrow);
  const isLocked = useView((view) => view.isLocked) || isNarrow;
  const Lock = isLocked ? IconLock : IconLockOpen;
  const lock = isLocked ? t('view.unlock') : t('view.lock');
  return (
    <div className="zoom float" role="group" aria-label={t('view.zoom')}>
      <button type="button" className="btn icon small" aria-label={t('canvas.zoom_out')} title={t('canvas.zoom_out')} onClick={() => perform('view.zoom_out')} data-testid="zoom-out">
        <IconMinus size={14} aria-hidden />
      </button>
      <button type="button" className="btn icon percent" aria-label={`${percent}% · ${t('view.actual')}`} title={t('view.actual')} onClick={() => perform('view.actual')} data-testid="zoom-percent">
        {percent}%
      </button>
      <button type="button" className="btn icon small" aria-label={t('canvas.zoom_in')} title={t('canvas.zoom_in')} onClick={() => perform('view.zoom_in')} data-testid="zoom-in">
        <IconPlus size={14} aria-hidden />
      </button>
      <button type="button" className="btn icon small" aria-label={t('canvas.fit')} title={t('canvas.fit')} onClick={() => perform('view.fit')} data-testid="zoom-fit">
        <IconMaximize size={14} aria-hidden />
      </button>
      <button type="button" className="btn icon small" aria-label={lock} title={lock} aria-pressed={isLocked} disabled={isNarrow} onClick={() => perform('view.lock')} data-testid="zoom-lock">
        <Lock size={14} aria-hidden />
      </button>
    </div>
  );
}
