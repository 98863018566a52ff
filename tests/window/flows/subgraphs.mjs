/** Subgraphs: made of a selection, opened, changed, run, unpacked and undone; with the mouse, then with keys alone. */
import { flow, URL_OF_SERVER } from './browser.mjs';

const SAVED = '[data-testid="save-state"][data-status="clean"]';
const PATH = '[data-testid="breadcrumb"]';

await flow('subgraphs', async (page, { picture, axe }) => {
  await page.goto(`${URL_OF_SERVER}/?lang=en&theme=dark#/g/Twice`);
  await page.waitForSelector('[data-testid="node-say"]');
  const mouse = await withMouse(page, picture, axe);
  const answers = { mouse, afterRun: await run(page, picture), own: await own(page) };
  await page.goto(`${URL_OF_SERVER}/?lang=zh-TW&theme=light#/g/Thrice`);
  await page.waitForSelector('[data-testid="node-say"]');
  answers.keys = await withKeys(page, picture, axe);
  return answers;
});

async function withMouse(page, picture, axe) {
  await choose(page, ['x2', 'x3']);
  await page.keyboard.press('Control+Shift+G');
  await page.waitForSelector('[data-testid="node-subgraph"]');
  const card = await ports(page, 'subgraph');
  await picture('card');
  await page.dblclick('[data-testid="node-subgraph"] .title');
  await page.waitForSelector(PATH);
  await page.waitForSelector('[data-testid="node-x2"]');
  await picture('inside');
  const inside = await nodes(page);
  // a node inside: its own problem, and a mark on the card outside
  await page.click('[data-testid="palette-search"]');
  await page.keyboard.type('softmax');
  await page.keyboard.press('Enter');
  await page.waitForSelector('[data-testid="node-softmax"]');
  await page.click('[data-testid="node-x2"] .title');
  await page.keyboard.press('Delete');
  await page.waitForSelector('[data-testid="node-x2"]', { state: 'detached' });
  await page.waitForSelector('[data-testid="node-x3"][data-error-code]');
  await page.click('[data-testid="breadcrumb-0"]');
  await page.waitForSelector('[data-testid="node-subgraph"][data-problems-inside="2"]');
  await picture('problem-inside');
  const lost = await ports(page, 'subgraph');
  // undone, the level is on show again where that was
  await page.keyboard.press('Control+z');
  await page.waitForSelector('[data-testid="node-x2"]');
  const undone = await page.$(PATH) !== null;
  await page.keyboard.press('Control+z');
  await page.waitForSelector('[data-testid="node-softmax"]', { state: 'detached' });
  const findings = await axe();
  return { card, inside, lost, undone, findings: [...findings, ...(await share(page, picture, axe))] };
}

/** A param of an inner node on the card, a name and a port's name of our own. */
async function share(page, picture, axe) {
  await page.click('[data-testid="node-x3"] .title');
  await page.click('[data-testid="share-scalar"]');
  await page.waitForSelector('[data-testid="share-scalar"][aria-pressed="true"]');
  await picture('shared');
  await page.keyboard.press('Escape');
  await page.click('[data-testid="breadcrumb-0"]');
  await page.waitForSelector('[data-testid="node-subgraph"] .param');
  await page.fill('[data-testid="inspector-param-scalar"]', '5');
  await page.fill('[data-testid="subgraph-name"]', 'Multiply');
  await page.fill('[data-testid="card-port-out-tensor"]', 'product');
  await page.keyboard.press('Enter');
  await page.waitForSelector('[data-testid="port-subgraph-out-product"][data-connected]');
  await picture('card-page');
  const findings = await axe();
  await page.click('[data-testid="card-open"]');
  await page.waitForSelector('[data-testid="node-x3"]');
  return findings;
}

