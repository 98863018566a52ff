/** The sentences behind the server's codes, in the language of now: what came as an event is worded again by its code. */
import { create } from 'zustand';
import { ask, ApiError, type Refusal } from '../api/http';
import type { Sentences } from '../api/types.gen';
import { language, onLanguage } from './language';

export const useReasons = create<{ sentences: Readonly<Record<string, string>> }>(() => ({ sentences: {} }));

/** Ask for them now, and again in each language that is chosen; once, when the program starts. */
export function startReasons(): void {
  void load();
  onLanguage(() => void load());
}

async function load(): Promise<void> {
  const asked = language();
  try {
    const { sentences } = await ask<Sentences>('GET', '/api/reasons', { query: { lang: asked } });
    if (language() === asked) useReasons.setState({ sentences });
  } catch (error) {
    // until it comes back the sentences are as the server wrote them
    if (!(error instanceof ApiError)) throw error;
    setTimeout(() => language() === asked && void load(), 5000);
  }
}

const PLACE = /\{\{|\}\}|\{([a-z0-9_]+)(?:!(r))?(?::([^{}]*))?\}/gi;

/** Names of params that hold what somebody else says. */
const LAST = /^(?:why|text|message|problem)$/;

/** The sentence of a refusal; null without a template for its code, or without all of the params that it names. */
export function worded({ code, params }: Pick<Refusal, 'code' | 'params'>, sentences: Readonly<Record<string, string>>): string | null {
  const template = Object.hasOwn(sentences, code) ? sentences[code]! : null;
  if (template === null) return null;
  let isWhole = true;
  const text = template.replace(PLACE, (all: string, name?: string, quoted?: string, form?: string, at?: number) => {
    if (name === undefined) return all[0]!;
    if (!Object.hasOwn(params, name)) {
      isWhole = false;
      return '';
    }
    const value = params[name];
    // a param that is itself a reason stands there as its own sentence
    const told = isReason(value) ? (worded(value, sentences) ?? value.text) : value;
    // a sentence that another one ends with brings no second full stop
    const isLast = LAST.test(name) && /^[.\u3002]/.test(template.slice((at ?? 0) + all.length));
    return shown(isLast && typeof told === 'string' ? told.replace(/[ .\n\u3002]+$/, '') : told, quoted === 'r', form ?? '');
  });
  return isWhole ? text : null;
}

function isReason(value: unknown): value is Refusal {
  const given = value as Refusal | null;
  return typeof given === 'object' && given !== null && typeof given.code === 'string' && typeof given.params === 'object';
}

function shown(value: unknown, isQuoted: boolean, form: string): string {
  const plain = typeof value === 'string' ? (isQuoted ? `'${value}'` : value) : JSON.stringify(value) ?? '';
  // `(try %s)` is left out as a whole when there is nothing to try
  if (form.includes('%s')) return plain && form.replace('%s', () => plain);
  return plain;
}
