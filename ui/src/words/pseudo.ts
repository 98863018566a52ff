/** A language for tests of the layout (`?lang=pseudo`): English in brackets, with accents, and two fifths longer. */

const ACCENTS: Record<string, string> = { a: 'á', e: 'é', i: 'í', o: 'ó', u: 'ú', A: 'Á', E: 'É', I: 'Í', O: 'Ó', U: 'Ú' };

/** All words of a tree of them. */
export function pseudo<T>(words: T): T {
  if (typeof words === 'string') return longer(words) as T;
  if (typeof words !== 'object' || words === null) return words;
  return Object.fromEntries(Object.entries(words).map(([key, value]) => [key, pseudo(value)])) as T;
}

/** One text; what stands in braces is left as it is. */
function longer(text: string): string {
  const accented = text.split(/(\{\{.*?\}\})/).map((part, at) => (at % 2 ? part : part.replace(/[aeiou]/gi, (letter) => ACCENTS[letter]!))).join('');
  const more = Math.ceil(text.replace(/\{\{.*?\}\}/g, '').length * 0.4);
  return `[${accented}${' ~~~~'.repeat(Math.ceil(more / 5)).slice(0, more)}]`;
}

/** Whether the address asks for it. */
export function wantsPseudo(search = globalThis.location?.search ?? ''): boolean {
  return new URLSearchParams(search).get('lang') === 'pseudo';
}
