import { useRef, type KeyboardEvent, type ReactNode } from 'react';
import { indented, newLine, outdented, type Edit } from '../../../state/fields/lines';
import { readText, type Reading } from '../../../state/fields/reading';
import { useTranslation } from '../../../words/words';
import { useDraft } from './draft';
import type { FieldProps } from './props';
import { describedBy, WhyWrong } from './WhyWrong';
import './fields.css';

interface Props extends FieldProps {
  /** prose: lines wrap and Tab goes on. code: lines are as long as they are, and Tab indents. list: as code, but Tab goes on. */
  kind?: 'prose' | 'code' | 'list';
  read?: (text: string) => Reading;
}

/** A text of several lines. Escape leaves it: from there Tab goes on to what follows. */
export function LongText({ id, param, value, change, hint, kind = 'prose', read = readText }: Props): ReactNode {
  const { t } = useTranslation();
  const after = useRef<HTMLSpanElement>(null);
  const draft = useDraft(value, read, change);
  const wrong = hint !== undefined && draft.text === '' ? null : draft.wrong;
  const press = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    const area = event.currentTarget;
    if (event.key === 'Escape') {
      draft.drop();
      after.current?.focus();
    } else if (kind === 'code' && event.key === 'Tab') {
      event.preventDefault();
      put(area, (event.shiftKey ? outdented : indented)(area.value, area.selectionStart, area.selectionEnd));
    } else if (kind === 'code' && event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      put(area, newLine(area.value, area.selectionStart, area.selectionEnd));
    }
  };
  return (
    <span className="long">
      <textarea
        id={id} className={wrong ? 'area long-text wrong' : 'area long-text'} data-kind={kind} value={draft.text} rows={rowsOf(draft.text)} placeholder={hint}
        wrap={kind === 'prose' ? 'soft' : 'off'} spellCheck={false} autoComplete="off" autoCapitalize="off"
        aria-invalid={wrong !== null} aria-describedby={describedBy(id, wrong, kind === 'code' ? `${id}-keys` : '')}
        data-testid={`inspector-param-${param.name}`}
        onChange={(event) => draft.type(event.currentTarget.value)}
        onKeyDown={press}
        onBlur={draft.leave}
      />
      <WhyWrong id={id} wrong={wrong} />
      <span ref={after} id={`${id}-keys`} tabIndex={-1} className="dim cap long-keys" data-testid={`after-param-${param.name}`}>
        {kind === 'code' && t('param.keys')}
      </span>
    </span>
  );
}

function rowsOf(text: string): number {
  return Math.min(16, Math.max(2, text.split('\n').length));
}

/** As if it had been typed, so that the browser can take it back letter by letter, too. */
function put(area: HTMLTextAreaElement, { from, to, text, start, end }: Edit): void {
  area.setSelectionRange(from, to);
  const isTyped = text === '' ? from === to || command('delete') : command('insertText', text);
  if (!isTyped) {
    area.setRangeText(text);
    area.dispatchEvent(new Event('input', { bubbles: true }));
  }
  area.setSelectionRange(start, end);
}

/** Whether the browser has done it; not every one knows how. */
function command(name: string, text?: string): boolean {
  return typeof document.execCommand === 'function' && document.execCommand(name, false, text);
}
