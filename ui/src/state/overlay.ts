/** Which of the program's own dialogs is open; one at a time. */
import { create } from 'zustand';

export type Overlay = 'open' | 'versions' | 'finder' | 'shortcuts';

export const useOverlay = create<{ shown: Overlay | null }>(() => ({ shown: null }));

export function show(shown: Overlay): void {
  useOverlay.setState({ shown });
}

export function hide(): void {
  useOverlay.setState({ shown: null });
}
