/** The box beside the pointer of a chart, in which its values stand. */
import type uPlot from 'uplot';

/** The box of a chart, made when it is first asked for. name: its class. */
export function boxOf(plot: uPlot, name: string): HTMLElement {
  const found = plot.over.querySelector<HTMLElement>(`.${name}`);
  if (found) return found;
  const made = document.createElement('div');
  made.className = `${name} float`;
  plot.over.append(made);
  return made;
}

export function hideBox(plot: uPlot, name: string): void {
  boxOf(plot, name).hidden = true;
}

/** Put a box to the side of the pointer that has more room. left: of the pointer, pixels of the chart. */
export function besidePointer(plot: uPlot, box: HTMLElement, left: number): void {
  const isRight = left > plot.over.clientWidth / 2;
  box.style.left = isRight ? 'auto' : `${left + 12}px`;
  box.style.right = isRight ? `${plot.over.clientWidth - left + 12}px` : 'auto';
}
