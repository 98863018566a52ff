/** Build a graph from nothing by keyboard and mouse: quick add, a wire, a wire that is refused, undo. */
import { flow, URL_OF_SERVER } from './browser.mjs';

const { CDUI_LANG_WANTED: lang = 'en', CDUI_SCHEME: scheme = 'dark' } = process.env;

await flow(`build-${scheme}-${lang}`, async (page, { picture, axe }) => {
  await page.goto(`${URL_OF_SERVER}/?lang=${lang}&theme=${scheme}`);
  await page.waitForSelector('[data-testid="canvas-empty"]');
  await page.click('[data-testid="palette-search"]');
  await page.keyboard.type('csvr');
  await page.keyboard.press('Enter');
  await page.waitForSelector('[data-testid="node-csvreader"]');
  await page.mouse.dblclick(1000, 200);
  await page.fill('[data-testid="quick-add-input"]', 'print');
  await picture('quick-add');
  const findings = await axe();
  await page.keyboard.press('Enter');
  await page.waitForSelector('[data-testid="node-print"]');
  await drag(page, 'port-csvreader-out-tensor', 'port-print-in-value');
  await page.waitForSelector('[data-testid="edge-csvreader-tensor-print-value"]', { state: 'attached' });
  // a wire dropped on nothing asks for what fits, and joins itself
  await dragTo(page, 'port-csvreader-out-columns', 640, 640);
  await page.fill('[data-testid="quick-add-input"]', 'reduce');
  await page.keyboard.press('Enter');
  await page.waitForSelector('[data-testid="node-reduce"]');
  const wires = await page.$$eval('.wire', (edges) => edges.length);
  await page.keyboard.press('Control+z');
  await page.waitForSelector('[data-testid="node-reduce"]', { state: 'detached' });
  const afterUndo = await page.$$eval('.wire', (edges) => edges.length);
  await page.keyboard.press('Control+Shift+z');
  await page.waitForSelector('[data-testid="node-reduce"]');
  // a list of names is no tensor
  const before = await page.$$eval('.wire', (edges) => edges.length);
  await page.mouse.dblclick(1000, 560);
  await page.fill('[data-testid="quick-add-input"]', 'softmax');
  await page.keyboard.press('Enter');
  await page.waitForSelector('[data-testid="node-softmax"]');
  const port = await page.$eval('[data-testid="node-softmax"] [data-testid^="port-softmax-in-"][data-port-type="TENSOR"]', (one) => one.dataset.testid);
  await drag(page, 'port-csvreader-out-columns', port);
  await page.keyboard.press('Escape');
  const refused = (await page.$$eval('.wire', (edges) => edges.length)) === before;
  await drag(page, 'port-csvreader-out-tensor', port);
  const allowed = (await page.$$eval('.wire', (edges) => edges.length)) === before + 1;
  await page.waitForSelector('[data-testid="save-state"][data-status="clean"]');
  await picture('built');
  return { wires, afterUndo, refused, allowed, findings };
});

async function drag(page, from, to) {
  const end = await middle(page, to);
  await dragTo(page, from, end.x, end.y);
}

async function dragTo(page, from, x, y) {
  const start = await middle(page, from);
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move((start.x + x) / 2, (start.y + y) / 2, { steps: 4 });
  await page.mouse.move(x, y, { steps: 4 });
  await page.mouse.up();
}

async function middle(page, id) {
  const box = await page.locator(`[data-testid="${id}"]`).boundingBox();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
