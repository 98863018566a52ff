/** A run's graph is looked at as it ran: nothing changes it, a copy can be changed, and Back leads back. */
import { flow, until, URL_OF_SERVER } from './browser.mjs';

const SAVED = '[data-testid="save-state"][data-status="clean"]';
const BAR = '[data-testid="banner-read_only"]';
const LOOP = '[data-node-type="TrainingLoop"]';

await flow('run-graph', async (page, { context, picture, axe, allow }) => {
  allow(/status of 40[49]/); // a name that is taken; a run that is not there
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: URL_OF_SERVER });
  await page.goto(`${URL_OF_SERVER}/?lang=en&theme=dark`);
  await page.click('[data-testid="template-iris-mlp.json"]');
  await page.click(`${LOOP} .title`);
  await page.fill('[data-testid="inspector-param-epochs"]', '2');
  await page.waitForSelector(SAVED);
  const mine = page.url();
  await page.keyboard.press('Control+Enter');
  await page.waitForSelector('[data-testid="run-phase"][data-status="succeeded"]');
  const id = await page.evaluate(async () => (await (await fetch('/api/runs')).json()).runs[0].id);
  // the graph goes on, the run's stays as it ran
  await page.fill('[data-testid="inspector-param-epochs"]', '9');
  await page.waitForSelector('[data-testid="changed-bar"][data-count="1"]');
  const marked = await page.$$eval('[data-testid^="changed-"]:not([data-testid="changed-bar"])', (all) => all.length);
  await page.click('.react-flow__pane', { position: { x: 30, y: 400 } });
  await page.keyboard.press('Control+z');
  await page.waitForSelector('[data-testid="changed-bar"]', { state: 'detached' });
  await page.keyboard.press('Control+y');
  await page.waitForSelector('[data-testid="changed-bar"]');
  await picture('changed');
  await page.click('[data-testid="run-once-more"]');
  await page.waitForSelector('[data-testid="changed-bar"]', { state: 'detached' });
  await page.waitForSelector('[data-testid="run-phase"][data-status="succeeded"]');
  await page.waitForSelector(SAVED);

  await page.goto(`${URL_OF_SERVER}/?lang=en&theme=dark#/runs/${id}`);
  await page.click('[data-testid="run-open"]');
  await page.waitForSelector(BAR);
  await page.waitForSelector(`${LOOP}[data-status="completed"]`);
  const seen = { marked, address: new URL(page.url()).hash === `#/runs/${id}/graph` };
  seen.statuses = await page.$$eval('.card', (cards) => [...new Set(cards.map((card) => card.dataset.status))].sort());
  seen.changed = await page.locator('[data-testid="changed-bar"], [data-testid^="changed-"]').count();
  await page.click(`${LOOP} .title`);
  seen.epochs = [await page.inputValue('[data-testid="inspector-param-epochs"]'), await page.isDisabled('[data-testid="inspector-param-epochs"]')];
  await page.click('[data-testid="inspector-tab-outputs"]');
  await page.waitForSelector('[data-testid="output-run"]');
  seen.run = (await page.inputValue('[data-testid="output-run"]')) === id;
  await page.waitForFunction(() => document.querySelectorAll('[data-testid="output-run"] option').length === 1 && document.querySelector('[data-testid="output-run"] option').textContent.includes('·'));
  await picture('canvas');
  seen.findings = await axe();

  await page.click('[data-testid="zoom-fit"]');
  const before = await shape(page);
  // with the pointer: drag a node, pull a wire, press twice on nothing, and on a title
  const box = await page.locator(`${LOOP} .head`).boundingBox();
  await page.mouse.move(box.x + 40, box.y + 10);
  await page.mouse.down();
  await page.mouse.move(box.x + 140, box.y + 90, { steps: 4 });
  await page.mouse.up();
  await page.dblclick('.react-flow__pane', { position: { x: 30, y: 400 } });
  await page.dblclick(`${LOOP} .title`);
  seen.fields = await page.locator('[data-testid="quick-add-input"], .card input').count();
  seen.palette = await page.locator('[data-testid="palette"]').count();
  // with keys, the clipboard and files
  await page.click(`${LOOP} .title`);
  await page.keyboard.press('Control+c');
  for (const key of ['Delete', 'b', 'ArrowRight', 'Control+x', 'Control+v', 'Control+d', 'Control+g', 'Shift+l', 'Shift+s', 'F2', 'Tab', 'Control+z']) {
    await page.keyboard.press(key);
  }
  await page.evaluate(() => {
    const carried = new DataTransfer();
    carried.setData('application/x-cdui-node-type', 'Dataset');
    carried.items.add(new File(['a,b\n1,2\n'], 'table.csv'));
    const at = { dataTransfer: carried, bubbles: true, cancelable: true, clientX: 600, clientY: 300 };
    const canvas = document.querySelector('[data-testid="canvas"]');
    canvas.dispatchEvent(new DragEvent('dragover', at));
    canvas.dispatchEvent(new DragEvent('drop', at));
  });
  await page.waitForSelector('[data-testid="toast"] :text("Open a copy")');
  seen.said = await page.locator('[data-testid="toast"] .text', { hasText: 'Open a copy' }).count();
  await page.click('[data-testid="menu-edit"]');
  seen.menu = await page.$$eval('[data-testid^="menu-item-"]:not(:disabled):not([aria-disabled="true"])', (all) => all.map((one) => one.dataset.testid.replace('menu-item-', '')));
  await page.keyboard.press('Escape');
  seen.runs = await page.isDisabled('[data-testid="run"]');
  // in the list
  await page.click('.react-flow__pane', { position: { x: 30, y: 400 } });
  await page.keyboard.press('l');
  await page.waitForSelector('[data-testid="list-view"]');
  await page.click('[data-testid^="list-node-"] >> nth=2');
  for (const key of ['a', 'Insert', 'F2', 'e', 'c', 'ArrowRight', 'ArrowDown', 'Enter', 'Delete', 'ArrowDown', 'F2', 'Enter', 'Delete']) await page.keyboard.press(key);
  seen.listFields = await page.locator('[data-testid="list-view"] .tr input, [data-testid="quick-add-input"], dialog[open]').count();
  await picture('list');
  await page.click('[data-testid="list-leave"]');
  await page.waitForSelector(LOOP);
  // nodes come into the page as they come into view
  await page.click('[data-testid="zoom-fit"]');
  for (let tries = 0; tries < 100 && !seen.unchanged; tries += 1) {
    await page.evaluate(() => new Promise(requestAnimationFrame));
    seen.unchanged = JSON.stringify(await shape(page)) === JSON.stringify(before);
  }

  // Back, forward and a reload find it again
  await page.goBack();
  await page.waitForSelector('[data-testid="view-run"]');
  await page.goForward();
  await page.waitForSelector(BAR);
  await page.reload();
  await page.waitForSelector(`${BAR} ~ * [data-node-type="TrainingLoop"][data-status="completed"], ${LOOP}[data-status="completed"]`);
  seen.tabs = await page.locator('.graph-tabs .tab').count();
  // by the key for the canvas one is at one's own graph again
  await page.keyboard.press('Alt+1');
  await page.waitForSelector(BAR, { state: 'detached' });
  seen.back = page.url() === mine || new URL(page.url()).hash === new URL(mine).hash;
  await page.click(`[data-testid="tab-${id}"] .tab`);
  await page.waitForSelector(BAR);

  await page.click('[data-testid="looking-copy"]');
  await page.waitForSelector(BAR, { state: 'detached' });
  await page.waitForSelector(SAVED);
  const copy = decodeURIComponent(new URL(page.url()).hash.split('/').at(-1));
  seen.same = await page.evaluate(async ([run, file]) => {
    const [one, other] = await Promise.all([`/api/runs/${run}/graph`, `/api/graph/load/${file}`].map(async (path) => (await fetch(path)).json()));
    return JSON.stringify([one.nodes, one.edges]) === JSON.stringify([other.nodes, other.edges]);
  }, [id, copy]);
  await page.click(`${LOOP} .title`);
  await page.click('[data-testid="inspector-tab-params"]');
  await page.fill('[data-testid="inspector-param-epochs"]', '3');
  await page.waitForSelector('[data-testid="changed-bar"]');
  await until(page, async (file) => (await (await fetch(`/api/graph/load/${file}`)).json()).nodes.find((node) => node.type === 'TrainingLoop').data.params.epochs === 3, copy);

  // what is no run leads to the runs, and says why
  await page.evaluate(() => (location.hash = '#/runs/0123456789abcdef0123456789abcdef/graph'));
  await page.waitForSelector('[data-testid="view-run"]');
  seen.gone = [await page.locator('[data-testid="toast"][data-status="error"]').count() > 0, new URL(page.url()).hash];
  return seen;
});

/** Names, places and wires as they are drawn. */
function shape(page) {
  return page.evaluate(() => [
    [...document.querySelectorAll('.react-flow__node')].map((node) => [node.dataset.id, node.querySelector('.title')?.textContent]).sort(),
    [...document.querySelectorAll('.react-flow__edge')].map((edge) => edge.dataset.id).sort(),
    [...document.querySelectorAll('.card .value')].map((value) => value.textContent),
  ]);
}
