/** What must not leave the program with a copy: the values of secret params. */
import type { Catalog } from './catalog';
import type { GraphNode } from './document';

/** Names that a secret may have in a type that this server does not know. */
const SECRET_NAME = /secret|passw|token|api_?key|credential/i;

export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name);
}

/** What has to be known of types for that: the names of all their secret params, for each type that there is. */
export type SecretParams = ReadonlyMap<string, ReadonlySet<string>>;

/** What of a catalog tells of secrets. */
export function secretsOf({ byName }: Catalog): SecretParams {
  return new Map([...byName].map(([type, { params }]) => [type, new Set(params.filter(({ param_type }) => param_type === 'secret').map(({ name }) => name))]));
}

/** What items of lists are without their secrets: nodes and wires do not change, and a graph is written at every letter. */
const known = new WeakMap<SecretParams, WeakMap<object, unknown>>();

/** The same, however deep nodes lie in it, without the values of secret params. What it gives is not to be changed. */
export function withoutSecrets<T>(value: T, secrets: SecretParams): T {
  if (Array.isArray(value)) return value.map((item: unknown) => (isRecord(item) ? itemOf(item, secrets) : withoutSecrets(item, secrets))) as T;
  if (typeof value !== 'object' || value === null) return value;
  const copy = Object.fromEntries(
    Object.entries(value).map(([key, item]: [string, unknown]) => [key, withoutSecrets(item, secrets)]),
  );
  const { type, data } = copy as Partial<GraphNode>;
  if (typeof type !== 'string') return copy as T;
  // a preset's own definition holds params beside the type; cards of presets hold them by inner node
  if (isRecord(copy['params'])) copy['params'] = cleaned(type, copy['params'], secrets);
  if (isRecord(data)) {
    if (isRecord(data['params'])) data['params'] = cleaned(type, data['params'], secrets);
    const inner = data['internalParams'];
    if (isRecord(inner)) {
      data['internalParams'] = Object.fromEntries(
        Object.entries(inner).map(([id, params]) => [id, isRecord(params) ? cleaned('', params, secrets) : params]),
      ) as Record<string, Record<string, unknown>>;
    }
  }
  return copy as T;
}

function itemOf(item: Record<string, unknown>, secrets: SecretParams): unknown {
  let items = known.get(secrets);
  if (!items) known.set(secrets, (items = new WeakMap()));
  let found = items.get(item);
  if (found === undefined) items.set(item, (found = withoutSecrets(item, secrets)));
  return found;
}

function cleaned(type: string, params: Record<string, unknown>, secrets: SecretParams): Record<string, unknown> {
  const names = secrets.get(type);
  const isSecret = (name: string): boolean => (names ? names.has(name) : SECRET_NAME.test(name));
  return Object.fromEntries(Object.entries(params).filter(([name, value]) => !(typeof value === 'string' && isSecret(name))));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
