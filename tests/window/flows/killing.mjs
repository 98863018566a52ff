/** Programs that are killed and started again: browsers with a profile that stays, servers on the port they had. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { URL_OF_SERVER } from './browser.mjs';

const require = createRequire(new URL('../../../ui/package.json', import.meta.url));
const { chromium } = require('playwright-core');
const { CDUI_CHROMIUM, CDUI_PROFILE, CDUI_PYTHON, CDUI_HOME, CDUI_ROOT } = process.env;

/** A browser with the profile of this test: `kill()` is SIGKILL to all of its processes, and waits for the end. */
export async function browserOfProfile(more = []) {
  const port = `${CDUI_PROFILE}/DevToolsActivePort`;
  rmSync(port, { force: true });
  const args = ['--headless=new', '--no-sandbox', '--no-first-run', '--remote-debugging-port=0', `--user-data-dir=${CDUI_PROFILE}`, '--window-size=1440,900', ...more];
  const child = spawn(CDUI_CHROMIUM, [...args, 'about:blank'], { stdio: 'ignore', detached: true });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const kill = async () => {
    try {
      process.kill(-child.pid, 'SIGKILL');
    } catch {
      // it has ended already
    }
    await ended;
  };
  try {
    await isTrue(() => existsSync(port) && readFileSync(port, 'utf8').includes('\n'));
    const browser = await chromium.connectOverCDP(`http://127.0.0.1:${readFileSync(port, 'utf8').split('\n')[0]}`);
    const [context] = browser.contexts();
    context.setDefaultTimeout(60_000);
    return { context, kill };
  } catch (error) {
    await kill();
    throw error;
  }
}

/** The server of this test once more; the caller ends it. */
export function serverAgain() {
  const child = spawn(CDUI_PYTHON, ['-m', 'app', '--server', '--port', new URL(URL_OF_SERVER).port], {
    cwd: CDUI_ROOT, env: { ...process.env, CODEFYUI_USER_DATA_DIR: CDUI_HOME, OMP_NUM_THREADS: '1' }, stdio: 'ignore',
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  return {
    end: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Wait until something here is true. */
async function isTrue(ask) {
  const lastMs = Date.now() + 60_000;
  while (!ask()) {
    if (Date.now() > lastMs) throw new Error(`never came true: ${ask}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
