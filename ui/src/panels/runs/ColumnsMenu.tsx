import { IconColumns3 } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { MOST_COLUMNS, PLAIN, type ColumnId } from '../../state/runs/columns';
import { useRunsList } from '../../state/runs/list';
import { useTranslation } from '../../words/words';
import { CheckRow } from './CheckRow';
import { Popup } from './Popup';

/** Metrics that are offered at once; the rest by typing. */
const MOST_METRICS = 30;

/** Which columns there are, other metrics than the chosen one included. */
export function ColumnsMenu({ names, metric }: { names: readonly string[]; metric: string | null }): ReactNode {
  const { t } = useTranslation();
  const columns = useRunsList((list) => list.columns);
  const { toggleColumn, resetColumns } = useRunsList.getState();
  const [typed, setTyped] = useState('');
  const isFull = columns.length >= MOST_COLUMNS;
  const low = typed.trim().toLowerCase();
  const isWanted = (label: string): boolean => label.toLowerCase().includes(low);
  const row = (column: ColumnId, label: string): ReactNode => {
    const isOn = columns.includes(column);
    const stays = column === 'status' || column === 'name';
    return <CheckRow key={column} label={label} state={isOn} isDisabled={stays || (isFull && !isOn)} press={() => toggleColumn(column)} testid={`runs-column-${column}`} />;
  };
  const plain = PLAIN.map((column) => [column, t(`runs.columns.${column}`)] as const).filter(([, label]) => isWanted(label));
  const metrics = [...new Set([...names, ...columns.flatMap((one) => (one.startsWith('metric:') ? [one.slice(7)] : []))])];
  const others = metrics.filter((name) => name !== metric && isWanted(name)).slice(0, MOST_METRICS);
  return (
    <Popup
      label={<><IconColumns3 size={14} aria-hidden /><span className="wide-only">{t('runs.columns_title')}</span><span className="dim">{columns.length}</span></>}
      title={t('runs.columns_title')}
      testid="runs-columns"
    >
      <label className="field small">
        <input value={typed} placeholder={t('runs.columns_search')} aria-label={t('runs.columns_search')} onChange={(event) => setTyped(event.currentTarget.value)} data-testid="runs-columns-search" />
      </label>
      <div className="popup-list">
        {plain.map(([column, label]) => row(column, label))}
        {others.length > 0 && <h3 className="popup-section">{t('runs.columns_metrics')}</h3>}
        {others.map((name) => row(`metric:${name}`, name))}
      </div>
      <footer className="popup-foot">
        {isFull && <span className="cap dim">{t('runs.columns_full', { count: MOST_COLUMNS })}</span>}
        <button type="button" className="btn small" onClick={resetColumns} data-testid="runs-columns-reset">{t('runs.columns_reset')}</button>
      </footer>
    </Popup>
  );
}
