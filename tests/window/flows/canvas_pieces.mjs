/** Pieces of a graph: copied within a window and between two, framed, noted, renamed, moved by keys; every step undone. */
import { flow, URL_OF_SERVER } from './browser.mjs';

const { CDUI_LANG_WANTED: lang = 'en', CDUI_SCHEME: scheme = 'dark' } = process.env;

await flow(`canvas-pieces-${lang}`, async (page, { context, picture, axe }) => {
  await page.goto(`${URL_OF_SERVER}/?lang=${lang}&theme=${scheme}`);
  await page.click('[data-testid="template-iris-mlp.json"]');
  await page.waitForSelector('[data-node-type="TrainingLoop"]');
  const before = await counts(page);

  // by keys: a copy, one with the wires that lead in, and a second one at once
  await page.click('[data-node-type="TrainingLoop"] .title');
  await page.keyboard.press('Control+c');
  await page.keyboard.press('Control+v');
  await page.waitForFunction((wanted) => document.querySelectorAll('.card').length === wanted, before.nodes + 1);
  const pasted = await counts(page);
  await page.keyboard.press('Control+Shift+v');
  await page.waitForFunction((wanted) => document.querySelectorAll('.card').length === wanted, before.nodes + 2);
  const withInputs = await counts(page);
  await page.keyboard.press('Control+d');
  await page.waitForFunction((wanted) => document.querySelectorAll('.card').length === wanted, before.nodes + 3);
  for (const _ of [1, 2, 3]) await page.keyboard.press('Control+z');
  await page.waitForFunction((wanted) => document.querySelectorAll('.card').length === wanted, before.nodes);
  const undone = await counts(page);

  // to another window, with what is not a piece of a graph in between
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+c');
  const other = await context.newPage();
  await other.goto(`${URL_OF_SERVER}/?lang=${lang}&theme=${scheme}#/g`);
  await other.waitForSelector('[data-testid="palette-item-TrainingLoop"]');
  await other.click('.react-flow__pane', { position: { x: 20, y: 20 } });
  await other.keyboard.press('Control+v');
  await other.keyboard.press('f');
  await all(other, before);
  const there = await counts(other);
  await other.keyboard.press('Control+x');
  await other.waitForFunction(() => document.querySelectorAll('.card').length === 0);
  await other.keyboard.press('Control+v');
  await other.keyboard.press('f');
  await all(other, before);
  await other.close();

  // a frame around everything, with a name; a note; both are one step each
  await page.bringToFront();
  await page.keyboard.press('Control+g');
  await page.waitForSelector('[data-testid="canvas-write"]');
  await page.keyboard.type(lang === 'en' ? 'Everything' : '全部');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Shift+S');
  await page.waitForSelector('[data-testid="canvas-write"]');
  await page.keyboard.type('One\nTwo');
  await page.keyboard.press('Escape');
  await page.waitForSelector('[data-testid="node-note"] .text');
  await picture('framed');
  const findings = await axe();
  const written = [await page.textContent('[data-testid="frame-frame"] b'), await page.textContent('[data-testid="node-note"] .text')];

  // the frame takes along what lies in it; a drag is one step
  const at = () => page.$eval('[data-node-type="CSVReader"]', (card) => Math.round(card.getBoundingClientRect().x));
  const start = await at();
  const head = await page.locator('[data-testid="frame-frame"] b').boundingBox();
  await page.mouse.move(head.x + 10, head.y + 5);
  await page.mouse.down();
  await page.mouse.move(head.x + 40, head.y + 5, { steps: 4 });
  await page.mouse.move(head.x + 70, head.y + 5, { steps: 4 });
  await page.mouse.up();
  const dragged = (await at()) - start;
  await page.keyboard.press('Control+z');
  await page.waitForFunction((x) => Math.round(document.querySelector('[data-node-type="CSVReader"]').getBoundingClientRect().x) === x, start);

  // a card that is dragged to nearly the height of another stands level with it; a line says so
  const topOf = (type) => page.$eval(`[data-node-type="${type}"]`, (card) => Math.round(card.getBoundingClientRect().y));
  await page.click('[data-node-type="Optimizer"] .title');
  const level = await topOf('CSVReader');
  const optimizer = await page.locator('[data-node-type="Optimizer"] .title').boundingBox();
  const wanted = level - (await topOf('Optimizer')) + 2;
  await page.mouse.move(optimizer.x + 10, optimizer.y + 5);
  await page.mouse.down();
  await page.mouse.move(optimizer.x + 10, optimizer.y + 7); // a drag is counted from its first move on
  await page.mouse.move(optimizer.x + 10, optimizer.y + 7 + wanted / 2, { steps: 3 });
  await page.mouse.move(optimizer.x + 10, optimizer.y + 7 + wanted, { steps: 3 });
  const lines = Number(await page.getAttribute('[data-testid="guides"]', 'data-count'));
  await picture('guides');
  await page.mouse.up();
  const aligned = [(await topOf('Optimizer')) - level, lines > 0, await page.$('[data-testid="guides"]') === null];
  await page.keyboard.press('Control+z');

  // by keys: on along a wire, a new name, moved; a burst of moves is one step
  await page.click('[data-node-type="SequentialModel"] .title');
  await page.keyboard.press('Alt+ArrowRight');
  await page.keyboard.press('F2');
  await page.keyboard.type(lang === 'en' ? 'Steps' : '步驟');
  await page.keyboard.press('Enter');
  const named = await page.$$eval('.card[data-selected] .title', (titles) => titles.map((title) => title.textContent));
  const focused = await page.evaluate(() => document.activeElement.getAttribute('data-id'));
  const place = () => page.$eval('.card[data-selected]', (card) => card.closest('.react-flow__node').style.transform);
  const from = await place();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Shift+ArrowDown');
  const moved = steps(from, await place());
  await page.keyboard.press('Control+z');
  const back = steps(from, await place());

  // all that is drawn: notes and frames, too, are chosen, moved and deleted with the rest
  await page.keyboard.press('f');
  await page.keyboard.press('Control+a');
  const everything = await page.$$eval('.react-flow__node', (drawn) => [drawn.length, drawn.filter((one) => one.classList.contains('selected')).length]);
  const frame = () => page.$eval('[data-testid="frame-frame"]', (one) => one.closest('.react-flow__node').style.transform);
  const stood = await frame();
  await page.keyboard.press('Shift+ArrowRight');
  const along = steps(stood, await frame());
  await page.keyboard.press('Delete');
  await page.waitForFunction(() => document.querySelectorAll('.react-flow__node').length === 0);
  await page.keyboard.press('Control+z');
  await page.waitForFunction((wanted) => document.querySelectorAll('.react-flow__node').length === wanted, everything[0]);
  return { before, pasted, withInputs, undone, there, written, dragged: dragged > 30, aligned, named, focused, moved, back, everything, along, findings };
});

/** Wait until as much is seen. */
async function all(page, { nodes, wires }) {
  await page.waitForFunction(
    ([cards, edges]) => document.querySelectorAll('.card').length === cards && document.querySelectorAll('.wire').length === edges,
    [nodes, wires],
  );
}

async function counts(page) {
  return page.evaluate(() => ({ nodes: document.querySelectorAll('.card').length, wires: document.querySelectorAll('.wire').length }));
}

function steps(from, to) {
  const read = (text) => text.match(/-?[\d.]+/g).map(Number);
  const [[x, y], [nextX, nextY]] = [read(from), read(to)];
  return [nextX - x, nextY - y];
}
