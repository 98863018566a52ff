/** The command that makes a run once more, from its graph as a file. Pure. */
import type { Run } from '../../api/types.gen';

/** A name for the graph's file that no shell and no file system minds. */
export function graphFile(run: Pick<Run, 'graph_name' | 'id'>): string {
  const name = run.graph_name.normalize('NFC').replace(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^[-.]+|[-.]+$/g, '').slice(0, 80);
  return `${name || run.id.slice(0, 8)}.json`;
}

/** `cdui run digits.json --device cpu --seed 7`; options that are as they always are do not stand in it. */
export function commandOf(run: Pick<Run, 'graph_name' | 'id' | 'name' | 'options'>): string {
  const { device, seed, deterministic, record_outputs } = run.options;
  const words = ['cdui', 'run', graphFile(run)];
  if (typeof device === 'string' && device !== 'auto') words.push('--device', device);
  if (typeof seed === 'number') words.push('--seed', String(seed));
  if (deterministic === true) words.push('--deterministic');
  if (record_outputs === true) words.push('--record-outputs');
  if (run.name) words.push('--name', run.name);
  return words.map(quoted).join(' ');
}

/** As a POSIX shell reads it; PowerShell reads single quotes alike. */
function quoted(word: string): string {
  return /^[\p{L}\p{N}@%+=:,./_-]+$/u.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
