/** What Tab and Enter do to lines of code. Pure. */

/** Put `text` in place of what lies from `from` to `to`; then that is selected which lies from `start` to `end`. */
export interface Edit {
  from: number;
  to: number;
  text: string;
  start: number;
  end: number;
}

const STEP = '    ';

/** Tab with nothing selected: blanks up to the next stop. With a selection: every line of it one stop to the right. */
export function indented(text: string, start: number, end: number): Edit {
  if (start === end) {
    const column = start - lineStart(text, start);
    const blanks = STEP.slice(column % STEP.length);
    return { from: start, to: end, text: blanks, start: start + blanks.length, end: start + blanks.length };
  }
  return eachLine(text, start, end, (line) => (line === '' ? line : STEP + line));
}

/** Every line that the selection touches one stop to the left, as far as there are blanks. */
export function outdented(text: string, start: number, end: number): Edit {
  return eachLine(text, start, end, (line) => line.replace(/^(?:\t| {1,4})/, ''));
}

/** Enter: the new line begins below the first letter of the one before, a stop further to the right after a colon. */
export function newLine(text: string, start: number, end: number): Edit {
  const before = text.slice(lineStart(text, start), start);
  const blanks = /^[ \t]*/.exec(before)![0];
  const added = `\n${blanks}${/:\s*(?:#.*)?$/.test(before) ? STEP : ''}`;
  return { from: start, to: end, text: added, start: start + added.length, end: start + added.length };
}

function eachLine(text: string, start: number, end: number, change: (line: string) => string): Edit {
  const from = lineStart(text, start);
  // a selection that ends where a line begins does not hold that line
  const last = end > start && text[end - 1] === '\n' ? end - 1 : end;
  const to = text.indexOf('\n', last) < 0 ? text.length : text.indexOf('\n', last);
  const lines = text.slice(from, to).split('\n');
  const changed = lines.map(change);
  const first = changed[0]!.length - lines[0]!.length;
  const all = changed.join('\n');
  return { from, to, text: all, start: Math.max(from, start + first), end: Math.max(from, end + all.length - (to - from)) };
}

function lineStart(text: string, at: number): number {
  return text.lastIndexOf('\n', at - 1) + 1;
}
