/** What only our own window has, in a browser that says it is one: the menu of the tray, quitting, and the next start. */

const id = (name) => `[data-testid="${name}"]`;
const gone = { state: 'detached' };
const AWAY_MS = 14 * 3_600_000 + 20 * 60_000;

/** One run has to be going on. ended: ids of runs that the last window left. */
export async function desktopScreens(page, look, ended) {
  await page.evaluate(({ runs, ms }) => {
    const answers = { openings: [], meanwhile: { at_ms: Date.now() - ms, runs, stopped: false }, tray: { at_login: true } };
    globalThis.pywebview = {
      _asyncCallback: (text) => {
        const { id: asked, method } = JSON.parse(text);
        setTimeout(() => dispatchEvent(new CustomEvent('cdui', { detail: { id: asked, value: answers[method] ?? null } })));
      },
    };
    dispatchEvent(new Event('pywebviewready'));
  }, { runs: ended, ms: AWAY_MS });
  await page.evaluate(() => (location.hash = '#/runs'));
  await page.waitForSelector(`${id('meanwhile')} li`);
  await look('meanwhile');
  await page.click(id('meanwhile-read'));
  await page.waitForSelector(id('meanwhile'), gone);
  await page.click(id('tray-open'));
  await page.waitForSelector('[data-testid^="tray-run-"]');
  await look('tray', id('tray-menu'));
  await page.keyboard.press('Escape');
  await page.waitForSelector(id('tray-menu'), gone);
  await page.evaluate(() => dispatchEvent(new CustomEvent('cdui', { detail: { kind: 'closing', asked: 1, running: 1, waiting: 0 } })));
  await page.waitForSelector(`${id('quit-dialog')} [data-fate]`);
  await look('quit', id('quit-dialog'));
  await page.keyboard.press('Escape');
  await page.waitForSelector(id('quit-dialog'), gone);
  await page.goBack();
}
