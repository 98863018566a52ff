import { describe, expect, it } from 'vitest';
import { EMPTY, fieldOf, formOf, kept, optionsOf, readCopies, readSeed } from './form';

describe('what is asked of a queued run', () => {
  it('is sent whole; what is left to the graph is left out', () => {
    expect(optionsOf(EMPTY)).toEqual({
      seed: null, deterministic: false, record_outputs: true, verbose: false, backward_mode: false, auto_backward: false,
    });
    const all = optionsOf({ ...EMPTY, device: 'cuda:1', seed: ' 7 ', records: false, gradients: true });
    expect(all).toMatchObject({ device: 'cuda:1', seed: 7, record_outputs: true, backward_mode: true, auto_backward: true });
  });

  it('comes back from a run that was made with it', () => {
    const form = { ...EMPTY, device: 'cpu', seed: '3', isDeterministic: true, verbose: true, name: 'n', tags: ['a'] };
    expect(formOf({ options: optionsOf(form), name: 'n', tags: ['a'] })).toEqual(form);
    expect(formOf({ options: { seed: null, device: 'auto' }, name: null, tags: [] })).toEqual({ ...EMPTY, device: 'auto', records: false });
  });

  it.each([['', null], [' 0 ', 0], ['9007199254740991', 9007199254740991], ['9007199254740993', undefined], ['-1', undefined], ['1.5', undefined], ['x', undefined]])(
    'reads the seed %j as %j', (text, seed) => expect(readSeed(text)).toBe(seed),
  );

  it.each([['1', 1], ['100', 100], ['101', undefined], ['0', undefined], ['', undefined], ['1e1', undefined]])(
    'reads %j copies as %j', (text, copies) => expect(readCopies(text)).toBe(copies),
  );

  it('is kept for a graph but for what is of one time, whatever lies there', () => {
    const form = { ...EMPTY, device: 'cpu', verbose: true, seed: '5', name: 'one', copies: '4', tags: ['t'] };
    expect(kept(JSON.stringify(form))).toEqual({ ...form, name: '', copies: '1', seed: '' });
    for (const text of [null, '{', 'null', '[]', '{"device":5,"tags":[1]}']) expect(kept(text)).toEqual(EMPTY);
  });

  it('is refused at its field', () => {
    const refusal = (code: string) => ({ code, params: {}, text: '' });
    expect(['bad_seed', 'bad_device', 'bad_name', 'queue_full', 'toString'].map((code) => fieldOf(refusal(code)))).toEqual(['seed', 'device', 'name', 'graph', 'graph']);
  });
});
