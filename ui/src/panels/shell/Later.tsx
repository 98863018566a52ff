import type { ReactNode } from 'react';
import { hashOf, type View } from '../../state/route';
import { useEditor } from '../../state/editor';
import { useTranslation } from '../../words/words';

/** Stands for a view that is not built yet, and for an address that leads nowhere; there is always a way back. */
export function Later({ view }: { view: View }): ReactNode {
  const { t } = useTranslation();
  const file = useEditor((state) => state.open.file);
  const name = useEditor((state) => state.root.name ?? '');
  const isNowhere = view === 'nowhere';
  return (
    <main className="later" data-testid={`view-${view}`}>
      <h1>{t(isNowhere ? 'later.nowhere' : 'later.title')}</h1>
      <p className="dim">{isNowhere ? t('later.no_place', { place: location.hash.slice(0, 80) }) : t('later.text')}</p>
      <a className="btn" href={hashOf({ view: 'canvas', id: file })} data-testid="later-back">
        <span className="cut">{name ? t('later.back_to', { name }) : t('later.back')}</span>
      </a>
    </main>
  );
}
