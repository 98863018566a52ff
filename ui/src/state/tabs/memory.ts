/** Which graphs were open, and what they ran: over a reload in this window, and over a closed program for the next window. */
import { editedBeside, readTabs, type TabList } from './list';
import { useTabs } from './tabs';

const KEY = 'cdui.tabs';
const STORAGES = [(): Storage => sessionStorage, (): Storage => localStorage];

/** Remember from now on. */
export function watchTabs(): () => void {
  return useTabs.subscribe((list) => {
    const { tabs } = list;
    // what can only be looked at is not remembered: the graph beside it is in front then
    const active = tabs.find(({ id }) => id === list.active)?.source ? editedBeside(list) : list.active;
    const text = JSON.stringify({ tabs: tabs.map(({ id, file, name, run }) => ({ id, file, name, run })), active });
    for (const storage of STORAGES) {
      try {
        storage().setItem(KEY, text);
      } catch {
        // a browser that keeps nothing: the next visit begins without
      }
    }
  });
}

/** The tabs of before. isAlone: no other window of the program is open, so that the last one's are ours to take up. */
export function rememberedTabs(isAlone: boolean): TabList | null {
  try {
    return readTabs(sessionStorage.getItem(KEY)) ?? (isAlone ? readTabs(localStorage.getItem(KEY)) : null);
  } catch {
    return null;
  }
}

/** The run that a tab of before followed, one without a file too. To be asked before `watchTabs`. */
export function rememberedRun(tab: string): string | null {
  for (const storage of STORAGES) {
    try {
      const { tabs } = JSON.parse(storage().getItem(KEY) ?? '') as { tabs: { id?: unknown; run?: unknown }[] };
      const run = tabs.find((one) => one.id === tab)?.run;
      if (typeof run === 'string') return run;
    } catch {
      // nothing kept there, or something else
    }
  }
  return null;
}
