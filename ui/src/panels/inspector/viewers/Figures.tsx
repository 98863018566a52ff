import type { ReactNode } from 'react';
import type { OutputStats } from '../../../api/types.gen';
import { figureText } from '../../../state/outputs/numbers';
import { useTranslation } from '../../../words/words';

/** What a tensor's values are like, in eight figures; NaN and infinities are marked where there are any. */
export function Figures({ stats, hasDecimals }: { stats: OutputStats; hasDecimals: boolean }): ReactNode {
  const { t, i18n } = useTranslation();
  const zeros = stats.zero_frac === null ? null : Math.round(stats.zero_frac * stats.count);
  const counted: ReadonlySet<string> = new Set([t('viewer.zeros'), 'NaN', 'Inf']);
  const figures: [string, number | null, boolean?][] = [
    ['min', stats.min], ['max', stats.max], ['mean', stats.mean], ['std', stats.std],
    [t('viewer.zeros'), zeros], ['NaN', stats.nan, stats.nan > 0], ['Inf', stats.inf, stats.inf > 0], [t('viewer.median'), stats.quantiles?.['0.5'] ?? null],
  ];
  const balance = stats.class_balance ?? [];
  const isBalance = balance.length > 1 && balance.length <= 20;
  return (
    <>
      <dl className="figures" data-testid="figures">
        {figures.map(([name, value, isBad]) => (
          <div key={name} data-bad={isBad || undefined}>
            <dt>{name}</dt>
            <dd>{figureText(value, i18n.language, hasDecimals && !counted.has(name))}</dd>
          </div>
        ))}
      </dl>
      {stats.sampled && <p className="told dim cap">{t('viewer.sampled')}</p>}
      {isBalance && (
        <div className="balance" data-testid="balance">
          <p className="cap"><b className="dim">{t('viewer.balance')}</b></p>
          {balance.map(({ value, count }) => (
            <div className="balance-row" key={value}>
              <span className="dim">{value}</span>
              <span className="balance-bar"><i style={{ width: `${(100 * count) / Math.max(...balance.map((one) => one.count))}%` }} /></span>
              <span>{new Intl.NumberFormat(i18n.language).format(count)}</span>
            </div>
          ))}
        </div>
      )}
    </>
  );
}
