import { useEffect, useRef, useState, type ReactNode } from 'react';

interface Props {
  /** What stands on the button. */
  label: ReactNode;
  title: string;
  className?: string;
  testid: string;
  children: ReactNode | ((close: () => void) => ReactNode);
  /** Opens upwards. */
  isUp?: boolean;
  /** Why it cannot be opened now. */
  off?: string | undefined;
}

/** A button with a small panel below it. It closes with Escape, a press elsewhere, and when the focus leaves. */
export function Popup({ label, title, className = '', testid, children, isUp = false, off }: Props): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const whole = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const close = (): void => {
    setOpen(false);
    button.current?.focus();
  };
  useEffect(() => {
    if (!isOpen) return;
    whole.current?.querySelector<HTMLElement>('.popup input, .popup button')?.focus();
    const elsewhere = (event: PointerEvent): void => {
      if (!whole.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', elsewhere);
    return () => document.removeEventListener('pointerdown', elsewhere);
  }, [isOpen]);
  return (
    <div
      ref={whole}
      className="popup-place"
      onBlur={(event) => event.relatedTarget && !event.currentTarget.contains(event.relatedTarget) && setOpen(false)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return;
        event.stopPropagation();
        close();
      }}
    >
      <button ref={button} type="button" className={`btn ${className}`} disabled={off !== undefined} title={off} aria-haspopup="dialog" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} data-testid={testid}>
        {label}
      </button>
      {isOpen && (
        <div className={isUp ? 'popup float up' : 'popup float'} role="dialog" aria-label={title} data-testid={`${testid}-panel`}>
          {typeof children === 'function' ? children(close) : children}
        </div>
      )}
    </div>
  );
}
