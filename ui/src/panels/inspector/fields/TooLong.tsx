import { IconDownload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { CopyButton } from '../../../parts/CopyButton';
import { giveOut } from '../../../state/desktop/files';
import { useTranslation } from '../../../words/words';
import './fields.css';

/** Characters of it that are shown. */
const SHOWN = 2000;

/** The beginning of what is too long to be edited in a field; all of it can be copied and downloaded. name: of the file. */
export function TooLong({ id, name, value }: { id: string; name: string; value: unknown }): ReactNode {
  const { t } = useTranslation();
  const text = (): string => (typeof value === 'string' ? value : JSON.stringify(value));
  const start = (typeof value === 'string' ? value : JSON.stringify(Array.isArray(value) ? value.slice(0, SHOWN) : {})).slice(0, SHOWN);
  return (
    <span className="control long" data-testid={`too-long-${name}`}>
      <textarea id={id} className="area long-text" rows={4} readOnly value={start} aria-describedby={`${id}-size`} />
      <span id={`${id}-size`} className="dim cap">
        {typeof value === 'string' ? t('mend.too_long', { size: value.length }) : t('mend.too_large')}
      </span>
      <span className="too-long-ways">
        <CopyButton text={text} label={t('editing.copy')} />
        <button type="button" className="btn small" onClick={() => void giveOut(`${name}.${typeof value === 'string' ? 'txt' : 'json'}`, text())}>
          <IconDownload size={14} aria-hidden />
          {t('file.download')}
        </button>
      </span>
    </span>
  );
}
