/** A small window: its graphs are chosen in a list, the canvas keeps room above the panel, quick add leaves what opens its place. */
import { flow, until, URL_OF_SERVER } from './browser.mjs';

const lang = process.env.CDUI_LANG_WANTED ?? 'en';
const scheme = process.env.CDUI_SCHEME ?? 'dark';
const at = (name) => `[data-testid="${name}"]`;
const file = (name) => ({ name: `${name}.json`, mimeType: 'application/json', buffer: Buffer.from(JSON.stringify({ name, nodes: [{ id: name, type: 'Start', position: { x: 0, y: 0 } }], edges: [] })) });

await flow(`small-window-${scheme}-${lang}`, async (page, { picture, axe }) => {
  await page.goto(`${URL_OF_SERVER}/?lang=${lang}&theme=${scheme}`);
  await page.waitForSelector('[data-testid="link"][data-status="up"]');
  for (const name of ['first', 'second']) {
    await page.setInputFiles(at('graph-file'), file(name));
    await page.waitForSelector(at(`node-${name}`));
  }
  await page.setViewportSize({ width: 640, height: 800 });
  const graphs = await page.$$eval(`${at('tab-pick')} option`, (all) => all.map((one) => one.textContent).sort());
  await page.selectOption(at('tab-pick'), { label: 'first' });
  await page.waitForSelector(at('node-first'));
  const wide = await page.$eval('.bar', (bar) => {
    const boxes = [...bar.querySelectorAll('button, select')].map((one) => one.getBoundingClientRect()).filter(({ width }) => width > 0);
    return boxes.every((box, place) => box.right <= (boxes[place + 1]?.left ?? innerWidth) + 0.5);
  });
  await picture('narrow');
  const findings = await axe();

  await page.setViewportSize({ width: 1200, height: 450 });
  const isList = await page.isVisible(at('tab-pick'));
  await page.click(at('bottom-toggle'));
  await page.waitForSelector('.bottom-body');
  await until(page, () => document.querySelector('.bottom-panel').getBoundingClientRect().bottom <= innerHeight);
  const canvas = await page.$eval('.canvas', (element) => element.getBoundingClientRect().height >= 200);
  await picture('low');

  await page.setViewportSize({ width: 1200, height: 800 });
  const quickAdd = async () => {
    const box = await page.locator('.react-flow__pane').boundingBox();
    await page.mouse.dblclick(box.x + box.width / 2, box.y + 40);
    await page.waitForSelector(at('quick-add'));
  };
  await quickAdd();
  await page.keyboard.press('Control+K');
  await page.waitForSelector(at('finder'));
  const behindDialog = await page.locator(at('quick-add')).count();
  await page.keyboard.press('Escape');
  await page.waitForSelector(at('finder'), { state: 'detached' });
  await quickAdd();
  await page.setViewportSize({ width: 1200, height: 700 });
  await page.waitForSelector(at('quick-add'), { state: 'detached' });
  return { graphs, wide, isList, canvas, behindDialog, findings };
});
