/** A graph of a thousand nodes: from far away and near, by mouse and keys; then graphs that are large in every other way. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { bigGraph, nodeRows, saveGraph } from '../budgets/graphs.mjs';
import { flow, URL_OF_SERVER } from './browser.mjs';

const FAR = '[data-testid="overview"]';

await flow('big-graph', async (page, { picture, axe }) => {
  const lang = process.env.CDUI_LANG_WANTED;
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`${URL_OF_SERVER}/?lang=${lang}&theme=${process.env.CDUI_SCHEME}`);
  await page.waitForSelector('[data-testid="canvas-empty"]');
  const rows = await nodeRows(page);
  const file = await saveGraph(page, bigGraph(rows, 1000, 1500));
  await page.evaluate((name) => (location.hash = `#/g/${encodeURIComponent(name)}`), file);
  await page.waitForSelector('.card');
  const seen = {};
  const percent = () => page.textContent('.percent').then((text) => Number(text.replace('%', '')));
  const at = async (wanted) => page.waitForFunction((text) => document.querySelector('.percent').textContent === text, `${wanted}%`);
  const place = () => page.$eval('.react-flow__viewport', (one) => one.style.transform);

  seen.opened = await percent(); // where it can be read
  await page.keyboard.press('f');
  await page.waitForSelector(FAR);
  seen.far = { cards: await page.$$eval('.card', (found) => found.length), mini: await page.$$eval('.mini', (found) => found.length) };
  seen.numbers = (await page.textContent('[data-testid="overview-summary"]')).match(/1[,.\d]*000|1[,.]?500/g);
  seen.findings = await axe();
  await picture(`far-${lang}`);
  const box = await page.locator('[data-testid="canvas"]').boundingBox();
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await page.waitForSelector(FAR, { state: 'detached' });
  await at(100);
  await page.waitForSelector('.card');
  await picture(`near-${lang}`);

  // the keys, and what stays as it was between the two edges
  for (let step = 0; step < 5; step += 1) await page.keyboard.press('-');
  seen.between = [await percent(), await page.$$eval(FAR, (found) => found.length)];
  await page.keyboard.press('-');
  await page.waitForSelector(FAR);
  await page.keyboard.press('+');
  await at(33);
  seen.between.push(await page.$$eval(FAR, (found) => found.length));
  await page.keyboard.press('+');
  await page.waitForSelector(FAR, { state: 'detached' });
  await page.keyboard.press('0');
  await at(100);
  await page.click(await cardInSight(page), { position: { x: 40, y: 10 } });
  await page.keyboard.press('Shift+f');
  await page.waitForFunction(() => document.querySelectorAll('.card').length < 12);
  seen.selected = await page.$$eval('.card[data-selected]', (found) => found.length);

  // the map: a press goes there, M hides it; the lock holds nodes
  const before = await place();
  await page.click('[data-testid="minimap"]', { position: { x: 150, y: 50 } });
  await page.waitForFunction((old) => document.querySelector('.react-flow__viewport').style.transform !== old, before);
  await page.keyboard.press('m');
  await page.waitForSelector('[data-testid="minimap"]', { state: 'detached' });
  await page.keyboard.press('m');
  await page.waitForSelector('[data-testid="minimap"]');
  await page.keyboard.press('Shift+f');
  await page.waitForSelector('.card[data-selected]');
  await page.click('[data-testid="zoom-lock"]');
  const held = await moved(page);
  await page.click('[data-testid="zoom-lock"]');
  seen.lock = [held, await moved(page)];

  // what no graph should be, and some are
  mkdirSync(process.env.CDUI_PROFILE, { recursive: true });
  const give = async (name, content) => {
    const path = `${process.env.CDUI_PROFILE}/${name}`;
    writeFileSync(path, content);
    await page.setInputFiles('input[type="file"][accept*="json"]', path);
  };
  await give('huge.json', Buffer.alloc(51 * 2 ** 20, ' '));
  await page.waitForSelector('[role="alert"]:has-text("huge.json")');
  await give('torn.json', '{"nodes": [');
  await page.waitForSelector('[role="alert"]:has-text("torn.json")');

  await give('many.json', JSON.stringify(bigGraph(rows, 5000, 7500, 'many')));
  await page.waitForSelector('[data-testid="node-n1"]');
  await page.keyboard.press('f');
  await page.waitForSelector(FAR);
  await page.keyboard.press('l');
  await page.waitForSelector('.list-table [data-index="3"]');
  seen.list = [await page.getAttribute('.list-table', 'aria-rowcount'), (await page.$$('.list-table .tbody [role="row"]')).length < 60];
  await page.keyboard.press('l');

  const params = Object.fromEntries(Array.from({ length: 2000 }, (_, n) => [`own_${n}`, n]));
  const odd = [
    { id: 'wide', type: 'Wide', position: { x: 0, y: 0 }, data: { params: {} } },
    { id: 'long', type: 'Print', position: { x: 400, y: 0 }, data: { label: '很長的名稱 '.repeat(1700), params } },
  ];
  await give('odd.json', JSON.stringify({ name: 'odd', nodes: odd, edges: [] }));
  await page.waitForSelector('[data-testid="node-long"]');
  seen.ports = await page.$$eval('[data-testid^="port-wide-in-p"]', (found) => found.length);
  const long = await page.locator('[data-testid="node-long"]').boundingBox();
  seen.kept = long.width <= 230;
  await page.click('[data-testid="node-wide"] .title');
  await page.waitForSelector('[data-testid="inspector-param-q1999"]', { state: 'attached' });
  await page.fill('[data-testid="inspector-param-q3"]', '42');
  await page.waitForSelector('[data-testid="save-state"][data-status="clean"]');
  await page.keyboard.press('Escape');
  seen.after = await page.inputValue('[data-testid="inspector-param-q3"]').catch(() => null);
  await picture(`odd-${lang}`);
  return seen;
});

/** The selector of a card that is wholly in sight and under nothing else. */
async function cardInSight(page) {
  const id = await page.$$eval('.card', (found) => {
    const canvas = document.querySelector('[data-testid="canvas"]').getBoundingClientRect();
    return found.find((one) => {
      const box = one.getBoundingClientRect();
      return box.x > canvas.x + 20 && box.y > canvas.y + 60 && box.right < canvas.right - 220 && box.bottom < canvas.bottom - 130;
    }).dataset.testid;
  });
  return `[data-testid="${id}"]`;
}

/** Drag a card: whether it is elsewhere then. */
async function moved(page) {
  const card = await cardInSight(page);
  const node = page.locator(`.react-flow__node:has(${card})`);
  const before = await node.evaluate((one) => one.style.transform);
  const box = await page.locator(card).boundingBox();
  await page.mouse.move(box.x + 60, box.y + 10);
  await page.mouse.down();
  await page.mouse.move(box.x + 90, box.y + 40, { steps: 4 });
  await page.mouse.up();
  return (await node.evaluate((one) => one.style.transform)) !== before;
}
