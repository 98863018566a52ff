import type { NodeProps } from '@xyflow/react';
import { memo, type ReactNode } from 'react';
import { language } from '../../words/language';
import { useTranslation } from '../../words/words';
import type { Card } from './elements';

/** A text on the canvas. */
export const NoteNode = memo(function NoteNode({ id, data, selected }: NodeProps<Card>): ReactNode {
  useTranslation(); // drawn anew in another language
  const content = data.node.data ?? {};
  const text = (language() === 'zh-TW' ? content['noteContent_zh_TW'] : undefined) ?? content['noteContent'] ?? '';
  return (
    <div className="note" style={{ width: data.box.width, height: data.box.height }} data-testid={`node-${id}`} data-selected={selected || undefined}>
      {String(text)}
    </div>
  );
});
