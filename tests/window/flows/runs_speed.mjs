/**
 * How much of the main thread the table of all runs takes while one scrolls and filters. Its peers, in the same browser:
 * a plain list that draws the rows in sight anew with every scroll, and a plain table of all rows for the filter; and how
 * long one waits for the first rows, beside that table.
 */
import { best as least } from '../budgets/measure.mjs';
import { flow, URL_OF_SERVER } from './browser.mjs';

const FRAMES = 90;
const ROUNDS = Number(process.env.CDUI_ROUNDS ?? 3);

await flow('runs-speed', async (page, { context, allow }) => {
  allow(/status of 404/); // the icon of a page that has none
  const ours = await watched(context, page);
  const plain = await context.newPage();
  const theirs = await watched(context, plain);
  await plain.goto(`${URL_OF_SERVER}/api/version`);
  let opened = 0;
  const first = {};
  first.theirs = await least(ROUNDS, async () => {
    const begin = await plain.evaluate(() => performance.now());
    opened = await plain.evaluate(plainTable);
    return (await plain.evaluate(() => performance.now())) - begin;
  }, (ms) => ms);
  await page.bringToFront();
  first.ours = await least(ROUNDS, async () => {
    await page.goto('about:blank'); // each time another page, with what the browser has kept of the program's files
    await page.goto(`${URL_OF_SERVER}/?lang=en&theme=dark#/runs`);
    await page.waitForSelector('.runs-table .tbody [data-index="5"][data-status]');
    return page.evaluate(() => performance.now());
  }, (ms) => ms, Number(process.env.CDUI_FIRST_LIMIT) * first.theirs);
  const best = { scroll: {}, filter: {} };
  const note = (kind, who, taken) => (best[kind][who] = Math.min(best[kind][who] ?? Infinity, taken));
  let fps = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    await page.bringToFront();
    const scrolled = await ours(() => page.evaluate(scroll, ['.runs-table', FRAMES, round * 3000]));
    fps = Math.max(fps, scrolled.answer.fps);
    note('scroll', 'ours', scrolled.ms / FRAMES);
    await page.$eval('.runs-table', (table) => (table.scrollTop = 0));
    note('filter', 'ours', (await ours(() => filterOurs(page))).ms);
    await plain.bringToFront();
    note('scroll', 'theirs', (await theirs(() => plain.evaluate(scroll, ['.plain', FRAMES, round * 3000]))).ms / FRAMES);
    note('filter', 'theirs', (await theirs(() => plain.evaluate(filterTheirs))).ms);
  }
  return { ...best, fps, opened, first };
});

/** Milliseconds of the main thread that a step takes, with what it answers. */
async function watched(context, page) {
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' }); // its own work, not the time it waits for the processor
  const spent = async () => (await session.send('Performance.getMetrics')).metrics.find((one) => one.name === 'TaskDuration').value * 1000;
  return async (step) => {
    const before = await spent();
    const answer = await step();
    return { ms: (await spent()) - before, answer };
  };
}

function scroll([selector, frames, from]) {
  const table = document.querySelector(selector);
  table.scrollTop = from * 34;
  return new Promise((done) => {
    const begin = performance.now();
    let left = frames;
    const next = () => {
      if (left-- === 0) return done({ fps: (1000 * frames) / (performance.now() - begin) });
      table.scrollTop += 3 * 34;
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  });
}

async function filterOurs(page) {
  await page.fill('[data-testid="runs-filter"]', 'night 99');
  await page.waitForFunction(() => document.querySelector('.runs-table')?.ariaRowCount === '112');
  await page.waitForSelector('.runs-table .tbody [data-index="5"][data-status]');
  await page.fill('[data-testid="runs-filter"]', '');
  await page.waitForFunction(() => document.querySelector('.runs-table')?.ariaRowCount === '10001');
  await page.waitForSelector('.runs-table .tbody [data-index="5"][data-status]');
}

/** All runs the way one would write it first; without the icons, dates in words and selection of ours. */
async function plainTable() {
  const runs = [];
  for (let offset = 0; offset < 10_000; offset += 500) runs.push(...(await (await fetch(`/api/runs?limit=500&offset=${offset}`)).json()).runs);
  const cellsOf = (run) => [
    run.status, run.name, run.graph_name, run.queue_key, new Date(run.started_at).toLocaleString(), run.final_metrics.val_accuracy, run.error?.text ?? '',
  ];
  const rowOf = (run) => {
    const row = document.createElement('div');
    Object.assign(row.style, { height: '34px', display: 'grid', gridTemplateColumns: 'repeat(7, 140px)' });
    for (const text of cellsOf(run)) row.append(Object.assign(document.createElement('span'), { textContent: text }));
    return row;
  };
  const scroller = document.createElement('div');
  scroller.className = 'plain';
  Object.assign(scroller.style, { height: '800px', overflow: 'auto' });
  const all = document.createElement('div');
  Object.assign(all.style, { height: `${34 * runs.length}px`, position: 'relative' });
  scroller.append(all);
  const list = document.createElement('div');
  Object.assign(list.style, { height: '800px', overflow: 'auto', contain: 'strict' });
  document.body.replaceChildren(scroller, list);
  scroller.addEventListener('scroll', () => {
    const first = Math.floor(scroller.scrollTop / 34);
    all.replaceChildren(...runs.slice(first, first + 40).map((run, at) => {
      const row = rowOf(run);
      Object.assign(row.style, { position: 'absolute', top: `${34 * (first + at)}px` });
      return row;
    }));
  });
  globalThis.draw = (shown) => list.replaceChildren(...shown.map(rowOf));
  globalThis.runs = runs;
  globalThis.draw(runs);
  return runs.length;
}

function filterTheirs() {
  const settled = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  globalThis.draw(globalThis.runs.filter((run) => run.name.includes('night 99')));
  return settled().then(() => {
    globalThis.draw(globalThis.runs);
    return settled();
  });
}
