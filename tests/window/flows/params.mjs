/** Params of several lines: a script and numbers in nested lists, typed and pasted, saved as they were, and run. */
import { flow, until, URL_OF_SERVER } from './browser.mjs';
import { inspector, open, runToEnd } from './inspector.mjs';

const GRAPH = {
  name: 'params',
  nodes: [
    { id: 'go', type: 'Start', position: { x: 0, y: 0 } },
    { id: 't', type: 'TensorInput', position: { x: 240, y: 0 }, data: { params: { shape: '2,2', value_mode: 'explicit' } } },
    { id: 's', type: 'PythonScript', position: { x: 520, y: 0 }, data: { params: { code: 'def run(inputs, params):\n    return inputs\n' } } },
    { id: 'i', type: 'ImageReader', position: { x: 240, y: 260 }, data: { params: {} } },
    { id: 'm', type: 'ModelLoader', position: { x: 520, y: 260 }, data: { params: {} } },
    { id: 'p', type: 'Print', position: { x: 820, y: 0 }, data: { params: {} } },
  ],
  edges: [
    { id: 'e', source: 'go', sourceHandle: 'trigger', target: 't', targetHandle: '__trigger', type: 'trigger' },
    { id: 'w', source: 't', sourceHandle: 'tensor', target: 's', targetHandle: 'in1', type: 'data' },
    { id: 'w2', source: 's', sourceHandle: 'out1', target: 'p', targetHandle: 'value', type: 'data' },
  ],
};

/** A picture of one pixel. */
const DOT = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

const field = (name) => `[data-testid="inspector-param-${name}"]`;

