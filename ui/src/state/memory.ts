/** How full a card is, for people. */

const GIB = 2 ** 30;

export interface Memory {
  total_bytes?: number | null | undefined;
  free_bytes?: number | null | undefined;
}

/** `3.1 / 8.0 GiB`, used and all, in the numbers of a language; null where it is not known. */
export function memoryWord({ total_bytes: total, free_bytes: free }: Memory, lang: string): string | null {
  if (typeof total !== 'number' || typeof free !== 'number' || total <= 0) return null;
  const number = new Intl.NumberFormat(lang, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  return `${number.format(Math.max(0, total - free) / GIB)} / ${number.format(total / GIB)} GiB`;
}
