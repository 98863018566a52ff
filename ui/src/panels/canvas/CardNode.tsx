import { IconDots } from '@tabler/icons-react';
import type { NodeProps } from '@xyflow/react';
import type { TFunction } from 'i18next';
import { memo, Suspense, type CSSProperties, type ReactNode } from 'react';
import { Boundary, quiet } from '../../parts/Boundary';
import { lazy } from '../../parts/lazy';
import { useEditor } from '../../state/editor';
import { setLabel } from '../../state/graph/edits';
import { TRIGGER_HANDLE } from '../../state/graph/document';
import { isCard } from '../../state/graph/subgraph/ends';
import { useNodeState } from '../../state/run/nodeState';
import type { NodeState } from '../../state/run/reduce';
import { isTooLong } from '../../state/fields/tooLong';
import { useProblems } from '../../state/problems/problems';
import { cause } from '../../words/cause';
import { useSentence } from '../../words/refusal';
import { useTranslation } from '../../words/words';
import { CardIcon } from './CardIcon';
import { labelId } from './elements';
import { useIsChanged, useStatus } from './cardStatus';
import type { Card, CardData } from './elements';
import { openNodeMenu } from './ContextMenu';
import { NameField } from './NameField';
import { useRenaming } from './renaming';
import { HEAD } from './geometry';
import { Mark } from './Mark';
import { Port } from './Port';
import { colourOf } from './PortShape';

// nothing has run when the canvas is first drawn
const NodePreview = lazy(() => import('./NodePreview').then((module) => ({ default: module.NodePreview })));

/** One node: what it is, its ports, a few params, and how it fares in the run that is followed. */
export const CardNode = memo(function CardNode({ id, data, selected }: NodeProps<Card>): ReactNode {
  const { t } = useTranslation();
  const say = useSentence();
  const { node, box, connected, title, isKnown } = data;
  const state = useNodeState(id);
  const isRenaming = useRenaming((renaming) => renaming.id === id);
  const wrong = useProblems((problems) => problems.byCard.get(id));
  const inside = useProblems((problems) => problems.inside.get(id));
  const problem = state?.error ?? wrong?.[0] ?? inside?.[0];
  const sentence = problem && say(problem);
  const told = problem && problem === inside?.[0] ? t('subgraph.inside', { count: inside.length }) : ((problem && cause(t, problem)?.what) ?? sentence ?? (isKnown ? undefined : t('canvas.unknown_type', { type: node.type })));
  const status = useStatus(node, state);
  const isChanged = useIsChanged(id);
  const colour = colourOf(box.outputs[0]?.type ?? box.inputs[0]?.type ?? 'ANY');
  const joined = box.inputs.filter((port) => connected.has(`in:${port.name}`)).length;
  const rows = Math.max(box.inputs.length, box.outputs.length);
  return (
    <div
      className="card"
      style={{ '--type': colour, width: box.width, minHeight: box.height } as CSSProperties}
      data-testid={`node-${id}`}
      data-status={status}
      data-node-type={node.type}
      data-selected={selected || undefined}
      data-error-code={(wrong ?? inside)?.[0]?.code}
      data-problems-inside={inside?.length}
      data-changed={isChanged || undefined}
      data-unknown={!isKnown || undefined}
    >
      <span className="unseen" id={labelId(id)}>
        {t('canvas.node_label', { title, status: wordOf(t, status, state), inputs: t('canvas.inputs', { count: joined }) })}
      </span>
      <div className="head">
        {isCard(node) && <CardIcon type={node.type} />}
        {isRenaming
          ? <NameField value={title} label={t('canvas.name')} done={(next) => useEditor.getState().change('rename', (doc) => setLabel(doc, id, next))} />
          : <span className="title cut" onDoubleClick={isCard(node) ? undefined : () => useRenaming.getState().begin(id)}>{title}</span>}
        {!isRenaming && title !== node.type && !isCard(node) && <span className="type cut">{node.type}</span>}
        <span className="grow" />
        {isChanged && <i className="changed" title={t('canvas.changed')} data-testid={`changed-${id}`} />}
        <Mark status={status} />
        <button type="button" className="more nodrag" tabIndex={-1} aria-label={t('editing.menu')} title={t('editing.menu')} onClick={(event) => openNodeMenu(event, id)} data-testid={`node-menu-${id}`}>
          <IconDots size={14} aria-hidden />
        </button>
      </div>
      {state?.progress !== undefined && state.status === 'running' && <Progress state={state} />}
      {Array.from({ length: rows }, (_, at) => (
        <div className="ports" key={at}>
          <span className="cut">{box.inputs[at]?.name}</span>
          <span className="cut">{box.outputs[at]?.name}</span>
        </div>
      ))}
      {box.params.map((name) => (
        <div className="param" key={name}>
          <span className="cut">{name}</span>
          <span className="value cut">{shown(t, valueOf(data, name))}</span>
        </div>
      ))}
      {state && <Boundary stopped={quiet}><Suspense fallback={null}><NodePreview id={id} state={state} /></Suspense></Boundary>}
      {told && <div className="error below cut" title={sentence}>{told}</div>}
      {node.type !== 'Start' && (
        <Port id={TRIGGER_HANDLE} node={id} kind="in" type="TRIGGER" y={HEAD / 2} isFilled={connected.has(`in:${TRIGGER_HANDLE}`)} isOptional isNear={selected} />
      )}
      {box.inputs.map((port) => (
        <Port key={port.name} id={port.name} node={id} kind="in" type={port.type} y={port.y} isFilled={connected.has(`in:${port.name}`)} isOptional={port.optional} isShown={connected.has(`card:in:${port.name}`)} isMissing={wrong?.some((one) => one.port === port.name)} isNear={selected} />
      ))}
      {box.outputs.map((port) => (
        <Port key={port.name} id={port.name} node={id} kind="out" type={port.type} y={port.y} isFilled={connected.has(`out:${port.name}`)} isOptional isShown={connected.has(`card:out:${port.name}`)} isNear={selected} />
      ))}
    </div>
  );
});

function wordOf(t: TFunction, status: NodeState['status'] | 'idle', state: NodeState | undefined): string {
  const word = t(`node.${status}`);
  return status === 'running' && state?.progress !== undefined ? t('canvas.percent', { word, percent: Math.round(state.progress * 100) }) : word;
}

function Progress({ state }: { state: NodeState }): ReactNode {
  const percent = Math.round((state.progress ?? 0) * 100);
  return (
    <div className="progress" role="progressbar" aria-valuenow={percent} aria-valuemin={0} aria-valuemax={100} aria-label={`${percent} %`}>
      <i style={{ width: `${percent}%` }} />
    </div>
  );
}

/** Characters of a value: a card has room for some ten. */
const MOST_SHOWN = 100;

/** A preset's card has values of its own for the params of its inner nodes. */
function valueOf({ node, row, fields }: CardData, name: string): unknown {
  const field = fields?.find((one) => one.name === name);
  const own = field ? node.data?.internalParams?.[field.node]?.[field.param] : node.data?.params?.[name];
  return own ?? row?.params.find((one) => one.name === name)?.default;
}

function shown(t: TFunction, value: unknown): string {
  if (typeof value === 'boolean') return t(value ? 'param.on' : 'param.off');
  if (typeof value === 'string') return value.slice(0, MOST_SHOWN) || '–';
  return value === null || value === undefined ? '–' : isTooLong(value) ? '…' : JSON.stringify(value).slice(0, MOST_SHOWN);
}
