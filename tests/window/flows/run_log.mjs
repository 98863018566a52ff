/** Follow what a run prints, scroll away from it, come back, look for a word, and read how it ended; with the mouse or the keyboard. */
import { writeFileSync } from 'node:fs';
import { submit } from './calls.mjs';
import { flow, URL_OF_SERVER } from './browser.mjs';

const { CDUI_HOME: HOME, CDUI_BY: by = 'mouse', CDUI_LANG_WANTED: lang = 'en', CDUI_SCHEME: scheme = 'dark' } = process.env;
const at = (name) => `[data-testid="${name}"]`;
const GRAPH = {
  name: 'talk',
  nodes: [{ id: 'go', type: 'Start' }, { id: 't', type: 'Talker', data: { params: {} } }],
  edges: [{ id: 'e', source: 'go', sourceHandle: 'trigger', target: 't', targetHandle: '', type: 'trigger' }],
};

await flow(`run-log-${scheme}-${lang}`, async (page, { picture, axe }) => {
  await page.goto(`${URL_OF_SERVER}/?lang=${lang}&theme=${scheme}#/runs`);
  await page.waitForSelector('[data-testid="link"][data-status="up"]');
  const id = await submit(page, GRAPH);
  await page.goto(`${URL_OF_SERVER}/?lang=${lang}&theme=${scheme}#/runs/${id}/log`);
  const said = (text) => page.waitForSelector(`.log-line .said:text-is("${text}")`);
  const isFollowing = async () => (await page.getAttribute('[data-testid="log-lines"]', 'data-following')) === 'true';

  await said('first 199 loss 28.428571428571427');
  const followed = await isFollowing();
  if (by === 'mouse') {
    await page.hover(at('log-lines'));
    await page.mouse.wheel(0, -1500);
  } else {
    await page.focus(at('log-lines'));
    await page.keyboard.press('PageUp');
    await page.keyboard.press('PageUp');
  }
  await page.waitForSelector('[data-testid="log-lines"][data-following="false"]');
  // a key scrolls by and by: where it comes to rest counts
  const top = await page.$eval('[data-testid="log-lines"]', (lines) => new Promise((rest) => {
    let [last, same] = [lines.scrollTop, 0];
    requestAnimationFrame(function look() {
      same = lines.scrollTop === last ? same + 1 : 0;
      last = lines.scrollTop;
      if (same < 20) requestAnimationFrame(look);
      else rest(last);
    });
  }));
  writeFileSync(`${HOME}/more`, '');
  await page.waitForFunction(() => /30/.test(document.querySelector('[data-testid="log-new"]')?.textContent ?? ''));
  if ((await page.$eval('[data-testid="log-lines"]', (lines) => lines.scrollTop)) !== top) throw new Error('it moved');
  const paused = [await isFollowing(), Number((await page.textContent('[data-testid="log-new"]')).replaceAll(/\D/g, ''))];
  await picture('paused');
  await press(page, 'log-new');
  await said('more 29 loss');
  const last = await page.$$eval('.log-line .said', (lines) => lines.at(-1).textContent);
  const resumed = [await isFollowing(), last];

  await page.fill('[data-testid="log-search"]', 'more 2');
  const place = async (wanted) => {
    await page.waitForFunction((one) => document.querySelector('[data-testid="log-found"]')?.textContent.match(/\d+/g)?.sort().join() === [one, '11'].sort().join(), wanted);
    return wanted;
  };
  const found = [await place('1')];
  await page.focus('[data-testid="log-lines"]');
  await page.keyboard.press('n');
  found.push(await place('2'));
  await page.keyboard.press('Shift+N');
  found.push(await place('1'));
  await page.waitForSelector('.log-line[data-here] mark');
  await picture('found');
  await page.fill('[data-testid="log-search"]', '');
  await page.focus('[data-testid="log-lines"]');
  await page.keyboard.press('End');
  await page.waitForSelector('[data-testid="log-lines"][data-following="true"]');

  writeFileSync(`${HOME}/end`, '');
  await page.waitForSelector('[data-testid="run-status"][data-status="failed"]');
  await page.waitForSelector('.log-line[data-level="error"] .said');
  await page.selectOption('[data-testid="log-level"]', 'error');
  await page.waitForFunction(() => document.querySelector('[data-testid="log-count"]')?.textContent.match(/\d+/)[0] === '2');
  const errors = await page.locator('.log-line').count();
  const titled = await page.textContent('.log-line .who');
  await page.selectOption('[data-testid="log-level"]', 'info');
  await press(page, 'log-from-console');
  await page.waitForSelector('[data-testid="log-from-console"][aria-pressed="true"]');
  const console = Number((await page.textContent(at('log-count'))).replaceAll(/\D/g, ''));
  const reason = (await page.textContent('[data-testid="run-reason"]')).includes('on purpose');
  await press(page, 'log-wrap');
  const findings = await axe();
  const download = await page.evaluate(async () => {
    const answer = await fetch(document.querySelector('[data-testid="log-download"]').href);
    const text = await answer.text();
    return [answer.headers.get('Content-Type').split(';')[0], text.includes('on purpose') && text.includes('\nfirst 199 ')];
  });
  return { followed, paused, resumed, found, console, errors, reason, download, titled, findings };
});

/** A button, in the way that is tried. */
async function press(page, name) {
  if (by === 'mouse') return page.click(at(name));
  await page.focus(at(name));
  return page.keyboard.press('Enter');
}
