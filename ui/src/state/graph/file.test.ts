import type { TFunction } from 'i18next';
import { beforeEach, expect, it } from 'vitest';
import { useToasts } from '../toasts';
import { readDocument } from './document';
import { isComfyUI, readGraph } from './file';

const file = (value: unknown): File => new File([typeof value === 'string' ? value : JSON.stringify(value)], 'mine.json');
const spelled = ((key: string, given: object) => `${key} ${JSON.stringify(given)}`) as unknown as TFunction;
const said = (): string[] => useToasts.getState().past.map(({ text }) => text(spelled));
const node = (id: unknown, more: object = {}): object => ({ id, type: 'Add', ...more });

beforeEach(() => useToasts.setState({ past: [], shown: [] }));

it('names what a workflow of ComfyUI is instead of opening an empty canvas', async () => {
  const comfy = { last_node_id: 9, nodes: [{ id: 3, type: 'KSampler' }], links: [], version: 0.4 };
  expect(await readGraph(file(comfy))).toBeNull();
  expect(said()).toEqual(['file.comfyui {"name":"mine.json"}']);
  expect([isComfyUI({ 3: { class_type: 'KSampler', inputs: {} } }), isComfyUI({}), isComfyUI({ nodes: [], edges: [] }), isComfyUI(null)]).toEqual([true, false, false, false]);
});

it('a file of which no node can be read is no graph', async () => {
  expect(await readGraph(file({ nodes: [node(3), { type: 'Add' }, null], edges: [] }))).toBeNull();
  expect(said()).toHaveLength(1);
  expect(await readGraph(file({ nodes: [], edges: [] }))).toEqual({ nodes: [], edges: [], name: 'mine' });
  expect(said()).toHaveLength(1);
});

it('says how much of a file could not be read', async () => {
  const inside = { id: 's', nodes: [node('x'), node(1)], edges: [] };
  const doc = await readGraph(file({ nodes: [node('a'), node(7)], edges: [{ source: 'a', target: 5 }, { source: 'a', target: 'a' }], subgraphs: [inside] }));
  expect(doc?.nodes.map(({ id }) => id)).toEqual(['a']);
  expect(said()).toEqual(['file.partly {"name":"mine.json","all":6,"lost":3}']);
});

it('a node stands where it can be seen, wherever its file puts it', () => {
  const at = (position: unknown): unknown => readDocument({ nodes: [node('a', { position })], edges: [] })?.nodes[0]?.position;
  expect([at({ x: 1e308, y: -1e308 }), at({ x: '12', y: null }), at('far'), at(null)]).toEqual([
    { x: 1_000_000, y: -1_000_000 }, { x: 0, y: 0 }, { x: 0, y: 0 }, { x: 0, y: 0 },
  ]);
  expect(at(JSON.parse('{"x": 1e999, "y": 2.5}'))).toEqual({ x: 1_000_000, y: 2.5 });
  const good = node('a', { position: { x: 1, y: 2, z: 3 } });
  expect(readDocument({ nodes: [good], edges: [] })?.nodes[0]).toBe(good);
});
