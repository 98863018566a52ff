/** What two curves of 100,000 points cost the main thread, beside the same points in a bare plot of the same library. */
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { flow, until, URL_OF_SERVER } from '../flows/browser.mjs';
import { best, meter } from './measure.mjs';

const POINTS = 100_000;
const LIMITS = JSON.parse(process.env.CDUI_LIMITS);
const require = createRequire(new URL('../../../ui/package.json', import.meta.url));
const PLOT = readFileSync(require.resolve('uplot/dist/uPlot.iife.min.js'), 'utf8');
const RUN = Number(1).toString(16).padStart(32, '0');

await flow('budgets-curves', async (page, { context, picture, allow }) => {
  allow(/status of 404/); // the icon of a page that has none
  await context.route('**/api/run-metrics?*', async (route) => {
    const name = new URL(route.request().url()).searchParams.get('name');
    await route.fulfill({ json: { curves: name === 'train_loss' ? ['loop', 'other'].map(curve) : [], rest: [] } });
  });
  const bare = await context.newPage();
  await bare.goto(`${URL_OF_SERVER}/api/version`);
  await bare.evaluate(PLOT);
  const peer = await meter(bare);
  const drawn = await best(3, () => peer.spent(() => bare.evaluate(plain, POINTS)), (one) => one.ms);
  const updated = await best(3, () => peer.spent(() => bare.evaluate(again)), (one) => one.ms);

  await page.goto(`${URL_OF_SERVER}/?lang=en&theme=dark#/runs/${RUN}/metrics`);
  await page.waitForSelector('[data-testid="chart-train_loss"] .u-over');
  const { spent } = await meter(page);
  const ms = (one) => one.ms;
  const pressed = (isOn) => until(page, (wanted) => document.querySelector('[data-testid="metrics-log"]').ariaPressed === String(wanted) && new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true)))), isOn);
  let isLog = false;
  const draw = await best(3, () => spent(async () => {
    await page.click('[data-testid="metrics-log"]');
    isLog = !isLog;
    await pressed(isLog);
  }), ms, LIMITS.draw * drawn.ms);
  await picture('drawn');
  if (isLog) await page.click('[data-testid="metrics-log"]');
  await pressed(false);
  await page.focus('[data-testid="metrics-smooth"]');
  const update = await best(3, () => spent(async () => {
    await page.keyboard.press('ArrowRight');
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  }), ms, LIMITS.update * updated.ms);
  return { points: await page.getAttribute('[data-testid="chart-train_loss"]', 'data-points'), charts: await page.$$eval('.chart-card .u-over', (all) => all.length), bare: { drawn: drawn.ms, updated: updated.ms }, draw: draw.ms, update: update.ms };
});

function curve(node) {
  const steps = Array.from({ length: POINTS }, (_, at) => at);
  const values = steps.map((at) => 1 / (1 + at / 1000) + ((at * 7919) % 97) / 970 + (node === 'loop' ? 0 : 0.2));
  return { run_id: RUN, node_id: node, steps, values, at_ms: steps.map((at) => 1_700_000_000_000 + at * 10) };
}

/** In the page: the peer, the same points in a plot with no more than a colour. */
function plain(points) {
  globalThis.plot?.destroy();
  const xs = Array.from({ length: points }, (_, at) => at);
  const line = (lift) => xs.map((at) => 1 / (1 + at / 1000) + ((at * 7919) % 97) / 970 + lift);
  globalThis.data = [xs, line(0), line(0.2)];
  const series = [{}, { stroke: 'red', width: 2 }, { stroke: 'blue', width: 2 }];
  globalThis.plot = new globalThis.uPlot({ width: 900, height: 200, scales: { x: { time: false } }, series, legend: { show: false } }, globalThis.data, document.body);
  return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())));
}

function again() {
  const smooth = (values) => {
    let mean = values[0];
    return values.map((value) => (mean = 0.1 * value + 0.9 * mean));
  };
  globalThis.plot.setData([globalThis.data[0], smooth(globalThis.data[1]), smooth(globalThis.data[2])]);
  return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())));
}
