import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import type { Wrong } from '../../../state/fields/reading';
import { language } from '../../../words/language';
import { useTranslation } from '../../../words/words';

/** For `aria-describedby` of a field: what the param is, and what is said below the field. */
export function describedBy(id: string, wrong: Wrong | null, more = ''): string {
  return `${id}-about ${wrong ? `${id}-why` : more}`.trim();
}

/** Why what was typed is no value yet, in words below its field. */
export function WhyWrong({ id, wrong }: { id: string; wrong: Wrong | null }): ReactNode {
  const { t } = useTranslation();
  if (!wrong) return null;
  return <span id={`${id}-why`} className="why-wrong cap" data-why={wrong.why}>{worded(t, wrong)}</span>;
}

function worded(t: TFunction, wrong: Wrong): string {
  const shown = (number: number): string => new Intl.NumberFormat(language(), { maximumSignificantDigits: 17 }).format(number);
  switch (wrong.why) {
    case 'range':
      return t('param.range', { low: shown(wrong.low), high: shown(wrong.high) });
    case 'at_least':
      return t('param.at_least', { low: shown(wrong.low) });
    case 'at_most':
      return t('param.at_most', { high: shown(wrong.high) });
    default:
      return t(`param.${wrong.why}`);
  }
}
