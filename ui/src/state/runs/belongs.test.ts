import { describe, expect, it } from 'vitest';
import { graphKey, isRunOf } from './belongs';

const of = (name: string, id?: string): Parameters<typeof isRunOf>[0] => ({ graph_name: name, options: id === undefined ? {} : { graph_id: id } });

describe('the graph of a run', () => {
  const mine = graphKey('Digits-2', 'tab', 'Digits');

  it('is the one that it names, whatever that is called now', () => {
    expect([of('Digits', 'Digits-2'), of('Old name', 'Digits-2'), of('Digits', 'Digits')].map((run) => isRunOf(run, mine))).toEqual([true, true, false]);
  });

  it('is the one of that name where the run names none; what has no name is nobody\'s', () => {
    expect([isRunOf(of('Digits'), mine), isRunOf(of('Other'), mine), isRunOf(of(''), graphKey(null, 'tab'))]).toEqual([true, false, false]);
  });

  it('is a tab as long as it has no file, and no other tab', () => {
    expect(graphKey(null, 'a').id).toBe('tab:a');
    expect(isRunOf(of('Digits', graphKey(null, 'a').id), graphKey(null, 'b', 'Digits'))).toBe(false);
  });

  it('can be sent whatever the file is called', () => {
    expect(graphKey('手寫 數字\u3000一\u00a0二\u200b', 'tab').id).toBe('手寫 數字\u3000一?二?');
  });

  it('can be asked for by any name: as much of that as its runs have, by whole characters', () => {
    const long = graphKey(null, 'tab', `${'😀'.repeat(150)}${'長'.repeat(20_000)}`);
    expect([Array.from(long.name).length, !/\p{Surrogate}/u.test(long.name), graphKey(null, 'tab', 'a'.repeat(200)).name.length]).toEqual([200, true, 200]);
    expect(isRunOf(of(`${'😀'.repeat(150)}${'長'.repeat(50)}`), long)).toBe(true);
  });
});
