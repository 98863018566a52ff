import { useMemo } from 'react';
import type { TFunction } from 'i18next';
import { useTranslation } from '../../words/words';

/** What rows are worded with, asked for once for all of them. */
export interface Words {
  t: TFunction;
  language: string;
  status: Readonly<Record<string, string>>;
}

export function useWords(): Words {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  return useMemo(() => ({ t, language, status: t('run_status', { returnObjects: true }) as Record<string, string> }), [t, language]);
}
