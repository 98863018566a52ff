import { useEffect, useState, type ReactNode } from 'react';

interface Props {
  /** What it is called before the first press. */
  label: ReactNode;
  /** What it says it will do before the second. */
  warning: string;
  act: () => void;
  className?: string;
  testid: string;
  disabled?: boolean;
  title?: string | undefined;
}

/** For what cannot be undone: the first press tells what it will do, the second does it. Going elsewhere disarms it. */
export function TwoPress({ label, warning, act, className = '', testid, disabled = false, title }: Props): ReactNode {
  const [isArmed, setArmed] = useState(false);
  useEffect(() => setArmed(false), [warning]); // it would do something else now
  return (
    <button
      type="button"
      disabled={disabled}
      title={title}
      className={`btn danger ${isArmed ? 'armed' : ''} ${className}`}
      aria-live="polite"
      data-testid={testid}
      data-armed={isArmed}
      onBlur={() => setArmed(false)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isArmed) return;
        event.stopPropagation();
        setArmed(false);
      }}
      onClick={(event) => {
        if (isArmed) act();
        else event.currentTarget.focus(); // some browsers do not focus a button that is pressed
        setArmed(!isArmed);
      }}
    >
      {isArmed ? warning : label}
    </button>
  );
}
