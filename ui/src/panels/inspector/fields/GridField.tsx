import { IconBraces, IconTable } from '@tabler/icons-react';
import { Suspense, useState, type ReactNode } from 'react';
import { lazySoon } from '../../../parts/lazy';
import { tableIn } from '../../../state/fields/cells';
import { isWrong, readGrid } from '../../../state/fields/reading';
import { useTranslation } from '../../../words/words';
import { LongText } from './LongText';
import type { FieldProps } from './props';

const GridCells = lazySoon(() => import('./GridCells').then((module) => ({ default: module.GridCells })));

/** Numbers in nested lists, as a tensor has them: as cells where they are rows and columns, else as a text. What is none yet is not the graph's. */
export function GridField(props: FieldProps): ReactNode {
  const { t } = useTranslation();
  const { param, value, change, hint } = props;
  const table = tableIn(value);
  const [wantsCells, setWants] = useState(table !== null);
  const canHaveCells = hint === undefined && (table !== null || value === null);
  // a list that an older window kept as a text becomes one when it is passed by
  const mend = (): void => {
    const reading = typeof value === 'string' ? readGrid(value) : null;
    if (reading && !isWrong(reading)) change(reading.value);
  };
  const turn = (): void => {
    if (!wantsCells && table === null) change([[0]]);
    setWants(!wantsCells);
  };
  return (
    <span className="control" onBlur={mend}>
      {wantsCells && table ? (
        <Suspense fallback={null}><GridCells {...props} table={table} /></Suspense>
      ) : <LongText {...props} kind="list" read={readGrid} />}
      {canHaveCells && (
        <button type="button" className="btn small bare as-cells" onClick={turn} data-testid={`cells-${param.name}`}>
          {wantsCells && table ? <IconBraces size={14} aria-hidden /> : <IconTable size={14} aria-hidden />}
          {t(wantsCells && table ? 'param.as_text' : 'param.as_cells')}
        </button>
      )}
    </span>
  );
}
