/** How wide the panels beside the view are, and whether they are there; kept for the next visit. */
import { create } from 'zustand';
import { useView } from './view/view';

export type Panel = 'side' | 'inspector';

/** Least, most and usual width, pixels. */
export const WIDTHS: Readonly<Record<Panel, readonly [number, number, number]>> = { side: [220, 360, 232], inspector: [280, 420, 320] };

interface Panels {
  side: number;
  inspector: number;
  isSideOpen: boolean;
  /** Of a window so narrow that the Inspector lies over the canvas: it is drawn out. */
  isDrawerOpen: boolean;
}

const KEY = 'cdui.panels';
/** Below it there is no room to edit with a mouse: one looks, and edits in the list. */
const NARROW = '(max-width: 699.98px)';
const VARIABLES: Readonly<Record<Panel, string>> = { side: '--side', inspector: '--insp' };

export const usePanels = create<Panels>(() => ({ side: WIDTHS.side[2], inspector: WIDTHS.inspector[2], isSideOpen: true, isDrawerOpen: false, ...read() }));

/** A width that the panel may have. */
export function fitting(panel: Panel, px: number): number {
  const [least, most] = WIDTHS[panel];
  return Math.round(Math.min(Math.max(px, least), most));
}

export function resize(panel: Panel, px: number): void {
  usePanels.setState({ [panel]: fitting(panel, px) });
}

export function toggleSide(): void {
  usePanels.setState(({ isSideOpen }) => ({ isSideOpen: !isSideOpen }));
}

export function toggleDrawer(): void {
  usePanels.setState(({ isDrawerOpen }) => ({ isDrawerOpen: !isDrawerOpen }));
}

/** Make the widths real, now and at every change; once, when the program starts. */
export function startPanels(): void {
  dress(usePanels.getState());
  usePanels.subscribe((now) => {
    dress(now);
    keep(now);
  });
  const narrow = matchMedia(NARROW);
  const look = (): void => useView.setState({ isNarrow: narrow.matches });
  look();
  narrow.addEventListener('change', look);
}

function dress(panels: Panels): void {
  const root = document.documentElement;
  for (const panel of ['side', 'inspector'] as const) root.style.setProperty(VARIABLES[panel], `${panels[panel]}px`);
  root.dataset['side'] = panels.isSideOpen ? 'open' : 'closed';
  root.dataset['drawer'] = panels.isDrawerOpen ? 'open' : 'closed';
}

function keep({ side, inspector, isSideOpen }: Panels): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ side, inspector, isSideOpen }));
  } catch {
    // a browser that keeps nothing: it holds for this visit
  }
}

function read(): Partial<Panels> {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Record<keyof Panels, unknown>>;
    return {
      ...(typeof found.side === 'number' && { side: fitting('side', found.side) }),
      ...(typeof found.inspector === 'number' && { inspector: fitting('inspector', found.inspector) }),
      ...(typeof found.isSideOpen === 'boolean' && { isSideOpen: found.isSideOpen }),
    };
  } catch {
    return {};
  }
}
