/** Settings, dialogs of the whole window, and what it says when something is in its way. */
import { saveGraph } from '../budgets/graphs.mjs';

const id = (name) => `[data-testid="${name}"]`;
const gone = { state: 'detached' };
const PAGES = ['general', 'canvas', 'execution', 'storage', 'network', 'secrets', 'notifications', 'shortcuts', 'packs', 'about'];

export async function shellScreens(page, look, at) {
  await page.goto(at('#/settings/general'));
  for (const name of PAGES) {
    await page.click(id(`settings-link-${name}`));
    await page.waitForSelector(id(`settings-${name}`));
    await look(`settings-${name}`, id('view-settings'));
  }
  await page.fill(id('settings-search'), 'run');
  await page.waitForSelector(id('settings-found'));
  await look('settings-found', id('view-settings'));
  await page.fill(id('settings-search'), 'xyzzy');
  await page.waitForSelector(id('settings-none'));
  await look('settings-none', id('view-settings'));
  await page.evaluate(() => (location.hash = '#/workers'));
  await page.waitForSelector(id('view-workers'));
  await look('later');
  await dialogs(page, look, at);
  await faults(page, look, at);
}

async function dialogs(page, look, at) {
  await page.goto(at('#/g'));
  await page.click(id('template-iris-mlp.json'));
  await page.waitForSelector(`${id('save-state')}[data-status="clean"]`);
  await page.keyboard.press('Control+k');
  await page.waitForSelector(id('finder-input'));
  await page.fill(id('finder-input'), 'run');
  await page.waitForSelector('.finder .option');
  await look('finder', id('finder'));
  await page.fill(id('finder-input'), 'xyzzy');
  await page.waitForSelector(id('finder-none'));
  await look('finder-none', id('finder'));
  await page.keyboard.press('Escape');
  await page.click(id('menu-help'));
  await page.click(id('menu-item-help.shortcuts'));
  await page.waitForSelector(id('shortcuts-search'));
  await look('shortcuts', 'dialog');
  await page.keyboard.press('Escape');
  await page.click(id('menu-file'));
  await page.click(id('menu-item-file.open'));
  await page.waitForSelector('[data-testid^="open-"]');
  await look('open', 'dialog');
  await page.keyboard.press('Escape');
  await page.click('[data-node-type="Print"] .title');
  await page.keyboard.press('Delete');
  await page.keyboard.press('Control+s');
  await page.waitForSelector(`${id('save-state')}[data-status="clean"]`);
  await page.click(id('menu-file'));
  await page.click(id('menu-item-file.versions'));
  await page.waitForSelector('.version[data-changes]');
  await look('versions', id('versions-dialog'));
  await page.keyboard.press('Escape');
  await page.waitForSelector(id('versions-dialog'), gone);
  await page.click(id('queue-on'));
  await page.waitForSelector(id('queue-device-cpu'));
  await look('queue-on', id('queue-dialog'));
  await page.keyboard.press('Escape');
  await page.click(id('notices'));
  await page.waitForSelector(id('notice-list'));
  await look('notices', id('notice-list'));
  await page.keyboard.press('Escape');
}

async function faults(page, look, at) {
  const refuse = (status, code) => (route) => route.fulfill({ status, json: { detail: { code, params: {}, text: code } } });
  // a disk without room; a tab that is closed then
  await page.route('**/api/graph/*', refuse(507, 'disk_full'));
  await page.click('[data-node-type="Loss"] .title');
  await page.keyboard.press('Delete');
  await page.waitForSelector(id('banner-disk_full'));
  await look('banner-disk-full-toast');
  await page.waitForSelector('.graph-tabs li.front[data-status="unsaved"]');
  await page.keyboard.press('Alt+w');
  await page.waitForSelector(id('closing-dialog'));
  await look('closing', id('closing-dialog'));
  await page.click(id('closing-stay'));
  await page.unroute('**/api/graph/*');
  await page.waitForSelector(`${id('save-state')}[data-status="clean"]`);
  // another window saved it meanwhile
  const file = decodeURIComponent(new URL(page.url()).hash.split('/').at(-1));
  const saved = await page.evaluate(async (name) => (await fetch(`/api/graph/load/${name}`)).json(), file);
  await saveGraph(page, { ...saved, name: file, description: 'of another window' });
  await page.click('[data-node-type="Optimizer"] .title');
  await page.keyboard.press('Delete');
  await page.waitForSelector(id('conflict-dialog'));
  await look('conflict', id('conflict-dialog'));
  await page.click(id('conflict-compare'));
  await page.waitForSelector(id('graph-differences'));
  await look('conflict-compared', id('conflict-dialog'));
  await page.click(id('conflict-mine'));
  await page.waitForSelector(id('conflict-dialog'), gone);
  // a part of the program that cannot be fetched
  await page.route('**/assets/MetricsTab-*', (route) => route.abort());
  await page.goto(at('#/runs'));
  await page.click('.runs-table .tbody [data-status="succeeded"] a');
  await page.click(id('run-detail-tab-metrics'));
  await page.waitForSelector(id('panel-stopped'));
  await look('panel-stopped', id('view-run'));
  await page.unroute('**/assets/MetricsTab-*');
  await page.click(`${id('panel-stopped')} .btn`);
  await page.waitForSelector(id('charts')); // fetched anew
  // a dialog that cannot be fetched is an answer, and nothing else goes
  await page.route('**/assets/Shortcuts-*', (route) => route.abort());
  await page.goto(at('#/g'));
  await page.reload();
  await page.waitForSelector('.card');
  await page.click(id('menu-help'));
  await page.click(id('menu-item-help.shortcuts'));
  await page.waitForSelector(id('toast'));
  await page.waitForSelector('.card');
  await page.unroute('**/assets/Shortcuts-*');
  await page.click(id('menu-help'));
  await page.click(id('menu-item-help.shortcuts'));
  await page.waitForSelector(id('shortcuts-search'));
  await page.keyboard.press('Escape');
  // the server is not there
  await page.route('**/api/**', refuse(421, 'host_not_allowed'));
  await page.goto(at());
  await page.waitForSelector(id('banner-host_not_allowed'));
  await look('banner-host');
  await page.unroute('**/api/**');
  await page.route('**/api/**', (route) => route.abort());
  await page.routeWebSocket(/.*/, (socket) => socket.close());
  await page.reload();
  await page.waitForSelector(id('banner-server_away'));
  await look('banner-away');
}
