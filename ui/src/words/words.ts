/** Every visible word, by key, in the chosen language. The keys are those of en.json; tsc knows them. */
import i18next from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import en from './en.json';
import { language, onLanguage } from './language';
import zhTW from './zh-TW.json';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: typeof en };
  }
}

void i18next.use(initReactI18next).init({
  resources: { en: { translation: en }, 'zh-TW': { translation: zhTW } },
  lng: language(),
  fallbackLng: 'en',
  interpolation: { escapeValue: false },
  returnNull: false,
});

function dress(): void {
  document.documentElement.lang = language();
}

dress();
onLanguage((next) => {
  void i18next.changeLanguage(next).then(dress);
});

export { useTranslation };
export const words = i18next;
