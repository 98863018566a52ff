/** Numbers in rows and columns. Pure. */

export type Table = readonly (readonly number[])[];

/** Rows and columns that are shown as cells at most; a larger list is a text. */
export const MOST_CELLS = 32;

/** The value as rows and columns; null where it is no such list, or has too many. */
export function tableIn(value: unknown): Table | null {
  if (!Array.isArray(value) || value.length === 0 || value.length > MOST_CELLS) return null;
  const width: unknown = Array.isArray(value[0]) ? value[0].length : 0;
  const isEven = value.every((row) => Array.isArray(row) && row.length === width && row.every((cell) => typeof cell === 'number'));
  return isEven && (width as number) > 0 && (width as number) <= MOST_CELLS ? (value as number[][]) : null;
}

/** Another size; what is new is 0. */
export function resized(table: Table, rows: number, columns: number): Table {
  return Array.from({ length: rows }, (_, row) => Array.from({ length: columns }, (__, column) => table[row]?.[column] ?? 0));
}

export function withCell(table: Table, row: number, column: number, value: number): Table {
  return table.map((cells, at) => (at === row ? cells.map((cell, place) => (place === column ? value : cell)) : cells));
}

/** What a spreadsheet copies: lines of numbers with tabs between; null for anything else, and for a single number. */
export function copiedTable(text: string): Table | null {
  const lines = text.replace(/\r\n?/g, '\n').replace(/\n$/, '').split('\n').map((line) => line.split('\t').map((cell) => cell.trim()));
  const cells = lines.flat();
  if (cells.length < 2 || cells.some((cell) => cell === '' || !Number.isFinite(Number(cell)))) return null;
  return lines.every((line) => line.length === lines[0]!.length) ? lines.map((line) => line.map(Number)) : null;
}

/** The table with another one laid over it from a cell on, larger where that is needed; null where that is too large. */
export function pasted(table: Table, row: number, column: number, over: Table): Table | null {
  const rows = Math.max(table.length, row + over.length);
  const columns = Math.max(table[0]!.length, column + over[0]!.length);
  if (rows > MOST_CELLS || columns > MOST_CELLS) return null;
  return resized(table, rows, columns).map((cells, at) => cells.map((cell, place) => over[at - row]?.[place - column] ?? cell));
}
