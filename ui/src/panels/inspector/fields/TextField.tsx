import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { textOf } from '../../../state/fields/reading';
import { LongText } from './LongText';
import { OneLine } from './OneLine';
import type { FieldProps } from './props';

/** Names under which nodes, also people's own, take prose. */
const PROSE = /^(?:prompt|system_prompt|template|text)$/;

/** A text: on one line until it has several, which Shift+Enter and pasting them give it. No line break is ever lost. */
export function TextField(props: FieldProps): ReactNode {
  const { param, value, change } = props;
  const place = useRef<HTMLSpanElement>(null);
  /** Where the text goes on when it has just got its second line; it stays long until one leaves it. */
  const [caret, setCaret] = useState<number | null>(null);
  const isLong = PROSE.test(param.name) || caret !== null || textOf(value).includes('\n');

  useLayoutEffect(() => {
    const area = caret === null ? null : place.current?.querySelector('textarea');
    area?.focus();
    area?.setSelectionRange(caret, caret);
  }, [caret]);

  const put = (input: HTMLInputElement, added: string): void => {
    const [start, end] = [input.selectionStart ?? input.value.length, input.selectionEnd ?? input.value.length];
    change(input.value.slice(0, start) + added + input.value.slice(end));
    setCaret(start + added.length);
  };
  return (
    <span ref={place} className="control" onBlur={(event) => event.target instanceof HTMLTextAreaElement && setCaret(null)}>
      {isLong ? <LongText {...props} /> : (
        <OneLine
          {...props}
          press={(event) => {
            if (event.key !== 'Enter' || !event.shiftKey) return false;
            event.preventDefault();
            event.stopPropagation();
            put(event.currentTarget, '\n');
            return true;
          }}
          paste={(event) => {
            const pasted = event.clipboardData.getData('text/plain').replace(/\r\n?/g, '\n');
            if (!pasted.trimEnd().includes('\n')) return;
            event.preventDefault();
            put(event.currentTarget, pasted);
          }}
        />
      )}
    </span>
  );
}
