/** Open the program, take a template, run it, watch it end; in the language and scheme that are asked for. */
import { flow, URL_OF_SERVER } from './browser.mjs';

const { CDUI_LANG_WANTED: lang = 'en', CDUI_SCHEME: scheme = 'dark' } = process.env;

await flow(`first-run-${scheme}-${lang}`, async (page, { picture, axe }) => {
  await page.goto(`${URL_OF_SERVER}/?lang=${lang}&theme=${scheme}`);
  await page.waitForSelector('[data-testid="link"][data-status="up"]');
  await page.waitForSelector('[data-testid="template-iris-mlp.json"]');
  await picture('empty');
  const emptyFindings = await axe();
  await page.click('[data-testid="template-iris-mlp.json"]');
  await page.waitForSelector('[data-testid="node-loop"], [data-testid="node-train"]');
  await page.click('[data-testid="run"]');
  await page.waitForSelector('[data-testid="run-phase"][data-status="succeeded"]');
  const statuses = await page.$$eval('.react-flow__node [data-status]', (cards) => cards.map((card) => card.dataset.status));
  await page.click('.react-flow__node .card');
  await page.waitForSelector('[data-testid="inspector"] h2');
  await picture('ran');
  return {
    language: await page.getAttribute('html', 'lang'),
    scheme: await page.getAttribute('html', 'data-theme'),
    statuses: [...new Set(statuses)].sort(),
    findings: [...emptyFindings, ...(await axe())],
  };
});
