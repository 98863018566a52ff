/** What nobody should give it: files of other programs, loops, torn characters, garbage, a clock that jumps, a huge picture. */
import { flow, until, URL_OF_SERVER } from './browser.mjs';
import { inspector, open, runToEnd } from './inspector.mjs';

const id = (name) => `[data-testid="${name}"]`;
const at = (name, type, x, y = 0, params = {}) => ({ id: name, type, position: { x, y }, data: { params } });
const trigger = (target) => ({ id: `t-${target}`, source: 'go', sourceHandle: 'trigger', target, targetHandle: '__trigger', type: 'trigger' });
const wire = (source, out, target, into) => ({ id: `${source}-${target}`, source, sourceHandle: out, target, targetHandle: into, type: 'data' });
const LOOP = {
  name: 'round and round',
  nodes: [at('go', 'Start', 0), at('a', 'Reshape', 260, 0, { shape: '1' }), at('b', 'Reshape', 520, 0, { shape: '1' })],
  edges: [trigger('a'), wire('a', 'tensor', 'b', 'tensor'), wire('b', 'tensor', 'a', 'tensor')],
};
const VAST = {
  name: 'vast',
  nodes: [at('go', 'Start', 0), at('v', 'Vast', 260), at('p', 'Print', 520)],
  edges: [trigger('v'), wire('v', 'picture', 'p', 'value')],
};

await flow('bad-input', async (page, { context, picture, allow }) => {
  allow(/status of 409/); // a name that is taken: the next one is tried
  const seen = { said: [] };
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${URL_OF_SERVER}/?lang=en&theme=dark`);
  await page.waitForSelector(id('palette-item-TrainingLoop'));
  const hear = async (said = seen.said) => {
    await page.waitForSelector(`${id('toast')} .text`);
    said.push((await page.locator(`${id('toast')} .text`).last().textContent()).trim());
    while ((await page.locator(id('toast-close')).count()) > 0) await page.locator(id('toast-close')).first().click();
  };
  const give = (name, content) => page.setInputFiles('input[type="file"][accept*="json"]', { name, mimeType: 'application/json', buffer: Buffer.from(content) });
  const paste = async (text) => {
    await page.evaluate((what) => navigator.clipboard.writeText(what), text);
    await page.keyboard.press('Control+v');
  };

  await give('comfy.json', JSON.stringify({ last_node_id: 9, nodes: [{ id: 3, type: 'KSampler' }], links: [], version: 0.4 }));
  await hear();
  await give('page.json', `<!doctype html>${'<p>'.repeat(9000)}`);
  await hear();
  seen.cards = await page.locator('.card').count();

  // a loop in a file is a problem, which goes with its graph
  await open(page, LOOP);
  await page.click('#bottom-tab-problems');
  await page.waitForSelector(id('problem-0'));
  seen.loop = await page.$$eval('[data-testid^="problem-"][data-error-code]', (all) => [...new Set(all.map((one) => one.dataset.errorCode))].sort());
  await page.click(id('run'));
  await hear([]);
  seen.ran = await page.evaluate(async () => (await (await fetch('/api/runs')).json()).total);
  await picture('loop');
  await open(page, VAST);
  await page.waitForSelector(id('problem-0'), { state: 'detached' });

  // torn characters and garbage, typed and pasted
  const see = inspector(page);
  await see.select('p');
  await page.focus(id('inspector-param-label'));
  await page.evaluate(() => document.execCommand('insertText', false, `x${String.fromCharCode(0xd83d)}`));
  await hear();
  seen.half = await page.inputValue(id('inspector-param-label'));
  await page.fill(id('inspector-param-label'), 'garbage \u0000\u202E\uFFFF \u{1F9E8}');
  await see.select('v');
  for (const text of ['{"nodes": 5}', '\u0001\u0002'.repeat(50_000), JSON.stringify({ nodes: [{ id: {}, type: [] }], edges: 'none' })]) {
    await paste(text);
    await hear();
  }
  seen.pasted = await page.locator('.card').count();

  // the clock of the machine goes back a day while somebody types
  await page.waitForSelector(`${id('save-state')}[data-status="clean"]`);
  await page.evaluate(() => {
    const right = Date.now;
    Date.now = () => right() - 86_400_000;
  });
  await page.keyboard.press('Escape');
  await page.waitForSelector(id('graph-description'));
  await page.fill(id('graph-description'), 'of yesterday');
  await until(page, async () => {
    const [name] = location.hash.split('/').slice(-1);
    return (await (await fetch(`/api/graph/load/${name}`)).text()).includes('of yesterday');
  });
  await page.waitForSelector(`${id('save-state')}[data-status="clean"]`);

  await runToEnd(page);
  await page.click(id('nav-runs'));
  await page.waitForSelector('.runs-table .tbody [data-status="succeeded"]');
  seen.negative = (await page.textContent('.runs-table .tbody')).includes('-');
  await page.click(id('nav-canvas'));
  await see.select('v');
  await see.tab('outputs');
  await page.waitForFunction(() => (document.querySelector('[data-testid="view-picture"] img')?.naturalWidth ?? 0) > 0);
  seen.vast = await page.$eval(`${id('view-picture')} img`, (image) => [image.naturalWidth, image.naturalHeight]);
  await picture('vast');
  return seen;
});
