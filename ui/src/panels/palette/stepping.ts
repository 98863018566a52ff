import type { KeyboardEvent } from 'react';

/** Arrows go through what the list of the palette has; up from the first leads to the search. A star lies to the right of its node. */
export function stepAmong(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const palette = (event.target as Element).closest('.palette')!;
  const now = document.activeElement!;
  const next = sideways(now, event.key) ?? upOrDown([...palette.querySelectorAll<HTMLElement>('.field input, .list .category, .list .item')], now, event.key);
  if (!next) return;
  event.preventDefault();
  next.focus();
  next.scrollIntoView({ block: 'nearest' });
}

function sideways(now: Element, key: string): HTMLElement | null | undefined {
  const line = now.closest('.node-line');
  if (key === 'ArrowRight') return line?.querySelector<HTMLElement>('.star');
  return key === 'ArrowLeft' ? line?.querySelector<HTMLElement>('.item') : undefined;
}

function upOrDown(stops: readonly HTMLElement[], now: Element, key: string): HTMLElement | undefined {
  const step = { ArrowDown: 1, ArrowUp: -1 }[key];
  const at = stops.indexOf(now.closest('.node-line')?.querySelector<HTMLElement>('.item') ?? (now as HTMLElement));
  return step === undefined || at < 0 ? undefined : stops[at + step];
}
