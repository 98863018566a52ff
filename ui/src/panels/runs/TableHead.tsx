import { IconArrowDown, IconArrowUp, IconCheck, IconMinus } from '@tabler/icons-react';
import { memo, type ReactNode } from 'react';
import { allRuns, type Listing } from '../../api/runs';
import { isMetric, kindOf, metricOf, type ColumnId } from '../../state/runs/columns';
import { useRunsList } from '../../state/runs/list';
import { useTranslation } from '../../words/words';

interface Props {
  listing: Listing;
  total: number;
  columns: readonly ColumnId[];
  metric: string | null;
}

/** Names of the columns; those that the server sorts by are pressed. */
export const TableHead = memo(function TableHead({ listing, total, columns, metric }: Props): ReactNode {
  return (
    <div role="row" className="tr head" aria-rowindex={1}>
      <span role="columnheader" className="c-check"><SelectAll listing={listing} total={total} /></span>
      {columns.map((column) => <HeadCell key={column} column={column} metric={metric} sort={listing.sort} />)}
    </div>
  );
});

function SelectAll({ listing, total }: { listing: Listing; total: number }): ReactNode {
  const { t } = useTranslation();
  const selected = useRunsList((list) => list.selected);
  const { select, selectRuns } = useRunsList.getState();
  const state = selected.size === 0 ? 'false' : selected.size >= total ? 'true' : 'mixed';
  return (
    <button
      type="button"
      role="checkbox"
      className={selected.size > 0 ? 'check on' : 'check'}
      aria-checked={state}
      aria-label={t('runs.select_all')}
      data-testid="runs-select-all"
      onClick={() => (selected.size > 0 ? select([]) : void allRuns(listing).then(selectRuns, () => undefined))}
    >
      {state === 'true' && <IconCheck size={12} stroke={3} aria-hidden />}
      {state === 'mixed' && <IconMinus size={12} stroke={3} aria-hidden />}
    </button>
  );
}

function HeadCell({ column, metric, sort }: { column: ColumnId; metric: string | null; sort: string }): ReactNode {
  const { t } = useTranslation();
  const { sort: by, isNumber } = kindOf(column, metric);
  const name = isMetric(column) || (column === 'metric' && metric !== null) ? metricOf(column, metric)! : t(`runs.columns.${column as Exclude<ColumnId, `metric:${string}`>}`);
  const className = isNumber ? 'num cut' : 'cut';
  if (by === null) return <span role="columnheader" className={className} title={name}>{column === 'spark' ? <span className="unseen">{name}</span> : name}</span>;
  const order = sort === by ? 'ascending' : sort === `-${by}` ? 'descending' : 'none';
  return (
    <span role="columnheader" aria-sort={order} className={className}>
      <button type="button" className="sorter" title={name} onClick={() => useRunsList.getState().sortBy(column, metric)} data-testid={`runs-sort-${column === 'metric' ? 'metric' : by}`}>
        <span className="cut">{name}</span>
        {order === 'ascending' && <IconArrowUp size={12} aria-hidden />}
        {order === 'descending' && <IconArrowDown size={12} aria-hidden />}
      </button>
    </span>
  );
}
