/** A wire that is being drawn, with the pointer or by keys: from where, and what it fits. */
import { create } from 'zustand';
import { useEditor } from '../../state/editor';
import { objection, removeEdges, type Objection } from '../../state/graph/edits';
import { loopOf } from '../../state/graph/reach';
import { endsBetween, fitting, portKey, portsOf, type PortRef, type TypedPort } from '../../state/graph/wires';
import { here } from './here';

interface Linking {
  from: TypedPort | null;
  /** What it fits, in the order in which keys go through them. */
  fits: readonly TypedPort[];
  keys: ReadonlySet<string>;
  /** Keys of ports: the one it comes from, the one that is offered. */
  fromKey: string | null;
  offered: string | null;
  /** Which of `fits` is offered; null while the pointer draws. */
  at: number | null;
  /** The wire that is put elsewhere. */
  moved: string | null;
  /** Wires of the loop that the one being drawn would close. */
  loop: ReadonlySet<string>;
  /** Escape was pressed while the pointer drew: letting go does nothing. */
  isCancelled: boolean;
}

const NONE: Linking = {
  from: null, fits: [], keys: new Set(), fromKey: null, offered: null, at: null, moved: null, loop: new Set(), isCancelled: false,
};

export const useLinking = create<Linking>(() => NONE);

/** Begin at a port. moved: the wire that is taken up; byKeys: the first port that fits is offered at once. */
export function beginLink(from: PortRef, { moved = null, byKeys = false }: { moved?: string | null; byKeys?: boolean } = {}): boolean {
  const { doc } = useEditor.getState();
  const node = doc.nodes.find((one) => one.id === from.node);
  const port = node && portsOf(node, here.catalog).find((one) => portKey(one) === portKey(from));
  const found = port ? fitting(doc, here.catalog, port, moved ?? undefined) : [];
  // of its very type first: ANY takes everything
  const fits = [...found.filter((one) => one.type === port?.type), ...found.filter((one) => one.type !== port?.type)];
  if (!port || (byKeys && fits.length === 0)) return false;
  useLinking.setState({
    ...NONE, from: port, fits, keys: new Set(fits.map(portKey)), fromKey: portKey(port), moved,
    ...(byKeys && { at: 0, offered: portKey(fits[0]!) }),
  });
  return true;
}

/** Offer another of the ports that fit: the next, or the one before. */
export function offer(step: number): TypedPort | null {
  const { fits, at } = useLinking.getState();
  if (at === null) return null;
  const next = (at + step + fits.length) % fits.length;
  useLinking.setState({ at: next, offered: portKey(fits[next]!) });
  return fits[next]!;
}

export function endLink(): void {
  useLinking.setState(NONE);
}

/** Leave it: nothing is drawn, and letting go of the pointer does nothing. */
export function cancelLink(): void {
  const { at, moved } = useLinking.getState();
  useLinking.setState(at === null ? { ...NONE, moved, isCancelled: true } : NONE);
}

/** What stands against the wire ending at a port; the loop it would close is marked. */
export function against(to: PortRef): Objection | 'same_kind' | null {
  const { from, moved, loop } = useLinking.getState();
  if (!from) return null;
  const { doc } = useEditor.getState();
  const rest = moved === null ? doc : removeEdges(doc, new Set([moved]));
  const ends = endsBetween(from, to);
  const found = from.node !== to.node && from.kind === to.kind ? 'same_kind' : objection(rest, here.catalog, ends);
  const closed = found !== null && found !== 'same_kind' && found.code === 'cycle' ? loopOf(rest, ends) : [];
  if (closed.length !== loop.size || closed.some((id) => !loop.has(id))) useLinking.setState({ loop: new Set(closed) });
  return found;
}
