import { IconX } from '@tabler/icons-react';
import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from '../words/words';
import './dialog.css';

interface Props {
  title: string;
  /** Called for Escape, the cross, and a press beside it; null for a dialog that has to be answered. */
  onClose: (() => void) | null;
  children: ReactNode;
  foot?: ReactNode;
  width?: number;
  testId: string;
}

/** A dialog over everything. The browser keeps the focus in it and gives it back. */
export function Dialog({ title, onClose, children, foot, width = 560, testId }: Props): ReactNode {
  const { t } = useTranslation();
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  // while it is still in the page: one that is taken out first gives the focus back to nobody
  useLayoutEffect(() => {
    const shown = dialog.current!;
    shown.showModal();
    // the browser would choose the cross, which comes first
    shown.querySelector<HTMLElement>('.body :is(input, select, textarea), footer .primary')?.focus();
    return () => shown.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className="dialog"
      style={{ width }}
      aria-labelledby={heading}
      data-testid={testId}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose?.();
      }}
    >
      <header>
        <h2 id={heading} className="cut" title={title}>{title}</h2>
        <span className="grow" />
        {onClose && (
          <button type="button" className="btn icon" aria-label={t('dialog.close')} title={t('dialog.close')} onClick={onClose}>
            <IconX size={16} aria-hidden />
          </button>
        )}
      </header>
      <div className="body">{children}</div>
      {foot && <footer>{foot}</footer>}
    </dialog>
  );
}
