/** A whole graph on a 2D canvas: a few paths, one for each colour, made once and drawn at every place and zoom. */
import type { NodeStatus } from '../../state/run/reduce';
import { TRIGGER_HANDLE } from '../../state/graph/document';
import { tokenOf as tokenOfFrame } from './colours';
import type { Card, FrameCard, Wire } from './elements';
import { HEAD } from './geometry';
import { tokenOf } from './PortShape';

export type Ink = (token: string) => string;

let inks: { theme: string | undefined; ink: Ink } | null = null;

/** The tokens of the page as they are now. Each is asked for once a theme: the answer waits for the style of all elements. */
export function inkNow(): Ink {
  const { theme } = document.documentElement.dataset;
  if (inks !== null && inks.theme === theme) return inks.ink;
  const style = getComputedStyle(document.documentElement);
  const found = new Map<string, string>();
  const ink: Ink = (token) => {
    const known = found.get(token);
    if (known !== undefined) return known;
    const value = style.getPropertyValue(token).trim();
    found.set(token, value);
    return value;
  };
  inks = { theme, ink };
  return ink;
}

/** What of a node is more than its type. */
export interface Marks {
  statusOf: (id: string) => NodeStatus | undefined;
  selected: ReadonlySet<string>;
  wrong: ReadonlySet<string>;
}

/** The token that a node's state fills it with; null for its type's own. */
export function stateToken(id: string, { statusOf, selected, wrong }: Marks): string | null {
  const status = statusOf(id);
  if (status === 'error' || wrong.has(id)) return '--fail';
  if (status === 'running') return '--running';
  if (selected.has(id)) return '--accent';
  if (status === 'interrupted') return '--interrupted';
  return status === 'completed' || status === 'cached' ? '--ok' : null;
}

const BAR = 14;

const TITLE_PX = 12;
/** A frame has its title when it is wider than this on the screen. */
const ROOM_PX = 48;

/** The frames behind the nodes, each with its title in letters that keep their size. */
export function drawFrames(context: CanvasRenderingContext2D, zoom: number, ink: Ink, frames: readonly FrameCard[]): void {
  context.lineWidth = 1 / zoom;
  for (const { position: { x, y }, width = 0, height = 0, data: { frame } } of frames) {
    const colour = ink(tokenOfFrame(frame.colour).slice('var('.length, -1));
    context.fillStyle = context.strokeStyle = colour;
    context.globalAlpha = 0.08;
    context.fillRect(x, y, width, height);
    context.globalAlpha = 0.6;
    context.strokeRect(x, y, width, height);
    if (width * zoom < ROOM_PX) continue;
    context.globalAlpha = 1;
    context.font = `600 ${TITLE_PX / zoom}px ${ink('--font')}`;
    context.fillText(frame.title.slice(0, Math.floor((width * zoom) / 8)), x, y - 5 / zoom);
  }
  context.globalAlpha = 1;
}

/** The paths of a graph, in its own coordinates. */
export class Drawing {
  private readonly bodies = new Path2D();
  private readonly notes = new Path2D();
  private readonly bars = new Map<string, Path2D>();
  private readonly wires = new Map<string, Path2D>();

  constructor(private readonly cards: readonly Card[], wires: readonly Wire[]) {
    const byId = new Map<string, Card>();
    for (const card of cards) {
      byId.set(card.id, card);
      const { x, y } = card.position;
      const { box } = card.data;
      if (card.type === 'card') {
        this.bodies.rect(x, y, box.width, box.height);
        pathOf(this.bars, tokenOf(box.outputs[0]?.type ?? box.inputs[0]?.type ?? 'ANY')).rect(x, y, box.width, BAR);
      } else this.notes.rect(x, y, box.width, box.height);
    }
    for (const wire of wires) this.line(wire, byId.get(wire.source), byId.get(wire.target));
  }

  private line(wire: Wire, from: Card | undefined, to: Card | undefined): void {
    if (!from || !to) return;
    const out = from.data.box.outputs.find((port) => port.name === wire.sourceHandle)?.y ?? HEAD / 2;
    const into = wire.targetHandle === TRIGGER_HANDLE ? HEAD / 2 : (to.data.box.inputs.find((port) => port.name === wire.targetHandle)?.y ?? HEAD / 2);
    const path = pathOf(this.wires, tokenOf(wire.data?.dataType ?? 'ANY'));
    path.moveTo(from.position.x + from.data.box.width, from.position.y + out);
    path.lineTo(to.position.x, to.position.y + into);
  }

  /** Draw it. The context's transform is that of the view; zoom: pixels a unit, for lines that stay thin. */
  draw(context: CanvasRenderingContext2D, zoom: number, ink: Ink, marks: Marks): void {
    context.lineWidth = 1 / zoom;
    context.globalAlpha = 0.55;
    for (const [token, path] of this.wires) {
      context.strokeStyle = ink(token);
      context.stroke(path);
    }
    context.globalAlpha = 1;
    context.fillStyle = ink('--raised');
    context.fill(this.bodies);
    for (const [token, path] of this.bars) {
      context.fillStyle = ink(token);
      context.fill(path);
    }
    context.strokeStyle = ink('--border-2');
    context.stroke(this.bodies);
    context.globalAlpha = 0.3;
    context.fillStyle = ink('--list');
    context.fill(this.notes);
    context.globalAlpha = 1;
    this.mark(context, ink, marks, BAR);
  }

  /** Every node that is in some state, in the colour of it. top: how much of the type's colour stays above. */
  mark(context: CanvasRenderingContext2D, ink: Ink, marks: Marks, top: number): void {
    const states = new Map<string, Path2D>();
    for (const { id, type, position, data } of this.cards) {
      const token = type === 'card' ? stateToken(id, marks) : null;
      if (token) pathOf(states, token).rect(position.x, position.y + top, data.box.width, data.box.height - top);
    }
    for (const [token, path] of states) {
      context.fillStyle = ink(token);
      context.globalAlpha = token === '--ok' ? 0.45 : 0.9;
      context.fill(path);
    }
    context.globalAlpha = 1;
  }

  /** The same in grey, for a picture as small as a stamp. */
  drawSmall(context: CanvasRenderingContext2D, ink: Ink, marks: Marks): void {
    context.globalAlpha = 0.55;
    context.fillStyle = ink('--faint');
    context.fill(this.bodies);
    context.globalAlpha = 0.3;
    context.fillStyle = ink('--list');
    context.fill(this.notes);
    this.mark(context, ink, marks, 0);
  }
}

function pathOf(paths: Map<string, Path2D>, token: string): Path2D {
  let path = paths.get(token);
  if (!path) paths.set(token, (path = new Path2D()));
  return path;
}
