/** Chinese is composed in every field of the window: keys of the input method are its own, the word comes once, as one step. */
import { flow, until, URL_OF_SERVER } from './browser.mjs';
import { runAnExample } from './calls.mjs';
import { inputMethod } from './composing.mjs';
import { open } from './inspector.mjs';

const GRAPH = {
  name: 'words',
  nodes: [
    { id: 'go', type: 'Start', position: { x: 0, y: 0 } },
    { id: 't', type: 'TensorInput', position: { x: 240, y: 0 }, data: { params: { shape: '2', value_mode: 'explicit' } } },
    { id: 's', type: 'PythonScript', position: { x: 520, y: 0 }, data: { params: { code: 'def run(inputs, params):\n    return inputs\n' } } },
    { id: 'p', type: 'Print', position: { x: 820, y: 0 }, data: { params: {} } },
    { id: 'k', type: 'Teller', position: { x: 820, y: 260 }, data: { params: {} } },
  ],
  edges: [{ id: 'e', source: 'go', sourceHandle: 'trigger', target: 't', targetHandle: '__trigger', type: 'trigger' }],
};

const id = (name) => `[data-testid="${name}"]`;
const param = (name) => id(`inspector-param-${name}`);
const gone = { state: 'detached' };

await flow('ime', async (page, { picture }) => {
  const seen = { touched: [], steps: [], saved: [] };
  const compose = await inputMethod(page, seen.touched);
  const press = async (...keys) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await page.goto(`${URL_OF_SERVER}/?lang=zh-TW&theme=light`);
  await open(page, GRAPH);
  await press('Escape');
  await page.waitForSelector(id('graph-page'));
  const tools = { compose, press, seen, file: () => decodeURIComponent(new URL(page.url()).hash.split('/').at(-1)) };
  await graphFields(page, tools);
  await paramFields(page, tools);
  await onCanvas(page, tools);
  await inList(page, tools);
  await picture('written');
  await searches(page, tools);
  await dialogs(page, tools);
  await ofRuns(page, tools);
  await ofSettings(page, tools);
  return seen;
});

/** The server has this text of the graph. */
function kept(page, { file }, text) {
  return until(page, async ([name, wanted]) => (await (await fetch(`/api/graph/load/${encodeURIComponent(name)}`)).text()).includes(wanted), [file(), text]);
}

/** A word that is composed so slowly that its sounds are saved meanwhile: one step all the same, and it is saved. */
async function once(page, tools, selector, word) {
  const before = await page.inputValue(selector);
  await tools.compose(selector, word, () => kept(page, tools, 'ㄓ'));
  await kept(page, tools, word);
  tools.seen.saved.push(word);
  await page.click(id('menu-edit'));
  await page.click(id('menu-item-edit.undo'));
  await until(page, ([which, text]) => document.querySelector(which).value !== text, [selector, before + word]);
  tools.seen.steps.push((await page.inputValue(selector)) === before);
  await page.click(id('menu-edit'));
  await page.click(id('menu-item-edit.redo'));
  await until(page, ([which, text]) => document.querySelector(which).value.includes(text), [selector, word]);
}

async function graphFields(page, tools) {
  await page.waitForSelector(`${id('save-state')}[data-status="clean"]`);
  await once(page, tools, id('graph-name'), '圖名');
  await tools.compose(id('graph-description'), '說明');
  await tools.compose(id('graph-tags'), '標籤');
  await tools.press('Enter');
  await page.waitForSelector('.tags-field .badge');
  await tools.compose(id('graph-seed'), '種子');
  await kept(page, tools, '標籤');
}

async function paramFields(page, tools) {
  const select = (node) => page.click(`${id(`node-${node}`)} .head`);
  await select('p');
  await once(page, tools, param('label'), '列印');
  await select('s');
  await page.focus(param('code'));
  await tools.press('Control+End');
  await tools.compose(param('code'), '# 程式');
  await kept(page, tools, '# 程式');
  await tools.compose(param('input_ports'), '三');
  await select('t');
  await tools.compose(param('shape'), '形狀');
  await tools.compose(param('values'), '數值');
  await select('k');
  await tools.compose(param('key'), '秘密');
}

async function onCanvas(page, tools) {
  await page.click(`${id('node-p')} .head`);
  await tools.press('F2');
  await tools.compose(id('canvas-write'), '印出來');
  await tools.press('Enter');
  await page.waitForFunction((which) => document.querySelector(which).textContent === '印出來', `${id('node-p')} .title`);
  await tools.press('Control+g');
  await tools.compose(id('canvas-write'), '框');
  await tools.press('Enter');
  await tools.press('Shift+S');
  await tools.compose(id('canvas-write'), '便條');
  await tools.press('Escape');
  await page.waitForSelector(`${id('node-note')} .text`);
  for (const word of ['印出來', '框', '便條']) await kept(page, tools, word);
}

