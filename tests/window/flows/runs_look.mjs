/** Look at the list in other ways: what may be typed next, groups, columns, order by a figure, kept views, a file of it. */
import { flow, URL_OF_SERVER } from './browser.mjs';

const { CDUI_LANG_WANTED: lang = 'en', CDUI_SCHEME: scheme = 'dark' } = process.env;

await flow(`runs-look-${scheme}-${lang}`, async (page, { picture, axe }) => {
  await page.goto(`${URL_OF_SERVER}/?lang=${lang}&theme=${scheme}#/runs`);
  await page.waitForSelector('.runs-table .tbody [data-index="5"][data-status]');
  const total = (count) => page.waitForFunction((wanted) => document.querySelector('.runs-table')?.ariaRowCount === String(wanted + 1), count);
  const press = async (...keys) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const first = async () => (await page.waitForSelector('.runs-table .tbody [data-status]')).getAttribute('data-status');
  await page.waitForSelector('.runs-table .tbody [data-index="2"] .spark path');

  // typed with the keyboard alone: the key, then its value
  await page.focus('[data-testid="runs-filter"]');
  await page.keyboard.type('sta');
  await page.waitForSelector('[data-testid="runs-offered-0"][aria-selected="true"]');
  await press('Enter');
  await page.waitForSelector('[data-testid="runs-offered-4"]');
  await press('ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown');
  await page.waitForSelector('[data-testid="runs-offered-4"][aria-selected="true"]');
  await picture('offered');
  const findings = await axe();
  await press('Enter');
  await total(1250);
  const offered = [await page.inputValue('[data-testid="runs-filter"]'), await first()];
  await page.fill('[data-testid="runs-filter"]', 'since:soon');
  const wrong = await (await page.waitForSelector('[data-testid="runs-none"] p')).textContent();
  await page.fill('[data-testid="runs-filter"]', 'tag:unheard');
  await page.waitForFunction(() => document.querySelector('[data-testid="runs-none"] p')?.textContent.includes('unheard'));
  await page.fill('[data-testid="runs-filter"]', 'status:failed');
  await total(1250);

  // groups: heads are lines; a closed one leaves its head
  await page.selectOption('[data-testid="runs-group"]', 'graph');
  await total(1253);
  await page.click('[data-testid="runs-group-digits-cnn"]');
  await total(1253 - 417);
  await page.waitForSelector('[data-testid="runs-group-digits-cnn"]:focus');
  await press('ArrowDown', 'ArrowLeft'); // the next head, closed by key
  await total(1253 - 417 - 416);
  const heads = await page.$$eval('.tr.group [aria-expanded]', (buttons) => buttons.map((button) => button.ariaExpanded));
  await page.waitForSelector('.runs-table .tbody [data-index="4"][data-status]');
  await picture('groups');

  // columns: another metric, by which one sorts
  await page.click('[data-testid="runs-columns"]');
  await page.click('[data-testid="runs-column-metric:train_loss"]');
  await page.click('[data-testid="runs-column-graph"]');
  await picture('columns');
  findings.push(...(await axe()));
  await press('Escape');
  await page.click('[data-testid="runs-sort-metric:train_loss"]');
  await page.waitForSelector('[role="columnheader"][aria-sort="descending"] [data-testid="runs-sort-metric:train_loss"]');
  const csv = await page.$eval('[data-testid="runs-csv"]', async (link) => {
    const text = await (await fetch(link.href)).text();
    const rows = text.trim().split('\r\n').map((line) => line.split(','));
    const at = rows[0].indexOf('train_loss') - rows[0].length; // from the end: reasons have commas of their own
    return { rows: rows.length - 1, falls: rows.slice(1).every((row, index, all) => index === 0 || Number(row.at(at)) <= Number(all[index - 1].at(at))) };
  });

  // kept under a name, left, and opened again, in another visit
  await page.click('[data-testid="runs-view-add"]');
  await page.keyboard.type('worst');
  await press('Enter');
  await page.waitForSelector('[data-testid="runs-view-worst"][aria-pressed="true"]');
  await page.click('[data-testid="runs-status-all"]');
  await total(10000);
  await page.reload();
  await page.waitForSelector('.runs-table .tbody [data-index="5"][data-status]');
  await page.click('[data-testid="runs-view-worst"]');
  await total(1253);
  const view = [await page.inputValue('[data-testid="runs-filter"]'), await page.inputValue('[data-testid="runs-group"]'), (await page.$$('[data-testid="runs-sort-graph_name"]')).length];
  await page.focus('[data-testid="runs-view-drop-worst"]');
  await press('Enter');
  await page.waitForSelector('[data-testid="runs-view-worst"]', { state: 'detached' });
  const kept = Number(await page.getAttribute('[data-testid="runs-retention"]', 'data-last'));
  return { offered, wrong: wrong.includes('soon'), heads, csv, view, kept, findings };
});
