/** Edit in two windows of one program: saved by itself, found again, and never one over the other. */
import { flow, until, URL_OF_SERVER } from './browser.mjs';

const SAVED = '[data-testid="save-state"][data-status="clean"]';

const { CDUI_BY: by = 'mouse', CDUI_LANG_WANTED: lang = 'en', CDUI_SCHEME: scheme = 'dark' } = process.env;

/** What the template is called, as a file. */
const FILE = lang === 'zh-TW' ? '鳶尾花_MLP' : 'Iris_MLP';

async function press(page, target) {
  if (by === 'mouse') return page.click(target);
  await page.focus(target);
  return page.keyboard.press('Enter');
}

await flow(`saving-${scheme}-${lang}`, async (page, { context, picture, axe, allow }) => {
  allow(/status of 40[49]/); // the browser's own lines about answers that are waited for
  await page.goto(`${URL_OF_SERVER}/?lang=${lang}&theme=${scheme}`);
  await page.click('[data-testid="template-iris-mlp.json"]');
  await page.waitForSelector(SAVED);
  const address = page.url();
  await setEpochs(page, '7');
  await onServer(page, FILE, 7);
  await page.waitForSelector(SAVED);
  await page.reload();
  const afterReload = await epochs(page);

  const other = await context.newPage();
  await other.goto(address);
  await setEpochs(other, '8');
  await onServer(other, FILE, 8);
  await setEpochs(page, '9');
  await page.waitForSelector('[data-testid="conflict-dialog"]');
  await picture('conflict');
  const findings = await axe();
  await press(page, '[data-testid="conflict-compare"]');
  await page.waitForSelector('[data-testid="graph-differences"]');
  const compared = await page.$$eval('[data-testid="graph-differences"] tbody tr', (rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)));
  await picture('compared');
  findings.push(...(await axe()));
  await press(page, '[data-testid="conflict-mine"]');
  await page.waitForSelector(SAVED);
  await onServer(page, `${FILE}_2`, 9);
  await page.click('[data-testid="menu-file"]');
  await page.click('[data-testid="menu-item-file.open"]');
  await page.waitForSelector('[data-testid^="open-"][data-testid$=".json"]');
  await picture('open');
  const names = await page.$$eval('[data-testid^="open-"][data-testid$=".json"]', (rows) => rows.map((row) => row.dataset.testid));
  await page.keyboard.press('Escape');

  await page.click('[data-testid="node-loop"] .title, [data-testid="node-train"] .title');
  await page.keyboard.press('Control+z');
  // what is undone is saved like every other change
  await onServer(page, `${FILE}_2`, 7);
  const ours = await epochs(page);

  // the other one was deleted: there is nothing to compare with or to take, and mine is not lost
  await page.evaluate(async (file) => {
    const { token } = await (await fetch('/api/auth/bootstrap')).json();
    await fetch(`/api/graph/${file}`, { method: 'DELETE', headers: { 'X-CodefyUI-Token': token } });
  }, `${FILE}_2`);
  await setEpochs(page, '12');
  await page.click('[data-testid="conflict-compare"]');
  const gone = await page.textContent('[data-testid="conflict-problem"]');
  const off = await page.isDisabled('[data-testid="conflict-theirs"]');
  await page.click('[data-testid="conflict-mine"]');
  await page.waitForSelector(SAVED);
  await onServer(page, `${FILE}_2`, 12);
  return { afterReload, ours, names: names.sort(), findings, renamed: page.url() !== address, compared, gone, off };
});

async function setEpochs(page, value) {
  await page.click('[data-node-type="TrainingLoop"] .title');
  await page.fill('[data-testid="inspector-param-epochs"]', value);
}

async function epochs(page) {
  await page.click('[data-node-type="TrainingLoop"] .title');
  return page.inputValue('[data-testid="inspector-param-epochs"]');
}

/** Wait until the server has the graph with so many epochs. */
async function onServer(page, name, wanted) {
  await until(
    page,
    async ([file, epochs]) => {
      const answer = await fetch(`/api/graph/load/${file}`);
      if (!answer.ok) return false;
      const saved = await answer.json();
      return saved.nodes.find((node) => node.type === 'TrainingLoop').data.params.epochs === epochs;
    },
    [name, wanted],
  );
}
