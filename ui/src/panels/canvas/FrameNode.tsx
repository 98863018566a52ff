import { NodeResizer, type NodeProps } from '@xyflow/react';
import { memo, type CSSProperties, type ReactNode } from 'react';
import { LEAST_SIZE, setFrame } from '../../state/graph/frames';
import { useEditor } from '../../state/editor';
import { useTranslation } from '../../words/words';
import { useRenaming } from './renaming';
import { tokenOf } from './colours';
import type { FrameCard } from './elements';
import { NameField } from './NameField';

/** A titled rectangle behind nodes. Only its title and edges take the pointer: one reaches through to what lies in it. */
export const FrameNode = memo(function FrameNode({ id, data, selected, width, height }: NodeProps<FrameCard>): ReactNode {
  const { t } = useTranslation();
  const isReadOnly = useEditor((state) => state.readOnly !== null);
  const isRenaming = useRenaming((state) => state.id === id);
  const { title, colour } = data.frame;
  return (
    <div className="frame" style={{ '--type': tokenOf(colour), width, height } as CSSProperties} data-testid={`frame-${id}`} data-selected={selected || undefined}>
      <NodeResizer isVisible={selected && !isReadOnly} minWidth={LEAST_SIZE.width} minHeight={LEAST_SIZE.height} lineClassName="sizing" handleClassName="sizing corner" />
      <div className="frame-head" onDoubleClick={() => useRenaming.getState().begin(id)}>
        {isRenaming
          ? <NameField value={title} label={t('canvas.frame_title')} done={(next) => useEditor.getState().change('rename', (doc) => setFrame(doc, id, { title: next }))} />
          : <b className="cut">{title || t('canvas.frame')}</b>}
      </div>
    </div>
  );
});
