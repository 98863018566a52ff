import { IconBoxMultiple, IconCopyPlus, IconLogin2 } from '@tabler/icons-react';
import { Suspense, useMemo, type ReactNode } from 'react';
import { useCatalog } from '../../api/queries';
import { Boundary } from '../../parts/Boundary';
import { lazy } from '../../parts/lazy';
import { useEditor } from '../../state/editor';
import { isTooLong } from '../../state/fields/tooLong';
import type { Field } from '../../state/graph/catalog';
import type { GraphNode } from '../../state/graph/document';
import { definitionOf, isSubgraph, levelOf, put, type Definition } from '../../state/graph/subgraph/ends';
import { usePresets } from '../../state/presets';
import { useNodeState } from '../../state/run/nodeState';
import { useSentence } from '../../words/refusal';
import { useTranslation } from '../../words/words';
import { CardIcon } from '../canvas/CardIcon';
import { countCards, isInPreset, openCard, ownSubgraphAtHand, unpackAtHand } from '../canvas/cards';
import { CardField } from './CardField';
import { CardPorts } from './CardPorts';
import { Group } from './Group';
import { NodeProgress } from './NodeProgress';
import './card.css';

const TooLong = lazy(() => import('./fields/TooLong').then((module) => ({ default: module.TooLong })));
const CardOutputs = lazy(() => import('./CardOutputs').then((module) => ({ default: module.CardOutputs })));

/** A card: what it holds, the params and ports that it shows of what is inside. */
export function CardPage({ node }: { node: GraphNode }): ReactNode {
  const { t } = useTranslation();
  const say = useSentence();
  const row = useCatalog().byName.get(node.type);
  const root = useEditor((state) => state.root);
  const shelf = usePresets((state) => state.shelf);
  const state = useNodeState(node.id);
  const definition = useMemo(() => definitionOf(root, node.type, shelf), [root, node.type, shelf]);
  if (!definition) return <Unknown node={node} />;
  const own = isSubgraph(definition);
  const cards = countCards(root, node.type);
  return (
    <>
      <header className="ihead">
        <CardIcon type={node.type} size={16} />
        <h2 className="cut">{String(node.data?.label ?? row?.name_zh_TW ?? '')}</h2>
        <span className="grow" />
        <button type="button" className="btn icon small" aria-label={t('subgraph.enter')} title={t('subgraph.enter')} onClick={() => openCard(node.id)} data-testid="card-open">
          <IconLogin2 size={16} aria-hidden />
        </button>
        {!isInPreset() && (!own || cards > 1) && (
          <button type="button" className="btn icon small" aria-label={t('subgraph.own')} title={t('subgraph.own')} onClick={ownSubgraphAtHand} data-testid="card-own">
            <IconCopyPlus size={16} aria-hidden />
          </button>
        )}
        {!isInPreset() && (
          <button type="button" className="btn icon small" aria-label={t('subgraph.unpack')} title={t('subgraph.unpack')} onClick={unpackAtHand} data-testid="card-unpack">
            <IconBoxMultiple size={16} aria-hidden />
          </button>
        )}
      </header>
      <p className="dim cap ihead-line">
        <span className="cut">{t(own ? 'subgraph.kind' : 'preset.kind')} · {t('subgraph.used', { count: cards })}</span>
        <span className="grow" />
        {state && <span className="node-status" data-status={state.status}>{t(`node.${state.status}`)}</span>}
      </p>
      {state && <NodeProgress state={state} />}
      {state?.error && <p className="node-error" role="alert" data-error-code={state.error.code}>{say(state.error)}</p>}
      {own ? <About definition={definition} /> : row?.description && <p className="about dim" data-testid="card-about">{shortened(row.description)}</p>}
      <CardFields node={node} isShared={own} />
      <Group title={t('inspect.tab_ports')} id="card-ports"><CardPorts definition={definition} /></Group>
      {state && <Group title={t('media.gave')} id="card-gave"><Boundary><Suspense fallback={null}><CardOutputs node={node} /></Suspense></Boundary></Group>}
    </>
  );
}

/** Characters of a description that are shown: it says what a card is for, and the rest of the page is below it. */
const MOST_SHOWN = 1000;

function shortened(text: string): string {
  return text.length <= MOST_SHOWN ? text : `${text.slice(0, MOST_SHOWN).replace(/\p{Surrogate}$/u, '')}…`;
}

/** What the card stands for is not here: neither in the graph nor on the server. All of the card is kept. */
function Unknown({ node }: { node: GraphNode }): ReactNode {
  const { t } = useTranslation();
  return (
    <>
      <header className="ihead"><h2 className="cut">{String(node.data?.label ?? node.type)}</h2></header>
      <p className="about dim" data-testid="card-unknown">{t('subgraph.unknown')}</p>
    </>
  );
}

/** A subgraph's own name and words, the same on all its cards. */
export function About({ definition }: { definition: Definition }): ReactNode {
  const { t } = useTranslation();
  const level = levelOf(definition);
  const write = (change: { name?: string; description?: string }, key: string): void =>
    useEditor.getState().changeRoot('rename', (root) => put(root, { ...definition, ...change }), `subgraph.${key}`);
  return (
    <div className="graph-rows">
      <div className="stacked">
        <label htmlFor="subgraph-name">{t('subgraph.rename')}</label>
        <span className="field">
          <input id="subgraph-name" value={level.name ?? ''} maxLength={200} autoComplete="off" onChange={(event) => write({ name: event.currentTarget.value }, 'name')} data-testid="subgraph-name" />
        </span>
      </div>
      <div className="stacked">
        <label htmlFor="subgraph-about">{t('inspect.description')}</label>
        {isTooLong(level.description)
          ? <Suspense fallback={null}><TooLong id="subgraph-about" name="subgraph-about" value={level.description} /></Suspense>
          : <textarea id="subgraph-about" className="area" rows={2} value={level.description ?? ''} onChange={(event) => write({ description: event.currentTarget.value }, 'about')} />}
      </div>
    </div>
  );
}

/** The params that a card shows, those of one group together. */
function CardFields({ node, isShared }: { node: GraphNode; isShared: boolean }): ReactNode {
  const { t } = useTranslation();
  const catalog = useCatalog();
  const row = catalog.byName.get(node.type);
  const fields = catalog.fields?.get(node.type) ?? [];
  const groups = new Map<string, Field[]>();
  for (const field of fields) groups.set(field.group ?? '', [...(groups.get(field.group ?? '') ?? []), field]);
  if (fields.length === 0) {
    return <Group title={t('inspector.basic')}><p className="nothing dim">{t(isShared ? 'subgraph.no_shared' : 'inspector.no_params')}</p></Group>;
  }
  return [...groups].map(([name, list]) => (
    <Group key={name} title={name || t('inspector.basic')} note={isShared ? t('subgraph.shared_note') : ''}>
      {list.map((field) => {
        const param = row?.params.find((one) => one.name === field.name);
        return param && <CardField key={field.name} node={node} param={param} field={field} />;
      })}
    </Group>
  ));
}
