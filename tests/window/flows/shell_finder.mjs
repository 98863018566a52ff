/** The command palette and the sheet of shortcuts: everything is found by its name, in both languages, by keys alone. */
import { flow, URL_OF_SERVER } from './browser.mjs';

const { CDUI_LANG_WANTED: lang = 'en', CDUI_SCHEME: scheme = 'dark' } = process.env;
const id = (name) => `[data-testid="${name}"]`;
const WORDS = { en: ['train', 'graph only', 'theme: light', 'iris'], 'zh-TW': ['訓練', '沒有這個', '佈景 淺', '鳶尾花'] };

await flow(`shell-finder-${scheme}-${lang}`, async (page, { picture, axe }) => {
  const open = async (typed) => {
    await page.keyboard.press('Control+k');
    await page.waitForSelector(id('finder-input'));
    await page.keyboard.type(typed);
  };
  const chosen = () => page.getAttribute('.finder [aria-selected="true"]', 'data-testid');
  const [train, nothing, light, graph] = WORDS[lang];
  await page.goto(`${URL_OF_SERVER}/?lang=${lang}&theme=${scheme}`);
  await page.click(id('template-iris-mlp.json'));
  await page.waitForSelector(`${id('save-state')}[data-status="clean"]`);

  // a node type is added where one looks, and can be undone
  await open('softmax');
  await page.waitForSelector(id('finder-type-Softmax'));
  await page.keyboard.press('Enter');
  await page.waitForSelector(`${id('node-softmax')}[data-selected]`);
  // a node of the canvas is gone to, also from another view
  await page.keyboard.press('Alt+2');
  await page.waitForSelector('.runs');
  await open(train);
  await picture('found');
  const findings = await axe();
  const first = await chosen();
  await page.keyboard.press('Enter');
  await page.waitForSelector('[data-node-type="TrainingLoop"][data-selected]');
  // what is not there, and out again with the focus where it was
  await page.click(id('palette-search'));
  await open(nothing);
  await page.waitForSelector(id('finder-none'));
  await page.keyboard.press('Escape');
  const focus = await page.evaluate(() => document.activeElement?.dataset.testid);
  // a command that is on or off
  await open(light);
  await page.keyboard.press('Enter');
  await page.waitForSelector('html[data-theme="light"]');
  // the graph by its name
  await open(graph);
  await page.waitForSelector('[data-testid^="finder-graph-"]');
  await page.keyboard.press('Escape');

  await page.evaluate(() => document.activeElement?.blur());
  await page.keyboard.press('?');
  await page.waitForSelector(id('shortcuts'));
  const inSearch = await page.evaluate(() => document.activeElement?.dataset.testid);
  await page.keyboard.type('ctrl+k');
  await page.waitForSelector(id('shortcut-edit.undo'), { state: 'detached' });
  const keys = await page.locator('[data-testid^="shortcut-"]').count();
  await picture('shortcuts');
  findings.push(...(await axe()));
  await page.keyboard.press('Escape');
  await page.waitForSelector(id('shortcuts'), { state: 'detached' });

  // a setting by its title in the language that is not spoken: its page, and the focus in its field; then one of another page
  await open(lang === 'en' ? '對齊格線' : 'snap to the grid');
  await page.waitForSelector(`${id('finder-setting-snap')}[aria-selected="true"]`);
  await page.keyboard.press('Enter');
  await page.waitForSelector(`${id('settings-canvas')} ${id('setting-snap-control')}:focus`);
  await page.fill(id('settings-search'), 'log');
  await page.waitForSelector(id('settings-found'));
  await open('MAX_IMAGE_PIXELS');
  await page.keyboard.press('Enter');
  await page.waitForSelector(`${id('settings-storage')} ${id('setting-max_image_pixels-control')}:focus`);
  await picture('setting');
  findings.push(...(await axe()));
  return { first, focus, inSearch, keys, findings };
});
