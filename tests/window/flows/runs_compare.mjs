/** Compare runs: below the list, in every view, with the pointer linked between them, and with all of the view to itself. */
import { submit } from './calls.mjs';
import { flow, URL_OF_SERVER } from './browser.mjs';

const { CDUI_LANG_WANTED: lang = 'en', CDUI_SCHEME: scheme = 'dark' } = process.env;

await flow(`compare-${scheme}-${lang}`, async (page, { picture, axe }) => {
  await page.goto(`${URL_OF_SERVER}/?lang=${lang}&theme=${scheme}#/runs`);
  await page.waitForSelector('[data-testid="runs-empty"]');
  const ids = [];
  for (const [lr, epochs] of [[0.01, 6], [0.05, 6], [0.01, 9]]) ids.push(await submitted(page, lr, epochs));
  for (const id of ids) await page.waitForSelector(`[data-testid="run-row-${id}"][data-status="succeeded"]`);
  const [one, two, three] = ids;
  const findings = [];
  const look = async (part) => {
    await picture(part);
    findings.push(...(await axe()).map((found) => `${part}: ${found}`));
  };

  // chosen with the keyboard; each has its colour in the table as in the legend
  await page.focus('[data-testid="runs-filter"]');
  await page.keyboard.press('ArrowDown');
  await page.waitForSelector(`[data-testid="run-row-${three}"]:focus`);
  await page.keyboard.press('Space');
  for (const id of [two, one]) {
    await page.keyboard.press('Shift+ArrowDown');
    await page.waitForSelector(`[data-testid="run-row-${id}"]:focus`);
  }
  await page.focus('[data-testid="runs-compare"]');
  await page.keyboard.press('Enter');
  await page.waitForSelector('[data-testid="compare-chart-val_accuracy"][data-curves="3"] canvas');
  await page.waitForSelector('[data-testid="differences"][data-params="2"]');
  const colour = (selector) => page.$eval(selector, (element) => getComputedStyle(element)[element.matches('svg') ? 'stroke' : 'backgroundColor']);
  const colours = [];
  for (const id of ids) {
    const inTable = await colour(`[data-testid="run-row-${id}"] .square`);
    colours.push(inTable === (await colour(`[data-testid="compare-run-${id}"] svg`)) && inTable);
  }
  const cells = await page.$$eval('[data-testid="differences"] tbody:first-of-type tr', (rows) => rows.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent + (cell.querySelector('.odd') ? '*' : ''))));
  await look('curves');

  // the run under the pointer is marked wherever it is shown
  await page.hover(`[data-testid="compare-run-${two}"]`);
  await page.waitForSelector(`[data-testid="run-row-${two}"][data-hovered]`);
  await page.hover(`[data-testid="run-row-${one}"]`);
  await page.waitForSelector(`[data-testid="compare-run-${one}"][data-hovered]`);
  const box = await page.locator('[data-testid="compare-chart-train_loss"] .u-over').boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.waitForSelector('[data-testid="compare-chart-train_loss"] .curve-tip:not([hidden]) div:nth-child(4)');
  const tips = await page.$$eval('.curve-tip:not([hidden])', (found) => found.length); // the pointers of all charts move together
  // a brush zooms, a button shows all again
  await page.mouse.move(box.x + 20, box.y + 40);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, box.y + 60, { steps: 4 });
  await page.mouse.up();
  await page.click('[data-testid="curve-whole-train_loss"]');
  await page.waitForSelector('[data-testid="curve-whole-train_loss"]', { state: 'detached' });

  await page.focus('[data-testid="compare-parallel"]');
  await page.keyboard.press('Enter');
  await page.waitForSelector('[data-testid="parallel"] svg');
  const begin = await page.$eval(`[data-testid="strand-${two}"] .target`, (path) => {
    const { x, y } = path.getPointAtLength(60);
    const frame = path.ownerSVGElement.getBoundingClientRect();
    return [frame.x + x, frame.y + y];
  });
  await page.mouse.move(...begin);
  await page.waitForSelector(`[data-testid="strand-${one}"][data-dimmed]`);
  await page.waitForSelector(`[data-testid="run-row-${two}"][data-hovered]`);
  const axes = Number(await page.getAttribute('[data-testid="parallel"]', 'data-axes'));
  await look('parallel');
  // a brush leaves out runs that lie beside it: with the mouse, and the ends of it by key
  const [name] = await page.$$eval('[data-testid^="brush-axis-"]', (all) => all.map((one) => one.dataset.testid.slice('brush-axis-'.length)));
  const track = await page.locator(`[data-testid="brush-axis-${name}"]`).boundingBox();
  await page.mouse.move(track.x + track.width / 2, track.y + 2);
  await page.mouse.down();
  await page.mouse.move(track.x + track.width / 2, track.y + track.height / 3, { steps: 4 });
  await page.mouse.up();
  const outNow = () => page.$$eval('.strand[data-out]', (all) => all.length);
  const brushed = [await outNow()];
  await look('brushed');
  await page.focus(`[data-testid="brush-least-${name}"]`);
  await page.keyboard.press('Escape');
  brushed.push(await outNow(), await page.isVisible('[data-testid="brushed"]'));
  await page.focus(`[data-testid="brush-most-${name}"]`);
  await page.keyboard.press('ArrowDown');
  brushed.push(await outNow());
  await page.click('[data-testid="brush-clear"]');
  await page.click('[data-testid="compare-table"]');
  await page.waitForSelector('[data-testid="compare-rows"] tbody tr:nth-child(3)');
  await look('table');
  await page.click('[data-testid="compare-params"]');
  await look('params');

  // one left out: the others keep their places
  await page.hover(`[data-testid="compare-run-${two}"]`);
  await page.click(`[data-testid="compare-run-${two}"] button`);
  await page.waitForSelector(`[data-testid="compare-run-${two}"]`, { state: 'detached' });
  const stays = (await colour(`[data-testid="compare-run-${three}"] svg`)) === colours[2];

  await page.click('[data-testid="compare-curves"]');
  await page.click('[data-testid="compare-whole"]');
  await page.waitForSelector('[data-testid="view-compare"] [data-testid="compare-chart-val_accuracy"][data-curves="2"] canvas');
  await look('whole');
  const address = await page.evaluate(() => decodeURIComponent(location.hash));
  await page.reload(); // a link to a comparison can be given to somebody
  await page.waitForSelector('[data-testid="view-compare"] [data-testid="compare-chart-val_accuracy"][data-curves="2"] canvas');
  await page.click('[data-testid="compare-close"]');
  await page.waitForSelector('[data-testid="runs-table"]');

  // the same list below the canvas
  await page.evaluate(() => (location.hash = '#/g'));
  await page.click('#bottom-tab-runs');
  await page.waitForSelector(`[data-testid="runs-dock"] [data-testid="run-row-${one}"]`);
  await look('dock');
  for (const id of [one, two]) await page.click(`[data-testid="run-row-${id}"] [data-check]`);
  await page.click('[data-testid="runs-compare"]');
  await page.waitForSelector(`[data-testid="view-compare"] [data-testid="compare-run-${two}"]`);
  return { colours: new Set(colours).size, cells, tips: tips >= 2, brushed, axes: axes >= 4, stays, address: address === `#/runs/compare/${three},${one}`, findings };
});

/** A template with another learning rate and length. */
async function submitted(page, lr, epochs) {
  const graph = await page.evaluate(async () => (await fetch('/api/examples/load?path=iris-mlp.json')).json());
  for (const node of graph.nodes) {
    if (node.type === 'Optimizer') node.data.params.lr = lr;
    if (node.type === 'TrainingLoop') node.data.params.epochs = epochs;
  }
  return submit(page, graph, { seed: 1 });
}
