import { useStoreApi } from '@xyflow/react';
import { useContext, useEffect, useMemo, useRef, type ReactNode } from 'react';
import { useProblems } from '../../state/problems/problems';
import { LevelPrefix } from '../../state/run/nodeState';
import { useSession } from '../../state/run/session';
import { useTranslation } from '../../words/words';
import { drawFrames, Drawing, inkNow } from './drawing';
import type { Card, FrameCard, Wire } from './elements';
import { marksNow, onMarks, OncePerFrame } from './marks';

interface Props {
  cards: readonly Card[];
  wires: readonly Wire[];
  frames: readonly FrameCard[];
}

/** A large graph from far away, drawn on one canvas in place of its elements. A reader of screens gets it in a sentence. */
export function Overview({ cards, wires, frames }: Props): ReactNode {
  const store = useStoreApi();
  const prefix = useContext(LevelPrefix);
  const canvas = useRef<HTMLCanvasElement>(null);
  const drawing = useMemo(() => new Drawing(cards, wires), [cards, wires]);

  useEffect(() => {
    const element = canvas.current!;
    const context = element.getContext('2d')!;
    const paint = (): void => {
      const { width, height, transform: [x, y, zoom] } = store.getState();
      const dots = devicePixelRatio;
      if (element.width !== Math.round(width * dots) || element.height !== Math.round(height * dots)) {
        element.width = Math.round(width * dots);
        element.height = Math.round(height * dots);
      }
      context.setTransform(1, 0, 0, 1, 0, 0);
      context.clearRect(0, 0, element.width, element.height);
      context.setTransform(dots * zoom, 0, 0, dots * zoom, dots * x, dots * y);
      drawFrames(context, zoom, inkNow(), frames);
      drawing.draw(context, zoom, inkNow(), marksNow(prefix));
    };
    const once = new OncePerFrame(paint);
    paint();
    const endMarks = onMarks(once.ask);
    const endStore = store.subscribe((now, before) => {
      if (now.transform !== before.transform || now.width !== before.width || now.height !== before.height) once.ask();
    });
    return () => {
      endMarks();
      endStore();
      once.end();
    };
  }, [drawing, frames, store, prefix]);

  return (
    <>
      <canvas ref={canvas} className="overview" aria-hidden data-testid="overview" />
      <Summary nodes={cards.length} wires={wires.length} />
    </>
  );
}

function Summary({ nodes, wires }: { nodes: number; wires: number }): ReactNode {
  const { t } = useTranslation();
  const running = useSession(({ picture }) => count(picture?.nodes, 'running'));
  const failed = useSession(({ picture }) => count(picture?.nodes, 'error'));
  const wrong = useProblems((problems) => problems.byCard.size + problems.inside.size);
  const parts = [
    t('far.nodes', { count: nodes }),
    t('far.wires', { count: wires }),
    running > 0 && t('far.running', { count: running }),
    failed > 0 && t('far.failed', { count: failed }),
    wrong > 0 && t('far.wrong', { count: wrong }),
  ].filter(Boolean);
  return (
    <p className="far float" data-testid="overview-summary">
      {parts.map((part, at) => <span key={at}>{part}</span>)}
      <span className="dim">{t('far.go')}</span>
    </p>
  );
}

function count(nodes: Readonly<Record<string, { status: string }>> | undefined, status: string): number {
  let found = 0;
  for (const id in nodes) if (nodes[id]!.status === status) found += 1;
  return found;
}
