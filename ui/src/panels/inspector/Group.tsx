import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';

interface Props {
  title: string;
  /** Said at the right end of the title, while it is closed too. */
  note?: ReactNode;
  isOpen?: boolean;
  /** Something below differs from what it would be by itself. */
  isMarked?: boolean;
  id?: string;
  children: ReactNode;
}

/** A part of the Inspector that opens and closes. */
export function Group({ title, note, isOpen = true, isMarked = false, id, children }: Props): ReactNode {
  const [open, setOpen] = useState(isOpen);
  return (
    <section className="igroup" data-testid={id}>
      <button type="button" className="group" aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? <IconChevronDown size={14} aria-hidden /> : <IconChevronRight size={14} aria-hidden />}
        {title}
        {isMarked && <i className="changed-dot" />}
        <span className="grow" />
        <span className="note">{note}</span>
      </button>
      {open && children}
    </section>
  );
}
