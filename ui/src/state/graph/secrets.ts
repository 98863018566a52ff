/** What must not leave the program with a copy: the values of secret params. */
import type { Catalog } from './catalog';
import type { GraphNode } from './document';

/** Names that a secret may have in a type that this server does not know. */
const SECRET_NAME = /secret|passw|token|api_?key|credential/i;

export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name);
}

/** What items of lists are without their secrets: nodes and wires do not change, and a graph is written at every letter. */
const known = new WeakMap<Catalog, WeakMap<object, unknown>>();

/** The same, however deep nodes lie in it, without the values of secret params. What it gives is not to be changed. */
export function withoutSecrets<T>(value: T, catalog: Catalog): T {
  if (Array.isArray(value)) return value.map((item: unknown) => (isRecord(item) ? itemOf(item, catalog) : withoutSecrets(item, catalog))) as T;
  if (typeof value !== 'object' || value === null) return value;
  const copy = Object.fromEntries(
    Object.entries(value).map(([key, item]: [string, unknown]) => [key, withoutSecrets(item, catalog)]),
  );
  const { type, data } = copy as Partial<GraphNode>;
  if (typeof type !== 'string') return copy as T;
  // a preset's own definition holds params beside the type; cards of presets hold them by inner node
  if (isRecord(copy['params'])) copy['params'] = cleaned(type, copy['params'], catalog);
  if (isRecord(data)) {
    if (isRecord(data['params'])) data['params'] = cleaned(type, data['params'], catalog);
    const inner = data['internalParams'];
    if (isRecord(inner)) {
      data['internalParams'] = Object.fromEntries(
        Object.entries(inner).map(([id, params]) => [id, isRecord(params) ? cleaned('', params, catalog) : params]),
      ) as Record<string, Record<string, unknown>>;
    }
  }
  return copy as T;
}

function itemOf(item: Record<string, unknown>, catalog: Catalog): unknown {
  let items = known.get(catalog);
  if (!items) known.set(catalog, (items = new WeakMap()));
  let found = items.get(item);
  if (found === undefined) items.set(item, (found = withoutSecrets(item, catalog)));
  return found;
}

function cleaned(type: string, params: Record<string, unknown>, catalog: Catalog): Record<string, unknown> {
  const row = catalog.byName.get(type);
  const isSecret = (name: string): boolean =>
    row ? row.params.some((param) => param.name === name && param.param_type === 'secret') : SECRET_NAME.test(name);
  return Object.fromEntries(Object.entries(params).filter(([name, value]) => !(typeof value === 'string' && isSecret(name))));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
