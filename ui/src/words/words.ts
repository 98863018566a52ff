/** Every visible word, by key, in the chosen language. The keys are those of en.json; tsc knows them. */
import i18next, { type TFunction } from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import en from './en.json';
import { language, onLanguage, type Language } from './language';
import { pseudo, wantsPseudo } from './pseudo';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: typeof en };
  }
}

void i18next.use(initReactI18next).init({
  resources: { en: { translation: wantsPseudo() ? pseudo(en) : en } },
  lng: language(),
  fallbackLng: 'en',
  interpolation: { escapeValue: false },
  returnNull: false,
});

/** The words of a language are there; English ones always are, and stand for those that cannot be fetched. */
async function fetched(wanted: Language): Promise<void> {
  if (wanted === 'en' || i18next.hasResourceBundle(wanted, 'translation')) return;
  try {
    const { default: found } = await import('./zh-TW.json');
    i18next.addResourceBundle(wanted, 'translation', found);
  } catch {
    // the server is away: it is tried again at the next choice of a language
  }
}

async function speak(wanted: Language): Promise<void> {
  await fetched(wanted);
  if (wanted !== language()) return; // another one was chosen meanwhile
  await i18next.changeLanguage(wanted);
  document.documentElement.lang = wanted;
}

/** The words of the language that is not spoken now, once they are there. */
export async function otherWords(): Promise<TFunction> {
  const other = language() === 'en' ? 'zh-TW' : 'en';
  await fetched(other);
  return i18next.getFixedT(other);
}

/** When there are words to begin with. */
export const wordsReady = speak(language());
onLanguage((next) => void speak(next));

export { useTranslation };
export const words = i18next;
