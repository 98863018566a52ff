import { ReactFlowProvider } from '@xyflow/react';
import type { ReactNode } from 'react';
import { Boundary } from '../../parts/Boundary';
import { BottomPanel } from '../bottom/BottomPanel';
import { Inspector } from '../inspector/Inspector';
import { Palette } from '../palette/Palette';
import { GraphCanvas } from './GraphCanvas';
import './canvas.css';

/** The view in which graphs are drawn: palette, canvas, inspector. */
export function CanvasView(): ReactNode {
  return (
    <ReactFlowProvider>
      <Boundary>
        <Palette />
      </Boundary>
      <main className="work">
        <Boundary>
          <GraphCanvas />
        </Boundary>
        <Boundary>
          <BottomPanel />
        </Boundary>
      </main>
      <Boundary>
        <Inspector />
      </Boundary>
    </ReactFlowProvider>
  );
}
