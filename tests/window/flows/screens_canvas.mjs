/** The canvas: from the first start to a graph of a thousand nodes. */
import { bigGraph, nodeRows, saveGraph } from '../budgets/graphs.mjs';
import { BREAKS } from './breaks.mjs';
import { open, runToEnd } from './inspector.mjs';

const id = (name) => `[data-testid="${name}"]`;
const gone = { state: 'detached' };
const node = (type) => `[data-node-type="${type}"]`;
const STRANGE = {
  name: 'brought along',
  nodes: [
    { id: 'go', type: 'Start', position: { x: 0, y: 0 } },
    { id: 'csv', type: 'CSVReader', position: { x: 220, y: 0 } },
    { id: 'x', type: 'pack:Strange', position: { x: 480, y: 0 }, data: { params: { width: 3 } } },
    { id: 'p', type: 'Print', position: { x: 760, y: 0 } },
  ],
  edges: [
    { id: '1', source: 'go', target: 'csv', sourceHandle: 'trigger', targetHandle: '__trigger', type: 'trigger' },
    { id: '2', source: 'csv', target: 'x', sourceHandle: 'tensor', targetHandle: 'input', type: 'data' },
    { id: '3', source: 'x', target: 'p', sourceHandle: 'result', targetHandle: 'value', type: 'data' },
  ],
};

export async function canvasScreens(page, look, at) {
  await firstStart(page, look, at);
  await oneGraph(page, look);
  await asPieces(page, look);
  await inList(page, look);
}

export async function runningScreens(page, look, at) {
  await page.goto(at());
  await page.click(id('template-iris-mlp.json'));
  await page.waitForSelector(`${id('save-state')}[data-status="clean"]`);
  await runs(page, look);
  await strange(page, look, at);
}

async function firstStart(page, look, at) {
  await page.goto(at());
  await page.waitForSelector(id('first-questions'));
  await page.waitForSelector('.mini-graph rect');
  await page.waitForSelector(id('palette-item-TrainingLoop'));
  await look('canvas-first-start');
  await page.click(id('first-done'));
  await page.waitForSelector(id('first-questions'), gone);
  await look('canvas-empty');
  await page.click(id('template-iris-mlp.json'));
  await page.waitForSelector(`${id('save-state')}[data-status="clean"]`);
}

async function oneGraph(page, look) {
  await page.waitForSelector('.wire');
  await look('canvas-graph');
  for (const name of ['file', 'edit', 'view', 'run', 'help']) {
    await page.click(id(`menu-${name}`));
    await look(`menu-${name}`, '[role="menu"]');
    await page.keyboard.press('Escape');
  }
  await page.click(`${node('Print')} .title`, { button: 'right' });
  await page.waitForSelector(`${id('canvas-menu')} [role^="menuitem"]`);
  await look('canvas-menu-node', id('canvas-menu'));
  await page.keyboard.press('Escape');
  await page.mouse.click(990, 95);
  await page.mouse.click(990, 95, { button: 'right' });
  await page.waitForSelector(`${id('canvas-menu')} [role^="menuitem"]`);
  await look('canvas-menu-pane', id('canvas-menu'));
  await page.keyboard.press('Escape');
  await page.mouse.dblclick(990, 95);
  await page.fill(id('quick-add-input'), 'data');
  await look('quick-add', id('quick-add'));
  await page.fill(id('quick-add-input'), 'xyzzy');
  await look('quick-add-none', id('quick-add'));
  await page.keyboard.press('Escape');
  await page.fill(id('palette-search'), 'data');
  await look('palette-search', id('palette'));
  await page.fill(id('palette-search'), 'xyzzy');
  await page.waitForSelector(id('palette-empty'));
  await look('palette-none', id('palette'));
  await page.fill(id('palette-search'), '');
}

