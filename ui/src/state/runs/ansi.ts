/** What a terminal would show of a printed line: its text, and which parts of it are coloured (ECMA-48, SGR). Pure. */

/** A part of a text, and its look: a token of tokens.css, bold, dim. */
export interface Paint {
  from: number;
  to: number;
  token: string | null;
  isBold: boolean;
  isDim: boolean;
}

export interface Painted {
  text: string;
  paints: readonly Paint[];
}

const SEQUENCE = /\u001b(?:\[([0-9;:]*)([ -/]*[@-~])|\][^\u0007]*\u0007?|[@-_])/g;
/** Of black, red, green, yellow, blue, magenta, cyan, white; by our tokens, which can be read on either ground. */
const TOKENS = ['--faint', '--t-fail', '--t-ok', '--t-warn', '--t-running', '--model', '--dataloader', '--text'];
const MOST_CHARACTERS = 4000;
const NO_PAINTS: readonly Paint[] = [];

/** One line as it was printed. Of a bar that is drawn over and over the last state is shown. */
export function painted(said: string): Painted {
  const whole = said.replace(/\r+$/, '').replaceAll('\t', '    ');
  const raw = whole.slice(whole.lastIndexOf('\r') + 1);
  if (!raw.includes('\u001b')) return { text: raw.slice(0, MOST_CHARACTERS), paints: NO_PAINTS };
  const paints: Paint[] = [];
  let text = '';
  let look = { token: null as string | null, isBold: false, isDim: false };
  let at = 0;
  const take = (part: string): void => {
    if (part !== '' && (look.token !== null || look.isBold || look.isDim)) paints.push({ from: text.length, to: text.length + part.length, ...look });
    text += part;
  };
  for (const found of raw.matchAll(SEQUENCE)) {
    take(raw.slice(at, found.index));
    at = found.index + found[0].length;
    if (found[2] === 'm') look = turned(look, found[1] ?? '');
  }
  take(raw.slice(at));
  return { text: text.slice(0, MOST_CHARACTERS), paints: paints.filter(({ from }) => from < MOST_CHARACTERS) };
}

function turned(look: Omit<Paint, 'from' | 'to'>, codes: string): Omit<Paint, 'from' | 'to'> {
  const now = { ...look };
  const numbers = codes.split(/[;:]/).map(Number);
  for (let at = 0; at < numbers.length; at += 1) {
    const code = numbers[at]!;
    if (code === 0) Object.assign(now, { token: null, isBold: false, isDim: false });
    else if (code === 1) now.isBold = true;
    else if (code === 2) now.isDim = true;
    else if (code === 22) Object.assign(now, { isBold: false, isDim: false });
    else if (code >= 30 && code <= 37) now.token = TOKENS[code - 30]!;
    else if (code >= 90 && code <= 97) now.token = TOKENS[code - 90]!;
    else if (code === 39) now.token = null;
    else if (code === 38 || code === 48) at += numbers[at + 1] === 5 ? 2 : 4; // of 256 colours, or of all: shown plain
  }
  return now;
}
