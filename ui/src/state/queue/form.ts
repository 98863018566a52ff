/** What "Queue on..." asks, as values: from a run or from last time into a form, and out of it as a submission. */
import type { Refusal } from '../../api/http';
import type { Json, Run } from '../../api/types.gen';

export interface QueueForm {
  /** Empty: what the graph or the server has. */
  device: string;
  /** As it was typed; empty for none. */
  seed: string;
  isDeterministic: boolean;
  records: boolean;
  verbose: boolean;
  gradients: boolean;
  name: string;
  tags: readonly string[];
  /** Runs of the same, one after the other. */
  copies: string;
}

export const MOST_COPIES = 100;
export const MOST_SEED = Number.MAX_SAFE_INTEGER;

export const EMPTY: QueueForm = {
  device: '', seed: '', isDeterministic: false, records: true, verbose: false, gradients: false, name: '', tags: [], copies: '1',
};

export type Field = 'device' | 'seed' | 'name' | 'tags' | 'copies' | 'graph';

/** The number that was typed; null for nothing, undefined for what is none. */
export function readSeed(text: string): number | null | undefined {
  const plain = text.trim();
  if (plain === '') return null;
  const seed = /^\d{1,16}$/.test(plain) ? Number(plain) : Number.NaN;
  return seed <= MOST_SEED ? seed : undefined;
}

export function readCopies(text: string): number | undefined {
  const copies = /^\d{1,3}$/.test(text.trim()) ? Number(text) : 0;
  return copies >= 1 && copies <= MOST_COPIES ? copies : undefined;
}

/** The options of a submission. Raises nothing: ask `readSeed` first. */
export function optionsOf(form: QueueForm): Record<string, Json> {
  const options: Record<string, Json> = {
    seed: readSeed(form.seed) ?? null,
    deterministic: form.isDeterministic,
    record_outputs: form.records || form.verbose || form.gradients,
    verbose: form.verbose,
    backward_mode: form.gradients,
    auto_backward: form.gradients,
  };
  if (form.device !== '') options['device'] = form.device;
  return options;
}

/** The form that would make a run like this one. */
export function formOf(run: Pick<Run, 'options' | 'name' | 'tags'>): QueueForm {
  const { options } = run;
  return {
    ...EMPTY,
    device: typeof options['device'] === 'string' ? options['device'] : '',
    seed: typeof options['seed'] === 'number' ? String(options['seed']) : '',
    isDeterministic: options['deterministic'] === true,
    records: options['record_outputs'] === true,
    verbose: options['verbose'] === true,
    gradients: options['backward_mode'] === true,
    name: run.name ?? '',
    tags: run.tags,
  };
}

const PLACES: Readonly<Record<string, Field>> = {
  bad_device: 'device', device_unavailable: 'device', device_not_available: 'device', bad_seed: 'seed', bad_name: 'name', bad_tags: 'tags',
};

/** The field that a refusal is about; the graph where it is none of them. */
export function fieldOf({ code }: Refusal): Field {
  return Object.hasOwn(PLACES, code) ? PLACES[code]! : 'graph';
}

/** Of one time alone. */
const ONCE: ReadonlySet<string> = new Set(['name', 'copies', 'seed']);

/** What was chosen last for a graph, but for what is of one time. */
export function kept(text: string | null): QueueForm {
  try {
    const found = JSON.parse(text ?? '{}') as Partial<Record<keyof QueueForm, unknown>> | null;
    const form: Record<string, unknown> = { ...EMPTY };
    for (const [key, plain] of Object.entries(EMPTY)) {
      const value = found?.[key as keyof QueueForm];
      if (key !== 'tags' && !ONCE.has(key) && typeof value === typeof plain) form[key] = value;
    }
    const tags = found?.tags;
    if (Array.isArray(tags) && tags.every((tag) => typeof tag === 'string')) form['tags'] = tags;
    return form as unknown as QueueForm;
  } catch {
    return EMPTY;
  }
}
