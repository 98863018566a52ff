/** Which of many things were meant by what was typed. Pure. */

export interface Candidate {
  /** What it is called. */
  title: string;
  /** Other words that find it: its name in the other language, its category, its id. */
  also?: string;
  /** Things that are used most stand before others that match as well; smaller comes first. */
  weight: number;
}

/** The best `limit` of them. Nothing typed: in the order of their weights. Every word that was typed has to match. */
export function ranked<T extends Candidate>(all: readonly T[], typed: string, limit: number): T[] {
  const wanted = typed.trim().toLowerCase().split(/\s+/).filter(Boolean);
  const found: [number, number, T][] = [];
  all.forEach((one, at) => {
    const rank = rankOf(one, wanted);
    if (rank !== null) found.push([rank * 100 + one.weight, at, one]);
  });
  found.sort(([one, at], [other, after]) => one - other || at - after);
  return found.slice(0, limit).map(([, , one]) => one);
}

/** 0 for a title that begins with it, 1 for a word that does, 2 anywhere, 3 in its other words, 4 letter by letter. */
function rankOf({ title, also = '' }: Candidate, wanted: readonly string[]): number | null {
  const [name, more] = [title.toLowerCase(), also.toLowerCase()];
  let worst = 0;
  for (const [at, word] of wanted.entries()) {
    const rank = wordRank(name, more, word, at === 0);
    if (rank === null) return null;
    worst = Math.max(worst, rank);
  }
  return worst;
}

function wordRank(name: string, more: string, word: string, isFirst: boolean): number | null {
  if (isFirst && name.startsWith(word)) return 0;
  const at = name.indexOf(word);
  if (at >= 0) return at === 0 || /[\s._:/-]/.test(name[at - 1]!) ? 1 : 2;
  if (more.includes(word)) return 3;
  return isWithin(word, name) ? 4 : null;
}

function isWithin(word: string, name: string): boolean {
  if (word.length < 2) return false;
  let at = 0;
  for (const letter of name) if (letter === word[at]) at += 1;
  return at === word.length;
}