async function inList(page, tools) {
  await page.click(`${id('node-p')} .head`);
  await tools.press('l');
  await tools.compose(id('list-filter'), '印出來');
  await page.waitForFunction(() => document.querySelectorAll('[data-kind="node"]').length === 1);
  await tools.press('ArrowDown', 'F2');
  await tools.compose(id('list-rename'), '再印');
  await tools.press('Escape');
  await page.waitForSelector(`${id('list-node-p')}:focus`);
  await tools.press('ArrowRight', 'End', 'Enter');
  await tools.compose(`.editing ${param('label')}`, '清單');
  await tools.press('Enter');
  await page.waitForSelector(`${id('list-param-p-label')}:focus`);
  await tools.press('ArrowLeft', 'c', 'c');
  await tools.compose(id('connect-search'), '接');
  await tools.press('Escape');
  await page.waitForSelector(id('connect-dialog'), gone);
  await page.focus(id('list-filter'));
  await tools.press('Escape', 'ArrowDown', 'l');
  await page.waitForSelector('.card');
}

async function searches(page, tools) {
  await tools.compose(id('palette-search'), '資料');
  await page.fill(id('palette-search'), '');
  await page.click('.react-flow__pane', { position: { x: 30, y: 30 } });
  await tools.press('Tab');
  await tools.compose(id('quick-add-input'), '列印');
  await tools.press('Escape', 'Control+k');
  await tools.compose(id('finder-input'), '列印');
  await tools.press('Escape', 'Control+o');
  await tools.compose(id('open-search'), '圖');
  await tools.press('Escape');
  await page.click(id('menu-help'));
  await page.click(id('menu-item-help.shortcuts'));
  await tools.compose(id('shortcuts-search'), '復原');
  await tools.press('Escape');
  await page.waitForSelector('dialog[open]', gone);
}

async function dialogs(page, tools) {
  await page.click(`${id('node-p')} .head`, { button: 'right' });
  await page.click(`${id('canvas-menu')} ${id('menu-item-edit.save_preset')}`);
  for (const name of ['name', 'category', 'description', 'tags']) await tools.compose(id(`preset-${name}`), '預設');
  await tools.press('Escape');
  await page.click(id('queue-on'));
  await tools.compose(id('queue-name'), '任務');
  await tools.compose(id('queue-tags'), '標籤');
  await tools.press('Escape');
  await page.waitForSelector('dialog[open]', gone);
}

async function ofRuns(page, tools) {
  const run = await runAnExample(page);
  await page.evaluate(() => (location.hash = '#/runs'));
  await page.waitForSelector(`${id(`run-row-${run}`)}[data-status="succeeded"]`);
  await tools.compose(id('runs-filter'), '鳶尾');
  await page.fill(id('runs-filter'), '');
  await page.click(id('runs-view-add'));
  await tools.compose(id('runs-view-name'), '檢視');
  await tools.press('Escape');
  await page.click(id('runs-columns'));
  await tools.compose(id('runs-columns-search'), '欄');
  await tools.press('Escape');
  await page.click(`${id(`run-row-${run}`)} [data-check]`);
  await page.click(id('runs-tag'));
  await tools.compose(id('runs-tag-name'), '新標籤');
  await tools.press('Escape');
  await page.evaluate((which) => (location.hash = `#/runs/${which}/log`), run);
  await page.click(id('run-rename'));
  await tools.compose(id('run-name'), '新名字');
  await tools.press('Enter');
  await until(page, async (which) => (await (await fetch(`/api/runs/${which}`)).json()).name === '新名字', run);
  tools.seen.saved.push('新名字');
  await tools.compose(id('log-search'), '找');
  await page.click(id('run-detail-tab-metrics'));
}

async function ofSettings(page, tools) {
  await page.evaluate(() => (location.hash = '#/settings/network'));
  await tools.compose(id('settings-search'), '字');
  await tools.press('Escape');
  const words = await page.waitForSelector('.settings-words input:not([readonly])');
  await tools.compose(id(await words.getAttribute('data-testid')), '主機');
  await tools.press('Escape');
  await page.evaluate(() => (location.hash = '#/settings/secrets'));
  await tools.compose(id('secret-value'), '秘密');
}
