/** A run that prints, reports numbers of every size and fails: its card, its log, its row in the list, its curve. */
import { flow, until, URL_OF_SERVER } from './browser.mjs';

const node = (id, x) => ({ id, type: 'Ragged', position: { x, y: 60 }, data: { params: {}, label: `Node ${id}` } });
const GRAPH = {
  name: 'ragged',
  nodes: [{ id: 'go', type: 'Start', position: { x: 0, y: 60 } }, node('one', 200), node('two', 520)],
  edges: [
    { id: 'e', source: 'go', sourceHandle: 'trigger', target: 'one', targetHandle: '', type: 'trigger' },
    { id: 'f', source: 'one', sourceHandle: 'out', target: 'two', targetHandle: 'inp' },
  ],
};

await flow('run-told', async (page, { picture }) => {
  await page.goto(`${URL_OF_SERVER}/?lang=en&theme=dark`);
  await page.waitForSelector('[data-testid="link"][data-status="up"]');
  await page.setInputFiles('[data-testid="graph-file"]', { name: 'ragged.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(GRAPH)) });
  await page.waitForSelector('[data-testid="node-two"]');
  await page.click('[data-testid="run"]');
  const error = page.locator('[data-testid="node-two"] .error');
  await error.waitFor();
  const card = await error.textContent();
  const title = (await error.getAttribute('title')).startsWith('Node two (Ragged) stopped with KeyError');
  await picture('card');

  await page.goto(`${URL_OF_SERVER}/?lang=en&theme=dark#/runs`);
  await page.waitForSelector('.c-reason:not(:empty)');
  const reason = await page.textContent('.tbody .c-reason');
  await picture('list');
  const row = page.locator('.tbody .tr').first();
  const id = (await row.getAttribute('data-testid')).slice('run-row-'.length);
  await row.locator('.c-reason').dblclick();
  await page.waitForSelector('[data-testid="run-status"]');
  const opened = page.url().includes(id);

  await page.goto(`${URL_OF_SERVER}/?lang=en&theme=dark#/runs/${id}/log`);
  await until(page, () => [...document.querySelectorAll('.log-line[data-level="error"]')].length >= 2);
  const lines = await page.$$eval('.log-line', (all) => all.map((line) => [line.dataset.from, line.querySelector('.at').textContent, line.querySelector('.who').textContent, line.querySelector('.said').textContent]));
  await picture('log');
  const named = lines.flatMap(([from, , who, said]) => {
    if (said.startsWith('printed by')) return [said];
    if (from === 'event' && /^completed/.test(said) && who === 'Node one') return ['one done'];
    if (from === 'event' && who === 'Node two' && said.startsWith('Node two')) return ['two failed'];
    return from === 'event' && /^The run failed/.test(said) ? ['run failed'] : [];
  });
  const timed = lines.every(([, at]) => /^\d\d:\d\d:\d\d$/.test(at));

  await page.goto(`${URL_OF_SERVER}/?lang=en&theme=dark#/runs/${id}/metrics`);
  await page.waitForSelector('[data-testid="chart-odd"] canvas');
  await until(page, () => document.querySelector('[data-testid="chart-odd"]')?.getAttribute('data-points') === '60');
  // two gaps more than a line would have; what is drawn reaches from one side to the other
  const drawn = await page.$eval('[data-testid="chart-odd"] canvas', (canvas) => {
    const { data, width, height } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    const coloured = new Set();
    for (let y = 0; y < height; y += 1) {
      for (let x = 0; x < width; x += 1) {
        const [r, g, b, a] = data.slice(4 * (y * width + x), 4 * (y * width + x) + 4);
        if (a > 128 && Math.max(r, g, b) - Math.min(r, g, b) > 60) coloured.add(x);
      }
    }
    return coloured.size > width / 2;
  });
  const over = await page.locator('[data-testid="chart-odd"] .u-over').boundingBox();
  let tip = '';
  for (let x = over.width * 0.48; x < over.width * 0.54 && !tip.includes('e+308'); x += 1) {
    await page.mouse.move(over.x + x, over.y + over.height / 2);
    tip = await page.textContent('.curve-tip');
  }
  await picture('curve');
  return { card, title, reason, order: named, timed, drawn, tip: tip.match(/\d\.\d\de\+308/)?.[0], opened };
});
