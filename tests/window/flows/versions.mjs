/** Earlier versions of a graph: listed with what changed, looked at, restored as one step; by keys in Chinese, too. */
import { flow, until, URL_OF_SERVER } from './browser.mjs';

const SAVED = '[data-testid="save-state"][data-status="clean"]';
const BAR = '[data-testid="banner-read_only"]';
const LOOP = '[data-node-type="TrainingLoop"]';

await flow('versions', async (page, { picture, axe }) => {
  await page.goto(`${URL_OF_SERVER}/?lang=en&theme=dark`);
  await page.click('[data-testid="template-iris-mlp.json"]');
  await page.waitForSelector(SAVED);
  const file = decodeURIComponent(new URL(page.url()).hash.split('/').at(-1));
  const saveAs = async (change, expected) => {
    await change();
    await page.keyboard.press('Control+s');
    await until(page, async ([name, text]) => (await (await fetch(`/api/graph/load/${name}`)).text()).includes(text), [file, expected]);
    await page.waitForSelector(SAVED);
  };
  await page.click(`${LOOP} .title`);
  await saveAs(() => page.fill('[data-testid="inspector-param-epochs"]', '5'), '"epochs":5');
  await saveAs(() => page.fill('[data-testid="inspector-param-epochs"]', '6'), '"epochs":6');
  await page.click('.react-flow__pane', { position: { x: 30, y: 400 } });
  await saveAs(() => page.fill('[data-testid="graph-description"]', 'only a word'), 'only a word');
  await page.click('[data-node-type="Print"] .title');
  await page.keyboard.press('Delete');
  await page.keyboard.press('Control+s');
  await until(page, async (name) => !(await (await fetch(`/api/graph/load/${name}`)).text()).includes('"Print"'), file);
  await page.waitForSelector(SAVED);

  await page.click('[data-testid="menu-file"]');
  await page.click('[data-testid="menu-item-file.versions"]');
  await page.waitForFunction(() => document.querySelectorAll('.version[data-changes]').length === 4);
  const rows = await page.$$eval('.version', (all) => all.map((row) => [row.dataset.changes ?? '', row.querySelector('.what').textContent, row.disabled]));
  await picture('list');
  const findings = await axe();
  await page.click('.version >> nth=3');
  await page.waitForSelector(BAR);
  const looked = [new URL(page.url()).hash, await page.locator('[data-node-type="Print"]').count()];
  await page.click(`${LOOP} .title`);
  looked.push(await page.inputValue('[data-testid="inspector-param-epochs"]'));
  await picture('looked-at');
  findings.push(...(await axe()));
  await page.click('[data-testid="looking-restore"]');
  await page.waitForSelector(BAR, { state: 'detached' });
  await until(page, async (name) => (await (await fetch(`/api/graph/load/${name}`)).text()).includes('"epochs":5'), file);
  const restored = [new URL(page.url()).hash, await page.locator('[data-node-type="Print"]').count()];
  // one step leads back, and one forward again
  await page.click('.react-flow__pane', { position: { x: 30, y: 400 } });
  await page.keyboard.press('Control+z');
  await page.waitForSelector('[data-node-type="Print"]', { state: 'detached' });
  const undone = await page.inputValue('[data-testid="graph-description"]');
  await page.keyboard.press('Control+y');
  await page.waitForSelector('[data-node-type="Print"]');
  await page.waitForSelector(SAVED);

  // with keys alone, in the other language and scheme
  await page.goto(`${URL_OF_SERVER}/?lang=zh-TW&theme=light#/g/${encodeURIComponent(file)}`);
  await page.waitForSelector(LOOP);
  await page.focus('[data-testid="menu-file"]');
  await page.keyboard.press('Enter');
  while (!(await page.evaluate(() => document.activeElement.dataset.testid === 'menu-item-file.versions'))) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForSelector('[data-testid="versions-dialog"] .version:not(:disabled)');
  await page.waitForFunction(() => document.querySelectorAll('.version[data-changes]').length >= 4);
  await picture('list-zh');
  await page.focus('.version:not(:disabled)');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.waitForSelector(BAR);
  await picture('looked-at-zh');
  await page.goBack();
  await page.waitForSelector(BAR, { state: 'detached' });
  return { rows, findings, looked, restored, undone };
});
