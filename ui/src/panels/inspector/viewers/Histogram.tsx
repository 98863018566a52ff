import { useState, type ReactNode } from 'react';
import type { OutputStats } from '../../../api/types.gen';
import { heightsOf, joined, wantsLog } from '../../../state/outputs/heat';
import { figureText } from '../../../state/outputs/numbers';
import { useTranslation } from '../../../words/words';

const BARS = 32;
const HEIGHT = 64;

/** How the values of a whole tensor are spread. */
export function Histogram({ stats, hasDecimals, isWaiting }: { stats: OutputStats | undefined; hasDecimals: boolean; isWaiting: boolean }): ReactNode {
  const { t, i18n } = useTranslation();
  const [at, setAt] = useState<number | null>(null);
  const [wished, wish] = useState<boolean | null>(null);
  if (!stats?.histogram) return isWaiting ? <p className="told dim cap">{t('viewer.counting')}</p> : null;
  const { edges } = stats.histogram;
  const counts = joined(stats.histogram.counts, BARS);
  const isLog = wished ?? wantsLog(counts);
  const heights = heightsOf(counts, isLog);
  const whole = new Intl.NumberFormat(i18n.language);
  const [low, high] = [edges[0]!, edges.at(-1)!];
  const text = (value: number): string => figureText(value, i18n.language, hasDecimals);
  const edge = (bin: number): string => text(low + ((high - low) * bin) / counts.length);
  const total = t('viewer.of_values', { count: stats.count });
  return (
    <figure className="histogram" data-testid="histogram" data-bins={counts.length}>
      <figcaption>
        <b>{t('viewer.histogram')}</b>
        <button type="button" className="link-like" aria-pressed={isLog} onClick={() => wish(!isLog)} title={t('viewer.log_toggle')}>{t(isLog ? 'viewer.log_count' : 'viewer.linear_count')}</button>
        <span className="grow" />
        <span className="cut">{at === null ? total : `${edge(at)} … ${edge(at + 1)}: ${whole.format(counts[at]!)}`}</span>
      </figcaption>
      <svg
        viewBox={`0 0 ${counts.length * 10} ${HEIGHT}`} preserveAspectRatio="none" height={HEIGHT} role="img"
        aria-label={t('viewer.histogram_of', { low: text(low), high: text(high), count: stats.count })}
        onMouseLeave={() => setAt(null)}
      >
        {heights.map((height, bin) => (
          <g key={bin} onMouseEnter={() => setAt(bin)} data-here={bin === at || undefined}>
            <rect className="space" x={bin * 10} y={0} width={10} height={HEIGHT} />
            <rect x={bin * 10 + 0.5} y={HEIGHT - Math.max(height * HEIGHT, counts[bin]! > 0 ? 1 : 0)} width={9} height={Math.max(height * HEIGHT, counts[bin]! > 0 ? 1 : 0)} />
          </g>
        ))}
      </svg>
      <div className="edges dim cap"><span>{text(low)}</span><span>{text((low + high) / 2)}</span><span>{text(high)}</span></div>
    </figure>
  );
}
