import { NodeResizer, type NodeProps } from '@xyflow/react';
import { memo, type CSSProperties, type ReactNode } from 'react';
import { useEditor } from '../../state/editor';
import { isTooLong, MOST_EDITED } from '../../state/fields/tooLong';
import { LEAST_SIZE } from '../../state/graph/frames';
import { setNote, textKey, textOf } from '../../state/graph/notes';
import { language } from '../../words/language';
import { useTranslation } from '../../words/words';
import { tokenOf } from './colours';
import type { Card } from './elements';
import { NameField } from './NameField';
import { useRenaming } from './renaming';

/** A text on the canvas; a double press writes in it. */
export const NoteNode = memo(function NoteNode({ id, data, selected, width, height }: NodeProps<Card>): ReactNode {
  const { t } = useTranslation(); // drawn anew in another language
  const isReadOnly = useEditor((state) => state.readOnly !== null);
  const isWriting = useRenaming((state) => state.id === id);
  const text = textOf(data.node, language());
  return (
    <div
      className="note" data-testid={`node-${id}`} data-selected={selected || undefined}
      style={{ '--type': tokenOf(data.node.data?.['noteColor'], 'yellow'), width: width ?? data.box.width, height: height ?? data.box.height } as CSSProperties}
      onDoubleClick={() => useRenaming.getState().begin(id)}
    >
      <NodeResizer isVisible={selected && !isReadOnly && !isWriting} minWidth={LEAST_SIZE.width} minHeight={LEAST_SIZE.height} lineClassName="sizing" handleClassName="sizing corner" />
      {isWriting && !isTooLong(text) ? (
        <NameField
          isLong value={text} label={t('canvas.note_text')}
          done={(next) => useEditor.getState().change('note', (doc) => setNote(doc, id, { [textKey(data.node, language())]: next }))}
        />
      ) : (
        <div className="text">{text.slice(0, MOST_EDITED) || <span className="dim">{t('canvas.note_empty')}</span>}</div>
      )}
    </div>
  );
});
