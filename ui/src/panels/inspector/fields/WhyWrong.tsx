import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import type { Wrong } from '../../../state/fields/reading';
import { language } from '../../../words/language';
import { useTranslation } from '../../../words/words';

/** The id of what is said below a field, for its `aria-describedby`. */
export function whyId(id: string): string {
  return `${id}-why`;
}

/** Why what was typed is no value yet, in words below its field. */
export function WhyWrong({ id, wrong }: { id: string; wrong: Wrong | null }): ReactNode {
  const { t } = useTranslation();
  if (!wrong) return null;
  return <span id={whyId(id)} className="why-wrong cap" data-why={wrong.why}>{worded(t, wrong)}</span>;
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
