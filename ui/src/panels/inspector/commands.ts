/** What can be done with what is selected, beside its page. */
import { register, type Command } from '../../state/commands/commands';
import { useEditor } from '../../state/editor';
import { endsOfStretch, withSegment } from '../../state/graph/segment';

const COMMANDS: readonly Command[] = [
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
