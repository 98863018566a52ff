import { useStoreApi, type Rect } from '@xyflow/react';
import { useContext, useEffect, useMemo, useRef, type PointerEvent, type ReactNode } from 'react';
import { LevelPrefix } from '../../state/run/nodeState';
import { useTranslation } from '../../words/words';
import { boundsOf, useCamera } from './camera';
import { Drawing, inkNow } from './drawing';
import type { Card } from './elements';
import { marksNow, onMarks, OncePerFrame } from './marks';

const WIDTH = 166;
const HEIGHT = 102;
const PADDING = 8;
/** A picture as small as a stamp need not change at every frame of a run: drawing it is the dearest part of one. */
const APART_MS = 100;

interface Scale {
  /** Pixels a unit of the graph, and where its origin lies. */
  zoom: number;
  x: number;
  y: number;
}

/** How a part of the graph is fitted into the map. */
export function scaleOf(bounds: Rect): Scale {
  const zoom = Math.min((WIDTH - 2 * PADDING) / Math.max(1, bounds.width), (HEIGHT - 2 * PADDING) / Math.max(1, bounds.height));
  return {
    zoom,
    x: (WIDTH - bounds.width * zoom) / 2 - bounds.x * zoom,
    y: (HEIGHT - bounds.height * zoom) / 2 - bounds.y * zoom,
  };
}

/** The whole graph as small as a stamp, with what is in sight. Press or drag to go there, turn the wheel to zoom. */
export function MiniMap({ cards }: { cards: readonly Card[] }): ReactNode {
  const { t } = useTranslation();
  const store = useStoreApi();
  const prefix = useContext(LevelPrefix);
  const camera = useCamera();
  const canvas = useRef<HTMLCanvasElement>(null);
  const frame = useRef<HTMLElement>(null);
  const scale = useRef<Scale>({ zoom: 1, x: 0, y: 0 });
  const bounds = useMemo(() => boundsOf(cards), [cards]);
  const drawing = useMemo(() => new Drawing(cards, []), [cards]);

  useEffect(() => {
    const element = canvas.current!;
    const context = element.getContext('2d')!;
    const dots = devicePixelRatio;
    element.width = WIDTH * dots;
    element.height = HEIGHT * dots;
    if (bounds) scale.current = scaleOf(bounds);
    const paint = (): void => {
      const { zoom, x, y } = scale.current;
      context.setTransform(1, 0, 0, 1, 0, 0);
      context.clearRect(0, 0, element.width, element.height);
      context.setTransform(dots * zoom, 0, 0, dots * zoom, dots * x, dots * y);
      drawing.drawSmall(context, inkNow(), marksNow(prefix));
    };
    const place = (): void => {
      const { width, height, transform: [x, y, zoom] } = store.getState();
      const map = scale.current;
      const [left, top] = [map.x + (-x / zoom) * map.zoom, map.y + (-y / zoom) * map.zoom];
      frame.current!.style.cssText = `transform:translate(${left}px,${top}px);width:${(width / zoom) * map.zoom}px;height:${(height / zoom) * map.zoom}px`;
    };
    const frames = new OncePerFrame(paint, APART_MS);
    const places = new OncePerFrame(place);
    paint();
    place();
    const endMarks = onMarks(frames.ask);
    const endStore = store.subscribe((now, before) => {
      if (now.transform !== before.transform || now.width !== before.width || now.height !== before.height) places.ask();
    });
    return () => {
      endMarks();
      endStore();
      frames.end();
      places.end();
    };
  }, [drawing, bounds, store, prefix]);

  const go = (event: PointerEvent<HTMLElement>): void => {
    const box = canvas.current!.getBoundingClientRect();
    const { x, y, zoom } = scale.current;
    camera.centre((event.clientX - box.x - x) / zoom, (event.clientY - box.y - y) / zoom);
  };
  return (
    <div
      className="mini float"
      role="img"
      aria-label={t('canvas.minimap')}
      data-testid="minimap"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        go(event);
      }}
      onPointerMove={(event) => event.buttons === 1 && go(event)}
      onWheel={(event) => camera.zoomBy(-Math.sign(event.deltaY) / 2)}
    >
      <canvas ref={canvas} style={{ width: WIDTH, height: HEIGHT }} />
      <i ref={frame} className="sight" />
    </div>
  );
}
