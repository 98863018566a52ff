/** The parts of the window that F6 goes through, in the order in which they stand. */
const PARTS = 'header.bar, nav:not(.graph-tabs), aside, main, main section[aria-label], .banners, footer';
const FOCUSABLE = 'a[href], button:not(:disabled), input:not(:disabled), select, textarea, [tabindex="0"]';

/** Give the focus to the next part, or the one before. step: 1 or -1. */
export function nextLandmark(step: number): void {
  const parts = [...document.querySelectorAll<HTMLElement>(PARTS)].filter((part) => part.offsetParent !== null);
  if (parts.length === 0) return;
  const here = parts.findLastIndex((part) => part.contains(document.activeElement));
  const from = here < 0 && step < 0 ? 0 : here;
  for (let far = 1; far <= parts.length; far += 1) {
    const part = parts[(from + step * far + parts.length * 2) % parts.length]!;
    const target = targetOf(part);
    if (!target) continue;
    target.focus();
    if (document.activeElement === target) return;
  }
}

/** What gets the focus in a part: the canvas itself, else what can be used first. */
function targetOf(part: HTMLElement): HTMLElement | null {
  const canvas = part.matches('main') ? part.querySelector<HTMLElement>('[data-canvas]') : null;
  if (canvas) {
    canvas.tabIndex = -1;
    return canvas;
  }
  for (const element of part.querySelectorAll<HTMLElement>(FOCUSABLE)) {
    if (element.offsetParent !== null) return element;
  }
  part.tabIndex = -1;
  return part;
}
