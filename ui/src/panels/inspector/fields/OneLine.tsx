import { useEffect, type AriaAttributes, type ClipboardEvent, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import { readText, type Reading } from '../../../state/fields/reading';
import { useDraft } from './draft';
import type { FieldProps } from './props';
import { describedBy, WhyWrong } from './WhyWrong';

interface Props extends FieldProps {
  read?: (text: string) => Reading;
  /** For keys of its own; true when it has dealt with one. */
  press?: (event: KeyboardEvent<HTMLInputElement>) => boolean;
  paste?: (event: ClipboardEvent<HTMLInputElement>) => void;
  /** What it is to whoever cannot see it, where that is more than a text field. */
  aria?: AriaAttributes & { role: string };
  typed?: (text: string) => void;
  /** Gets what lets go of what is typed. */
  dropper?: RefObject<() => void>;
  children?: ReactNode;
}

/** A value on one line. What cannot be read as its type is told in words below, changes nothing, and stays to be put right. */
export function OneLine({ id, param, value, change, hint, read = readText, press, paste, aria, typed, dropper, children }: Props): ReactNode {
  const draft = useDraft(value, read, change);
  useEffect(() => {
    if (dropper) dropper.current = draft.drop;
  });
  const wrong = hint !== undefined && draft.text === '' ? null : draft.wrong;
  return (
    <>
      <span className={wrong ? 'field wrong' : 'field'}>
        <input
          id={id} type="text" value={draft.text} placeholder={hint} spellCheck={false} autoComplete="off"
          aria-invalid={wrong !== null} aria-describedby={describedBy(id, wrong)} {...aria}
          data-testid={`inspector-param-${param.name}`}
          onChange={(event) => {
            draft.type(event.currentTarget.value);
            typed?.(event.currentTarget.value);
          }}
          onPaste={paste}
          onKeyDown={(event) => {
            if (press?.(event)) return;
            if (event.key === 'Escape') draft.drop();
          }}
          onBlur={draft.leave}
        />
        {children}
      </span>
      <WhyWrong id={id} wrong={wrong} />
    </>
  );
}
