/** Parts that are fetched when they are first shown. Like React's own, but what could not be fetched can be fetched anew. */
import { createElement, lazy as once, type ComponentType, type ReactNode } from 'react';

type Anything = ComponentType<object>;

const failed = new Set<() => void>();

export function lazy<T extends ComponentType<never>>(load: () => Promise<{ default: T }>): T {
  const fresh = (): Anything =>
    once(() =>
      load().then(
        (found) => found as unknown as { default: Anything },
        (error: unknown) => {
          failed.add(() => {
            part = fresh();
          });
          throw error;
        },
      ),
    );
  let part = fresh();
  return function Later(props: object): ReactNode {
    return createElement(part, props);
  } as unknown as T;
}

const soon: (() => Promise<unknown>)[] = [];

/** The same for what one may want at once, or while the server is away: fetched ahead when the window has nothing to do. */
export function lazySoon<T extends ComponentType<never>>(load: () => Promise<{ default: T }>): T {
  soon.push(load);
  return lazy(load);
}

/** Fetch what is wanted soon, one after the other, each in a quiet moment. What cannot be fetched is when it is shown. */
export async function fetchSoon(): Promise<void> {
  // a part may bring others of its own
  for (let load = soon.shift(); load; load = soon.shift()) {
    await quiet();
    await load().catch(() => undefined);
  }
}

/** Milliseconds. */
const PAUSE = 200;

function quiet(): Promise<unknown> {
  return new Promise((resolve) => ('requestIdleCallback' in window ? requestIdleCallback(resolve) : setTimeout(resolve, PAUSE)));
}

/** Parts that could not be fetched are asked for again when they are drawn next. Not before: they would be asked for without end. */
export function fetchAnew(): void {
  for (const again of failed) again();
  failed.clear();
}
