/** Which language words are in: chosen by the person, else by the browser; Chinese of any kind reads ours of Taiwan. */
export type Language = 'en' | 'zh-TW';

export const LANGUAGES: readonly Language[] = ['en', 'zh-TW'];
const KEY = 'cdui.language';
const listeners = new Set<(language: Language) => void>();

let current: Language = startingLanguage();

/** The language of now. */
export function language(): Language {
  return current;
}

/** Choose a language; kept for the next visit. */
export function setLanguage(next: Language): void {
  current = next;
  try {
    localStorage.setItem(KEY, next);
  } catch {
    // a browser that keeps nothing: it holds for this visit
  }
  for (const listener of listeners) listener(next);
}

/** Be told when another language is chosen; answers how to be told no more. */
export function onLanguage(listener: (language: Language) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The nearest language we have. */
export function nearest(wanted: string): Language {
  return wanted.toLowerCase().startsWith('zh') ? 'zh-TW' : 'en';
}

function startingLanguage(): Language {
  const asked = new URLSearchParams(globalThis.location?.search ?? '').get('lang');
  if (asked) return nearest(asked);
  try {
    const kept = localStorage.getItem(KEY);
    if (kept) return nearest(kept);
  } catch {
    // as above
  }
  return nearest(globalThis.navigator?.language ?? 'en');
}

/** Whether the browser asks for Chinese in simplified characters: such readers get ours of Taiwan, and are told so. */
export function asksForOtherChinese(wanted = globalThis.navigator?.language ?? ''): boolean {
  return /^zh(?:-hans\b|-cn\b|-sg\b|$)/i.test(wanted);
}
