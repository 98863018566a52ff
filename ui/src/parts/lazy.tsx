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

/** Parts that could not be fetched are asked for again when they are drawn next. Not before: they would be asked for without end. */
export function fetchAnew(): void {
  for (const again of failed) again();
  failed.clear();
}
