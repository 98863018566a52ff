import { describe, expect, it } from 'vitest';
import { indexed, search, typesIn, type NodeRow } from './catalog';
import { withCards } from './subgraph/rows';

const row = (node_name: string, name_zh_TW: string, category: string, description: string): NodeRow => ({
  node_name, name_zh_TW, category, description, inputs: [], outputs: [], params: [], requires_extra: null, cacheable: true,
  align_inputs: true, structural_params: [], dynamic_ports: false, provider: 'builtin',
});

const catalog = indexed([
  row('Curve', '曲線', 'Utility', 'Plots a list of losses over epochs.'),
  row('Loss', '損失函數', 'Training', 'Compares what was predicted with what is true.'),
  row('FocalLoss', '焦點損失', 'Training', 'Weighs hard samples more. 適合類別不平衡的資料。'),
  row('LargeOffset', '位移', 'Loss functions', 'Adds a number.'),
  row('LayerOfSimpleSums', '加總層', 'CNN', 'Adds up.'),
]);
const names = (typed: string): string[] => search(catalog, typed).map((one) => one.node_name);

describe('search over node types', () => {
  it('puts names first, and what a type says of itself last', () => {
    expect(names('loss')).toEqual(['Loss', 'FocalLoss', 'LargeOffset', 'LayerOfSimpleSums', 'Curve']);
    expect(names('損失')).toEqual(['FocalLoss', 'Loss']);
  });

  it('finds words of a description in any order, from where they begin', () => {
    expect(names('epochs plots')).toEqual(['Curve']);
    expect(names('predict')).toEqual(['Loss']);
    expect(names('edicted')).toEqual([]);
    expect(names('epochs hard')).toEqual([]);
    expect(names('平衡')).toEqual(['FocalLoss']);
  });

  it('does not take a letter or two for a word of a description', () => {
    expect(names('ha')).toEqual([]);
    expect(names('不')).toEqual([]);
  });
});

it('presets and subgraphs are found, and are no node types: one number says how many there are', () => {
  const card = { id: 'one', name: 'Mine', nodes: [], edges: [] };
  const all = withCards(catalog, { nodes: [], edges: [], subgraphs: [card] }, new Map());
  expect([all.rows.length, typesIn(all), typesIn(catalog)]).toEqual([6, 5, 5]);
  expect(search(all, 'mine').map((one) => one.name_zh_TW)).toEqual(['Mine']);
});
