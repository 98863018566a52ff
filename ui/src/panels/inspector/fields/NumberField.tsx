import { useRef, type KeyboardEvent, type ReactNode } from 'react';
import { isWrong, readNumber, type Reading } from '../../../state/fields/reading';
import { rangeOf, stepped } from '../../../state/fields/stepping';
import { OneLine } from './OneLine';
import type { FieldProps } from './props';
import { useScrub } from './scrub';

/** Letters of a range that a field has room for beside its number. */
const MOST_LETTERS = 10;

const ARROWS: Record<string, number | undefined> = { ArrowUp: 1, ArrowDown: -1 };

/** A number: typed, or stepped by the arrow keys (Shift: ten at once) and by pulling at its name. */
export function NumberField(props: FieldProps): ReactNode {
  const { id, param, value, change } = props;
  const pulled = useScrub((state) => (state.id === id ? state.value : null));
  const drop = useRef(() => undefined as void);
  const range = rangeOf(param);
  const read = (text: string): Reading => readNumber(text, param);
  const press = (event: KeyboardEvent<HTMLInputElement>): boolean => {
    const arrow = ARROWS[event.key];
    if (arrow === undefined || event.ctrlKey || event.metaKey || event.altKey) return false;
    event.preventDefault();
    event.stopPropagation();
    const typed = Number(event.currentTarget.value);
    const from = event.currentTarget.value.trim() !== '' && Number.isFinite(typed) ? typed : Number(value ?? param.default);
    const next = read(String(stepped(from, arrow * (event.shiftKey ? 10 : 1), param)));
    drop.current();
    if (!isWrong(next)) change(next.value);
    return true;
  };
  const aria = {
    role: 'spinbutton', 'aria-valuenow': typeof value === 'number' ? value : undefined,
    'aria-valuemin': param.min_value ?? undefined, 'aria-valuemax': param.max_value ?? undefined,
  };
  return (
    <span className="control">
      <OneLine {...props} value={pulled ?? value} read={read} press={press} aria={aria} dropper={drop}>
        {range !== '' && range.length <= MOST_LETTERS && <span className="dim cap number-range" aria-hidden>{range}</span>}
      </OneLine>
    </span>
  );
}
