/** Automatic layout of the level on show: worked out in a worker, one step of undo. */
import { useEditor } from '../../state/editor';
import { arranged, drawingOf } from '../../state/graph/arranged';
import type { Drawing } from '../../state/graph/layout';
import type { Rect } from '../../state/graph/rect';
import { perform } from '../../state/commands/commands';
import { rectsNow } from './here';

let isWorking = false;

/** Lay out what is chosen; everything where less than two are. Another call while it works is passed over. */
export async function arrange(): Promise<void> {
  if (isWorking) return;
  isWorking = true;
  try {
    const { doc, path, selected } = useEditor.getState();
    const drawing = drawingOf(doc, rectsNow(), selected);
    const layout = await workedOut(drawing);
    // what was changed meanwhile stays as it is: only places come from here
    if (useEditor.getState().path !== path) return;
    useEditor.getState().change('layout', (now) => arranged(now, rectsNow(), layout));
    if (drawing.boxes.length >= doc.nodes.length) requestAnimationFrame(() => perform('view.fit'));
  } finally {
    isWorking = false;
  }
}

function workedOut(drawing: Drawing): Promise<Map<string, Rect>> {
  const worker = new Worker(new URL('../../state/graph/layout.worker.ts', import.meta.url), { type: 'module' });
  return new Promise<Map<string, Rect>>((done, failed) => {
    worker.onmessage = (event: MessageEvent<Map<string, Rect>>) => done(event.data);
    worker.onerror = (event) => failed(new Error(event.message));
    worker.postMessage(drawing);
  }).finally(() => worker.terminate());
}
