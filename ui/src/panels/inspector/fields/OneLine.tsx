import type { AriaAttributes, ClipboardEvent, KeyboardEvent, ReactNode } from 'react';
import { readText, type Reading } from '../../../state/fields/reading';
import type { Param } from '../../../state/graph/catalog';
import { useDraft } from './draft';
import type { FieldProps } from './props';
import { describedBy, WhyWrong } from './WhyWrong';

interface Props extends FieldProps {
  read?: (text: string) => Reading;
  /** For keys of its own; true when it has dealt with one. */
  press?: (event: KeyboardEvent<HTMLInputElement>, drop: () => void) => boolean;
  paste?: (event: ClipboardEvent<HTMLInputElement>) => void;
  /** Of a number, which is also told as one. */
  bounds?: Pick<Param, 'min_value' | 'max_value'>;
  children?: ReactNode;
}

/** A value on one line. What cannot be read as its type is told in words below, changes nothing, and stays to be put right. */
export function OneLine({ id, param, value, change, hint, read = readText, press, paste, bounds, children }: Props): ReactNode {
  const draft = useDraft(value, read, change);
  const wrong = hint !== undefined && draft.text === '' ? null : draft.wrong;
  return (
    <>
      <span className={wrong ? 'field wrong' : 'field'}>
        <input
          id={id} type="text" value={draft.text} placeholder={hint} spellCheck={false} autoComplete="off"
          aria-invalid={wrong !== null} aria-describedby={describedBy(id, wrong)} {...(bounds && numeric(bounds, value))}
          data-testid={`inspector-param-${param.name}`}
          onChange={(event) => draft.type(event.currentTarget.value)}
          onPaste={paste}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing || press?.(event, draft.drop)) return;
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

/** A text field that is a number to whoever cannot see it, with its range. */
function numeric({ min_value: low, max_value: high }: Pick<Param, 'min_value' | 'max_value'>, value: unknown): AriaAttributes & { role: string } {
  return { role: 'spinbutton', 'aria-valuenow': typeof value === 'number' ? value : undefined, 'aria-valuemin': low ?? undefined, 'aria-valuemax': high ?? undefined };
}
