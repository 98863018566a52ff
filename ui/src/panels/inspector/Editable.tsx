import type { ReactNode } from 'react';
import { useEditor } from '../../state/editor';

/** Fields and buttons that change the graph: off while it can only be looked at. */
export function Editable({ children }: { children: ReactNode }): ReactNode {
  const isReadOnly = useEditor((state) => state.readOnly !== null);
  return <fieldset className="editable" disabled={isReadOnly}>{children}</fieldset>;
}
