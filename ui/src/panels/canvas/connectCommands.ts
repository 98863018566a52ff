/** Drawing wires without a pointer: begin at a port, go through what fits, take it. */
import type { Command } from '../../state/commands/commands';
import { useEditor } from '../../state/editor';
import { connect } from '../../state/graph/edits';
import { endsBetween, portsOf, reconnect, type PortRef, type TypedPort } from '../../state/graph/wires';
import { meant } from './editCommands';
import { elementOf, here, rectsNow, seen } from './here';
import { beginLink, cancelLink, endLink, offer, useLinking } from './linking';

const isDrawing = (): boolean => useLinking.getState().at !== null;

/** The port that has the focus. */
function focusedPort(): PortRef | null {
  const port = document.activeElement?.closest<HTMLElement>('.port');
  const [node, name] = [port?.dataset['nodeid'], port?.dataset['handleid']];
  if (!port || !node || !name) return null;
  return { node, port: name, kind: port.classList.contains('source') ? 'out' : 'in' };
}

/** Of a node without a port in focus: its outputs first, then its inputs; again and again goes on to the next that fits something. */
function begin(): void {
  const focused = focusedPort();
  const { from } = useLinking.getState();
  if (focused && !from) return void (beginLink(focused, { byKeys: true }) && show());
  const id = from?.node ?? meant();
  const node = useEditor.getState().doc.nodes.find((one) => one.id === id);
  if (!node) return;
  const ports = portsOf(node, here.catalog).sort((one, other) => Number(other.kind === 'out') - Number(one.kind === 'out'));
  const start = from ? ports.findIndex((one) => one.kind === from.kind && one.port === from.port) + 1 : 0;
  for (let step = 0; step < ports.length; step += 1) {
    if (beginLink(ports[(start + step) % ports.length]!, { byKeys: true })) return show();
  }
}

function accept(): void {
  const { from, fits, at, moved } = useLinking.getState();
  const to = at === null ? undefined : fits[at];
  endLink();
  if (!from || !to) return;
  const ends = endsBetween(from, to);
  useEditor.getState().change('connect', (doc) => (moved ? reconnect(doc, moved, ends) : connect(doc, ends)));
  elementOf(from.node)?.focus();
}

/** Bring the node that is offered into view. */
function show(port: TypedPort | undefined | null = useLinking.getState().fits[0]): void {
  const rect = port && rectsNow().get(port.node);
  if (!rect || !here.flow) return;
  const view = seen();
  const isSeen = rect.x >= view.x && rect.y >= view.y && rect.x + rect.width <= view.x + view.width && rect.y + rect.height <= view.y + view.height;
  if (!isSeen) void here.flow.setCenter(rect.x + rect.width / 2, rect.y + rect.height / 2, { zoom: here.flow.getZoom(), duration: 0 });
}

const shared = { scope: 'canvas', isHidden: true, isEnabled: isDrawing } as const;

/** Before all other commands: while a wire is drawn, arrows, Enter and Escape are its. */
export const CONNECT_COMMANDS: readonly Command[] = [
  { ...shared, id: 'connect.next', label: (t) => t('connect.next'), keys: ['arrowdown', 'arrowright'], repeats: true, run: () => show(offer(1)) },
  { ...shared, id: 'connect.previous', label: (t) => t('connect.previous'), keys: ['arrowup', 'arrowleft'], repeats: true, run: () => show(offer(-1)) },
  { ...shared, id: 'connect.accept', label: (t) => t('connect.accept'), keys: ['enter'], run: accept },
  { ...shared, id: 'connect.cancel', label: (t) => t('connect.cancel'), keys: ['escape'], isEnabled: () => useLinking.getState().from !== null, run: cancelLink },
  {
    id: 'connect.start', label: (t) => t('connect.start'), keys: ['c'], scope: 'canvas', menu: { name: 'edit', group: 3 },
    isEnabled: () => isDrawing() || focusedPort() !== null || meant() !== null, run: begin,
  },
  { ...shared, id: 'connect.port', label: (t) => t('connect.port'), keys: ['enter', 'space'], isEnabled: () => focusedPort() !== null, run: begin },
];
