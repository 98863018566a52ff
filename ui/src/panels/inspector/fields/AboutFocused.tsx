import { useState, type ReactNode } from 'react';

/** What it holds, and in a strip below the description of the param whose field has the focus. Nothing moves for it. */
export function AboutFocused({ children }: { children: ReactNode }): ReactNode {
  const [about, setAbout] = useState('');
  return (
    <div
      className="about-focused"
      onFocus={(event) => setAbout(event.target.closest<HTMLElement>('.ifield')?.dataset['about'] ?? '')}
      onBlur={() => setAbout('')}
    >
      {children}
      {about && <p className="about-strip cap" aria-hidden data-testid="about-param">{about}</p>}
    </div>
  );
}
