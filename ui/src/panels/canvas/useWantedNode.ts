import { useEffect } from 'react';
import { useWanted } from '../../state/view/wanted';
import { useGoToNode } from './useGoToNode';

/** Goes to the node that was asked for elsewhere, and takes the focus there: what was pressed for it may be gone. */
export function useWantedNode(): void {
  const place = useWanted((state) => state.place);
  const go = useGoToNode();
  useEffect(() => {
    if (!place) return;
    useWanted.setState({ place: null });
    // a canvas that has just come fits all of itself into sight first
    requestAnimationFrame(() => requestAnimationFrame(() => {
      go(place);
      const canvas = document.querySelector<HTMLElement>('[data-canvas]');
      if (!canvas) return;
      canvas.tabIndex = -1;
      canvas.focus({ preventScroll: true });
    }));
  }, [place, go]);
}
