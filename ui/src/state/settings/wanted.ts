/** The setting whose field is to have the focus, asked for from outside the settings. */
import { create } from 'zustand';
import { go } from '../route';
import type { Page } from './pages';

export const useWantedSetting = create<{ name: string | null }>(() => ({ name: null }));

/** Open the page that a setting is on, and go to its field. name: null for the page alone. */
export function showSetting(page: Page, name: string | null): void {
  useWantedSetting.setState({ name });
  go({ view: 'settings', id: page });
}
