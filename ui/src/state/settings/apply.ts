/** Makes preferences real: attributes and sizes of the root element (tokens.css and base.css heed them), words, keys. */
import { chooseKeys, useCommands } from '../commands/commands';
import { language, nearest, onLanguage, setLanguage } from '../../words/language';
import { lookNow } from '../theme';
import { asked } from './asked';
import { setSetting, useSettings, type Values } from './settings';

/** Apply now and at every change. */
export function startApplying(): void {
  document.documentElement.dataset['theme'] = lookNow(); // from here on the component of the program keeps it right
  dress(useSettings.getState().values);
  useSettings.subscribe((now, before) => {
    if (now.values !== before.values) dress(now.values);
  });
  onLanguage((next) => {
    if (asked('lang') === null && next === wantedLanguage(useSettings.getState().values)) return;
    if (next === 'en' || next === 'zh-TW') setSetting('language', next);
  });
}

function dress(values: Values): void {
  const root = document.documentElement;
  root.dataset['density'] = values.density;
  root.dataset['motion'] = values.motion;
  root.style.setProperty('--fs', `${values.font_size}px`);
  const wanted = wantedLanguage(values);
  if (useCommands.getState().chosen !== values.shortcuts) chooseKeys(values.shortcuts);
  if (asked('lang') === null && wanted !== language()) setLanguage(wanted);
}

/** The language that is chosen, or that the browser has. */
export function wantedLanguage(values: Pick<Values, 'language'>): 'en' | 'zh-TW' {
  if (values.language !== 'auto') return values.language;
  return nearest(globalThis.navigator?.language ?? 'en') === 'zh-TW' ? 'zh-TW' : 'en';
}
