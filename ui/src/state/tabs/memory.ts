/** Which graphs were open: over a reload in this window, and over a closed program for the next window. */
import { editedBeside, readTabs, type TabList } from './list';
import { useTabs } from './tabs';

const KEY = 'cdui.tabs';

/** Remember from now on. */
export function watchTabs(): () => void {
  return useTabs.subscribe((list) => {
    const { tabs } = list;
    // what can only be looked at is not remembered: the graph beside it is in front then
    const active = tabs.find(({ id }) => id === list.active)?.source ? editedBeside(list) : list.active;
    const text = JSON.stringify({ tabs: tabs.map(({ id, file, name }) => ({ id, file, name })), active });
    for (const storage of [() => sessionStorage, () => localStorage]) {
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
