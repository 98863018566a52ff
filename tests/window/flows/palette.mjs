/** The palette: what a node type says of itself, favourites, what was used last, and node types that are new on the server. */
import { flow, until, URL_OF_SERVER } from './browser.mjs';

const id = (name) => `[data-testid="${name}"]`;
const OWN = `
from app.core.vocab.nodespec import DataType, NodeSpec, PortSpec, Text
from app.engine.node import Node

class Mine(Node):
    SPEC = NodeSpec(name="Mine", category="Own nodes", description=Text("Gives a text.", "輸出一段文字。"), title_zh_tw="我的",
                    outputs=(PortSpec("text", DataType.STRING, Text("A text.", "一段文字。")),))

    def execute(self, inputs, params, context):
        return {"text": "mine"}
`;
/** Another client's call. */
const call = async ([method, path, body]) => {
  const { token } = await (await fetch('/api/auth/bootstrap')).json();
  const json = typeof body === 'object' ? { 'Content-Type': 'application/json' } : {};
  const form = new FormData();
  if (typeof body === 'string') form.append('file', new File([body], 'mine.py'));
  const given = typeof body === 'object' ? JSON.stringify(body) : form;
  const answer = await fetch(path, { method, body: given, headers: { 'X-CodefyUI-Token': token, ...json } });
  if (!answer.ok) throw new Error(await answer.text());
};

await flow('palette', async (page, { picture, axe }) => {
  const seen = { findings: [] };
  const focused = () => page.evaluate(() => document.activeElement.dataset.testid);
  const listed = (place) => page.$$eval(`[data-testid^="palette-${place}-"]`, (all) => all.map((one) => one.dataset.testid.split('-')[2]));
  const lookOf = async (name) => {
    await page.waitForSelector(id('palette-hover'));
    await picture(`card-${name}`);
    seen.findings.push(...(await axe()));
    return page.$eval(id('palette-hover'), (card) => [card.dataset.offers, [...card.querySelectorAll('h3')].map((one) => one.textContent), card.querySelectorAll('li').length]);
  };
  await page.goto(`${URL_OF_SERVER}/?lang=en&theme=dark`);
  await page.waitForSelector(id('palette-item-DataLoader'));

  // beside the palette, for as long as one is on the node type or on the card itself
  await page.hover(id('palette-item-TrainingLoop'));
  seen.card = await lookOf('en-dark');
  const card = await page.locator(id('palette-hover')).boundingBox();
  await page.mouse.move(card.x + 20, card.y + 20);
  await page.waitForTimeout(400);
  seen.stays = await page.isVisible(id('palette-hover'));
  await page.mouse.move(card.x + card.width + 80, card.y + 300);
  await page.waitForSelector(id('palette-hover'), { state: 'detached' });

  // favourites: the star, and a key
  await page.hover(id('palette-item-DataLoader'));
  await page.click(id('palette-star-item-DataLoader'));
  await page.waitForSelector(id('palette-favourite-DataLoader'));
  await page.mouse.move(800, 700);
  await page.click(id('palette-search'));
  await page.waitForSelector(`${id('palette-search')}:focus`);
  for (let times = 0; times < 60 && (await focused()) !== 'palette-item-Optimizer'; times += 1) await page.keyboard.press('ArrowDown');
  seen.byKey = (await lookOf('keys'))[0];
  await page.keyboard.press('Escape');
  await page.waitForSelector(id('palette-hover'), { state: 'detached' });
  seen.afterEscape = await focused();
  await page.keyboard.press('Alt+s');
  await page.waitForSelector(id('palette-favourite-Optimizer'));
  await page.keyboard.press('ArrowRight');
  seen.star = await focused();
  await page.keyboard.press('ArrowLeft');

  // what is used stands there when one comes back, and does not move what is under the hand meanwhile
  await page.keyboard.press('Enter');
  await page.waitForSelector(id('node-optimizer'));
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.waitForSelector(id('node-loss'));
  seen.meanwhile = await listed('recent');
  await page.click('.react-flow__pane', { position: { x: 40, y: 40 } });
  await page.waitForSelector(id('palette-recent-Loss'));
  await page.keyboard.press('Tab');
  await page.waitForSelector(`${id('quick-add-input')}:focus`);
  seen.quick = (await page.$$eval('[data-testid^="quick-add-option-"]', (all) => all.map((one) => one.dataset.testid.slice(17)))).slice(0, 3);
  await picture('quick');
  await page.keyboard.press('Escape');
  await page.click(id('palette-group-Data'));
  await until(page, () => fetch('/api/preferences').then((answer) => answer.json()).then(({ favourites }) => favourites.length === 2));
  await page.waitForSelector('[data-testid="save-state"][data-status="clean"]');

  // another visit, in the other language
  let letGo;
  const held = new Promise((go) => (letGo = go));
  await page.route('**/api/graph/load*/**', async (route) => {
    await held;
    await route.continue();
  });
  await page.addInitScript(() => {
    new MutationObserver(() => document.querySelector('[data-testid="canvas-empty"]') && (globalThis.sawEmpty = true)).observe(document, { childList: true, subtree: true });
  });
  await page.goto(`${URL_OF_SERVER}/?lang=zh-TW&theme=light`);
  await page.waitForSelector(id('canvas-opening'));
  await page.waitForSelector(id('palette-recent-Loss'));
  await picture('opening');
  letGo();
  await page.waitForSelector(id('node-loss'));
  seen.sawEmpty = await page.evaluate(() => globalThis.sawEmpty === true);
  seen.kept = [await listed('favourite'), await listed('recent'), await page.getAttribute(id('palette-group-Data'), 'aria-expanded')];
  await page.hover(id('palette-favourite-DataLoader'));
  await lookOf('zh-TW-light');
  await page.mouse.move(800, 700);

  // somebody gives the server a node type of their own: it is offered, and taken up beside the graph
  await page.evaluate(call, ['POST', '/api/custom-nodes/upload', OWN]);
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await page.waitForSelector(id('palette-fresh'));
  seen.fresh = await page.textContent(`${id('palette-fresh')} .grow`);
  await picture('fresh');
  seen.findings.push(...(await axe()));
  await page.click(id('palette-reload'));
  await page.waitForSelector(id('palette-fresh'), { state: 'detached' });
  await page.fill(id('palette-search'), 'Mine');
  await page.waitForSelector(id('palette-item-Mine'));
  seen.canvas = await page.$$eval('[data-testid^="node-"]', (all) => all.map((one) => one.dataset.testid).filter((name) => /^node-(loss|optimizer)$/.test(name)).sort());

  // as it was
  await page.evaluate(call, ['DELETE', '/api/custom-nodes/mine.py']);
  await page.evaluate(call, ['PATCH', '/api/preferences', { favourites: null }]);
  return seen;
});
