import { expect, it } from 'vitest';
import { commandOf, graphFile } from './command';

const run = { id: '0123456789abcdef', graph_name: 'Digits CNN', name: null, options: {} };

it('has what was asked for, and nothing that is as always', () => {
  const plain = { device: 'auto', seed: null, deterministic: false, record_outputs: false };
  expect(commandOf({ ...run, options: plain })).toBe('cdui run Digits-CNN.json');
  const all = { device: 'cuda:1', seed: 0, deterministic: true, record_outputs: true };
  expect(commandOf({ ...run, name: "it's $HOME", options: all })).toBe("cdui run Digits-CNN.json --device cuda:1 --seed 0 --deterministic --record-outputs --name 'it'\\''s $HOME'");
});

it('names the file after the graph, whatever that is called', () => {
  expect(['鳶尾花 MLP', '../../etc', '; rm -rf /', ''].map((graph_name) => graphFile({ ...run, graph_name }))).toEqual(['鳶尾花-MLP.json', 'etc.json', 'rm--rf.json', '01234567.json']);
});
