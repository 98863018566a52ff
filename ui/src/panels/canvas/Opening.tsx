import type { ReactNode } from 'react';
import { useTranslation } from '../../words/words';

/** Where the blocks stand, in pixels from the left and the top. */
const BLOCKS = [[0, 40], [0, 200], [240, 0], [240, 140], [480, 80]] as const;

/** Stands for a graph that is on its way; drawn a moment later, so that one that comes at once does not flicker. */
export function Opening(): ReactNode {
  const { t } = useTranslation();
  return (
    <div className="opening" role="status" data-testid="canvas-opening">
      <span className="unseen">{t('canvas.opening')}</span>
      {BLOCKS.map(([left, top]) => <i key={`${left},${top}`} style={{ left, top }} aria-hidden />)}
    </div>
  );
}
