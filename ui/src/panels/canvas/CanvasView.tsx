import { ReactFlowProvider } from '@xyflow/react';
import type { ReactNode } from 'react';
import { Boundary } from '../../parts/Boundary';
import { BottomPanel } from '../bottom/BottomPanel';
import { Inspector } from '../inspector/Inspector';
import { Palette } from '../palette/Palette';
import { Breadcrumb } from './Breadcrumb';
import { GraphCanvas } from './GraphCanvas';
import { useViewCommands } from './viewCommands';
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
          <Breadcrumb />
          <Picture />
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

/** The graph as one looks at it. */
function Picture(): ReactNode {
  useViewCommands();
  return <GraphCanvas />;
}
