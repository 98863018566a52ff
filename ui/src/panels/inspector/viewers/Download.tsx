import { IconDownload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { fileAddress, type Place } from '../../../api/outputs';
import { storedDtype } from '../../../state/outputs/numbers';
import { useTranslation } from '../../../words/words';

interface Props {
  place: Place;
  kind: 'npy' | 'csv' | 'txt' | 'picture';
  /** Of a tensor. */
  dtype?: string;
}

/** The whole value as a file, which the browser takes as it is sent. */
export function Download({ place, kind, dtype = '' }: Props): ReactNode {
  const { t } = useTranslation();
  const stored = storedDtype(dtype);
  const hint = kind !== 'npy' ? '' : stored === dtype ? t('download.npy_hint') : t('download.npy_wider', { dtype, stored });
  return (
    <a className="btn small" href={fileAddress(place, kind === 'picture')} download title={hint || undefined} data-testid={`download-${kind}`}>
      <IconDownload size={14} aria-hidden />
      {t(`download.${kind}`)}
    </a>
  );
}
