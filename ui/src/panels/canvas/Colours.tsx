import type { ReactNode } from 'react';
import { useEditor } from '../../state/editor';
import { changeFrames, COLOURS, framesOf, type Colour } from '../../state/graph/frames';
import { isNote, setNote } from '../../state/graph/notes';
import { useTranslation } from '../../words/words';
import { tokenOf } from './colours';

/** Colours for the frames and notes that are chosen. */
export function Colours({ done }: { done?: () => void }): ReactNode {
  const { t } = useTranslation();
  const now = useEditor(({ doc, selected }) => {
    const frame = framesOf(doc).find(({ id }) => selected.has(id));
    return frame?.colour ?? doc.nodes.find((node) => isNote(node) && selected.has(node.id))?.data?.['noteColor'];
  });
  return (
    <div className="swatches" role="group" aria-label={t('editing.colour')}>
      {COLOURS.map((colour) => (
        <button
          key={colour} type="button" role="menuitemradio" aria-checked={now === colour} className="swatch" title={t(`colour.${colour}`)} aria-label={t(`colour.${colour}`)} style={{ background: tokenOf(colour) }}
          data-testid={`colour-${colour}`}
          onClick={() => {
            paint(colour);
            done?.();
          }}
        />
      ))}
    </div>
  );
}

function paint(colour: Colour): void {
  const { selected, change } = useEditor.getState();
  change('colour', (doc) => {
    const framed = changeFrames(doc, (frame) => (selected.has(frame.id) && frame.colour !== colour ? { ...frame, colour } : frame));
    return doc.nodes.filter((node) => isNote(node) && selected.has(node.id)).reduce((next, { id }) => setNote(next, id, { noteColor: colour }), framed);
  });
}
