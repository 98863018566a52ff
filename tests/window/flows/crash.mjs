/** The browser is killed in the middle of typing: with one window, with two on one graph, with a heavy graph. */
import { until, URL_OF_SERVER } from './browser.mjs';
import { browserOfProfile } from './killing.mjs';

const CLEAN = '[data-testid="save-state"][data-status="clean"]';
const AWAY = '[data-testid="save-state"][data-status="away"]';
const DESCRIPTION = '[data-testid="graph-description"]';
/** Milliseconds between two keys. */
const PACE = 50;

const answer = {};
let isCut = false;
let browser = await browserOfProfile();
try {
  // so that the journal alone has it
  await browser.context.route('**/api/graph/**', (route) => (route.request().method() === 'PUT' && isCut ? route.abort() : route.continue()));

  const page = await browser.context.newPage();
  await page.goto(`${URL_OF_SERVER}/?lang=en&theme=dark`);
  await page.click('[data-testid="template-iris-mlp.json"]');
  await page.waitForSelector(CLEAN);
  const file = fileOf(page);
  isCut = true;
  await page.click('[data-node-type="TrainingLoop"] .title');
  await page.fill('[data-testid="inspector-param-epochs"]', '33');
  await page.keyboard.press('Escape');
  await page.click('.react-flow__pane', { position: { x: 20, y: 300 } });
  await page.fill('[data-testid="graph-name"]', 'Iris once more');
  await page.fill(DESCRIPTION, '');
  const typed = [];
  const began = Date.now();
  while (Date.now() - began < 2500) {
    await page.keyboard.type('x');
    typed.push(Date.now());
    await page.waitForTimeout(PACE);
  }
  const killedMs = Date.now();
  await browser.kill();

  browser = await browserOfProfile();
  const [again] = browser.context.pages();
  await again.goto(`${URL_OF_SERVER}/?lang=en&theme=dark`);
  const said = await again.textContent('[data-testid="toast"]');
  await again.waitForSelector(DESCRIPTION);
  const kept = (await again.inputValue(DESCRIPTION)).length;
  answer.lostMs = kept < typed.length ? killedMs - typed[kept] : 0;
  answer.said = said.trim();
  await again.waitForSelector(CLEAN);
  const saved = await onServer(again, file);
  answer.first = [saved.name, epochsOf(saved), saved.description.length === kept];
  // what was restored is one step
  await again.click('.react-flow__pane', { position: { x: 20, y: 300 } });
  await again.keyboard.press('Control+z');
  await until(again, async (name) => (await (await fetch(`/api/graph/load/${name}`)).json()).name === 'Iris MLP', file);
  await again.keyboard.press('Control+Shift+z');
  await until(again, async (name) => (await (await fetch(`/api/graph/load/${name}`)).json()).name === 'Iris once more', file);
  answer.again = epochsOf(await onServer(again, file)) === 33;
  await again.waitForSelector(CLEAN);

  // two windows with one graph, each with something that nobody else has
  await browser.context.route('**/api/graph/**', (route) => (route.request().method() === 'PUT' ? route.abort() : route.continue()));
  const other = await browser.context.newPage();
  await other.goto(again.url());
  for (const [at, [window, epochs]] of [[again, '41'], [other, '42']].entries()) {
    await window.bringToFront();
    await window.click('[data-node-type="TrainingLoop"] .title');
    await window.fill('[data-testid="inspector-param-epochs"]', epochs);
    await window.waitForSelector(AWAY);
    answer[`away${at}`] = true;
  }
  await browser.kill();

  browser = await browserOfProfile();
  const [last] = browser.context.pages();
  await last.goto(`${URL_OF_SERVER}/?lang=en&theme=dark`);
  await until(last, async ([name, copy]) => {
    const both = await Promise.all([name, copy].map(async (one) => (await fetch(`/api/graph/load/${one}`)).ok));
    return both.every(Boolean) && document.querySelectorAll('[data-testid="save-state"][data-status="clean"]').length === 1;
  }, [file, 'Iris_once_more.json']);
  await until(last, async (name) => (await (await fetch(`/api/graph/load/${name}`)).json()).nodes.find((node) => node.type === 'TrainingLoop').data.params.epochs === 42, file);
  answer.both = [epochsOf(await onServer(last, file)), epochsOf(await onServer(last, 'Iris_once_more.json'))];
  answer.conflicts = await last.locator('[data-testid="conflict-dialog"]').count();
  answer.saidBoth = (await last.textContent('[data-testid="toast"]')).trim();
  // once it is on the server it is not restored again
  await last.reload();
  await last.waitForSelector('[data-node-type="TrainingLoop"]');
  answer.saidAgain = await last.locator('[data-testid="toast"]').count();
  answer.heavy = await heavy(last);
  console.log(JSON.stringify(answer));
} finally {
  await browser.kill();
}

/** A graph of 20 MB that is typed in: what was lost of that, ms, and how many workers wrote it. */
async function heavy(page) {
  const big = await page.evaluate(async () => {
    const { token } = await (await fetch('/api/auth/bootstrap')).json();
    const nodes = Array.from({ length: 4000 }, (_, at) => ({ id: `n${at}`, type: 'Print', position: { x: 300 * (at % 60), y: 200 * Math.floor(at / 60) }, data: { params: { own_text: 'x'.repeat(5000) } } }));
    const headers = { 'X-CodefyUI-Token': token, 'Content-Type': 'application/json', 'If-None-Match': '*' };
    return (await fetch('/api/graph/heavy.json', { method: 'PUT', headers, body: JSON.stringify({ name: 'heavy', description: '', nodes, edges: [] }) })).ok;
  });
  await page.goto(`${URL_OF_SERVER}/?lang=en&theme=dark#/g/heavy.json`);
  await page.reload();
  await page.waitForSelector('[data-testid="node-n0"]');
  await page.focus(DESCRIPTION);
  await page.keyboard.type('x');
  await until(page, hasEntry); // all of it is written once, then what changes
  const typed = [0];
  const began = Date.now();
  while (Date.now() - began < 2500) {
    await page.keyboard.type('x');
    typed.push(Date.now());
    await page.waitForTimeout(PACE);
  }
  const workers = page.workers().filter((one) => one.url().includes('beside')).length;
  const killedMs = Date.now();
  await browser.kill();
  browser = await browserOfProfile();
  const [again] = browser.context.pages();
  await again.goto(`${URL_OF_SERVER}/?lang=en&theme=dark#/g/heavy.json`);
  await again.waitForSelector('[data-testid="node-n0"]');
  await again.waitForFunction((where) => document.querySelector(where)?.value.length > 0, DESCRIPTION);
  const kept = (await again.inputValue(DESCRIPTION)).length;
  return { big, workers, lostMs: kept < typed.length ? killedMs - typed[kept] : 0 };
}

/** Whether the journal has something of a heavy graph. */
function hasEntry() {
  return new Promise((resolve) => {
    const asked = indexedDB.open('cdui-journal');
    asked.onsuccess = () => {
      const rows = asked.result.transaction('graphs').objectStore('graphs').count();
      rows.onsuccess = () => {
        asked.result.close();
        resolve(rows.result > 0);
      };
    };
  });
}

function fileOf(page) {
  return decodeURIComponent(new URL(page.url()).hash.split('/').at(-1));
}

async function onServer(page, file) {
  return page.evaluate(async (name) => (await fetch(`/api/graph/load/${name}`)).json(), file);
}

function epochsOf(doc) {
  return doc.nodes.find((node) => node.type === 'TrainingLoop').data.params.epochs;
}
