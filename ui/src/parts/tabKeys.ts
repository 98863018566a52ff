import type { KeyboardEvent } from 'react';

/** Keys of a row of tabs: arrows go around, Home and End to its ends. prefix: of the tabs' element ids. */
export function tabKeys<T extends string>(tabs: readonly T[], shown: T, show: (tab: T) => void, prefix: string): (event: KeyboardEvent) => void {
  return (event) => {
    const next = nextTab(tabs, shown, event.key);
    if (next === null) return;
    event.preventDefault();
    show(next);
    document.getElementById(`${prefix}${next}`)?.focus();
  };
}

/** The tab that a key leads to; null for a key that leads nowhere. */
export function nextTab<T extends string>(tabs: readonly T[], shown: T, key: string): T | null {
  const at = tabs.indexOf(shown);
  const places: Record<string, number> = { ArrowRight: (at + 1) % tabs.length, ArrowLeft: (at - 1 + tabs.length) % tabs.length, Home: 0, End: tabs.length - 1 };
  return tabs[places[key] ?? -1] ?? null;
}
