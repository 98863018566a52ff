/** A run that printed a hundred thousand lines and reported two thousand metrics: what is in the page stays little. */
import { flow, URL_OF_SERVER } from './browser.mjs';

const ID = '0'.repeat(32);

await flow('run-heavy', async (page, { picture, axe }) => {
  await page.goto(`${URL_OF_SERVER}/?lang=en&theme=dark#/runs/${ID}/log`);
  await page.waitForFunction(() => document.querySelector('[data-testid="log-count"]')?.textContent.startsWith('100,001'));
  const lines = await page.locator('.log-line').count();
  const colours = await page.$$eval('.log-line:nth-child(2) .said span', (parts) => parts.map((part) => [part.textContent, getComputedStyle(part).color]));
  const plain = await page.$eval('.log-line:nth-child(2) .said', (said) => getComputedStyle(said).color);
  await page.fill('[data-testid="log-search"]', 'step 99999 ');
  await page.waitForFunction(() => document.querySelector('[data-testid="log-found"]')?.textContent.startsWith('1 of 1'));
  await page.keyboard.press('Enter');
  const found = await (await page.waitForSelector('.log-line[data-here]')).getAttribute('data-index');
  await page.fill('[data-testid="log-search"]', '');
  await page.waitForFunction(() => document.querySelector('.log-line mark') === null);
  await page.$eval('[data-testid="log-lines"]', (list) => (list.scrollTop = 0));
  await page.click('[data-testid="log-first-error"]');
  await page.waitForSelector('.log-line[data-level="error"]');
  const error = Number(await page.getAttribute('.log-line[data-level="error"]', 'data-index'));

  await page.click('[data-testid="run-detail-tab-metrics"]');
  await page.waitForSelector('[data-testid="charts"][data-count="2000"] [data-testid="chart-layer0000"] canvas');
  const charts = await page.locator('.chart-card').count();
  const none = await page.textContent('[data-testid="curve-none-layer0003"]'); // it had NaN alone
  const findings = await axe();
  await picture('metrics');
  await page.fill('[data-testid="metrics-search"]', 'layer1999');
  await page.waitForSelector('[data-testid="charts"][data-count="1"] [data-testid="chart-layer1999"] canvas');
  await page.fill('[data-testid="metrics-search"]', '');
  await page.$eval('[data-testid="charts"]', (list) => (list.scrollTop = list.scrollHeight));
  await page.waitForSelector('[data-testid="chart-layer1999"] canvas');
  return {
    lines: lines < 120, coloured: colours.length === 1 && colours[0][0] === 'step' && colours[0][1] !== plain, found: Number(found), error, charts: charts <= 20, none: none !== '', findings,
  };
});
