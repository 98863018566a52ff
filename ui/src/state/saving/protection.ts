/** Whether what is not saved yet is kept in this browser, so that it survives a crash. */
import { create } from 'zustand';

/** isKept: the last write went well, or there was none. */
export const useProtection = create<{ isKept: boolean }>(() => ({ isKept: true }));

export function setKept(isKept: boolean): void {
  if (useProtection.getState().isKept !== isKept) useProtection.setState({ isKept });
}
