/** From the canvas into the Inspector by key. */
import { register, type Command } from '../../state/commands/commands';
import { useEditor } from '../../state/editor';
import { endsOfStretch, withSegment } from '../../state/graph/segment';

interface Focused {
  kind: 'node' | 'wire';
  id: string;
}

/** The node or wire of the canvas that has the focus. */
function focused(): Focused | null {
  const place = document.activeElement?.closest<HTMLElement>('.react-flow__node, .react-flow__edge');
  const id = place?.dataset['id'];
  return id === undefined || !place ? null : { kind: place.classList.contains('react-flow__node') ? 'node' : 'wire', id };
}

function isSelected({ kind, id }: Focused): boolean {
  const { selected, selectedWires } = useEditor.getState();
  return (kind === 'node' ? selected : selectedWires).has(id);
}

const COMMANDS: readonly Command[] = [
  {
    id: 'view.inspect',
    label: (t) => t('inspect.open_it'),
    keys: ['enter'],
    scope: 'canvas',
    isHidden: true,
    isEnabled: () => focused() !== null || useEditor.getState().selected.size > 0,
    run: () => {
      const place = focused();
      const { select, selectWires } = useEditor.getState();
      if (place && !isSelected(place)) {
        select(place.kind === 'node' ? [place.id] : []);
        selectWires(place.kind === 'wire' ? [place.id] : []);
      } else {
        document.querySelector<HTMLElement>('.inspector [role="tab"][aria-selected="true"], .inspector button, .inspector input')?.focus();
      }
    },
  },
  {
    id: 'view.compare_segment',
    label: (t) => t('segment.title'),
    scope: 'canvas',
    menu: { name: 'view', group: 4 },
    isEnabled: () => stretch() !== null,
    run: () => {
      const ends = stretch();
      if (ends) useEditor.getState().change('segment', (doc) => withSegment(doc, ends.head, ends.tail));
    },
  },
];

/** The ends of the stretch that is selected, if it is one. */
function stretch(): { head: string; tail: string } | null {
  const { doc, selected } = useEditor.getState();
  return selected.size > 1 ? endsOfStretch(doc, selected) : null;
}

export function registerInspector(): () => void {
  return register(COMMANDS);
}
