import { IconPin, IconPinFilled } from '@tabler/icons-react';
import { useMemo, type ReactNode } from 'react';
import { useEditor } from '../../state/editor';
import type { GraphDocument } from '../../state/graph/document';
import { definitionOf, endsOf, isSubgraph, type Definition, type Side } from '../../state/graph/subgraph/ends';
import { cardAt } from '../../state/graph/subgraph/level';
import { togglePort } from '../../state/graph/subgraph/ports';
import type { Shelf } from '../../state/graph/subgraph/preset';
import { fieldsOf, toggleShared } from '../../state/graph/subgraph/share';
import { usePresets } from '../../state/presets';
import { useTranslation } from '../../words/words';

/** Inside a card: whether its cards show a param of this node. Nothing on the canvas, and for secrets. */
export function ShareToggle({ node, param, kind }: { node: string; param: string; kind: string }): ReactNode {
  const { t } = useTranslation();
  const around = useAround();
  if (!around || kind === 'secret') return null;
  const { type, root, shelf } = around;
  const isOn = fieldsOf(root, shelf, type).some((field) => field.node === node && field.param === param);
  return (
    <Toggle
      isOn={isOn} label={t('subgraph.share', { name: param })} id={`share-${param}`}
      press={(now) => toggleShared(now, shelf, type, node, param)} step="share"
    />
  );
}

/** Inside a card: whether its cards have a port for this one. */
export function PortToggle({ node, port, side, data }: { node: string; port: string; side: Side; data: string }): ReactNode {
  const { t } = useTranslation();
  const around = useAround();
  if (!around) return null;
  const { type, shelf, definition } = around;
  const isOn = endsOf(definition, side).some((end) => end.node === node && end.inner === port);
  return (
    <Toggle
      isOn={isOn} label={t('subgraph.show_port', { name: port })} id={`expose-${side === 'inputs' ? 'in' : 'out'}-${port}`}
      press={(now) => togglePort(now, shelf, type, side, { node, inner: port }, data)} step="port"
    />
  );
}

interface ToggleProps {
  isOn: boolean;
  label: string;
  id: string;
  step: string;
  press: (root: GraphDocument) => GraphDocument;
}

function Toggle({ isOn, label, id, step, press }: ToggleProps): ReactNode {
  const Icon = isOn ? IconPinFilled : IconPin;
  return (
    <button
      type="button" className="pin" aria-pressed={isOn} aria-label={label} title={label} data-testid={id}
      onClick={() => useEditor.getState().changeRoot(step, press)}
    >
      <Icon size={14} aria-hidden />
    </button>
  );
}

interface Around {
  type: string;
  definition: Definition;
  root: GraphDocument;
  shelf: Shelf;
}

/** The definition whose inside is on show, where that is what one edits; null on the canvas and for one card of a preset. */
function useAround(): Around | null {
  const root = useEditor((state) => state.root);
  const path = useEditor((state) => state.path);
  const scope = useEditor((state) => state.scope);
  const shelf = usePresets((state) => state.shelf);
  return useMemo(() => {
    const card = path.length > 0 ? cardAt(root, path, shelf) : undefined;
    const definition = card && definitionOf(root, card.type, shelf);
    if (!card || !definition || (!isSubgraph(definition) && scope === 'card')) return null;
    return { type: card.type, definition, root, shelf };
  }, [root, path, scope, shelf]);
}
