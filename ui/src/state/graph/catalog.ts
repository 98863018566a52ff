/** The node types that the server has, indexed for the canvas. */
import type { NodeRow, Param, Port } from '../../api/types.gen';

export type { NodeRow, Param, Port };

export interface Catalog {
  rows: readonly NodeRow[];
  byName: ReadonlyMap<string, NodeRow>;
  categories: readonly { name: string; rows: readonly NodeRow[] }[];
  /** By the type of a card: whose params inside it those of its row are. */
  fields?: ReadonlyMap<string, readonly Field[]>;
}

/** A param of a card: its name there, and the inner node and param that it is. */
export interface Field {
  name: string;
  node: string;
  param: string;
  /** Fields of one group stand together. */
  group?: string;
}

/** Index the rows of GET /api/nodes. */
export function indexed(rows: readonly NodeRow[]): Catalog {
  const byCategory = new Map<string, NodeRow[]>();
  for (const row of rows) {
    const list = byCategory.get(row.category);
    if (list) list.push(row);
    else byCategory.set(row.category, [row]);
  }
  return {
    rows,
    byName: new Map(rows.map((row) => [row.node_name, row])),
    categories: [...byCategory].map(([name, list]) => ({ name, rows: list })),
  };
}

/** How many node types the server has; presets and the subgraphs of a graph are none. */
export function typesIn({ categories }: Catalog): number {
  return categories.reduce((sum, { rows }) => sum + rows.length, 0);
}

export const NO_CATALOG: Catalog = indexed([]);

/** A value of type `source` may go into a port of type `target`. */
export function isCompatible(source: string, target: string): boolean {
  if (source === 'TRIGGER' || target === 'TRIGGER') return source === target;
  if (source === target || source === 'ANY' || target === 'ANY') return true;
  return source === 'IMAGE' && target === 'TENSOR';
}

/** Rows that match what was typed, best first: by name, zh-TW name, category, letter by letter, then by what they say of themselves. */
export function search(catalog: Catalog, typed: string, limit = Infinity): NodeRow[] {
  const wanted = typed.trim().toLowerCase();
  if (!wanted) return catalog.rows.slice(0, limit);
  const words = wanted.split(/\s+/);
  const ranked: [number, NodeRow][] = [];
  for (const row of catalog.rows) {
    const rank = rankOf(wordsOf(row), wanted, words);
    if (rank >= 0) ranked.push([rank, row]);
  }
  ranked.sort((a, b) => a[0] - b[0] || a[1].node_name.localeCompare(b[1].node_name));
  return ranked.slice(0, limit).map(([, row]) => row);
}

interface Words {
  name: string;
  chinese: string;
  category: string;
  description: string;
}

/** In small letters, made once for each row: a search goes through all of them at every letter. */
const small = new WeakMap<NodeRow, Words>();

function wordsOf(row: NodeRow): Words {
  const known = small.get(row);
  if (known) return known;
  const made = {
    name: row.node_name.toLowerCase(),
    chinese: (row.name_zh_TW ?? '').toLowerCase(),
    category: row.category.toLowerCase(),
    description: (row.description ?? '').toLowerCase(),
  };
  small.set(row, made);
  return made;
}

function rankOf({ name, chinese, category, description }: Words, wanted: string, words: readonly string[]): number {
  if (name.startsWith(wanted)) return 0;
  if (name.includes(wanted)) return 1;
  if (chinese.includes(wanted)) return 2;
  if (category.includes(wanted)) return 3;
  if (isSubsequence(wanted, name)) return 4;
  return words.every((word) => isSaid(description, word)) ? 5 : -1;
}

/** A word of a sentence begins with it. Chinese has no gaps between words; two signs of it are enough, else three letters. */
function isSaid(sentence: string, word: string): boolean {
  const isLatin = /^[\x20-\x7e]+$/.test(word);
  if (word.length < (isLatin ? 3 : 2)) return false;
  for (let at = sentence.indexOf(word); at >= 0; at = sentence.indexOf(word, at + 1)) {
    if (!isLatin || at === 0 || !/[a-z0-9]/.test(sentence[at - 1]!)) return true;
  }
  return false;
}

function isSubsequence(wanted: string, name: string): boolean {
  let at = 0;
  for (const letter of name) if (letter === wanted[at]) at += 1;
  return at === wanted.length;
}
