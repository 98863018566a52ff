import { ReactFlowProvider } from '@xyflow/react';
import { Suspense, type ReactNode } from 'react';
import { lazy, lazySoon } from '../../parts/lazy';
import { Boundary } from '../../parts/Boundary';
import { BottomPanel } from '../bottom/BottomPanel';
import { Inspector } from '../inspector/Inspector';
import { useEditor } from '../../state/editor';
import { useSession } from '../../state/run/session';
import { useSetting } from '../../state/settings/settings';
import { useView } from '../../state/view/view';
import { Checklist } from '../onboarding/Checklist';
import { Splitter } from '../shell/Splitter';
import { Palette } from '../palette/Palette';
import { PresetDialog } from '../presets/PresetDialog';
import { Breadcrumb } from './Breadcrumb';
import { GraphCanvas } from './GraphCanvas';
import { LevelScope } from './LevelScope';
import { useViewCommands } from './viewCommands';
import { useWantedNode } from './useWantedNode';
import './canvas.css';

const LookingBar = lazy(() => import('../looking/LookingBar').then((module) => ({ default: module.LookingBar })));
const ChangedBar = lazy(() => import('../looking/ChangedBar').then((module) => ({ default: module.ChangedBar })));
const ListView = lazySoon(() => import('../list/ListView').then((module) => ({ default: module.ListView })));

/** The view in which graphs are drawn: palette, canvas, inspector. */
export function CanvasView(): ReactNode {
  const readOnly = useEditor((state) => state.readOnly);
  return (
    <ReactFlowProvider>
      <LevelScope>
        <Boundary>
          <Palette />
        </Boundary>
        {!readOnly && <Splitter panel="side" />}
        <main className="work">
          {readOnly && <Suspense fallback={null}><LookingBar source={readOnly} /></Suspense>}
          <Boundary>
            <Breadcrumb />
            <Picture />
          </Boundary>
          <FirstSteps />
          <Boundary>
            <BottomPanel />
          </Boundary>
        </main>
        <Splitter panel="inspector" />
        <Boundary>
          <Inspector />
        </Boundary>
        <PresetDialog />
      </LevelScope>
    </ReactFlowProvider>
  );
}

/** The first steps, below a graph; an empty canvas shows them itself. */
function FirstSteps(): ReactNode {
  const isEmpty = useEditor(({ root, readOnly }) => readOnly !== null || root.nodes.length === 0);
  const isWelcomed = useSetting('welcomed');
  return isEmpty || !isWelcomed ? null : <Checklist shape="bar" />;
}

/** The graph as one looks at it. */
function Picture(): ReactNode {
  useViewCommands();
  useWantedNode();
  const isList = useView((view) => view.isList);
  const hasRun = useSession(({ picture, ran }) => picture !== null && ran !== null);
  if (isList) return <Suspense fallback={<div className="canvas" />}><ListView /></Suspense>;
  return (
    <>
      {hasRun && <div className="since-place"><Suspense fallback={null}><ChangedBar /></Suspense></div>}
      <GraphCanvas />
    </>
  );
}
