/** What several nodes have in common, for editing them at once. Pure. */
import type { Catalog, Param } from './catalog';
import type { GraphNode } from './document';

/** Stands for values that differ. */
export const MIXED = Symbol('mixed');

export interface SharedParam {
  param: Param;
  value: unknown;
}

/** Params that every node has, of one type and with the same options; `value` is MIXED where they differ. */
export function sharedParams(nodes: readonly GraphNode[], catalog: Catalog): SharedParam[] {
  const rows = nodes.map((node) => catalog.byName.get(node.type));
  const [first, ...others] = rows;
  if (!first || others.some((row) => !row)) return [];
  return first.params
    .filter((param) => others.every((row) => row!.params.some((one) => isAlike(one, param))))
    .filter((param) => nodes.every((node, at) => isVisible(param, node, rows[at]!.params)))
    .map((param) => {
      const values = nodes.map((node, at) => valueOf(node, rows[at]!.params.find((one) => one.name === param.name)!));
      const isSame = values.every((value) => JSON.stringify(value) === JSON.stringify(values[0]));
      return { param, value: isSame ? values[0] : MIXED };
    });
}

/** A param's value, or its default. */
export function valueOf(node: GraphNode, param: Param): unknown {
  return node.data?.params?.[param.name] ?? param.default;
}

/** Whether a param has another value than its default. */
export function isChanged(param: Param, node: GraphNode): boolean {
  const value = node.data?.params?.[param.name];
  return value !== undefined && JSON.stringify(value) !== JSON.stringify(param.default);
}

/** A param is shown when what its visibility hangs on has one of the values named. all: params of the node's type. */
export function isVisible(param: Param, node: GraphNode, all: readonly Param[]): boolean {
  return Object.entries(param.visible_when).every(([name, wanted]) => {
    const other = all.find((one) => one.name === name);
    const value = other ? valueOf(node, other) : node.data?.params?.[name];
    return value === undefined || (Array.isArray(wanted) ? wanted.some((one) => one === value) : wanted === value);
  });
}

function isAlike(one: Param, other: Param): boolean {
  return one.name === other.name && one.param_type === other.param_type && JSON.stringify(one.options) === JSON.stringify(other.options);
}
