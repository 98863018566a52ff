/** Lines of a grouped list: heads of groups, and the rows of those that are open. Pure. */

export const GROUPINGS = ['', 'graph', 'status', 'worker'] as const;
export type Grouping = (typeof GROUPINGS)[number];

export interface Group {
  value: string;
  count: number;
}

export interface Head extends Group {
  isClosed: boolean;
}

/** A list by line. Rows are numbered as the server numbers them: without those of closed groups. */
export interface Lines {
  count: number;
  /** The head on a line; null for a row. */
  head: (line: number) => Head | null;
  /** The row on a line, or the first one behind a head. */
  row: (line: number) => number;
  lineOf: (row: number) => number;
}

/** total: of all rows, closed groups and those beyond the last group included. */
export function linesOf(groups: readonly Group[], closed: ReadonlySet<string>, total: number): Lines {
  if (groups.length === 0) return { count: total, head: () => null, row: (line) => line, lineOf: (row) => row };
  const heads: Head[] = [];
  const headLines: number[] = [];
  const firstRows: number[] = [];
  let line = 0;
  let row = 0;
  for (const group of groups) {
    const isClosed = closed.has(group.value);
    heads.push({ ...group, isClosed });
    headLines.push(line);
    firstRows.push(row);
    line += 1 + (isClosed ? 0 : group.count);
    row += isClosed ? 0 : group.count;
  }
  const counted = groups.reduce((sum, { count }) => sum + count, 0);
  return {
    count: line + Math.max(0, total - counted),
    head: (at) => {
      const group = last(headLines, at);
      return headLines[group] === at ? heads[group]! : null;
    },
    row: (at) => {
      const group = last(headLines, at);
      return firstRows[group]! + Math.max(0, at - headLines[group]! - 1);
    },
    lineOf: (wanted) => {
      const group = last(firstRows, wanted);
      return headLines[group]! + 1 + wanted - firstRows[group]!;
    },
  };
}

/** Where the last of ascending numbers is that is not above the wanted one; of equal ones the last. */
function last(ascending: readonly number[], wanted: number): number {
  let low = 0;
  let high = ascending.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (ascending[middle]! <= wanted) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Characters of closed groups that an address has room for. */
const ROOM = 4000;

/** Closed groups after a press on a head; the one that was closed first opens again when there are too many to name. */
export function pressed(closed: readonly string[], value: string): readonly string[] {
  if (closed.includes(value)) return closed.filter((one) => one !== value);
  const next = [...closed, value];
  while (next.length > 1 && next.reduce((sum, one) => sum + encodeURIComponent(one).length + 8, 0) > ROOM) next.shift();
  return next;
}
