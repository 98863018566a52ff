/** What the page of secrets says about the store, and how long that took since it was opened. */
import { flow, URL_OF_SERVER } from './browser.mjs';

const { CDUI_LANG_WANTED: lang = 'en' } = process.env;
const at = (id) => `[data-testid="${id}"]`;

await flow(`secrets-store-${lang}`, async (page, { picture }) => {
  await page.goto(`${URL_OF_SERVER}/?lang=${lang}&theme=light#/settings/about`);
  await page.waitForSelector(at('settings-about'));
  const start = performance.now();
  await page.click(at('settings-link-secrets'));
  await page.waitForSelector(at('secrets-store'));
  const seconds = (performance.now() - start) / 1000;
  await picture('page');
  return {
    store: await page.getAttribute(at('secrets-store'), 'data-status'),
    why: await page.$$eval(at('secrets-why'), (told) => told.map((one) => one.dataset.errorCode)),
    text: await page.textContent(at('secrets-store')),
    seconds,
  };
});
