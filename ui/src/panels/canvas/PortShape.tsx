import type { ReactNode } from 'react';

/** Each type of port has a shape beside its colour: colour alone is not enough. Drawn in a square of 12. */
const SHAPES: Record<string, ReactNode> = {
  TENSOR: <circle cx="6" cy="6" r="4.5" />,
  MODEL: <path d="M6 1.2 10.2 3.6v4.8L6 10.8 1.8 8.4V3.6Z" />,
  DATASET: <rect x="1.8" y="1.8" width="8.4" height="8.4" />,
  DATALOADER: <path d="M1.2 1.2h9.6v9.6H1.2ZM4 4h4v4H4Z" fillRule="evenodd" />,
  OPTIMIZER: <path d="M6 .8 11.2 6 6 11.2.8 6Z" />,
  LOSS_FN: <path d="M6 1.2 11 10.4H1Z" />,
  SCALAR: <circle cx="6" cy="6" r="3.2" />,
  STRING: <rect x="3.6" y="1" width="4.8" height="10" />,
  IMAGE: <path d="M1.6 1.6h5.6l3.2 3.2v5.6H1.6Z" />,
  LIST: <path d="M6 1 11 4.8 9.1 10.8H2.9L1 4.8Z" />,
  TRANSFORM: <rect x=".8" y="3.2" width="10.4" height="5.6" rx="2.8" />,
  TRIGGER: <path d="M6 1.6 10.4 6 6 10.4 1.6 6Z" />,
};
const RING = <path d="M6 1.2a4.8 4.8 0 1 0 0 9.6 4.8 4.8 0 0 0 0-9.6Zm0 2.6a2.2 2.2 0 1 1 0 4.4 2.2 2.2 0 0 1 0-4.4Z" fillRule="evenodd" />;

/** The shape of a port of this type; filled when it is connected. */
export function PortShape({ type, isFilled }: { type: string; isFilled: boolean }): ReactNode {
  return (
    <svg className="shape" width="12" height="12" viewBox="0 0 12 12" aria-hidden data-filled={isFilled || undefined}>
      {SHAPES[type] ?? RING}
    </svg>
  );
}

/** The token that colours a type; types that nobody knows are like ANY. */
export function tokenOf(type: string): string {
  return type in SHAPES ? `--${type.toLowerCase()}` : '--any';
}

/** The same as a value of CSS. */
export function colourOf(type: string): string {
  return `var(${tokenOf(type)})`;
}
