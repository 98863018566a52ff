import { useReactFlow, useStore, ViewportPortal } from '@xyflow/react';
import { useMemo, type ReactNode } from 'react';
import { useEditor } from '../../../state/editor';
import { between, segmentsOf, type Segment } from '../../../state/graph/segment';
import { Bubble } from './Bubble';
import './segments.css';

/** Below this zoom a bubble could not be read; the dashed span stays. */
const LEAST_ZOOM = 0.5;
const PAD = 24;

/** The segments of the level on show: a dashed span about each, and above it what goes in beside what comes out. */
export function Segments(): ReactNode {
  const doc = useEditor((state) => state.doc);
  const segments = useMemo(() => segmentsOf(doc), [doc]);
  if (segments.length === 0) return null;
  return <ViewportPortal>{segments.map((segment) => <Span key={segment.id} segment={segment} />)}</ViewportPortal>;
}

function Span({ segment }: { segment: Segment }): ReactNode {
  const doc = useEditor((state) => state.doc);
  const flow = useReactFlow();
  const isNear = useStore(({ transform }) => transform[2] >= LEAST_ZOOM);
  const ids = useMemo(() => [...between(doc, segment.head, segment.tail)], [doc, segment]);
  // where nodes are now, also while they are dragged
  const box = useStore(() => flow.getNodesBounds(ids), (one, other) => one.x === other.x && one.y === other.y && one.width === other.width && one.height === other.height);
  if (ids.length === 0) return null;
  return (
    <>
      <div
        className="segment-span"
        style={{ transform: `translate(${box.x - PAD}px, ${box.y - PAD}px)`, width: box.width + 2 * PAD, height: box.height + 2 * PAD }}
        data-testid={`segment-${segment.id}`}
      />
      {isNear && <div className="segment-place" style={{ transform: `translate(${box.x - PAD}px, ${box.y - PAD - 12}px) translateY(-100%)` }}><Bubble segment={segment} /></div>}
    </>
  );
}
