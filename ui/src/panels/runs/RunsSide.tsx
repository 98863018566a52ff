import { IconList } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { StatusWord } from '../../parts/StatusWord';
import { parseFilter, STATUSES, withStatus, type RunStatus } from '../../state/runs/filter';
import { useRunsList } from '../../state/runs/list';
import { useTranslation } from '../../words/words';

/** How many runs there are of each status; a press shows those alone. */
export function RunsSide({ counts }: { counts: Readonly<Record<string, number>> }): ReactNode {
  const { t, i18n } = useTranslation();
  const typed = useRunsList((list) => list.typed);
  const { type } = useRunsList.getState();
  const asked = parseFilter(typed, t('run_status', { returnObjects: true }) as Record<string, string>).query.status;
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const number = new Intl.NumberFormat(i18n.language);
  const choose = (status: RunStatus | null): void => type(withStatus(typed, status));
  return (
    <aside className="runs-side" aria-label={t('runs.by_status')}>
      <h2 className="side-head">{t('runs.title')}</h2>
      <button type="button" className="side-item" aria-pressed={asked.length === 0} onClick={() => choose(null)} data-testid="runs-status-all">
        <IconList size={14} aria-hidden className="dim" />
        {t('runs.all')}
        <span className="count">{number.format(all)}</span>
      </button>
      <h3 className="side-section">{t('runs.status')}</h3>
      {STATUSES.map((status) => (
        <button
          key={status}
          type="button"
          className="side-item"
          aria-pressed={asked.length === 1 && asked[0] === status}
          onClick={() => choose(status)}
          data-testid={`runs-status-${status}`}
        >
          <StatusWord status={status} />
          <span className="count">{number.format(counts[status] ?? 0)}</span>
        </button>
      ))}
    </aside>
  );
}