async function run(page, picture) {
  await page.click('[data-testid="run"]');
  await page.waitForSelector('[data-testid="run-phase"][data-status="succeeded"]');
  const inner = await page.getAttribute('[data-testid="node-x3"]', 'data-status');
  await picture('inside-run');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Alt+ArrowUp');
  await page.waitForSelector('[data-testid="node-subgraph"]');
  const outer = await page.getAttribute('[data-testid="node-subgraph"]', 'data-status');
  await page.waitForSelector(SAVED);
  await picture('outside-run');
  // what the card gave is what the node behind its port gave
  await page.click('[data-testid="node-subgraph"] .title');
  await page.waitForSelector('[data-testid="card-outputs"] [data-testid="figures"]');
  const gave = await page.$$eval('[data-testid="card-outputs"] [data-testid="figures"] dd', (all) => all.slice(0, 2).map((one) => one.textContent));
  await picture('card-outputs');
  await page.dblclick('[data-testid="node-subgraph"] .title');
  await page.click('[data-testid="node-x2"] .title');
  await page.click('[data-testid="tool-run.to_here"]');
  await page.waitForSelector('[data-testid="node-x3"]:not([data-status="completed"])');
  await page.waitForSelector('[data-testid="run-phase"][data-status="succeeded"]');
  await page.waitForSelector('[data-testid="node-x2"]:is([data-status="completed"], [data-status="cached"])');
  const part = await page.getAttribute('[data-testid="node-x3"]', 'data-status');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Alt+ArrowUp');
  await page.waitForSelector('[data-testid="node-subgraph"]');
  return { inner, outer, gave, part };
}

/** A second card of the same subgraph, and then one of its own for it; both undone. */
async function own(page) {
  await page.click('[data-testid="node-subgraph"] .title');
  await page.keyboard.press('Control+d');
  const second = '[data-testid="node-subgraph-2"]';
  await page.waitForSelector(second);
  const types = [await page.getAttribute(second, 'data-node-type')];
  await page.click('[data-testid="card-own"]');
  await page.waitForSelector('[data-testid="card-own"]', { state: 'detached' });
  types.push(await page.getAttribute(second, 'data-node-type'));
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await page.waitForSelector(second, { state: 'detached' });
  await page.waitForSelector(SAVED);
  return types;
}

async function withKeys(page, picture, axe) {
  await focus(page, 'x2');
  await page.keyboard.press('Space');
  // Ctrl+A takes everything; Start stays outside by itself
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+Shift+G');
  await page.waitForSelector('[data-testid="node-subgraph"]');
  const outside = await nodes(page);
  await page.keyboard.press('Enter');
  await page.waitForSelector(PATH);
  await focus(page, 'x2');
  await page.keyboard.press('Space');
  await page.keyboard.press('Control+Shift+G');
  await page.waitForSelector('[data-testid="node-subgraph-2"]');
  await page.keyboard.press('Enter');
  await page.waitForSelector('[data-testid="node-x2"]');
  await picture('nested');
  const crumbs = (await page.textContent(PATH)).trim();
  const findings = await axe();
  // Escape lets go first, then leaves; outside the card is at hand
  await page.keyboard.press('Escape');
  await page.waitForSelector('[data-testid="node-subgraph-2"]');
  await page.keyboard.press('Control+Shift+U');
  await page.waitForSelector('[data-testid="node-x2"]');
  await page.keyboard.press('Alt+ArrowUp');
  await page.waitForSelector(PATH, { state: 'detached' });
  await page.keyboard.press('Control+Shift+U');
  await page.waitForSelector('[data-testid="node-say"]');
  await page.waitForSelector(SAVED);
  return { outside, crumbs, findings };
}

/** Select nodes as a person does: a press on the first, Shift and a press on the others. */
async function choose(page, ids) {
  for (const [at, id] of ids.entries()) {
    await page.click(`[data-testid="node-${id}"] .title`, at > 0 ? { modifiers: ['Shift'] } : {});
  }
}

async function focus(page, id) {
  await page.$eval(`[data-testid="node-${id}"]`, (node) => node.closest('.react-flow__node').focus());
}

async function nodes(page) {
  return (await page.$$eval('.card', (cards) => cards.map((card) => card.dataset.testid.replace('node-', '')))).sort();
}

async function ports(page, id) {
  const found = await page.$$eval(`[data-testid="node-${id}"] .port`, (ports) => ports.map((port) => [port.dataset.testid.split('-').slice(2).join('-'), port.dataset.portType, port.dataset.connected ?? '']));
  return found.map((parts) => parts.join(' ').trim()).sort();
}
