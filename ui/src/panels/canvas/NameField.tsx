import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { elementOf } from './here';
import { useRenaming } from './renaming';

interface Props {
  value: string;
  label: string;
  /** Called once, when the text is done and another one than before. */
  done: (text: string) => void;
  /** Several lines: Enter begins a new one, and Escape or going elsewhere ends it. */
  isLong?: boolean;
}

/** Writing on the canvas itself. Enter and going elsewhere keep what is written; Escape in a name takes it back. */
export function NameField({ value, label, done, isLong }: Props): ReactNode {
  const field = useRef<HTMLTextAreaElement & HTMLInputElement>(null);
  const isOver = useRef(false);
  useEffect(() => field.current?.select(), []);
  const end = (isKept: boolean): void => {
    if (isOver.current) return;
    isOver.current = true;
    const { id, end: stop } = useRenaming.getState();
    const text = field.current?.value ?? value;
    const hadFocus = field.current === document.activeElement;
    stop();
    if (isKept && text !== value) done(text);
    if (hadFocus && id) elementOf(id)?.focus();
  };
  const press = (event: KeyboardEvent): void => {
    event.stopPropagation();
    // Enter that ends a composition of characters belongs to the input method
    if (event.key === 'Escape') end(isLong ?? false);
    else if (event.key === 'Enter' && (!isLong || event.ctrlKey || event.metaKey)) end(true);
    else return;
    event.preventDefault();
  };
  const shared = {
    ref: field, defaultValue: value, 'aria-label': label, className: 'write nodrag nopan nowheel', autoFocus: true, spellCheck: false,
    'data-testid': 'canvas-write', onKeyDown: press, onBlur: () => end(true), onDoubleClick: (event: { stopPropagation: () => void }) => event.stopPropagation(),
  };
  return isLong ? <textarea {...shared} /> : <input {...shared} />;
}
