/** Wires: refused with a reason, missed by a little, put elsewhere, pulled off, cut, dropped on nodes; then all by keys. */
import { flow, URL_OF_SERVER } from './browser.mjs';

const { CDUI_LANG_WANTED: lang = 'en', CDUI_SCHEME: scheme = 'dark' } = process.env;
const wire = (id) => `[data-testid="edge-${id}"]`;
const port = (id) => `[data-testid="port-${id}"]`;

await flow(`canvas-wires-${lang}`, async (page, { picture, axe }) => {
  await page.goto(`${URL_OF_SERVER}/?lang=${lang}&theme=${scheme}`);
  await page.click('[data-testid="template-iris-mlp.json"]');
  await page.waitForSelector('[data-node-type="TrainingLoop"]');
  const ids = await page.$$eval('.card', (cards) => Object.fromEntries(cards.map((card) => [card.dataset.nodeType, card.dataset.testid.slice(5)])));
  const [loop, loss, optimizer, model] = ['TrainingLoop', 'Loss', 'Optimizer', 'SequentialModel'].map((type) => ids[type]);
  const dataset = await page.$eval('[data-node-type="Dataset"]', (card) => card.dataset.testid.slice(5));
  const count = () => page.$$eval('.wire', (all) => all.length);
  const start = await count();
  const joining = await page.evaluate(async ([from, to]) => {
    const graph = await (await fetch('/api/examples/load?path=iris-mlp.json')).json();
    return graph.edges.find((edge) => edge.source === from && edge.target === to).id;
  }, [ids.CSVReader, ids.Print]);

  // the wrong type: red, with the reason beside the pointer; what fits glows, the rest is dim
  await hold(page, port(`${dataset}-out-dataset`), port(`${optimizer}-in-model`));
  const refused = await page.textContent('[data-testid="refusal"]');
  const dim = await page.getAttribute(port(`${loop}-in-model`), 'data-link');
  await picture('refused');
  await page.mouse.up();
  // a loop: the wires that would close it are marked
  await hold(page, port(`${loop}-out-model`), port(`${optimizer}-in-model`));
  const cycle = await page.textContent('[data-testid="refusal"]');
  const marked = await page.$$eval('.wire[data-loop]', (all) => all.length);
  await picture('loop');
  await page.mouse.up();
  const unchanged = (await count()) === start;

  // an end is pulled off; the wire is drawn again by dropping it on the node; a near miss counts
  await pull(page, port(`${loop}-in-loss_fn`), 700, 250);
  await page.waitForFunction((wanted) => document.querySelectorAll('.wire').length === wanted, start - 1);
  const pulled = await page.getAttribute(port(`${loop}-in-loss_fn`), 'data-connected');
  await dropOn(page, port(`${loss}-out-loss_fn`), `[data-testid="node-${loop}"] .param`);
  await page.waitForSelector(`${port(`${loop}-in-loss_fn`)}[data-connected]`);
  await page.keyboard.press('Control+z');
  await page.waitForSelector(`${port(`${loop}-in-loss_fn`)}:not([data-connected])`);
  await miss(page, port(`${loss}-out-loss_fn`), port(`${loop}-in-loss_fn`), 18);
  await page.waitForSelector(`${port(`${loop}-in-loss_fn`)}[data-connected]`);

  // cut by Alt, put back by undo; a node into the middle of a wire is one step
  const cutting = await middleOf(page, wire(joining));
  await page.keyboard.down('Alt');
  await page.mouse.click(cutting.x - 20, cutting.y);
  await page.keyboard.up('Alt');
  await page.waitForFunction((wanted) => document.querySelectorAll('.wire').length === wanted, start - 1);
  await page.keyboard.press('Control+z');
  await page.waitForFunction((wanted) => document.querySelectorAll('.wire').length === wanted, start);
  const middle = await middleOf(page, wire(joining));
  await page.mouse.move(middle.x, middle.y);
  await picture('insert');
  await page.mouse.click(middle.x, middle.y);
  await page.fill('[data-testid="quick-add-input"]', 'print');
  await page.keyboard.press('Enter');
  await page.waitForFunction((wanted) => document.querySelectorAll('.wire').length === wanted, start + 1);
  await page.keyboard.press('Control+z');
  await page.waitForFunction((wanted) => document.querySelectorAll('.wire').length === wanted, start);

  // Escape leaves a wire that is being drawn
  await hold(page, port(`${loss}-out-loss_fn`), port(`${loop}-in-lr_scheduler`));
  await page.keyboard.press('Escape');
  await page.mouse.up();
  const escaped = (await count()) === start;

  // from the palette into a wire, which is thick meanwhile; then a node that lies about goes into it
  const item = await centre(page, '[data-testid="palette-item-Normalize"]');
  const { x, y } = await middleOf(page, wire(joining));
  await page.mouse.move(item.x, item.y);
  await page.mouse.down();
  await page.mouse.move(x - 40, y + 60, { steps: 3 });
  await page.mouse.move(x, y, { steps: 3 });
  await page.mouse.move(x + 1, y); // the browser tells of a place only after it was entered
  await page.waitForSelector('.wire[data-drop]', { state: 'attached' });
  await page.mouse.up();
  await page.waitForFunction((wanted) => document.querySelectorAll('.wire').length === wanted, start + 1);
  await page.keyboard.press('Control+z');
  await page.waitForFunction((wanted) => document.querySelectorAll('.wire').length === wanted, start);
  await page.mouse.dblclick(980, 180);
  await page.fill('[data-testid="quick-add-input"]', 'reshape');
  await page.keyboard.press('Enter');
  await page.waitForSelector('[data-node-type="Reshape"]');
  const loose = await centre(page, '[data-node-type="Reshape"] .title');
  await page.mouse.move(loose.x, loose.y);
  await page.mouse.down();
  await page.mouse.move(x - 30, y + 40, { steps: 4 });
  await page.mouse.move(x, y, { steps: 4 });
  await page.waitForSelector('.wire[data-drop]', { state: 'attached' });
  await page.mouse.up();
  await page.waitForFunction((wanted) => document.querySelectorAll('.wire').length === wanted, start + 1);
  await page.keyboard.press('Control+z');
  await page.waitForFunction((wanted) => document.querySelectorAll('.wire').length === wanted, start);
  const back = await centre(page, '[data-node-type="Reshape"] .title');
  const isBack = Math.hypot(back.x - loose.x, back.y - loose.y) < 2;
  await page.click('[data-node-type="Reshape"] .title');
  await page.keyboard.press('Delete');

  // the same by keys: from the node, through what fits, and taken
  await page.click(`[data-testid="node-${model}"] .title`);
  await page.keyboard.press('c');
  const offered = [await page.textContent('[data-testid="link-offer"]')];
  await page.keyboard.press('ArrowDown');
  offered.push(await page.textContent('[data-testid="link-offer"]'));
  await picture('keys');
  const findings = await axe();
  await page.keyboard.press('Escape');
  await page.focus(port(`${dataset}-out-dataset`));
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowUp');
  const last = await page.textContent('[data-testid="link-offer"]');
  await page.keyboard.press('Enter');
  const joined = await count();
  return { start, refused, dim, cycle, marked, unchanged, pulled, escaped, isBack, offered, last, joined, findings };
});

