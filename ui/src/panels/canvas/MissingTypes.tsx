import { IconAlertTriangle } from '@tabler/icons-react';
import { Suspense, useMemo, useState, type ReactNode } from 'react';
import { lazySoon } from '../../parts/lazy';
import { perform } from '../../state/commands/commands';
import { useEditor } from '../../state/editor';
import { go } from '../../state/route';
import { useTranslation } from '../../words/words';
import type { Card } from './elements';

const ReplaceDialog = lazySoon(() => import('./ReplaceDialog').then((module) => ({ default: module.ReplaceDialog })));

const NAMED = 3;

/** Says which types of the graph the server does not have; what such nodes hold is kept all the same. */
export function MissingTypes({ cards, isKnown }: { cards: readonly Card[]; isKnown: boolean }): ReactNode {
  const { t } = useTranslation();
  const [isReplacing, setIsReplacing] = useState(false);
  const missing = useMemo(() => (isKnown ? cards.filter((card) => !card.data.isKnown) : []), [cards, isKnown]);
  if (missing.length === 0) return null;
  const types = [...new Set(missing.map((card) => card.data.node.type))];
  const names = types.slice(0, NAMED).join(', ') + (types.length > NAMED ? ` +${types.length - NAMED}` : '');
  return (
    <div className="missing float" role="status" data-testid="banner-missing_types" title={types.join(', ')}>
      <IconAlertTriangle size={16} aria-hidden />
      <span>{t('canvas.missing_types', { count: types.length, names })}</span>
      <button
        type="button" className="btn small" data-testid="missing-show"
        onClick={() => {
          useEditor.getState().select(missing.map((card) => card.id));
          perform('view.fit_selection');
        }}
      >
        {t('canvas.show_them')}
      </button>
      <button type="button" className="btn small" onClick={() => setIsReplacing(true)} data-testid="missing-replace">{t('replace.open')}</button>
      <button type="button" className="btn small" onClick={() => go({ view: 'settings', id: 'packs' })} data-testid="missing-install">{t('replace.install')}</button>
      {isReplacing && <Suspense fallback={null}><ReplaceDialog types={types} close={() => setIsReplacing(false)} /></Suspense>}
    </div>
  );
}
