import type { ReactNode } from 'react';
import type { View } from '../../state/route';
import { useTranslation } from '../../words/words';

/** Stands for a view that is not built yet. */
export function Later({ view }: { view: View }): ReactNode {
  const { t } = useTranslation();
  return (
    <main className="later" data-testid={`view-${view}`}>
      <h1>{t('later.title')}</h1>
      <p className="dim">{t('later.text')}</p>
    </main>
  );
}
