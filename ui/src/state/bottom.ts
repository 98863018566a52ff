/** The panel below the canvas: whether it is open, what it shows, how high it is. Kept for the next visit. */
import { create } from 'zustand';

export const BOTTOM_TABS = ['problems', 'log', 'results', 'runs'] as const;
export type BottomTab = (typeof BOTTOM_TABS)[number];

/** Pixels. */
export const LEAST_HEIGHT = 100;
export const MOST_HEIGHT = 600;

interface Bottom {
  isOpen: boolean;
  tab: BottomTab;
  height: number;
}

const KEY = 'cdui.bottom';

export const useBottom = create<Bottom>(() => kept());

/** Open a tab; the one that is open closes. */
export function toggleTab(tab: BottomTab): void {
  const now = useBottom.getState();
  change({ tab, isOpen: !(now.isOpen && now.tab === tab) });
}

export function showTab(tab: BottomTab): void {
  change({ tab, isOpen: true });
}

export function toggleBottom(): void {
  change({ isOpen: !useBottom.getState().isOpen });
}

export function setHeight(height: number): void {
  change({ height: Math.round(Math.min(MOST_HEIGHT, Math.max(LEAST_HEIGHT, height))) });
}

function change(next: Partial<Bottom>): void {
  useBottom.setState(next);
  try {
    localStorage.setItem(KEY, JSON.stringify(useBottom.getState()));
  } catch {
    // a browser that keeps nothing: it holds for this visit
  }
}

function kept(): Bottom {
  let found: Partial<Bottom> = {};
  try {
    found = (JSON.parse(localStorage.getItem(KEY) ?? '{}') ?? {}) as Partial<Bottom>;
  } catch {
    // nothing kept, or something else
  }
  const height = typeof found.height === 'number' ? found.height : 220;
  return { isOpen: found.isOpen === true, tab: BOTTOM_TABS.find((tab) => tab === found.tab) ?? 'problems', height: Math.min(MOST_HEIGHT, Math.max(LEAST_HEIGHT, height)) };
}
