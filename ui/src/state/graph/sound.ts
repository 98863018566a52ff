/** Texts that no file can hold: half a character (a surrogate without its other one) becomes U+FFFD. */

/** With `u` a whole pair is one character, which is none of these. */
const HALVES = /\p{Surrogate}/gu;

/** What has been looked through: values of documents do not change, and a document is looked through at every letter. */
const sound = new WeakSet<object>();

/** The same value, itself where nothing in it is broken. before: what it was made of; what is the same there is not looked at. */
export function wholeCharacters<T>(value: T, before?: unknown): T {
  if (value === before) return value;
  if (typeof value === 'string') return whole(value) as T;
  if (typeof value !== 'object' || value === null || sound.has(value)) return value;
  const next = Array.isArray(value) ? listOf(value, before) : recordOf(value as Record<string, unknown>, before);
  sound.add(next);
  return next as T;
}

function listOf(list: unknown[], before: unknown): unknown[] {
  const was: readonly unknown[] = Array.isArray(before) ? before : [];
  let isSame = true;
  const next = list.map((item, at) => {
    const made = wholeCharacters(item, was[at]);
    isSame &&= made === item;
    return made;
  });
  return isSame ? list : next;
}

function recordOf(record: Record<string, unknown>, before: unknown): Record<string, unknown> {
  const was = typeof before === 'object' && before !== null ? (before as Record<string, unknown>) : {};
  let isSame = true;
  const next = Object.entries(record).map(([key, item]): [string, unknown] => {
    const made: [string, unknown] = [whole(key), wholeCharacters(item, was[key])];
    isSame &&= made[0] === key && made[1] === item;
    return made;
  });
  return isSame ? record : Object.fromEntries(next);
}

function whole(text: string): string {
  // newer than the language that this is written in, and much faster for a text of megabytes
  const { isWellFormed } = text as { isWellFormed?: () => boolean };
  return isWellFormed?.call(text) ? text : text.replace(HALVES, '\uFFFD');
}