await flow('params', async (page, { context, picture, axe }) => {
  const lang = process.env.CDUI_LANG_WANTED;
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${URL_OF_SERVER}/?lang=${lang}&theme=${process.env.CDUI_SCHEME}`);
  await open(page, GRAPH);
  const see = inspector(page);
  const press = async (...keys) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const paste = async (text) => {
    await page.evaluate((what) => navigator.clipboard.writeText(what), text);
    await press('Control+v');
  };
  const focused = (name) => page.waitForSelector(`${field(name)}:focus`);
  const has = (name, wanted) => page.waitForFunction(([one, text]) => document.querySelector(one).value === text, [field(name), wanted]);
  const value = (name) => page.inputValue(field(name));

  // a script: a letter more leaves its lines alone; then another, typed, with a pasted part
  await see.select('s');
  await page.focus(field('code'));
  await press('Control+End');
  await page.keyboard.type('#');
  const kept = await value('code');
  await press('Control+a');
  await page.keyboard.type('def run(inputs, params):');
  await press('Enter');
  await page.keyboard.type('total = inputs["in1"]');
  await press('Enter', 'Shift+Tab', 'Tab');
  await paste('for _ in range(2):\n        total = total * 2');
  await press('Enter', 'Shift+Tab');
  await page.keyboard.type('return total');
  await picture(`code-${lang}`);
  const typed = await value('code');
  await press('Escape', 'Tab');
  const left = await page.evaluate((code) => document.activeElement !== document.querySelector(code), field('code'));

  // a file: uploaded, dropped (another one of that name), and one that is stored; a device: offered, or typed
  await see.select('i');
  await page.click('[data-testid="offers-path"]');
  await page.waitForSelector('.offers-none:not(:empty)');
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.click('[data-testid="upload-path"]')]);
  await chooser.setFiles({ name: 'dot.png', mimeType: 'image/png', buffer: DOT });
  await has('path', 'dot.png');
  const files = [await value('path')];
  const dropped = await page.evaluateHandle(() => {
    const data = new DataTransfer();
    data.items.add(new File(['another'], 'dot.png', { type: 'image/png' }));
    return data;
  });
  await page.dispatchEvent('[data-testid="drop-path"]', 'dragover', { dataTransfer: dropped });
  await page.dispatchEvent('[data-testid="drop-path"]', 'drop', { dataTransfer: dropped });
  await has('path', 'dot-2.png');
  files.push(await value('path'));
  await page.focus(field('path'));
  await press('Escape', 'ArrowDown');
  await page.waitForSelector('[data-testid="offer-dot.png"]');
  await page.focus(field('path'));
  await press('Control+a');
  await page.keyboard.type('dot.');
  await picture(`files-${lang}`);
  await press('ArrowDown', 'Enter');
  files.push(await value('path'), await page.$$eval('.offers', (all) => all.length));
  await see.select('m');
  await page.focus(field('device'));
  await press('ArrowDown');
  await page.waitForSelector('[data-testid="offer-cpu"]');
  const devices = await page.$$eval('.offer > .cut', (all) => all.map((one) => one.textContent));
  await press('ArrowDown', 'Enter');
  devices.push(await value('device'));
  await press('Control+a');
  await page.keyboard.type('gpu');
  await page.waitForSelector('[data-why="device"]');
  await picture(`device-${lang}`);
  await press('Escape', 'Control+a');
  await page.keyboard.type('cuda:3');
  devices.push(await value('device'));
  const atFiles = await axe();

  // a number: its name is pulled, and one Undo takes all of that back; its field says what it is for and may be
  await see.select('s');
  const pull = await page.locator('[data-testid="pull-input_ports"]').boundingBox();
  await page.mouse.move(pull.x + 8, pull.y + 8);
  await page.mouse.down();
  for (const far of [4, 8, 12]) await page.mouse.move(pull.x + 8 + far, pull.y + 8);
  const pulled = [await value('input_ports')];
  await page.mouse.up();
  pulled.push(await value('input_ports'));
  await page.focus('.react-flow__node[data-id="s"]');
  await press('Control+z');
  pulled.push(await value('input_ports'));
  await page.focus(field('input_ports'));
  await press('ArrowUp', 'ArrowDown');
  await page.keyboard.type('7');
  await page.waitForSelector('[data-why="range"]');
  await picture(`number-${lang}`);
  const about = await see.text('[data-testid="about-param"]');
  const whys = [await see.text('[data-why="range"]')];
  await press('Escape');
  pulled.push(await value('input_ports'));

  // numbers in lists: what is none yet is told in words and is not the graph's
  await see.select('t');
  await page.focus(field('values'));
  await page.keyboard.type('[[1, 2], [3');
  await page.waitForSelector('[data-why="list"]');
  await picture(`wrong-${lang}`);
  const findings = await axe();
  await page.focus(field('shape'));
  const stays = await value('values');
  await focused('shape');
  await page.focus(field('values'));
  await press('Control+End');
  await page.keyboard.type(', 4]]');
  await page.waitForSelector('[data-why]', { state: 'detached' });
  await page.focus(field('shape'));
  await until(page, (selector) => document.querySelector(selector).value.includes('\n'), field('values'));
  const rows = await value('values');

  await runToEnd(page);
  await see.select('s');
  await see.tab('outputs');
  await page.waitForSelector('[data-testid="figures"]');
  const gave = (await see.texts('[data-testid="figures"] dd')).slice(0, 2);
  await see.tab('params');
  await press('Control+s');
  await page.waitForSelector('[data-testid="save-state"][data-status="clean"]');
  const saved = await page.evaluate(async () => {
    const [{ file }] = await (await fetch('/api/graph/list')).json();
    const { nodes } = await (await fetch(`/api/graph/load/${file}`)).json();
    return nodes.filter(({ id }) => ['t', 's'].includes(id)).map(({ data }) => data.params.values ?? data.params.code);
  });

  // the numbers as cells: from one to the next by keys, a spreadsheet's laid over them, a row more and less
  await see.select('t');
  await page.click('[data-at="0,0"]');
  await press('ArrowRight', 'ArrowDown');
  await page.keyboard.type('9');
  await paste('5\t6\n7\t8');
  await page.waitForSelector('[data-at="2,2"]');
  await page.click('[data-testid="add-row"]');
  await page.click('[data-testid="drop-column"]');
  await page.focus('[data-at="3,0"]');
  await page.keyboard.type('-');
  await page.waitForSelector('[data-why="number"]');
  await picture(`cells-${lang}`);
  const atCells = await axe();
  await page.keyboard.type('1');
  await press('ArrowUp', 'ArrowUp', 'ArrowUp');
  const cell = await page.$eval(':focus', (one) => one.ariaLabel);
  await page.click('[data-testid="cells-values"]');
  const cells = await value('values');

  // the script in the list
  await page.focus('.react-flow__node[data-id="s"]');
  await press('l');
  await page.waitForSelector('[data-testid="list-view"]');
  await page.focus('[data-testid="list-filter"]');
  await page.keyboard.type('script');
  await page.waitForFunction(() => document.querySelectorAll('[data-kind="node"]').length === 1);
  await press('ArrowDown', 'ArrowRight');
  await page.dblclick('[data-testid="list-param-s-code"] .value');
  await page.waitForSelector('.editing textarea:focus');
  await press('Control+End', 'Enter');
  await page.keyboard.type('# end');
  await picture(`list-${lang}`);
  const listed = await page.inputValue(`.editing ${field('code')}`);
  await press('Escape');
  await page.waitForSelector('[data-testid="list-param-s-code"]:focus');
  return { kept, typed, left, files, devices, atFiles, pulled, about, whys, stays, rows, findings, gave, saved, atCells, cell, cells, listed };
});
