/** Three windows on one graph, one of them a duplicate of another with all it remembers: nobody's work is written over. */
import { flow, until, URL_OF_SERVER } from './browser.mjs';

const SAVED = '[data-testid="save-state"][data-status="clean"]';

await flow('windows', async (page, { context, allow }) => {
  allow(/status of 40[49]/);
  await page.goto(`${URL_OF_SERVER}/?lang=en&theme=dark`);
  await page.click('[data-testid="template-iris-mlp.json"]');
  await page.waitForSelector(SAVED);
  const file = decodeURIComponent(new URL(page.url()).hash.split('/').at(-1));
  const [twin] = await Promise.all([context.waitForEvent('page'), page.evaluate(() => void open(location.href))]);
  const third = await context.newPage();
  await third.goto(page.url());
  await twin.waitForSelector('[data-node-type="TrainingLoop"]');
  const sameTabs = await twin.evaluate(() => sessionStorage.getItem('cdui.tabs') !== null);
  for (const [window, epochs] of [[page, '51'], [twin, '52'], [third, '53']]) {
    await window.click('[data-node-type="TrainingLoop"] .title');
    await window.fill('[data-testid="inspector-param-epochs"]', epochs);
  }
  await page.waitForSelector(SAVED);
  await twin.click('[data-testid="conflict-mine"]');
  await twin.waitForSelector(SAVED);
  await third.click('[data-testid="conflict-theirs"]');
  await third.waitForSelector('[data-testid="conflict-dialog"]', { state: 'detached' });
  const epochsIn = (window) => window.inputValue('[data-testid="inspector-param-epochs"]');
  await third.click('[data-node-type="TrainingLoop"] .title');
  const seen = await Promise.all([page, twin, third].map(epochsIn));
  // what was given up is not in the journal: no window restores it
  await third.close();
  const fourth = await context.newPage();
  await fourth.goto(`${URL_OF_SERVER}/?lang=en&theme=dark#/g/${file}`);
  await fourth.click('[data-node-type="TrainingLoop"] .title');
  seen.push(await epochsIn(fourth));
  const said = await fourth.locator('[data-testid="toast"]').count();
  const onServer = await page.evaluate(async () => {
    const rows = await (await fetch('/api/graph/list')).json();
    const docs = await Promise.all(rows.map(async ({ file: name }) => [name, await (await fetch(`/api/graph/load/${name}`)).json()]));
    return Object.fromEntries(docs.map(([name, doc]) => [name, doc.nodes.find((node) => node.type === 'TrainingLoop').data.params.epochs]));
  });
  return { sameTabs, seen, said, onServer };
});
