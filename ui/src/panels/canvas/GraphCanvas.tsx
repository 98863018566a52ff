import {
  Background, BackgroundVariant, ReactFlow, useReactFlow, useStoreApi, type OnMove, type OnNodeDrag,
} from '@xyflow/react';
import '@xyflow/react/dist/base.css';
import { Suspense, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { Boundary, quiet } from '../../parts/Boundary';
import { lazy } from '../../parts/lazy';
import { useCatalog } from '../../api/queries';
import { useEditor } from '../../state/editor';
import { useSetting } from '../../state/settings/settings';
import { useBeginning } from '../../state/tabs/beginning';
import { useView } from '../../state/view/view';
import { useTranslation } from '../../words/words';
import { lookAt, MAX_ZOOM, MIN_ZOOM, useCamera } from './camera';
import { CardNode } from './CardNode';
import { openCard } from './cards';
import { labelsOf } from './labels';
import { listenToClipboard } from './clipboard';
import { Elements, type Card, type FrameCard, type Wire } from './elements';
import { ContextMenu, openNodeMenu, openPaneMenu, openWireMenu } from './ContextMenu';
import { dragLeave, dragNode, dragOver, drop } from './dropping';
import { FrameNode } from './FrameNode';
import { Guides } from './Guides';
import { here } from './here';
import { MiniMap } from './MiniMap';
import { MissingTypes } from './MissingTypes';
import { NoteNode } from './NoteNode';
import { Overview } from './Overview';
import { useOverviewMode } from './overviewMode';
import { Offer } from './Offer';
import { PortChooser } from './PortChooser';
import { Opening } from './Opening';
import { openQuick } from './quick';
import { Refusal } from './Refusal';
import { useFocusKept } from './useFocusKept';
import { useLevel, viewLeft } from './useLevel';
import { SelectionTools } from './SelectionTools';
import { placed, useMoves } from './useMoves';
import { useQuickAdd } from './useQuickAdd';
import { NEAR, useWires } from './useWires';
import { WireEdge } from './WireEdge';
import { ZoomBar } from './ZoomBar';

const EmptyCanvas = lazy(() => import('./EmptyCanvas').then((module) => ({ default: module.EmptyCanvas })));

/** More wires than this are drawn without dashes: each dash costs a browser as much as a wire of its own. */
const MANY_WIRES = 200;

/** Pixels at zoom 1. What snaps falls on halves of the grid. */
const GRID = 20;
const SNAP: [number, number] = [GRID / 2, GRID / 2];

const nodeTypes = { card: CardNode, note: NoteNode, frame: FrameNode };
const edgeTypes = { wire: WireEdge };

const NarrowNote = lazy(() => import('./NarrowNote').then((module) => ({ default: module.NarrowNote })));
const Segments = lazy(() => import('./segments/Segments').then((module) => ({ default: module.Segments })));

// React Flow keeps what it is given in its store: a function that is another one each time has every wire look at itself
const nodeDragged: OnNodeDrag<Card | FrameCard> = (event, node, all) => {
  if (all.length === 1 && 'clientX' in event) dragNode(event, node.id);
};

/** The graph itself. React Flow draws; what changes goes through the editor. */
export function GraphCanvas(): ReactNode {
  const { t } = useTranslation();
  const doc = useEditor((state) => state.doc);
  const selected = useEditor((state) => state.selected);
  const catalog = useCatalog();
  const flow = useReactFlow<Card | FrameCard, Wire>();
  const elements = useRef(new Elements());
  const { live, onNodesChange } = useMoves();
  const canvas = useRef<HTMLDivElement>(null);
  const quick = useQuickAdd();
  const wires = useWires(canvas, quick.dropped);
  const store = useStoreApi();
  const [grid, isSnapping] = [useSetting('grid'), useSetting('snap')];
  const labels = useMemo(() => labelsOf(t), [t]);

  const nodes = useMemo(() => elements.current.nodes(doc, catalog, selected), [doc, catalog, selected]);
  const frames = useMemo(() => elements.current.frames(doc, selected), [doc, selected]);
  const shown = useMemo(() => placed(nodes, live), [nodes, live]);
  const behind = useMemo(() => placed(frames, live), [frames, live]);
  const isBegun = useBeginning((state) => state.isOver);
  const hasSegments = Array.isArray(doc['segmentGroups']) && doc['segmentGroups'].length > 0;
  const selectedWires = useEditor((state) => state.selectedWires);
  const edges = useMemo(() => elements.current.edges(doc, catalog, selectedWires), [doc, catalog, selectedWires]);

  useLayoutEffect(() => lookAt(shown), [shown]);
  const elementsNow = useOverviewMode(shown, edges);
  const drawn = useMemo(() => (elementsNow.isDrawn ? elementsNow.nodes : [...behind, ...elementsNow.nodes]), [elementsNow, behind]);

  const camera = useCamera();
  const { hasMiniMap, isNarrow, isLocked: isHeld } = useView();
  const isLocked = isHeld || isNarrow;
  const [start] = useState(() => viewLeft() ?? { x: 0, y: 0, zoom: 1 });
  const level = useLevel(camera.open);

  useEffect(() => {
    Object.assign(here, { catalog, flow, element: canvas.current });
    return () => void Object.assign(here, { flow: null, element: null });
  }, [catalog, flow]);

  useEffect(listenToClipboard, []);
  useFocusKept(canvas, doc, quick.element !== null);

  const moveEnded = useCallback<OnMove>((_event, { zoom }) => store.setState({ connectionRadius: NEAR / zoom }), [store]);

  return (
    <div
      ref={canvas}
      className="canvas"
      data-testid="canvas"
      data-canvas
      tabIndex={-1}
      data-dense={edges.length > MANY_WIRES || undefined}
      onDoubleClick={(event) => {
        if ((event.target as HTMLElement).classList.contains('react-flow__pane')) openQuick({ x: event.clientX, y: event.clientY });
      }}
      onDragOver={dragOver}
      onDragLeave={dragLeave}
      onDrop={drop}
    >
      <ReactFlow<Card | FrameCard, Wire>
        nodes={drawn}
        edges={elementsNow.edges}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        onNodesChange={onNodesChange}
        {...wires}
        edgesReconnectable={!isLocked && !level.isFixed}
        reconnectRadius={12}
        onMoveEnd={moveEnded}
        onNodeDrag={nodeDragged}
        onNodeContextMenu={(event, node) => openNodeMenu(event, node.id)}
        onSelectionContextMenu={(event, all) => all[0] && openNodeMenu(event, all[0].id)}
        onEdgeContextMenu={(event, edge) => openWireMenu(event, edge.id)}
        onPaneContextMenu={openPaneMenu}
        onNodeDoubleClick={(_, node) => openCard(node.id)}
        onPaneClick={(event) => {
          if (!elementsNow.isDrawn) return;
          const { x, y } = flow.screenToFlowPosition({ x: event.clientX, y: event.clientY });
          camera.centre(x, y, 1);
        }}
        onlyRenderVisibleElements
        nodesDraggable={!isLocked && !level.isFixed}
        nodesConnectable={!isLocked && !level.isFixed}
        deleteKeyCode={null}
        multiSelectionKeyCode={['Meta', 'Control', 'Shift']}
        selectionKeyCode="Shift"
        connectionRadius={NEAR}
        defaultViewport={start}
        minZoom={MIN_ZOOM}
        maxZoom={MAX_ZOOM}
        zoomOnDoubleClick={false}
        disableKeyboardA11y
        snapToGrid={isSnapping}
        snapGrid={SNAP}
        ariaLabelConfig={labels}
        aria-label={t('canvas.label')}
      >
        {grid !== 'none' && <Background variant={grid === 'lines' ? BackgroundVariant.Lines : BackgroundVariant.Dots} gap={GRID} size={grid === 'lines' ? 1 : 1.6} color="var(--grid)" />}
        {elementsNow.isDrawn && <Overview cards={shown} wires={edges} frames={behind} />}
        {live !== null && <Guides />}
        <SelectionTools isHidden={live !== null} />
        {hasSegments && <Boundary stopped={quiet}><Suspense fallback={null}><Segments /></Suspense></Boundary>}
      </ReactFlow>
      {hasMiniMap && !isNarrow && nodes.length > 0 && !elementsNow.isDrawn && <MiniMap cards={shown} />}
      {isNarrow && <Suspense fallback={null}><NarrowNote /></Suspense>}
      {nodes.length > 0 ? <ZoomBar /> : level.isInside ? <p className="empty dim" data-testid="level-empty">{t('subgraph.empty')}</p> : isBegun ? <Suspense fallback={null}><EmptyCanvas /></Suspense> : <Opening />}
      {quick.element}
      <MissingTypes cards={nodes} isKnown={catalog.rows.length > 0} />
      <ContextMenu />
      <PortChooser />
      <Refusal />
      <Offer />
    </div>
  );
}
