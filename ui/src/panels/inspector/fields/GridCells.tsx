import { useRef, type ClipboardEvent, type KeyboardEvent, type ReactNode } from 'react';
import { copiedTable, MOST_CELLS, pasted, resized, withCell, type Table } from '../../../state/fields/cells';
import { readNumber, type Reading } from '../../../state/fields/reading';
import { useTranslation } from '../../../words/words';
import { useDraft } from './draft';
import type { FieldProps } from './props';
import { WhyWrong } from './WhyWrong';
import './cells.css';

const read = (text: string): Reading => readNumber(text, { param_type: 'float', min_value: null, max_value: null });

/** Numbers in rows and columns: the arrow keys go from cell to cell, Enter goes down, and what a spreadsheet copied is pasted. */
export function GridCells({ id, param, table, change }: FieldProps & { table: Table }): ReactNode {
  const { t } = useTranslation();
  const place = useRef<HTMLDivElement>(null);
  const [rows, columns] = [table.length, table[0]!.length];
  const go = (row: number, column: number): boolean => {
    const cell = place.current?.querySelector<HTMLInputElement>(`[data-at="${row},${column}"]`);
    cell?.focus();
    cell?.select();
    return cell !== null;
  };
  const press = (event: KeyboardEvent<HTMLInputElement>, row: number, column: number): void => {
    const step = stepOf(event);
    if (!step || !go(row + step[0], column + step[1])) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const paste = (event: ClipboardEvent, row: number, column: number): void => {
    const over = copiedTable(event.clipboardData.getData('text/plain'));
    const next = over && pasted(table, row, column, over);
    if (!next) return;
    event.preventDefault();
    change(next);
  };
  const size = (name: 'row' | 'column', by: 1 | -1): ReactNode => {
    const [high, wide] = name === 'row' ? [rows + by, columns] : [rows, columns + by];
    return (
      <button
        type="button" className="btn small icon" disabled={Math.min(high, wide) < 1 || Math.max(high, wide) > MOST_CELLS}
        aria-label={t(`param.${by > 0 ? 'add' : 'drop'}_${name}`)} title={t(`param.${by > 0 ? 'add' : 'drop'}_${name}`)}
        onClick={() => change(resized(table, high, wide))} data-testid={`${by > 0 ? 'add' : 'drop'}-${name}`}
      >
        {by > 0 ? '+' : '−'}
      </button>
    );
  };
  return (
    <div className="long" ref={place}>
      <div className="cells" role="group" aria-label={param.name} data-testid={`grid-${param.name}`} style={{ gridTemplateColumns: `repeat(${columns}, minmax(48px, 1fr))` }}>
        {table.map((cells, row) => cells.map((value, column) => (
          <Cell
            key={`${row},${column}`} id={row + column === 0 ? id : `${id}-${row}-${column}`} at={`${row},${column}`} value={value}
            label={t('param.cell', { row: row + 1, column: column + 1 })} change={(next) => change(withCell(table, row, column, next as number))}
            press={(event) => press(event, row, column)} paste={(event) => paste(event, row, column)}
          />
        )))}
      </div>
      <div className="cells-size dim cap">
        <span>{t('param.rows', { count: rows })}</span>{size('row', -1)}{size('row', 1)}
        <span>{t('param.columns', { count: columns })}</span>{size('column', -1)}{size('column', 1)}
      </div>
    </div>
  );
}

interface CellProps {
  id: string;
  at: string;
  label: string;
  value: number;
  change: (value: unknown) => void;
  press: (event: KeyboardEvent<HTMLInputElement>) => void;
  paste: (event: ClipboardEvent) => void;
}

function Cell({ id, at, label, value, change, press, paste }: CellProps): ReactNode {
  const { text, wrong, type, leave, drop } = useDraft(value, read, change);
  return (
    <span className="cell">
      <input
        id={id} className="cell-number" value={text} data-at={at} aria-label={label} aria-invalid={wrong !== null} aria-describedby={wrong ? `${id}-why` : undefined}
        inputMode="decimal" autoComplete="off" spellCheck={false} onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => type(event.currentTarget.value)} onBlur={leave} onPaste={paste}
        onKeyDown={(event) => {
          if (event.key === 'Escape') drop();
          else press(event);
        }}
      />
      <WhyWrong id={id} wrong={wrong} />
    </span>
  );
}

/** Rows and columns that a key goes on; within a number the arrows to the sides move among its letters first. */
function stepOf({ key, shiftKey, ctrlKey, metaKey, altKey, currentTarget }: KeyboardEvent<HTMLInputElement>): readonly [number, number] | null {
  if (ctrlKey || metaKey || altKey) return null;
  const { selectionStart: start, selectionEnd: end, value } = currentTarget;
  const isWhole = start === 0 && end === value.length;
  if (key === 'Enter') return [shiftKey ? -1 : 1, 0];
  if (key === 'ArrowDown') return [1, 0];
  if (key === 'ArrowUp') return [-1, 0];
  if (key === 'ArrowRight' && !shiftKey && (isWhole || start === value.length)) return [0, 1];
  return key === 'ArrowLeft' && !shiftKey && (isWhole || end === 0) ? [0, -1] : null;
}
