import type { FinalConnectionState } from '@xyflow/react';
import { useCallback, useEffect, useMemo, type ReactNode } from 'react';
import { useEditor } from '../../state/editor';
import { endsBetween, fittingOn, type TypedPort } from '../../state/graph/wires';
import { connect } from '../../state/graph/edits';
import { useOverlay } from '../../state/overlay';
import { toast } from '../../state/toasts';
import { QuickAdd } from '../quickadd/QuickAdd';
import { here } from './here';
import { useLinking } from './linking';
import { choosePort } from './PortChooser';
import { addHere, closeQuick, fitting, openQuick, useQuick } from './quick';

const WIDTH = 320;
const HEIGHT = 440;
const EDGE = 12;

/** Quick add over the canvas, and what becomes of a wire that is dropped on no port. */
export function useQuickAdd(): { element: ReactNode; dropped: (event: MouseEvent | TouchEvent, state: FinalConnectionState) => void } {
  const open = useQuick((state) => state.open);
  const dropped = useCallback((event: MouseEvent | TouchEvent, state: FinalConnectionState) => {
    const { from } = useLinking.getState();
    if (state.isValid || state.toHandle || !from) return;
    const at = pointOf(event);
    const node = at && document.elementFromPoint(at.x, at.y)?.closest('.react-flow__node')?.getAttribute('data-id');
    if (!at || node === from.node) return;
    if (!node) return openQuick(at, { from });
    const { doc, change } = useEditor.getState();
    const found = fittingOn(doc, here.catalog, from, node);
    const only = plain(found, from.type);
    if (only) change('connect', (now) => connect(now, endsBetween(from, only)));
    else if (found.length > 0) choosePort(at, from, found);
    else toast({ text: (t) => t('connect.no_port', { type: from.type }) });
  }, []);

  useEffect(() => useOverlay.subscribe(({ shown }) => shown !== null && closeQuick()), []);
  useEffect(() => (open && here.element ? onResize(here.element, closeQuick) : undefined), [open]);

  const fits = useMemo(() => (open ? fitting(open) : undefined), [open]);
  const box = here.element?.getBoundingClientRect();
  const at = open && box
    ? {
        x: Math.max(EDGE, Math.min(open.at.x - box.x, box.width - WIDTH - EDGE)),
        y: Math.max(EDGE, Math.min(open.at.y - box.y, box.height - HEIGHT)),
      }
    : null;
  const element = open && at && fits && (
    <QuickAdd
      at={at}
      fits={fits}
      close={closeQuick}
      add={(row, stays) => {
        addHere(row, open);
        if (!stays || open.into !== null) closeQuick(); // the wire that it was put into is gone
      }}
    />
  );
  return { element, dropped };
}

/** Told when something takes room from the element, or gives it back. */
function onResize(element: Element, changed: () => void): () => void {
  let isFirst = true; // an observer tells of the size as it is, too
  const watcher = new ResizeObserver(() => {
    if (!isFirst) changed();
    isFirst = false;
  });
  watcher.observe(element);
  return () => watcher.disconnect();
}

/** The port that is meant without asking: the only free one of just this type, else the only free one, else the only one. */
function plain(found: readonly { port: TypedPort; isFree: boolean }[], type: string): TypedPort | null {
  const free = found.filter((one) => one.isFree);
  const same = free.filter((one) => one.port.type === type);
  for (const some of [same, free, found]) if (some.length > 0) return some.length === 1 ? some[0]!.port : null;
  return null;
}

function pointOf(event: MouseEvent | TouchEvent): { x: number; y: number } | null {
  if ('clientX' in event) return { x: event.clientX, y: event.clientY };
  const touch = event.changedTouches[0];
  return touch ? { x: touch.clientX, y: touch.clientY } : null;
}
