import { useState } from 'react';
import { isWrong, textOf, type Reading, type Wrong } from '../../../state/fields/reading';

/** A field's text while it is typed, over the value that the graph has. */
export interface Draft {
  text: string;
  /** Why the text is no value; null while it is one. */
  wrong: Wrong | null;
  type: (text: string) => void;
  /** The focus has left: the plain spelling of the value is shown. What is no value stays, to be put right. */
  leave: () => void;
  /** Show the graph's value again. */
  drop: () => void;
}

/**
 * What is typed counts as long as the graph has what came of it: whatever else changes the graph (undo, another panel)
 * is seen at once, without a copy that could be late.
 */
export function useDraft(value: unknown, read: (text: string) => Reading, change: (value: unknown) => void): Draft {
  const shown = textOf(value);
  const [draft, setDraft] = useState<{ text: string; gave: string } | null>(null);
  const isTyped = draft?.gave === shown;
  const text = isTyped ? draft.text : shown;
  const reading = read(text);
  // a value that was never typed here is the server's to judge
  const wrong = isWrong(reading) ? reading : null;
  return {
    text,
    wrong,
    type: (next) => {
      const got = read(next);
      setDraft({ text: next, gave: isWrong(got) ? shown : textOf(got.value) });
      if (!isWrong(got)) change(got.value);
    },
    leave: () => {
      if (!wrong) setDraft(null);
    },
    drop: () => setDraft(null),
  };
}
