/** What the address names (`?theme=light&lang=zh-TW`): it holds for this visit and until something else is chosen. */
type Name = 'theme' | 'lang';

const forgotten = new Set<Name>();

/** What the address names; null for nothing. */
export function asked(name: Name): string | null {
  if (forgotten.has(name)) return null;
  return new URLSearchParams(globalThis.location?.search ?? '').get(name);
}

/** A choice was made: the address counts no more. */
export function forgetAsked(name: Name): void {
  forgotten.add(name);
}
