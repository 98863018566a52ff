/** Look through a long list of runs with the mouse, and have a new run come in meanwhile. */
import { flow, URL_OF_SERVER } from './browser.mjs';
import { runAnExample } from './calls.mjs';

const { CDUI_LANG_WANTED: lang = 'en', CDUI_SCHEME: scheme = 'dark' } = process.env;
const row = (index) => `[data-testid="runs-table"] .tbody [data-index="${index}"]`;

await flow(`runs-${scheme}-${lang}`, async (page, { picture, axe }) => {
  await page.goto(`${URL_OF_SERVER}/?lang=${lang}&theme=${scheme}#/runs`);
  await page.waitForSelector(`${row(5)}[data-status]`);
  const total = async () => Number(await page.getAttribute('[data-testid="runs-table"]', 'aria-rowcount')) - 1;
  const name = (index) => page.textContent(`${row(index)} a`);
  const rowcount = (await total()) + 1;
  const rowsInPage = await page.locator('.runs-table [role="row"]').count();
  const findings = await axe();
  await picture('all');

  await page.click('[data-testid="runs-status-failed"]');
  await page.waitForFunction(() => document.querySelector('.runs-table')?.ariaRowCount === '1251');
  await page.waitForSelector(`${row(5)}[data-status]`);
  const statuses = await page.$$eval('.runs-table .tbody [data-status]', (rows) => rows.map((one) => one.dataset.status));
  const failed = { total: await total(), statuses: [...new Set(statuses.filter(Boolean))] };
  await picture('failed');
  await page.fill('[data-testid="runs-filter"]', 'tag:thesis');
  await page.waitForFunction(() => document.querySelector('.runs-table')?.ariaRowCount === '1001');
  const thesis = await total();
  await page.fill('[data-testid="runs-filter"]', 'nothing is called so');
  await page.waitForSelector('[data-testid="runs-none"]');
  await page.click('[data-testid="runs-clear"]');
  await page.waitForSelector(`${row(5)}[data-status]`);

  await page.$eval('.runs-table', (table) => (table.scrollTop = 5000 * 34));
  await page.waitForSelector(`${row(5000)}[data-status]`);
  const far = await name(5000);
  await page.click(`${row(5000)} [data-check]`);
  await page.click(`${row(5001)} [data-check]`);
  const at = await page.locator(row(5000)).boundingBox();

  // a run comes in above what one reads: it stays where it is, and stays selected
  const started = await runAnExample(page);
  await page.waitForSelector(`${row(5001)}[aria-selected="true"]:has(a:text-is("${far}"))`);
  const after = await page.locator(row(5001)).boundingBox();
  const selected = await page.locator('.runs-table .tbody [aria-selected="true"]').count();
  await page.$eval('.runs-table', (table) => (table.scrollTop = 0));
  const ended = await page.waitForSelector(`[data-testid="run-row-${started}"][data-status="succeeded"]`);
  const status = await ended.getAttribute('data-status');
  const live = { status, selected, moved: Math.round(after.y - at.y) };

  await page.click('[data-testid="runs-delete"]');
  await page.waitForSelector('[data-testid="runs-delete"][data-armed="true"]');
  const first = await total();
  findings.push(...(await axe()));
  await picture('armed');
  await page.click('[data-testid="runs-delete"]');
  await page.waitForSelector('[data-testid="runs-selection"]', { state: 'detached' });
  await page.waitForFunction((before) => Number(document.querySelector('.runs-table').ariaRowCount) - 1 < before, first);
  const armed = { first, then: await total(), selected: await page.locator('.runs-table .tbody [aria-selected="true"]').count() };
  return { rowcount, rowsInPage, failed, thesis, far, live, armed, findings };
});