async function asPieces(page, look) {
  await page.click(`${node('TrainingLoop')} .title`);
  await look('inspector-node');
  await page.click(id('inspector-tab-ports'));
  await look('inspector-ports', id('inspector'));
  await page.click(id('inspector-tab-outputs'));
  await page.waitForSelector(id('outputs-told'));
  await look('inspector-outputs-none', id('inspector'));
  await page.click(id('inspector-tab-params'));
  await page.keyboard.press('Escape');
  await page.click(`${node('TrainingLoop')} .title`);
  await page.click(`${node('Print')} .title`, { modifiers: ['Shift'] });
  await page.waitForSelector(id('selection-tools'));
  await look('inspector-many');
  await page.click(id('tool-align'));
  await page.waitForSelector(id('menu-item-arrange.align_left'));
  await look('canvas-menu-align', '[role="menu"]');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+Shift+G');
  await page.waitForSelector(id('node-subgraph'));
  await look('inspector-card');
  await page.dblclick(`${id('node-subgraph')} .title`);
  await page.waitForSelector(id('breadcrumb'));
  await look('canvas-inside-card');
  await page.click(id('breadcrumb-0'));
  await page.waitForSelector(id('node-subgraph'));
  await page.click(`${id('node-subgraph')} .title`);
  await page.click(id('menu-edit'));
  await page.click(id('menu-item-edit.save_preset'));
  await page.waitForSelector(id('preset-dialog'));
  await look('preset-dialog', id('preset-dialog'));
  await page.keyboard.press('Escape');
  await page.waitForSelector(id('preset-dialog'), gone);
  await page.keyboard.press('Control+z');
  await page.waitForSelector(id('node-subgraph'), gone);
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+g');
  await page.waitForSelector(id('canvas-write'));
  await page.keyboard.type('Iris');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Shift+S');
  await page.waitForSelector(id('canvas-write'));
  await page.keyboard.type('Baseline before the sweep.');
  await page.keyboard.press('Escape');
  await page.waitForSelector(`${id('node-note')} .text`);
  await look('canvas-frame-note');
  for (const made of [id('node-note'), '.frame']) {
    for (let step = 0; step < 4 && (await page.$(made)); step += 1) await page.keyboard.press('Control+z');
    await page.waitForSelector(made, gone);
  }
}

async function inList(page, look) {
  await page.keyboard.press('l');
  await page.waitForSelector('.list-table [data-index="3"]');
  await look('list-view');
  await page.focus(id('list-filter'));
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('c');
  await page.waitForSelector('[role="row"]:focus:not([data-kind="node"])');
  await page.keyboard.press('c');
  await page.waitForSelector(id('connect-dialog'));
  await look('connect-dialog', id('connect-dialog'));
  await page.keyboard.press('Escape');
  await page.waitForSelector(id('connect-dialog'), gone);
  await page.keyboard.press('l');
  await page.waitForSelector('.card');
}

async function runs(page, look) {
  await page.click(`${node('TrainingLoop')} .title`);
  await page.fill(id('inspector-param-epochs'), '100000');
  await page.keyboard.press('Escape');
  await page.click(`${node('TrainingLoop')} .title`);
  await page.click(id('run'));
  await page.waitForSelector(`${id('inspector-progress')}`);
  await page.waitForSelector(`${id('live-chart')} canvas`);
  await look('canvas-running');
  await page.click(id('stop'));
  await page.waitForSelector(`${id('stop')}:disabled`);
  await page.fill(id('inspector-param-epochs'), '20');
  await page.keyboard.press('Escape');
  await runToEnd(page);
  await look('canvas-ran');
  // a wire that is needed is taken away: a problem, below the canvas and at its place
  await page.click(`${node('Loss')} .title`);
  await page.keyboard.press('Delete');
  await page.click('#bottom-tab-problems');
  await page.waitForSelector(id('problem-0'));
  await look('bottom-problems');
  await page.keyboard.press('Control+z');
  for (const [name, wait] of [['log', '.log-line'], ['results', '.result-title'], ['runs', `${id('runs-dock')} .tr`]]) {
    await page.click(`#bottom-tab-${name}`);
    await page.waitForSelector(wait);
    await look(`bottom-${name}`, id('bottom'));
  }
  await page.click(id('bottom-toggle'));
}

async function strange(page, look, at) {
  await open(page, BREAKS);
  await page.click(id('run'));
  await page.waitForSelector(`${id('node-b')}[data-status="error"]`);
  await page.click(`${id('node-b')} .title`);
  await look('canvas-failed');
  await page.click(id('notices'));
  await page.waitForSelector(`${id('notice-list')} li`);
  await look('notices-failed', id('notice-list'));
  await page.keyboard.press('Escape');
  await page.waitForSelector(id('notice-list'), gone);
  while ((await page.locator(id('toast-close')).count()) > 0) await page.locator(id('toast-close')).first().click();
  await open(page, STRANGE);
  await page.waitForSelector(id('banner-missing_types'));
  await look('canvas-missing-types');
  await page.click(id('missing-replace'));
  await page.fill(id('replace-search'), 'activation');
  await page.waitForSelector(`${id('replace-option-Activation')}[aria-selected="true"]`);
  await look('replace', id('replace-dialog'));
  await page.keyboard.press('Escape');
  await page.waitForSelector(id('replace-dialog'), gone);
  const file = await saveGraph(page, bigGraph(await nodeRows(page), 1000, 1500));
  await page.goto(at(`#/g/${encodeURIComponent(file)}`));
  await page.waitForSelector(id('node-n1'));
  await page.click(id('zoom-fit'));
  await page.waitForSelector(id('overview'));
  await page.waitForFunction(() => parseInt(document.querySelector('.percent').textContent, 10) < 30); // it moves there
  await look('canvas-overview');
  const box = await page.locator(id('canvas')).boundingBox();
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await page.waitForSelector(id('overview'), gone);
  await page.waitForSelector('.card');
  await look('canvas-thousand', id('minimap'));
}
