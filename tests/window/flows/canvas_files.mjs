/** What comes from outside: files dropped, texts pasted, types nobody knows; and what a run leaves marked. */
import { flow, URL_OF_SERVER } from './browser.mjs';

const { CDUI_LANG_WANTED: lang = 'en', CDUI_SCHEME: scheme = 'dark' } = process.env;
const STRANGE = {
  name: 'odd',
  nodes: [
    { id: 'go', type: 'Start', position: { x: 0, y: 0 }, data: { params: {} } },
    { id: 'a b', type: 'CSVReader', position: { x: 220, y: 0 }, data: { params: {} } },
    { id: 'x', type: 'pack:Strange', position: { x: 480, y: 0 }, data: { params: { width: 3, token: 'hush' } }, kept: 1 },
    { id: 'p', type: 'Print', position: { x: 760, y: 0 }, data: { params: {} } },
  ],
  edges: [
    { id: '1', source: 'go', target: 'a b', sourceHandle: 'trigger', targetHandle: '', type: 'trigger' },
    { id: '2', source: 'a b', target: 'x', sourceHandle: 'tensor', targetHandle: 'input', type: 'data' },
    { id: '3', source: 'x', target: 'p', sourceHandle: 'result', targetHandle: 'value', type: 'data' },
  ],
};

await flow(`canvas-files-${lang}`, async (page, { context, picture, axe }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${URL_OF_SERVER}/?lang=${lang}&theme=${scheme}`);
  await page.waitForSelector('[data-testid="palette-item-TrainingLoop"]');
  const findings = [];
  const said = [];
  const hear = async () => {
    const toast = page.locator('[data-testid="toast"]').last();
    said.push((await toast.textContent()).trim());
    await page.locator('[data-testid="toast"] button').last().click();
    await page.waitForFunction(() => document.querySelectorAll('[data-testid="toast"]').length === 0);
  };

  // a graph opens, with a type that this server does not have: drawn with its params and wires
  await drop(page, 'odd.json', JSON.stringify(STRANGE));
  await page.waitForSelector('[data-testid="banner-missing_types"]');
  const wires = await page.$$eval('.wire', (all) => all.length);
  const shown = await page.$$eval('[data-testid="node-x"] .param', (all) => all.map((row) => row.textContent));
  findings.push(...(await axe()));
  await picture('missing');
  const labels = await page.$$eval('.react-flow__node', (all) => all.map((node) => document.getElementById(node.getAttribute('aria-labelledby')).textContent));
  await page.click('[data-testid="node-x"] .title');
  await page.keyboard.press('Control+c');
  const copied = await page.evaluate(() => navigator.clipboard.readText());

  // another type takes its place: its wires fit, its params do not; undone in one step
  await page.click('[data-testid="missing-replace"]');
  await page.fill('[data-testid="replace-search"]', 'activation');
  await page.waitForSelector('[data-testid="replace-option-Activation"][aria-selected="true"]');
  findings.push(...(await axe()));
  await picture('replace');
  await page.keyboard.press('Enter');
  await page.waitForSelector('[data-testid="node-x"][data-node-type="Activation"]');
  const replaced = [
    await page.$$eval('.wire', (all) => all.length), await page.isVisible('[data-testid="banner-missing_types"]'),
    await page.getAttribute('[data-testid="port-x-in-tensor"]', 'data-connected'),
  ];
  await hear();
  await page.click('[data-testid="node-x"] .title');
  await page.keyboard.press('Control+z');
  await page.waitForSelector('[data-testid="banner-missing_types"]');

  // a data file is uploaded and gets its reader; what is nothing of all that gets a sentence
  await drop(page, 'table.csv', 'a,b\n1,2\n');
  await page.waitForSelector('[data-testid="node-csvreader"]');
  const path = await page.textContent('[data-testid="node-csvreader"] .param .value');
  await drop(page, 'table.csv', 'a,b\n3,4\n');
  await page.waitForSelector('[data-testid="node-csvreader-2"]');
  const second = await page.textContent('[data-testid="node-csvreader-2"] .param .value');
  for (const [name, text] of [['x.zip', 'PK'], ['bad.json', '{'], ['list.json', '[1]']]) {
    await drop(page, name, text);
    await hear();
  }
  await drop(page, 'large.json', null);
  await hear();
  await page.evaluate(() => navigator.clipboard.writeText('hello'));
  await page.click('[data-testid="node-x"] .title');
  await page.keyboard.press('Control+v');
  await hear();

  // a change after a run is marked, until it is taken back
  await page.click('[data-testid="node-x"] .title');
  await page.keyboard.press('Delete');
  await page.click('[data-testid="node-p"] .title');
  await page.keyboard.press('Delete');
  await page.click('[data-testid="run"]');
  await page.waitForSelector('[data-testid="run-phase"][data-status="succeeded"]');
  await page.click('[data-testid="node-a b"] .title');
  await page.fill('[data-testid="inspector-param-include_columns"]', 'a');
  await page.waitForSelector('[data-testid="changed-a b"]');
  await picture('changed');
  await page.click('[data-testid="node-a b"] .title');
  await page.keyboard.press('Control+z');
  await page.waitForSelector('[data-testid="changed-a b"]', { state: 'detached' });

  // two nodes of one id: a press on what is said of it gives one of them its own, and nothing else changes
  const twice = [['a', 'Loss'], ['a', 'Optimizer'], ['b', 'TrainingLoop']].map(([node, type], at) => ({ id: node, type, position: { x: 260 * at, y: 0 } }));
  const wire = { id: 'w', source: 'a', target: 'b', sourceHandle: 'loss_fn', targetHandle: 'loss_fn' };
  await drop(page, 'twice.json', JSON.stringify({ name: 'twice', nodes: twice, edges: [wire] }));
  await page.waitForSelector('[data-testid="remedy-own_ids"]');
  await page.keyboard.press('Control+j');
  await page.waitForSelector('.problem-row [data-testid="remedy-own_ids"]');
  findings.push(...(await axe()));
  await picture('remedy');
  await page.click('.problem-row [data-testid="remedy-own_ids"]');
  await page.waitForSelector('[data-testid="remedy-own_ids"]', { state: 'detached' });
  const own = await page.$$eval('[data-node-type="Loss"], [data-node-type="Optimizer"]', (cards) => cards.map((card) => card.dataset.testid));
  return { wires, shown, labels, own, copied: copied.includes('hush'), replaced, path, second, said, findings };
});

async function drop(page, name, text) {
  await page.evaluate(([called, content]) => {
    const data = new DataTransfer();
    // one byte more than any graph has
    data.items.add(new File([content ?? new Uint8Array(50 * 1024 * 1024 + 1)], called));
    const place = { bubbles: true, cancelable: true, clientX: 640, clientY: 600 };
    document.querySelector('.canvas').dispatchEvent(new DragEvent('drop', { dataTransfer: data, ...place }));
  }, [name, text]);
}
