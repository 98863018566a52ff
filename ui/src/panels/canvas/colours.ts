/** Colours of frames and notes by name; files of others have colours of their own, which become ours. */
import { useEditor } from '../../state/editor';
import { changeFrames, COLOURS, framesOf, type Colour } from '../../state/graph/frames';
import { isNote, setNote } from '../../state/graph/notes';

const TOKENS: Record<Colour, string> = {
  grey: 'var(--any)', blue: 'var(--tensor)', purple: 'var(--model)', green: 'var(--dataset)', orange: 'var(--optimizer)',
  red: 'var(--loss_fn)', yellow: 'var(--list)',
};

type Editor = ReturnType<typeof useEditor.getState>;

/** The token of a colour; of one that is no name of ours, that of `otherwise`. */
export function tokenOf(colour: unknown, otherwise: Colour = 'grey'): string {
  return TOKENS[COLOURS.find((one) => one === colour) ?? otherwise];
}

/** The colour of the first frame or note that is chosen; undefined where none is. */
export function colourNow({ doc, selected }: Editor): unknown {
  const frame = framesOf(doc).find(({ id }) => selected.has(id));
  const note = frame ? undefined : doc.nodes.find((node) => isNote(node) && selected.has(node.id));
  return frame?.colour ?? (note && (note.data?.['noteColor'] ?? 'yellow'));
}

/** Give the frames and notes that are chosen a colour: one step. */
export function paint(colour: Colour): void {
  const { selected, change } = useEditor.getState();
  change('colour', (doc) => {
    const framed = changeFrames(doc, (frame) => (selected.has(frame.id) && frame.colour !== colour ? { ...frame, colour } : frame));
    return doc.nodes.filter((node) => isNote(node) && selected.has(node.id)).reduce((next, { id }) => setNote(next, id, { noteColor: colour }), framed);
  });
}
