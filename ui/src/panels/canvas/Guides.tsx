import { ViewportPortal } from '@xyflow/react';
import type { ReactNode } from 'react';
import { useGuides } from './guiding';

/** Beyond the ends of what stands on a line, pixels of the graph. */
const BEYOND = 12;

/** The lines along which what is dragged stands level with others. */
export function Guides(): ReactNode {
  const guides = useGuides((state) => state.guides);
  if (guides.length === 0) return null;
  return (
    <ViewportPortal>
      <svg className="guide-lines" aria-hidden data-testid="guides" data-count={guides.length}>
        {guides.map(({ axis, at, from, to }) => (axis === 'x'
          ? <line key={`x${at}`} x1={at} x2={at} y1={from - BEYOND} y2={to + BEYOND} />
          : <line key={`y${at}`} x1={from - BEYOND} x2={to + BEYOND} y1={at} y2={at} />))}
      </svg>
    </ViewportPortal>
  );
}
