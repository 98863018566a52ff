/** Read every reason there is: in the list of runs, in the log of a run, and in the log below the canvas; in both languages. */
import { readFileSync } from 'node:fs';
import { flow, URL_OF_SERVER } from './browser.mjs';

const { run, counts } = JSON.parse(readFileSync(process.env.CDUI_ASKED, 'utf8'));
const id = (name) => `[data-testid="${name}"]`;
const LOG = `${id('log-lines')} .said`;

await flow('reasons', async (page) => {
  const seen = { list: {}, log: {}, canvas: {} };
  const speak = async (language) => {
    await page.click(id('menu-view'));
    await page.click(id(`menu-item-view.language.${language}`));
    await page.waitForSelector(`html[lang="${language}"]`);
  };
  await page.goto(`${URL_OF_SERVER}/?lang=en&theme=dark#/runs`);
  await page.waitForSelector('.runs-table .tbody [data-index="5"][data-status]');
  const heard = async (place, first, one, texts) => {
    for (const language of ['en', 'zh-TW']) {
      await speak(language);
      seen[place][language] = await through(page, first, one, texts, counts[language]);
    }
    await speak('en');
  };
  const rows = () => [...document.querySelectorAll('.runs-table .tbody .c-reason')].map((cell) => cell.title);
  const lines = () => [...document.querySelectorAll('[data-testid="log-lines"] .said')].map((line) => line.textContent.trim());
  await heard('list', '.runs-table', '.runs-table .tbody .c-reason', rows);
  await page.goto(`${URL_OF_SERVER}/?lang=en&theme=dark#/runs/${run}/log`);
  await page.waitForSelector(LOG);
  await heard('log', id('log-lines'), LOG, lines);
  await page.click(id('run-open'));
  await page.waitForSelector(id('canvas'));
  await page.click('#bottom-tab-log');
  await page.waitForSelector(LOG);
  await heard('canvas', id('log-lines'), LOG, lines);
  return seen;
});

/** What is read from the top to the bottom of something that scrolls, and has only what is in sight. */
async function through(page, scrolled, one, texts, count) {
  const found = new Set();
  await page.$eval(scrolled, (box) => (box.scrollTop = 0));
  for (let screens = 0; screens < 400; screens += 1) {
    await page.waitForSelector(one);
    await page.waitForFunction(() => document.querySelector('.runs-table .tbody .blank') === null);
    for (const text of await page.evaluate(texts)) found.add(text);
    const isEnd = await page.$eval(scrolled, (box) => {
      const before = box.scrollTop;
      box.scrollTop += box.clientHeight - 40;
      return box.scrollTop === before;
    });
    if (isEnd && found.size >= count) break;
    if (isEnd) await page.$eval(scrolled, (box) => (box.scrollTop = 0)); // a busy machine draws late: once more
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  }
  return [...found];
}