/** From one port to another, without letting go. */
async function hold(page, from, to) {
  const [a, b] = [await centre(page, from), await centre(page, to)];
  await page.mouse.move(a.x, a.y);
  await page.mouse.down();
  await page.mouse.move((a.x + b.x) / 2, (a.y + b.y) / 2, { steps: 4 });
  await page.mouse.move(b.x, b.y, { steps: 4 });
}

async function dropOn(page, from, to) {
  await hold(page, from, to);
  await page.mouse.up();
}

async function miss(page, from, to, by) {
  const [a, b] = [await centre(page, from), await centre(page, to)];
  await page.mouse.move(a.x, a.y);
  await page.mouse.down();
  await page.mouse.move((a.x + b.x) / 2, (a.y + b.y) / 2, { steps: 4 });
  await page.mouse.move(b.x - by, b.y, { steps: 4 });
  await page.mouse.up();
}

/** Take the end of a wire, just outside its port, to a place. */
async function pull(page, at, x, y) {
  const { x: from, y: height } = await centre(page, at);
  await page.mouse.move(from - 14, height);
  await page.mouse.down();
  await page.mouse.move(x, y, { steps: 6 });
  await page.mouse.up();
}

async function centre(page, selector) {
  const box = await page.locator(selector).first().boundingBox();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

async function middleOf(page, selector) {
  return page.$eval(selector, (path) => {
    const at = path.getPointAtLength(path.getTotalLength() / 2);
    const { x, y } = new DOMPoint(at.x, at.y).matrixTransform(path.getScreenCTM());
    return { x, y };
  });
}
