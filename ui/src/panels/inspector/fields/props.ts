import type { Param } from '../../../state/graph/catalog';

/** What every control of a param gets. */
export interface FieldProps {
  id: string;
  param: Param;
  value: unknown;
  change: (value: unknown) => void;
  /** Shown in place of a value that differs among the nodes it belongs to. */
  hint?: string | undefined;
}
