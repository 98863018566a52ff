/** How the canvas runs: what is asked of a run beside the graph. Whether outputs are recorded is a setting of the window. */
import { create } from 'zustand';

/** Both take nothing from the cache, so they are off until somebody wants them, and kept for the next visit. */
export interface RunExtras {
  /** Nodes tell the steps of their work. */
  verbose: boolean;
  /** Go backward at the end and keep the gradients. */
  gradients: boolean;
}

const KEY = 'cdui.run-extras';

export const useRunExtras = create<RunExtras>(() => kept());

export function setRunExtras(change: Partial<RunExtras>): void {
  useRunExtras.setState(change);
  try {
    localStorage.setItem(KEY, JSON.stringify(useRunExtras.getState()));
  } catch {
    // a browser that keeps nothing: it holds for this visit
  }
}

/** As the `execute` action of the socket has them; steps and gradients are recorded outputs too. */
export function asSent(record: boolean, { verbose, gradients }: RunExtras): { record_outputs: boolean; [option: string]: boolean } {
  return { record_outputs: record || verbose || gradients, verbose_mode: verbose, backward_mode: gradients, auto_backward: gradients };
}

function kept(): RunExtras {
  let found: Record<string, unknown> = {};
  try {
    found = (JSON.parse(localStorage.getItem(KEY) ?? '{}') ?? {}) as Record<string, unknown>;
  } catch {
    // nothing kept, or something else
  }
  return { verbose: found['verbose'] === true, gradients: found['gradients'] === true };
}
