import { IconChevronRight, IconSitemap } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { Fragment, useEffect, useMemo, type ReactNode } from 'react';
import { useCatalog } from '../../api/queries';
import { useEditor } from '../../state/editor';
import type { GraphDocument } from '../../state/graph/document';
import { cardAt, type Path, type Scope } from '../../state/graph/subgraph/level';
import { presetOf, type Shelf } from '../../state/graph/subgraph/preset';
import { usePresets } from '../../state/presets';
import { toast } from '../../state/toasts';
import { useTranslation } from '../../words/words';
import { sayReadOnly } from './editable';
import { titleOf } from './elements';
import './breadcrumb.css';

/** Which cards lead to the level on show, and the way back; nothing on the canvas itself. */
export function Breadcrumb(): ReactNode {
  const { t } = useTranslation();
  const root = useEditor((state) => state.root);
  const path = useEditor((state) => state.path);
  const goTo = useEditor((state) => state.goTo);
  const shelf = usePresets((state) => state.shelf);
  const catalog = useCatalog();
  useRefusals();
  const names = useMemo(() => namesOf(root, path, shelf, (type) => catalog.byName.get(type)), [root, path, shelf, catalog]);
  if (path.length === 0) return null;
  const card = cardAt(root, path, shelf);
  return (
    <nav className="crumbs" aria-label={t('subgraph.level')} data-testid="breadcrumb">
      <IconSitemap size={14} aria-hidden />
      {[root.name || t('canvas.untitled'), ...names].map((name, at) => (
        <Fragment key={at}>
          {at > 0 && <IconChevronRight size={12} aria-hidden />}
          {at < path.length
            ? <button type="button" className="crumb cut" onClick={() => goTo(path.slice(0, at))} data-testid={`breadcrumb-${at}`}>{name}</button>
            : <b className="cut" aria-current="page">{name}</b>}
        </Fragment>
      ))}
      <span className="grow" />
      {card && presetOf(card) !== null && <ScopeChoice />}
    </nav>
  );
}

/** Inside a preset: whether a change is of this card, or of the preset as this graph has it. */
function ScopeChoice(): ReactNode {
  const { t } = useTranslation();
  const { path, scope, goTo } = useEditor();
  return (
    <span className="scope" role="radiogroup" aria-label={t('subgraph.scope')}>
      {(['card', 'definition'] as const).map((one: Scope) => (
        <button key={one} type="button" role="radio" aria-checked={scope === one} onClick={() => goTo(path, one)} data-testid={`scope-${one}`}>
          {t(`subgraph.scope_${one}`)}
        </button>
      ))}
    </span>
  );
}

/** Says why an edit did nothing, and offers the way to do it where there is one. */
function useRefusals(): void {
  const refused = useEditor((state) => state.refused);
  useEffect(() => {
    if (refused === null) return;
    useEditor.setState({ refused: null });
    const { path, goTo } = useEditor.getState();
    const action = { label: (t: TFunction) => t('subgraph.switch'), run: () => goTo(path, 'definition') };
    const { why } = refused;
    if (why === 'read_only') sayReadOnly();
    else toast({ tone: 'error', text: (t) => t(`subgraph.${why}`), ...(why === 'fixed' && { action }) });
  }, [refused]);
}

type Row = Parameters<typeof titleOf>[1];

function namesOf(root: GraphDocument, path: Path, shelf: Shelf, rowOf: (type: string) => Row): string[] {
  return path.map((id, at) => {
    const node = cardAt(root, path.slice(0, at + 1), shelf);
    return node ? titleOf(node, rowOf(node.type)) : id;
  });
}
