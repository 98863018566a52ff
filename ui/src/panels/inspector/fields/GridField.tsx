import type { ReactNode } from 'react';
import { isWrong, readGrid } from '../../../state/fields/reading';
import { LongText } from './LongText';
import type { FieldProps } from './props';

/** Numbers in nested lists, as a tensor has them. What is none yet is not the graph's. */
export function GridField(props: FieldProps): ReactNode {
  const { value, change } = props;
  // a list that an older window kept as a text becomes one when it is passed by
  const mend = (): void => {
    const reading = typeof value === 'string' ? readGrid(value) : null;
    if (reading && !isWrong(reading)) change(reading.value);
  };
  return <span className="control" onBlur={mend}><LongText {...props} kind="list" read={readGrid} /></span>;
}
