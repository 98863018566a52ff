/** The same list without a mouse: move, select, tag, sort, filter, delete, open and come back. */
import { flow, URL_OF_SERVER } from './browser.mjs';

const NAME = '.runs-table .tbody [role="row"]:focus a';

await flow('runs-keyboard', async (page) => {
  await page.goto(`${URL_OF_SERVER}/?lang=en&theme=dark#/runs`);
  await page.waitForSelector('.runs-table .tbody [data-index="5"][data-status]');
  const press = async (...keys) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const focused = async (index) => {
    await page.waitForSelector(`.runs-table .tbody [data-index="${index}"][data-status]:focus`);
    return page.textContent(NAME);
  };
  const selected = () => page.$$eval('.runs-table .tbody [aria-selected="true"] a', (links) => links.map((link) => link.textContent));

  await page.focus('[data-testid="runs-filter"]');
  await press('ArrowDown');
  const ends = [await focused(0)];
  await press('End');
  ends.push(await focused(9999));
  await press('Home');
  ends.push(await focused(0));
  await press('Space', 'Shift+ArrowDown');
  await focused(1);
  await press('Shift+ArrowDown');
  await focused(2);
  const range = await selected();
  await press('ArrowUp');
  await focused(1);
  await press('Space');
  const without = await selected();

  await page.focus('[data-testid="runs-tag"]');
  await press('Enter');
  await page.keyboard.type('mine');
  await press('Enter');
  await page.waitForFunction(() => document.querySelectorAll('.runs-table .tbody [aria-selected="true"] .badge').length === 2);
  await page.waitForSelector('[data-testid="runs-tag"]');
  const tagged = await page.$$eval('.runs-table .tbody [aria-selected="true"] .badge', (found) => found.map((one) => one.textContent));

  await page.focus('[data-testid="runs-sort-started_at"]');
  await press('Enter', 'Enter');
  await page.waitForSelector('.runs-table .tbody [data-index="0"]:has(a:text-is("night 0"))');
  const order = await page.getAttribute('.runs-table [role="columnheader"]:has([data-testid="runs-sort-started_at"])', 'aria-sort');
  const sorted = [await page.textContent('.runs-table .tbody [data-index="0"] a'), order];
  await page.focus('[data-testid="runs-sort-started_at"]');
  await press('Enter');
  await page.waitForSelector('.runs-table .tbody [data-index="0"]:has(a:text-is("night 9999"))');

  await page.focus('[data-testid="runs-filter"]');
  await page.keyboard.type('status:sleeping');
  const none = await (await page.waitForSelector('[data-testid="runs-none"]')).getAttribute('data-testid');
  await press('Escape');
  await page.waitForSelector('.runs-table .tbody [data-index="5"][data-status]');
  await press('ArrowDown');
  await focused(0);

  await page.keyboard.type('/'); // to the filter: the runs that are tagged, all of them, gone
  await page.keyboard.type('tag:thesis');
  await page.waitForFunction(() => document.querySelector('.runs-table')?.ariaRowCount === '1001');
  await press('ArrowDown');
  await focused(0);
  await press('Control+a');
  await page.waitForSelector('[data-testid="runs-selection"]');
  await page.waitForSelector('.runs-table [aria-checked="true"]');
  const all = Number(await page.textContent('.selection b').then((text) => text.replaceAll(/\D/g, '')));
  await press('Delete', 'Enter');
  await page.waitForSelector('[data-testid="runs-delete"][data-armed="true"]');
  await press('Enter');
  await page.waitForSelector('[data-testid="runs-none"]');
  await page.focus('[data-testid="runs-filter"]');
  await press('Escape');
  await page.waitForFunction(() => document.querySelector('.runs-table')?.ariaRowCount === '9001');
  const deleted = Number(await page.getAttribute('.runs-table', 'aria-rowcount')) - 1;

  await press('ArrowDown');
  await focused(0);
  await press('Enter');
  await page.waitForFunction(() => location.hash.endsWith('/log'));
  const opened = await page.evaluate(() => location.hash);
  await page.goBack();
  await page.waitForSelector('.runs-table .tbody [data-index="0"][data-status]');
  return { ends, range, without, tagged, sorted, none, all, deleted, opened, back: await page.textContent('.runs-table .tbody [data-index="0"] a') };
});
