/** A build step: `licences.json.gz` names every package that the bundle is made of, with the texts that came with it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

interface Locked {
  version?: string;
  license?: string;
  dev?: boolean;
  optional?: boolean;
}

export interface Licence {
  name: string;
  version: string;
  licence: string;
  text: string;
}

/** What the lock file has beyond tools of development. */
export function licencesOf(root: string): Licence[] {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Record<string, Locked> };
  const found = new Map<string, Licence>();
  for (const [path, { version = '', license = '', dev }] of Object.entries(lock.packages)) {
    if (path === '' || dev) continue;
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    found.set(`${name} ${version}`, { name, version, licence: license, text: textIn(join(root, path)) });
  }
  return [...found.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
}

function textIn(folder: string): string {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch {
    return ''; // for another system: not installed here
  }
  return names
    .filter((name) => /^(?:licen[sc]e|copying|notice)/i.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8').trim())
    .join('\n\n');
}

export function licences(root: string): Plugin {
  return {
    name: 'cdui-licences',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'licences.json.gz', source: gzipSync(JSON.stringify(licencesOf(root)), { level: 9 }) });
    },
  };
}
