import { IconCheck, IconChevronRight } from '@tabler/icons-react';
import { memo, type MouseEvent, type ReactNode } from 'react';
import type { Spark } from '../../api/runSets';
import type { Run } from '../../api/types.gen';
import { go } from '../../state/route';
import type { ColumnId } from '../../state/runs/columns';
import type { Grouping, Head } from '../../state/runs/groups';
import { cellOf } from './cells';
import type { Words } from './words';

interface LineProps {
  /** Of the line; the head of the table is line -1. */
  index: number;
  top: number;
  isFocused: boolean;
  press: (index: number, event: MouseEvent) => void;
  words: Words;
}

interface Props extends LineProps {
  run: Run | undefined;
  isSelected: boolean;
  isHovered: boolean;
  columns: readonly ColumnId[];
  metric: string | null;
  spark: Spark | undefined;
  colour: string | undefined;
  /** Of now for a run that goes on; the same forever for one that has ended, so that its row is left alone. */
  nowMs: number;
  hover: (id: string | null) => void;
}

/** One run of the table; a blank one until it is loaded. */
export const RunRow = memo(function RunRow(props: Props): ReactNode {
  const { run, index, top, isSelected, isHovered, isFocused, columns, press, hover } = props;
  return (
    <div
      role="row"
      className="tr"
      style={{ transform: `translateY(${top}px)` }}
      tabIndex={isFocused ? 0 : -1}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      data-index={index}
      data-status={run?.status}
      data-hovered={isHovered || undefined}
      data-testid={run && `run-row-${run.id}`}
      onMouseDown={(event) => event.shiftKey && event.preventDefault()} // no text is selected
      onMouseEnter={() => hover(run?.id ?? null)}
      onMouseLeave={() => hover(null)}
      onClick={(event) => press(index, event)}
      onDoubleClick={(event) => run && !(event.target as HTMLElement).closest('[data-check], a') && go({ view: 'runs', id: run.id, tab: 'log' })}
    >
      <span role="gridcell" className="c-check" data-check>
        {run && <i className={isSelected ? 'check on' : 'check'} aria-hidden>{isSelected && <IconCheck size={12} stroke={3} />}</i>}
      </span>
      {run ? columns.map((column) => cellOf(run, column, props)) : <span role="gridcell" className="blank" />}
    </div>
  );
});

/** The head of a group: opens and closes it. */
export const GroupRow = memo(function GroupRow({ head, group, index, top, isFocused, press, words }: LineProps & { head: Head; group: Grouping }): ReactNode {
  const name = group === 'status' ? (words.status[head.value] ?? head.value) : group === 'worker' && head.value === 'local' ? words.t('runs.local') : head.value;
  return (
    <div
      role="row"
      className="tr group"
      style={{ transform: `translateY(${top}px)` }}
      tabIndex={isFocused ? 0 : -1}
      aria-rowindex={index + 2}
      data-index={index}
      data-group={head.value}
      data-testid={`runs-group-${head.value}`}
      onClick={(event) => press(index, event)}
    >
      <span role="gridcell" className="c-group">
        <button type="button" className="group-press" tabIndex={-1} aria-expanded={!head.isClosed}>
          <IconChevronRight size={14} aria-hidden className={head.isClosed ? undefined : 'opened'} />
          <b className="cut">{name || words.t('runs.no_name')}</b>
          <span className="dim">{words.t('runs.total', { count: head.count })}</span>
        </button>
      </span>
    </div>
  );
});
