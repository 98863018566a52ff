import { IconList } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { perform } from '../../state/commands/commands';
import { useTranslation } from '../../words/words';
import './narrow.css';

/** In a window that is too narrow to edit the picture: where one can. */
export function NarrowNote(): ReactNode {
  const { t } = useTranslation();
  return (
    <div className="narrow float" role="status" data-testid="narrow-note">
      <span>{t('narrow.text')}</span>
      <button type="button" className="btn small" onClick={() => perform('view.list')} data-testid="narrow-list">
        <IconList size={14} aria-hidden />
        {t('narrow.list')}
      </button>
    </div>
  );
}
